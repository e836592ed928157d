import connectx.CXBoard;
import connectx.CXCell;
import connectx.CXPlayer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Our engine as a player of the Bologna harness: it asks `inarow engine`, or what the variable INAROW holds. */
public class InarowPlayer implements CXPlayer {
    private static final Pattern COLUMN = Pattern.compile("\"names\": \\[\"(\\d+)\"");

    private PrintStream questions;
    private BufferedReader answers;
    private double seconds;

    @Override
    public void initPlayer(int M, int N, int X, boolean first, int timeout_in_secs) {
        seconds = 0.9 * timeout_in_secs;
        if (questions != null) return;
        final String program = System.getenv().getOrDefault("INAROW", "inarow") + " engine --protocol jsonl";
        try {
            final Process engine =
                new ProcessBuilder(program.split(" ")).redirectError(ProcessBuilder.Redirect.INHERIT).start();
            Runtime.getRuntime().addShutdownHook(new Thread(engine::destroy));
            questions = new PrintStream(engine.getOutputStream(), true);
            answers = new BufferedReader(new InputStreamReader(engine.getInputStream()));
            answers.readLine();  // its name
        } catch (IOException error) {
            throw new IllegalStateException("cannot start " + program, error);
        }
    }

    @Override
    public int selectColumn(CXBoard B) {
        final String moves = Arrays.stream(B.getMarkedCells()).map(InarowPlayer::name).collect(Collectors.joining(", "));
        questions.println("{\"do\": \"move\", \"game\": \"drop-" + B.N + "x" + B.M + "x" + B.X + "\", \"moves\": ["
                + moves + "], \"seconds\": " + seconds + "}");
        try {
            final String answer = answers.readLine();
            final Matcher column = COLUMN.matcher(String.valueOf(answer));
            if (!column.find()) throw new IllegalStateException("no move in: " + answer);
            return Integer.parseInt(column.group(1)) - 1;
        } catch (IOException error) {
            throw new IllegalStateException("the engine has ended", error);
        }
    }

    @Override
    public String playerName() { return "inarow"; }

    private static String name(CXCell cell) { return "\"" + (cell.j + 1) + "\""; }
}
