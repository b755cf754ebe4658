package dev.rollcall.analyzer.report;

import dev.rollcall.analyzer.report.view.FrameView;
import dev.rollcall.analyzer.report.view.Printable;
import dev.rollcall.analyzer.report.view.SourceLine;
import dev.rollcall.analyzer.report.view.StackView;
import java.util.List;

/** Stacks as text, one below the other, with the source around their call sites. */
final class TextStacks {
    private static final int MOST = 6;
    /** What stands before a line of source: indent, number, mark. */
    private static final int GUTTER = 14;

    private static final int INDENT = 6;
    private static final int SHORTEST_METHOD = 12;

    private final TextBlock out;
    private final Ink ink;

    TextStacks(TextBlock out) {
        this.out = out;
        this.ink = out.ink();
    }

    void print(List<StackView> stacks) {
        if (stacks.isEmpty()) {
            return;
        }
        out.heading("Stacks");
        for (StackView stack : stacks.subList(0, Math.min(MOST, stacks.size()))) {
            print(stack);
            out.line("");
        }
        if (stacks.size() > MOST) {
            out.line("  … and " + (stacks.size() - MOST) + " more stacks (--html shows more).")
                    .line("");
        }
    }

    private void print(StackView stack) {
        String note = stack.note().isEmpty() ? "" : " – " + stack.note();
        out.labelled("  ", stack.who() + ", " + stack.title() + note);
        if (stack.frames().isEmpty()) {
            out.line(ink.faint("      stack not in the files"));
        }
        for (FrameView frame : stack.frames()) {
            String text = fitted(frame);
            out.line(frame.site() ? "    " + ink.strong("→ " + text) : "      " + ink.faint(text));
            frame.source().forEach(this::print);
        }
        if (stack.elided() > 0) {
            out.line(ink.faint("      … " + stack.elided() + " more"));
        }
    }

    /** Shortens what does not fit by the beginning of its method, which tells least. */
    private String fitted(FrameView frame) {
        int excess = frame.text().length() - (out.width() - INDENT);
        int room = frame.method().length() - excess - 1;
        return excess <= 0
                ? frame.text()
                : room < SHORTEST_METHOD
                        ? TextTable.fitted(frame.text(), out.width() - INDENT)
                        : "…" + frame.text().substring(excess + 1);
    }

    private void print(SourceLine line) {
        String number = "    " + TextTable.right(line.number(), 6);
        String code = Printable.shortened(line.text(), out.width() - GUTTER);
        out.line(line.marked() ? ink.alarm(number + " » " + code) : ink.faint(number + "   ") + code);
    }
}
