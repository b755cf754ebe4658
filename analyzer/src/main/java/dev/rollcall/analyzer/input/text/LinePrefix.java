package dev.rollcall.analyzer.input.text;

import dev.rollcall.analyzer.model.Call;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Removes from a line what is not the program's: colours, carriage returns, and the prefixes of launchers, log collectors and
 * container runtimes, from which it takes the rank, the host and the time.
 */
final class LinePrefix {
    /** Control sequences of terminals (ECMA-48, CSI and OSC). */
    private static final Pattern CONTROL =
            Pattern.compile("\u001b(?:\\[[0-?]*+[ -/]*+[@-~]|\\][^\u0007\u001b]*+(?:\u0007|\u001b\\\\)?+)");

    /** {@code [rank3]:}, which PyTorch writes before each line of a worker; and {@code [default3]:} of torchrun's {@code --tee}. */
    private static final Pattern RANK = Pattern.compile("\\[(?:rank|default)(\\d{1,7})\\]:\\s?");

    private LinePrefix() {}

    /**
     * Returns the lines that processes wrote into one line of a file.
     *
     * @param line the line, without its line feed
     * @param whole whether a line feed ended it
     */
    static List<TextLine> remove(String line, boolean whole) {
        String text = line;
        if (text.indexOf('\u001b') >= 0) {
            text = CONTROL.matcher(text).replaceAll("");
        }
        text = text.substring(text.stripTrailing().lastIndexOf('\r') + 1).stripTrailing();
        int rank = -1;
        Matcher prefix = RANK.matcher(text);
        if (prefix.lookingAt()) {
            rank = Integer.parseInt(prefix.group(1));
            text = text.substring(prefix.end());
        }
        return List.of(new TextLine(text, rank, "", Call.NO_TIME, whole));
    }
}
