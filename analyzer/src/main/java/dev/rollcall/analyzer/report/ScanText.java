package dev.rollcall.analyzer.report;

import dev.rollcall.analyzer.report.view.Printable;
import dev.rollcall.analyzer.verdict.CodeFinding;
import dev.rollcall.analyzer.verdict.CodeFinding.Level;
import java.util.List;

/** What the scan of code found, a line each, as compilers print it. */
public final class ScanText {
    private final Ink ink;

    /** Makes a report in these colours. */
    public ScanText(Ink ink) {
        this.ink = ink;
    }

    /**
     * Returns the lines, and one that counts them.
     *
     * @param classes how many classes were searched
     * @param pythonFiles how many Python files were
     */
    public String print(List<CodeFinding> findings, int classes, int pythonFiles) {
        StringBuilder text = new StringBuilder();
        for (CodeFinding each : findings) {
            String place = each.line() > 0 ? each.file() + ":" + each.line() : each.file();
            String level = each.level().id();
            text.append(ink.strong(Printable.of(place) + ":"))
                    .append(' ')
                    .append(each.level() == Level.WARNING ? ink.alarm(level) : ink.doubt(level))
                    .append(": ")
                    .append(Printable.of(each.condition()))
                    .append(each.condition().isEmpty() ? "" : ": ")
                    .append(Printable.of(each.summary()))
                    .append(ink.faint(" [" + each.cause().id() + "]"))
                    .append('\n');
        }
        long warnings =
                findings.stream().filter(each -> each.level() == Level.WARNING).count();
        return text.append(count(warnings, "warning"))
                .append(" and ")
                .append(count(findings.size() - warnings, "note"))
                .append(" in ")
                .append(classes > 0 || pythonFiles == 0 ? count(classes, "class") : "")
                .append(classes > 0 && pythonFiles > 0 ? " and " : "")
                .append(pythonFiles > 0 ? count(pythonFiles, "Python file") : "")
                .append('\n')
                .toString();
    }

    private static String count(long number, String what) {
        String plural = what.endsWith("s") ? what + "es" : what + "s";
        return number + " " + (number == 1 ? what : plural);
    }
}
