package dev.rollcall.analyzer.report.view;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.model.StackFrame;
import dev.rollcall.analyzer.report.view.CallGrid.Cell;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Words what a rank called at some sequence numbers, without loading whole calls. Not thread-safe. */
final class CallCells {
    private static final String WAITING = "waiting";

    private final Job job;
    private final Communicator communicator;
    private final boolean pointToPoint;
    private final long first;
    private final long last;
    /** Many ranks make the same calls. */
    private final Map<Signature, String> asked = new HashMap<>();

    private final Map<StackFrame, String> places = new HashMap<>();

    /** Makes the cells of the sequence numbers from {@code first} to {@code last} of one kind of call on a communicator. */
    CallCells(Job job, Communicator communicator, boolean pointToPoint, long first, long last) {
        this.job = job;
        this.communicator = communicator;
        this.pointToPoint = pointToPoint;
        this.first = first;
        this.last = last;
    }

    /** Returns a member's cells, none of them marked. */
    List<Cell> of(Membership member) {
        CallSequence calls = pointToPoint ? member.pointToPoint() : member.collectives();
        List<Cell> cells = new ArrayList<>();
        Rank rank = job.rank(member.rank());
        // Who is gone waits for nothing.
        boolean waiting = rank != null && rank.ending().hasEnded();
        for (long sequence = first; sequence <= last; sequence++) {
            Cell cell = cell(member, calls, sequence, waiting);
            waiting |= cell.state().equals(WAITING);
            cells.add(cell);
        }
        return cells;
    }

    /** Returns the cells of a rank that made no call here. */
    List<Cell> without(String reason) {
        return Collections.nCopies((int) (last - first + 1), new Cell(reason, "", "", false, false));
    }

    private Cell cell(Membership member, CallSequence calls, long sequence, boolean waiting) {
        if (sequence < calls.firstSequence()) {
            Call kept = member.overwrittenPending();
            return kept != null
                            && kept.sequence() == sequence
                            && kept.signature().traits().pointToPoint() == pointToPoint
                    ? cell(kept.signature(), kept.stack().siteFrame(), kept.state(), waiting)
                    : new Cell("overwritten", "", "", false, false);
        }
        if (sequence > calls.lastSequence()) {
            return new Cell(sequence == calls.lastSequence() + 1 ? "no call" : "–", "", "", false, false);
        }
        int index = (int) (sequence - calls.firstSequence());
        Signature signature = job.signatures().value(calls.signatureNumber(index));
        return signature.equals(Signature.LOST)
                ? new Cell("record lost", "", "", false, false)
                : cell(signature, job.sites().value(calls.siteNumber(index)), calls.state(index), waiting);
    }

    private Cell cell(Signature signature, StackFrame site, CallState state, boolean waiting) {
        String note = "";
        if (state.pending()) {
            note = waiting ? "not finished" : WAITING;
        } else if (state == CallState.FAILED) {
            note = "failed";
        } else if (state == CallState.UNKNOWN) {
            note = "outcome unknown";
        }
        return new Cell(
                asked.computeIfAbsent(signature, call -> Printable.of(communicator.describe(call))),
                site == null ? "" : places.computeIfAbsent(site, FrameView::place),
                note,
                true,
                false);
    }
}
