package dev.rollcall.analyzer.containment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * The names of files as text, in any locale. On POSIX systems a name is bytes. A {@code Path} that was found in a folder keeps them, so
 * that the file can be opened; its text is made with {@code sun.jnu.encoding}, which in the locale {@code C} knows ASCII alone.
 */
public final class FileName {
    private static final char REPLACEMENT = '\uFFFD';
    private static final Path WORKING_FOLDER = Path.of("/proc/self/cwd");

    private FileName() {}

    /** Returns a path as text; bytes that the locale cannot show are escaped, as {@code \xc3\xbc}. The text is always one of a path. */
    public static String of(Path path) {
        String text = path.toString();
        if (text.indexOf(REPLACEMENT) < 0) {
            return text;
        }
        // Only the URI shows the bytes, and it is that of the absolute path.
        String absolute = escaped(path.toAbsolutePath().toUri().getRawPath()).replaceFirst("(?<=.)/$", "");
        if (path.isAbsolute()) {
            return absolute;
        }
        List<String> names = Arrays.asList(absolute.split("/"));
        return String.join("/", names.subList(Math.max(0, names.size() - path.getNameCount()), names.size()));
    }

    /** Returns the last name of a path as {@link #of} does; empty where there is none. */
    public static String last(Path path) {
        return path.getFileName() == null ? "" : of(path).replaceFirst("(?s).*/", "");
    }

    /**
     * Returns the path that a user gives. A relative one is found even if the locale cannot show the name of the working folder, of
     * which Java knows the text alone.
     *
     * @throws java.nio.file.InvalidPathException if no path is so named
     */
    public static Path given(String name) {
        Path path = Path.of(name);
        if (path.isAbsolute() || System.getProperty("user.dir").indexOf(REPLACEMENT) < 0) {
            return path;
        }
        try {
            return WORKING_FOLDER.toRealPath().resolve(path).normalize();
        } catch (IOException notLinux) {
            return path;
        }
    }

    private static String escaped(String rawPath) {
        StringBuilder text = new StringBuilder(rawPath.length());
        for (int i = 0; i < rawPath.length(); i++) {
            if (rawPath.charAt(i) != '%') {
                text.append(rawPath.charAt(i));
                continue;
            }
            int letter = Integer.parseInt(rawPath.substring(i + 1, i + 3), 16);
            text.append(letter < 0x80 ? String.valueOf((char) letter) : String.format("\\x%02x", letter));
            i += 2;
        }
        return text.toString();
    }
}
