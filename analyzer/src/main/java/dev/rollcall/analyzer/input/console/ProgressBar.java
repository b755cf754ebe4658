package dev.rollcall.analyzer.input.console;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A progress bar as tqdm draws it ({@code tqdm.std.tqdm.format_meter}): {@code Epoch 2:  10%|#  | 100/1000 [00:10<01:30, 9.80it/s]}.
 * tqdm draws each bar once more when the program ends, so that only a bar that moves shows that the program goes on. Immutable.
 *
 * @param kind what the bars of one loop have in common
 * @param count how far the loop is, as tqdm writes it
 */
record ProgressBar(String kind, String count) {
    /** How often tqdm may draw bars of one kind while a program ends: those of two loops, one within the other, can look alike. */
    static final int MOST_AT_END = 2;

    private static final Pattern FORM = Pattern.compile(
            "\\s*(.{0,120}?)\\s*\\d{1,3}%\\|[^|]{0,400}\\| *([\\d.]{1,15}[kMGTP]?)/([\\d.]{1,15}[kMGTP]?) \\[.*");

    private static final Pattern NUMBERS = Pattern.compile("[\\d.]+");

    /** Returns the bar that a line is; null if it is none. */
    static ProgressBar in(String line) {
        if (!line.contains("%|")) {
            return null;
        }
        Matcher bar = FORM.matcher(line);
        return bar.matches()
                ? new ProgressBar(NUMBERS.matcher(bar.group(1)).replaceAll("") + "/" + bar.group(3), bar.group(2))
                : null;
    }
}
