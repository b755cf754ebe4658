package dev.rollcall.analyzer.report.view;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.RankSource;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.model.StackFrame;
import dev.rollcall.analyzer.report.view.CallGrid.Cell;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Words what a rank called at some sequence numbers. Not thread-safe. */
final class CallCells {
    /** A place at which a rank made no call, by the alignment of its calls with the others'. */
    private static final Cell GAP = Cell.without(CallGrid.GAP, "");
    /** So many ranks show when a call was first made. */
    private static final int MOST_ASKED = 8;

    private final Job job;
    private final Communicator communicator;
    private final boolean pointToPoint;
    private final Set<Integer> partlySeen;
    private final Set<Integer> overwritten;
    private final Map<Long, Long> firstMade = new HashMap<>();
    private long proven = -1;
    /** Many ranks make the same calls. */
    private final Map<Signature, String> asked = new HashMap<>();

    private final Map<StackFrame, String> places = new HashMap<>();

    /** Makes the cells of one kind of call on a communicator. */
    CallCells(Job job, Communicator communicator, boolean pointToPoint) {
        this.job = job;
        this.communicator = communicator;
        this.pointToPoint = pointToPoint;
        this.partlySeen = job.partlySeen();
        this.overwritten = job.coverage().overwrittenRanks();
    }

    /**
     * Returns a member's cells, none of them marked.
     *
     * @param numbers the sequence numbers, ascending; 0 for a gap
     */
    List<Cell> of(Membership member, long[] numbers) {
        CallSequence calls = lane(member);
        List<Cell> cells = new ArrayList<>();
        Rank rank = job.rank(member.rank());
        // Who is gone waits for nothing.
        boolean waiting = rank != null && rank.ending().hasEnded();
        for (long sequence : numbers) {
            Cell cell = sequence == 0 ? GAP : cell(member, calls, sequence, waiting);
            waiting |= cell.state().equals(CallGrid.WAITING);
            cells.add(cell);
        }
        return cells;
    }

    /** Returns the cells of a rank that is not known as a member. */
    List<Cell> without(int rank, int count) {
        Rank read = job.rank(rank);
        boolean console = read != null
                && read.sources().stream().anyMatch(source -> source.kind().equals(RankSource.CONSOLE));
        if (console) {
            return Collections.nCopies(count, Cell.without(CallGrid.NOT_SHOWN, ""));
        }
        String reason = read == null
                ? MissingSource.cell(job)
                : partlySeen.contains(rank) ? "joining not recorded" : CallGrid.NEVER_JOINED;
        return Collections.nCopies(count, Cell.without(reason, ""));
    }

    /** Returns whether a cell shows more than that a source does not reach this call. */
    static boolean says(Cell cell) {
        return cell.made()
                || !cell.state().isEmpty()
                || !cell.call().equals(CallGrid.NOT_SHOWN) && !cell.call().startsWith("no ");
    }

    private CallSequence lane(Membership member) {
        return pointToPoint ? member.pointToPoint() : member.collectives();
    }

    private Cell cell(Membership member, CallSequence calls, long sequence, boolean waiting) {
        if (sequence < calls.firstSequence()) {
            Call kept = member.overwrittenPending();
            return kept != null
                            && kept.sequence() == sequence
                            && kept.signature().traits().pointToPoint() == pointToPoint
                    ? cell(kept.signature(), kept.stack().siteFrame(), kept.state(), waiting)
                    : Cell.without(overwritten.contains(member.rank()) ? CallGrid.OVERWRITTEN : CallGrid.NOT_SHOWN, "");
        }
        if (sequence > calls.lastSequence()) {
            return absent(member.rank(), sequence);
        }
        int index = (int) (sequence - calls.firstSequence());
        Signature signature = job.signatures().value(calls.signatureNumber(index));
        return signature.equals(Signature.LOST)
                ? Cell.without(calls.countedOnReturn() ? CallGrid.NOT_SHOWN : CallGrid.RECORD_LOST, "")
                : cell(
                        signature,
                        job.stacks().value(calls.siteNumber(index)).siteFrame(),
                        calls.shownState(index),
                        waiting);
    }

    /** Returns the cell of a call that a rank's file does not show: only a file that would show it proves that it was not made. */
    private Cell absent(int rank, long sequence) {
        CallSequence calls = lane(communicator.memberships().get(rank));
        if (calls.size() == 0 && calls.lastSequence() > 0) {
            return Cell.without(CallGrid.NOT_SHOWN, "");
        }
        if (partlySeen.contains(rank)) {
            boolean stopped = job.rank(rank).ending().isUnobserved();
            return Cell.without(CallGrid.NOT_RECORDED, stopped ? "its record ends here" : "file incomplete");
        }
        return readTooEarly(rank, sequence)
                ? Cell.without(CallGrid.NOT_READ, "its file ends earlier")
                : Cell.without(CallGrid.NO_CALL, "");
    }

    private boolean readTooEarly(int number, long sequence) {
        if (proven < 0) {
            proven = pointToPoint ? 0 : communicator.provenCalls();
        }
        Rank rank = job.rank(number);
        return sequence <= proven
                || !pointToPoint
                        && rank.ending().isAlive()
                        && rank.lastAlive() != Call.NO_TIME
                        && rank.lastAlive() < firstMade.computeIfAbsent(sequence, this::firstMade);
    }

    private long firstMade(long sequence) {
        return communicator.memberships().values().stream()
                .map(Membership::collectives)
                .filter(calls -> sequence >= calls.firstSequence() && sequence <= calls.lastSequence())
                .limit(MOST_ASKED)
                .mapToLong(calls -> calls.enqueued((int) (sequence - calls.firstSequence())))
                .filter(time -> time != Call.NO_TIME)
                .min()
                .orElse(Call.NO_TIME);
    }

    private Cell cell(Signature signature, StackFrame site, CallState state, boolean waiting) {
        String note = "";
        if (state.pending()) {
            note = waiting ? CallGrid.NOT_FINISHED : CallGrid.WAITING;
        } else if (state == CallState.FAILED) {
            note = "failed";
        } else if (state == CallState.UNKNOWN) {
            note = CallGrid.OUTCOME_UNKNOWN;
        }
        return new Cell(
                asked.computeIfAbsent(signature, call -> Printable.of(communicator.describe(call))),
                site == null ? "" : places.computeIfAbsent(site, FrameView::place),
                site,
                note,
                true,
                false,
                false);
    }
}
