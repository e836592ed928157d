package inarow;

import connectx.CXBoard;
import connectx.CXPlayer;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import mnkgame.MNKBoard;
import mnkgame.MNKCell;
import mnkgame.MNKPlayer;

/** Speaks the jsonl protocol for a CXPlayer or an MNKPlayer whose class is the argument. */
public final class Bridge {
    private static final int USUAL_SECONDS = 10;  // the harness's own
    private static final Pattern NUMBERS = Pattern.compile("\\d+");

    private final Object player;
    private String game = "";  // what initPlayer was told
    private int stones;  // on the board when it was asked last

    private Bridge(Object player) { this.player = player; }

    public static void main(String[] arguments) throws Exception {
        final PrintStream out = new PrintStream(System.out, true, "UTF-8");
        System.setOut(System.err);  // what a player prints is no part of the conversation
        final Object player = Class.forName(arguments[0]).getDeclaredConstructor().newInstance();
        if (!(player instanceof CXPlayer) && !(player instanceof MNKPlayer)) {
            throw new IllegalArgumentException(arguments[0] + " implements neither connectx.CXPlayer nor mnkgame.MNKPlayer");
        }
        final Bridge bridge = new Bridge(player);
        out.println("{\"name\": " + quoted(bridge.name()) + "}");
        final BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (line.contains("\"move\"")) out.println(bridge.answer(line));
            else if (line.contains("\"quit\"")) break;
        }
        System.exit(0);  // whatever threads the player has left behind
    }

    private String name() {
        try {
            return player instanceof CXPlayer ? ((CXPlayer) player).playerName() : ((MNKPlayer) player).playerName();
        } catch (RuntimeException error) {  // some know their name only once a game has begun
            return player.getClass().getName();
        }
    }

    private String answer(String question) {
        try {
            return "{\"move\": " + move(question) + "}";
        } catch (Throwable error) {
            error.printStackTrace();
            return "{\"error\": " + quoted(error.toString()) + "}";
        }
    }

    /** The cell's number, or the column's name where stones fall. */
    private String move(String question) {
        final int rows = number(question, "rows");
        final int columns = number(question, "columns");
        final int length = number(question, "line_length");
        final boolean falls = question.matches(".*\"gravity\":\\s*true.*");
        if (falls != player instanceof CXPlayer || number(question, "stones_per_turn") != 1
                || number(question, "stones_first_turn") != 1 || question.matches(".*\"exact\":\\s*true.*")) {
            throw new IllegalArgumentException(
                player instanceof CXPlayer ? "a CXPlayer plays games in which stones fall, one a turn"
                                           : "an MNKPlayer plays games in which stones do not fall, one a turn");
        }
        final int[] moves = moves(question);
        final int seconds = seconds(question);
        final boolean first = moves.length % 2 == 0;
        begin(rows, columns, length, first, seconds, moves.length);
        if (player instanceof CXPlayer) {
            final CXBoard board = new CXBoard(rows, columns, length);
            for (int cell : moves) board.markColumn(cell % columns);
            return quoted(String.valueOf(((CXPlayer) player).selectColumn(board) + 1));
        }
        final MNKBoard board = new MNKBoard(rows, columns, length);
        for (int cell : moves) board.markCell(cell / columns, cell % columns);
        final MNKCell chosen = ((MNKPlayer) player).selectCell(board.getFreeCells(), board.getMarkedCells());
        if (chosen.i < 0 || chosen.i >= rows || chosen.j < 0 || chosen.j >= columns) {
            throw new IllegalArgumentException("cell " + chosen.i + "," + chosen.j + " is not on the board");
        }
        return String.valueOf(chosen.i * columns + chosen.j);
    }

    /** Tell the player of a new game, if this is one. */
    private void begin(int rows, int columns, int length, boolean first, int seconds, int stonesNow) {
        final String asked = rows + " " + columns + " " + length + " " + first;
        if (!asked.equals(game) || stonesNow != stones + 2) {
            if (player instanceof CXPlayer) ((CXPlayer) player).initPlayer(rows, columns, length, first, seconds);
            else ((MNKPlayer) player).initPlayer(rows, columns, length, first, seconds);
        }
        game = asked;
        stones = stonesNow;
    }

    private static int number(String question, String name) {
        final Matcher found = Pattern.compile("\"" + name + "\":\\s*(\\d+)").matcher(question);
        if (!found.find()) throw new IllegalArgumentException("the question has no " + name);
        return Integer.parseInt(found.group(1));
    }

    private static int seconds(String question) {
        final Matcher found = Pattern.compile("\"seconds\":\\s*([0-9.e+-]+)").matcher(question);
        return found.find() ? (int) Math.max(1, Math.floor(Double.parseDouble(found.group(1)))) : USUAL_SECONDS;
    }

    private static int[] moves(String question) {
        final Matcher found = Pattern.compile("\"moves\":\\s*\\[([^\\]]*)\\]").matcher(question);
        if (!found.find()) throw new IllegalArgumentException("the question has no moves");
        return NUMBERS.matcher(found.group(1)).results().mapToInt(one -> Integer.parseInt(one.group())).toArray();
    }

    private static String quoted(String text) {
        final StringBuilder quoted = new StringBuilder("\"");
        for (char sign : String.valueOf(text).toCharArray()) {
            if (sign == '"' || sign == '\\') quoted.append('\\').append(sign);
            else if (sign < ' ') quoted.append(String.format("\\u%04x", (int) sign));
            else quoted.append(sign);
        }
        return quoted.append('"').toString();
    }
}
