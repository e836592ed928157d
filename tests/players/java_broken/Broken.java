public class Broken implements connectx.CXPlayer {
    public int selectColumn(connectx.CXBoard B) { return "zero"; }
}
