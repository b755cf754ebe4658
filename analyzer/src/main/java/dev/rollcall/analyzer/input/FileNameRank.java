package dev.rollcall.analyzer.input;

import dev.rollcall.analyzer.containment.FileName;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The rank in the name of a file or of its folder. Thread-safe. */
public final class FileNameRank {
    /** The rank follows this word, unless it is the number of a host or node. */
    private static final Pattern RANK =
            Pattern.compile("(?i)(?<!(?:local|node|group|role)[_.-]?)rank[_.=-]?(\\d{1,7})(?!\\d)");

    /** Without that word the rank comes last, after a prefix that the job chose. */
    private static final Pattern LAST =
            Pattern.compile("(?<!\\d)(\\d{1,7})(\\.(json|pickle|pkl|bin|dump|txt|log|out|err|stack|stacks|jstack))?$");

    private FileNameRank() {}

    /** Returns the rank in the name of a file or its folder; -1 for none. */
    public static int of(Path file) {
        Matcher number = number(file);
        return number == null ? -1 : Integer.parseInt(number.group(1));
    }

    /** Returns the rank that the name of a file or its folder calls so; -1 for none. Another number may be a process id. */
    public static int called(Path file) {
        return Stream.of(RANK.matcher(file.getFileName().toString()), RANK.matcher(folder(file)))
                .filter(Matcher::find)
                .map(number -> Integer.parseInt(number.group(1)))
                .findFirst()
                .orElse(-1);
    }

    /** Returns a file's path without the rank in it, which the files of all ranks of a job have in common. */
    public static String series(Path file) {
        Path folder = Path.of(FileName.of(file.toAbsolutePath().normalize())).getParent();
        String name = FileName.last(file);
        Matcher number = number(file);
        if (number == null) {
            return folder + "/" + name;
        }
        boolean inFolder = !RANK.matcher(name).find() && !LAST.matcher(name).find();
        String rest = inFolder ? folder.getFileName().toString() : name;
        String without = rest.substring(0, number.start(1)) + "#" + rest.substring(number.end(1));
        return inFolder ? folder.resolveSibling(without) + "/" + name : folder + "/" + without;
    }

    private static Matcher number(Path file) {
        String name = FileName.last(file);
        return Stream.of(RANK.matcher(name), LAST.matcher(name), RANK.matcher(folder(file)))
                .filter(Matcher::find)
                .findFirst()
                .orElse(null);
    }

    private static String folder(Path file) {
        return file.getParent() == null ? "" : FileName.last(file.getParent());
    }
}
