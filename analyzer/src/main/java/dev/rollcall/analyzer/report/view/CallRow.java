package dev.rollcall.analyzer.report.view;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.CallSteps;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One line of a process's calls, worded; all safe to print.
 *
 * @param time when it was issued, since the process's start; empty where unknown
 * @param step the application's step; empty where unknown
 * @param communicator where
 * @param number its sequence number, or the first and last of calls that are lost
 * @param call what it asked for
 * @param state how far it got
 * @param took how long it took, or has taken; empty where unknown
 * @param place the call site; empty where unknown
 * @param failure its error in short; empty unless it failed
 * @param open whether it has not finished
 * @param stack its whole stack
 */
public record CallRow(
        String time,
        String step,
        String communicator,
        String number,
        String call,
        String state,
        String took,
        String place,
        String failure,
        boolean open,
        CallStack stack) {

    /**
     * Words some calls.
     *
     * @param calls in order; neighbours that are lost become one line
     * @param start what times are counted from, nanoseconds since the epoch
     * @param lastAlive until when pending calls are known to wait; {@link Call#NO_TIME} where unknown
     * @param several whether the ranks must be told apart
     */
    public static List<CallRow> of(List<CallHistory.Entry> calls, long start, long lastAlive, boolean several) {
        List<CallRow> rows = new ArrayList<>();
        for (int i = 0; i < calls.size(); i++) {
            CallHistory.Entry entry = calls.get(i);
            int last = i;
            while (entry.lost() && last + 1 < calls.size() && follows(calls.get(last + 1), calls.get(last))) {
                last++;
            }
            rows.add(
                    entry.lost()
                            ? lost(entry, calls.get(last).call().sequence(), several)
                            : row(entry, start, lastAlive, several));
            i = last;
        }
        return rows;
    }

    /** Returns a state as rows name it. */
    static String word(CallState state) {
        return state.name().toLowerCase(Locale.ROOT);
    }

    private static boolean follows(CallHistory.Entry next, CallHistory.Entry entry) {
        return next.lost()
                && next.member() == entry.member()
                && next.pointToPoint() == entry.pointToPoint()
                && next.call().sequence() == entry.call().sequence() + 1;
    }

    private static CallRow lost(CallHistory.Entry entry, long last, boolean several) {
        long first = entry.call().sequence();
        return new CallRow(
                "",
                "",
                communicator(entry, several),
                first == last ? Long.toString(first) : first + "–" + last,
                first == last ? "its record is lost" : "their records are lost",
                "",
                "",
                "",
                "",
                false,
                CallStack.UNKNOWN);
    }

    private static CallRow row(CallHistory.Entry entry, long start, long lastAlive, boolean several) {
        Call call = entry.call();
        return new CallRow(
                call.enqueued() == Call.NO_TIME || start == Call.NO_TIME ? "" : Times.clock(call.enqueued() - start),
                entry.step() == CallSteps.NONE ? "" : Long.toString(entry.step()),
                communicator(entry, several),
                Long.toString(call.sequence()),
                Printable.of(entry.communicator().describe(call.signature())),
                word(call.state()),
                took(call, lastAlive),
                place(call.stack()),
                Failures.brief(call.failure()),
                call.state().pending(),
                call.stack());
    }

    private static String communicator(CallHistory.Entry entry, boolean several) {
        return Printable.shortened(entry.communicator().name(), 24)
                + (entry.pointToPoint() ? " (p2p)" : "")
                + (several ? " rank " + entry.member().rank() : "");
    }

    /** Returns the application's frame; where there is none, as on a thread of the library's own, the innermost. */
    private static String place(CallStack stack) {
        return FrameView.place(
                stack.site() < 0 && !stack.frames().isEmpty() ? stack.frames().get(0) : stack.siteFrame());
    }

    private static String took(Call call, long lastAlive) {
        if (call.enqueued() == Call.NO_TIME) {
            return "";
        }
        if (call.state() == CallState.COMPLETED || call.state() == CallState.FAILED) {
            return call.completed() == Call.NO_TIME ? "" : Times.duration(call.completed() - call.enqueued());
        }
        return call.state().pending() && lastAlive >= call.enqueued()
                ? "≥ " + Times.duration(lastAlive - call.enqueued())
                : "";
    }
}
