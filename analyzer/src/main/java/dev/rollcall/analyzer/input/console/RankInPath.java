package dev.rollcall.analyzer.input.console;

import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The rank and the attempt in the path of a file that one rank wrote: {@code rank_3.log}, or torchrun's
 * {@code attempt_0/3/stderr.log}. Stateless and thread-safe.
 */
public final class RankInPath {
    private static final Pattern NAME = Pattern.compile("(?i)(?<![a-z])rank[_.-]?(\\d{1,7})(?!\\d)");
    private static final Pattern ATTEMPT = Pattern.compile("attempt_(\\d{1,7})");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,7}");

    private RankInPath() {}

    /** Returns the rank; -1 if the path does not have it. */
    static int of(Path file) {
        Matcher name = NAME.matcher(String.valueOf(file.getFileName()));
        if (name.find()) {
            return Integer.parseInt(name.group(1));
        }
        Path folder = file.toAbsolutePath().normalize().getParent();
        return attempt(file) >= 0
                        && NUMBER.matcher(folder.getFileName().toString()).matches()
                ? Integer.parseInt(folder.getFileName().toString())
                : -1;
    }

    /** Returns the number of the attempt, from 0, in which torchrun had the file written; -1 if the path does not have it. */
    public static int attempt(Path file) {
        Path folder = file.toAbsolutePath().normalize().getParent();
        Path above = folder == null ? null : folder.getParent();
        if (above == null || above.getFileName() == null) {
            return -1;
        }
        Matcher attempt = ATTEMPT.matcher(above.getFileName().toString());
        return attempt.matches() ? Integer.parseInt(attempt.group(1)) : -1;
    }
}
