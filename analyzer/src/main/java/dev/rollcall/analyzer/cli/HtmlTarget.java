package dev.rollcall.analyzer.cli;

import dev.rollcall.analyzer.report.view.Printable;
import dev.rollcall.analyzer.report.view.Prose;
import java.io.PrintStream;
import java.nio.file.Path;

/**
 * Where the HTML page goes: nowhere, into a file, or to standard output. Immutable.
 *
 * @param file the file; null where there is none
 * @param isStandardOutput whether the page goes to standard output
 */
record HtmlTarget(Path file, boolean isStandardOutput) {

    /**
     * Returns what {@code --html} names.
     *
     * @throws UsageException if another format would go to standard output as well
     */
    static HtmlTarget of(CommandOptions options, OutputFormat format) throws UsageException {
        String name = options.value("html");
        if (name == null) {
            return new HtmlTarget(null, false);
        }
        if (!name.equals("-")) {
            return new HtmlTarget(CommandOptions.path(name), false);
        }
        if (format != OutputFormat.TEXT) {
            throw options.wrong("--html - and --format " + format.id()
                    + " both write to standard output; give --html the name of a file");
        }
        return new HtmlTarget(null, true);
    }

    boolean isWanted() {
        return file != null || isStandardOutput;
    }

    /** Writes a page and says where; with the page on standard output it says the verdict's sentence instead. */
    void write(String page, String sentence, PrintStream out, PrintStream err) throws UsageException {
        if (isStandardOutput) {
            out.print(page);
            out.flush();
            err.println("rollcall: " + Prose.of(sentence).plain());
            return;
        }
        HtmlFile.write(file, page);
        err.println("rollcall: wrote "
                + Printable.of(file.toAbsolutePath().normalize().toUri().toString()));
    }
}
