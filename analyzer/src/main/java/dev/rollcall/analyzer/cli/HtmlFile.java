package dev.rollcall.analyzer.cli;

import dev.rollcall.analyzer.containment.IoErrorText;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Writes the HTML page; it overwrites an older page but no other file. */
final class HtmlFile {
    private static final int BEGINNING = 64;

    private HtmlFile() {}

    /**
     * Writes a page and creates its folders.
     *
     * @throws UsageException if it cannot be written, or would overwrite a file that is not a page: with the shell's completion,
     *     {@code --html} easily names a trace, which cannot be recorded again
     */
    static void write(Path file, String page) throws UsageException {
        try {
            if (Files.isRegularFile(file) && !holdsPage(file)) {
                throw new UsageException(
                        "--html would overwrite " + file + ", which is not an HTML page; give another name");
            }
            Path folder = file.toAbsolutePath().getParent();
            if (file.getName(0).toString().startsWith("~") && file.getNameCount() > 1 && !Files.isDirectory(folder)) {
                throw new UsageException("the shell did not expand the ~ of " + file + "; write --html " + file
                        + ", without = and quotes");
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

    /** Returns whether a file starts like a page, or is empty, as {@code mktemp} creates it. */
    private static boolean holdsPage(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            String beginning = new String(in.readNBytes(BEGINNING), StandardCharsets.ISO_8859_1)
                    .stripLeading()
                    .toLowerCase(Locale.ROOT);
            return beginning.isEmpty() || beginning.startsWith("<!doctype html") || beginning.startsWith("<html");
        }
    }

    /** Deletes a page that could not be written to its end, for example because the disk is full. */
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
