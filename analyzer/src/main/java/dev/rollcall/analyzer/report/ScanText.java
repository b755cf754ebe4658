package dev.rollcall.analyzer.report;

import dev.rollcall.analyzer.report.view.Printable;
import dev.rollcall.analyzer.verdict.CodeFinding;
import dev.rollcall.analyzer.verdict.CodeFinding.Level;
import dev.rollcall.analyzer.verdict.ScanResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What the scan of code found, a line each, as compilers print it, and below what it left out. */
public final class ScanText {
    /** How many functions that were not analyzed are named; JSON names all. */
    private static final int MOST_SKIPPED = 5;

    private final Ink ink;
    private final boolean notes;

    /**
     * Makes a report in these colours.
     *
     * @param notes whether the scan looked for notes, too
     */
    public ScanText(Ink ink, boolean notes) {
        this.ink = ink;
        this.notes = notes;
    }

    /**
     * Returns the lines.
     *
     * @param known how many findings a baseline left out
     */
    public String print(ScanResult result, int known) {
        StringBuilder text = new StringBuilder();
        result.findings().forEach(each -> text.append(line(each)).append('\n'));
        result.unread()
                .forEach((file, reason) -> text.append(ink.strong(Printable.path(file) + ":"))
                        .append(" not read: ")
                        .append(Printable.of(reason))
                        .append('\n'));
        skipped(result.skipped(), text);
        return text.append(summary(result, known)).toString();
    }

    private String line(CodeFinding each) {
        String place = Printable.path(each.file()) + (each.line() > 0 ? ":" + each.line() : "");
        String level = each.level().id();
        return ink.strong(place + ":")
                + " "
                + (each.level() == Level.WARNING ? ink.alarm(level) : ink.doubt(level))
                + ": "
                + Printable.of(each.condition())
                + (each.condition().isEmpty() ? "" : ": ")
                + Printable.of(each.summary())
                + ink.faint(
                        " (" + Printable.of(each.why()) + ") [" + each.cause().id() + "]");
    }

    private static void skipped(Map<String, String> skipped, StringBuilder text) {
        if (skipped.isEmpty()) {
            return;
        }
        List<String> named = new ArrayList<>();
        skipped.entrySet().stream()
                .limit(MOST_SKIPPED)
                .forEach(each -> named.add(Printable.path(each.getKey()) + " (" + Printable.of(each.getValue()) + ")"));
        int more = skipped.size() - named.size();
        text.append("Not analyzed to the end: ")
                .append(String.join(", ", named))
                .append(more > 0 ? " and " + count(more, "more function") : "")
                .append("; not all calls in there were compared.\n");
    }

    private String summary(ScanResult result, int known) {
        List<CodeFinding> findings = result.findings();
        long warnings =
                findings.stream().filter(each -> each.level() == Level.WARNING).count();
        long others = findings.size() - warnings;
        int classes = result.classes();
        int files = result.pythonFiles();
        String libraries = result.libraries().isEmpty()
                ? "No library with collectives was recognized, so nothing was compared. Name yours with --calls.\n"
                : "Recognized: " + String.join(", ", result.libraries()) + ".\n";
        return libraries
                + count(warnings, "warning")
                + (notes ? " and " + count(others, "note") : "")
                + " in "
                + (classes > 0 || files == 0 ? count(classes, "class") : "")
                + (classes > 0 && files > 0 ? " and " : "")
                + (files > 0 ? count(files, "Python file") : "")
                + (known > 0 ? ", without " + known + " of the baseline" : "")
                + (notes ? "" : "; --notes adds the notes")
                + "\n";
    }

    private static String count(long number, String what) {
        String plural = what.endsWith("s") ? what + "es" : what + "s";
        return number + " " + (number == 1 ? what : plural);
    }
}
