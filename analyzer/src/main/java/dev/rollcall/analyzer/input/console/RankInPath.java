package dev.rollcall.analyzer.input.console;

import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The rank in the path of a file that one rank wrote: {@code rank_3.log}, or torchrun's {@code attempt_0/3/stderr.log}. Stateless and
 * thread-safe.
 */
final class RankInPath {
    private static final Pattern NAME = Pattern.compile("(?i)(?<![a-z])rank[_.-]?(\\d{1,7})(?!\\d)");
    private static final Pattern ATTEMPT = Pattern.compile("attempt_\\d{1,7}");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,7}");

    private RankInPath() {}

    /** Returns the rank; -1 if the path does not have it. */
    static int of(Path file) {
        Matcher name = NAME.matcher(String.valueOf(file.getFileName()));
        if (name.find()) {
            return Integer.parseInt(name.group(1));
        }
        Path folder = file.toAbsolutePath().normalize().getParent();
        Path above = folder == null ? null : folder.getParent();
        boolean ofTorchrun = above != null
                && above.getFileName() != null
                && ATTEMPT.matcher(above.getFileName().toString()).matches();
        return ofTorchrun && NUMBER.matcher(folder.getFileName().toString()).matches()
                ? Integer.parseInt(folder.getFileName().toString())
                : -1;
    }
}
