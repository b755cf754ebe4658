package dev.rollcall.analyzer.report;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.ProcessTrace;
import dev.rollcall.analyzer.report.TextTable.Side;
import dev.rollcall.analyzer.report.view.CallHistory;
import dev.rollcall.analyzer.report.view.CallRow;
import dev.rollcall.analyzer.report.view.FrameView;
import dev.rollcall.analyzer.report.view.LaneFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** The calls of one process as a table of text. */
final class TextCalls {
    private static final int NAME = 28;
    private static final int NUMBER = 16;
    private static final int CALL = 44;
    private static final int PLACE = 20;

    private final TextBlock out;
    private final Ink ink;
    private final Selection selection;

    TextCalls(TextBlock out, Selection selection) {
        this.out = out;
        this.ink = out.ink();
        this.selection = selection;
    }

    /** Prints the last calls on some of a process's communicators. */
    void print(ProcessTrace process, List<Communicator> communicators) {
        CallHistory history = new CallHistory(communicators);
        List<CallHistory.Entry> shown = history.last(selection.last());
        long gone = gone(communicators);
        out.heading(title(history.size(), shown.size(), gone));
        if (shown.isEmpty()) {
            return;
        }
        boolean begun = process.started() != Call.NO_TIME;
        long start = begun ? process.started() : history.begin();
        List<CallRow> rows =
                CallRow.of(shown, start, process.lastAlive(), process.ranks().size() > 1);
        if (gone > 0) {
            gone(gone, process);
        }
        legend(rows, begun);
        TextTable table = table();
        for (CallRow row : rows) {
            table.row(
                    paint(row),
                    below(row),
                    row.open() ? "»" : "",
                    row.time(),
                    row.step(),
                    row.communicator(),
                    row.number(),
                    row.call(),
                    row.state(),
                    row.took(),
                    row.place());
        }
        table.print("  ", out);
    }

    private void gone(long gone, ProcessTrace process) {
        String why = process.ringReused()
                ? (gone == 1 ? "was" : "were") + " overwritten, because the ring was full (slots= enlarges it)."
                : (gone == 1 ? "is" : "are") + " not in the file"
                        + (process.truncated() ? ", which lacks its end." : ".");
        out.paragraph("  ", (gone == 1 ? "1 call" : TraceText.count(gone) + " calls") + " before these " + why);
    }

    private void legend(List<CallRow> rows, boolean begun) {
        String open = rows.stream().anyMatch(CallRow::open) ? "; » has not finished" : "";
        out.line(ink.faint("  time: min:s since the " + (begun ? "process's start" : "first call") + open));
    }

    /** Returns how many calls are gone; the oldest pending one of a communicator is kept wherever it was. */
    private static long gone(List<Communicator> communicators) {
        long kept = communicators.stream()
                .flatMap(communicator -> communicator.memberships().values().stream())
                .filter(member -> member.overwrittenPending() != null)
                .count();
        return LaneFacts.of(communicators).stream()
                        .mapToLong(LaneFacts::notHeld)
                        .sum()
                - kept;
    }

    private static TextTable table() {
        return new TextTable()
                .column("", Side.LEFT, 1)
                .column("time", Side.RIGHT, NUMBER)
                .column("step", Side.RIGHT, NUMBER)
                .column("communicator", Side.LEFT, NAME)
                .column("call", Side.RIGHT, NUMBER)
                .column("operation", Side.LEFT, CALL)
                .column("state", Side.LEFT, NUMBER)
                .column("took", Side.RIGHT, NUMBER)
                .column("at", Side.LEFT, PLACE);
    }

    private UnaryOperator<String> paint(CallRow row) {
        if (row.open()) {
            return ink::alarm;
        }
        return row.failure().isEmpty() ? UnaryOperator.identity() : ink::doubt;
    }

    private static String title(long held, int shown, long gone) {
        if (held == 0) {
            return gone == 0 ? "No call was recorded" : "The records of its calls are lost";
        }
        if (shown >= held) {
            return held == 1 ? "The only call" : "All " + TraceText.count(held) + " calls";
        }
        return "The last " + TraceText.count(shown) + " of " + TraceText.count(held) + " calls; "
                + TraceText.count(held - shown) + " earlier ones are not shown (--last all)";
    }

    private List<String> below(CallRow row) {
        List<String> lines = new ArrayList<>();
        if (!row.failure().isEmpty()) {
            lines.add(ink.doubt("      failed: " + row.failure()));
        }
        if (selection.stacks()) {
            lines.addAll(frames(row.stack(), ink));
        }
        return lines;
    }

    /** Returns a stack's frames, one a line. */
    static List<String> frames(CallStack stack, Ink ink) {
        return stack.frames().stream()
                .map(frame -> ink.faint("      at " + FrameView.place(frame)))
                .toList();
    }
}
