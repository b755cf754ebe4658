package dev.rollcall.analyzer.cli;

import dev.rollcall.analyzer.input.IoErrorText;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** The file of an HTML page, which takes the place of an older page and of nothing else. */
final class HtmlFile {
    private static final int BEGINNING = 64;

    private HtmlFile() {}

    /**
     * Writes a page; makes the folders above it where they are absent.
     *
     * @throws UsageException where it cannot be written, or a file is there that is no page: a slip of the shell's completion
     *     after {@code --html} names a trace, which nobody could record again
     */
    static void write(Path file, String page) throws UsageException {
        try {
            if (Files.isRegularFile(file) && !holdsPage(file)) {
                throw new UsageException(
                        "--html would overwrite " + file + ", which is no HTML page; give another name");
            }
            Path folder = file.toAbsolutePath().getParent();
            if (file.getName(0).toString().startsWith("~") && file.getNameCount() > 1 && !Files.isDirectory(folder)) {
                throw new UsageException("the shell left the ~ of " + file + " as it is; write --html " + file
                        + ", without = or quotes");
            }
            if (folder != null) {
                Files.createDirectories(folder);
            }
            try (Writer out = Files.newBufferedWriter(file)) {
                writeWhole(page, out, file);
            }
        } catch (IOException e) {
            throw new UsageException("cannot write " + file + ": " + IoErrorText.of(e));
        }
    }

    /** Whether a file begins as a page does, or is empty, as {@code mktemp} leaves it. */
    private static boolean holdsPage(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            String beginning = new String(in.readNBytes(BEGINNING), StandardCharsets.ISO_8859_1)
                    .stripLeading()
                    .toLowerCase(Locale.ROOT);
            return beginning.isEmpty() || beginning.startsWith("<!doctype html") || beginning.startsWith("<html");
        }
    }

    /** Leaves no page that lacks its end, as a full disk makes it. */
    private static void writeWhole(String page, Writer out, Path file) throws IOException {
        try {
            out.write(page);
            out.flush();
        } catch (IOException e) {
            if (Files.isRegularFile(file)) {
                Files.delete(file);
            }
            throw e;
        }
    }
}
