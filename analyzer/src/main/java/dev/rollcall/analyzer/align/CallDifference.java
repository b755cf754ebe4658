package dev.rollcall.analyzer.align;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.Communicator;
import java.util.List;
import java.util.Set;

/**
 * The first place at which ranks leave the consensus of their communicator: the facts, without a cause. The ranks that leave
 * are also called <em>the ranks</em>, those that stay <em>the others</em>, as in the sentences of reports. Each side is shown
 * by its longest rank class. Immutable.
 *
 * @param communicator the communicator
 * @param leaving the ranks that leave
 * @param staying the ranks that follow the consensus
 * @param decided whether the leaving side is known to have diverged; otherwise either side may have
 * @param kind how the leaving side differs
 * @param length how many calls are extra or missing; 1 for other kinds
 * @param history how the two calls follow from the calls before them
 * @param fields what differs between the two calls; empty unless both sides have one
 * @param samePath whether both calls come from the same, known path
 */
public record CallDifference(
        Communicator communicator,
        DifferenceSide leaving,
        DifferenceSide staying,
        boolean decided,
        EditKind kind,
        int length,
        HistoryComparison history,
        Set<SignatureField> fields,
        boolean samePath) {

    public CallDifference {
        fields = Set.copyOf(fields);
    }

    /** Uses a few components only: differences are looked up in sets, and to hash all that they hold would take longer. */
    @Override
    public int hashCode() {
        return 31 * (31 * leaving.position() + staying.position()) + length;
    }

    /** Returns the global ranks that leave, ascending. */
    public List<Integer> ranks() {
        return leaving.ranks();
    }

    /** Returns the global ranks that follow the consensus and reached the place, ascending. */
    public List<Integer> others() {
        return staying.ranks();
    }

    /** Returns the leaving ranks' call at the place; null where they end before it. */
    public Call call() {
        return leaving.call();
    }

    /** Returns the staying ranks' call at the place; null where they end before it. */
    public Call othersCall() {
        return staying.call();
    }

    /** Returns the sequence number that a call of the leaving ranks at the place has, or would have if they made one. */
    public long sequence() {
        return leaving.rankClass().sequence(leaving.position());
    }

    /** Returns the sequence number that a call of the staying ranks at the place has, or would have if they made one. */
    public long othersSequence() {
        return staying.rankClass().sequence(staying.position());
    }

    /**
     * Returns the same difference as one of which it is known that the side of a rank diverged.
     *
     * @param rank a global rank of either side
     */
    public CallDifference decidedAgainst(int rank) {
        if (leaving.ranks().contains(rank)) {
            return new CallDifference(communicator, leaving, staying, true, kind, length, history, fields, samePath);
        }
        Edit back = new Edit(kind, leaving.position(), staying.position(), length, true).mirrored();
        HistoryComparison seen =
                HistoryComparison.of(staying.rankClass(), leaving.rankClass(), back, CallTokens.withPaths());
        return new CallDifference(communicator, staying, leaving, true, back.kind(), length, seen, fields, samePath);
    }
}
