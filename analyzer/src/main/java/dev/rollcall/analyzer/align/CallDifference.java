package dev.rollcall.analyzer.align;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.Communicator;
import java.util.List;
import java.util.Set;

/**
 * One place where ranks called something else than the others: the facts, without a cause.
 *
 * @param communicator where
 * @param leaving those that differ
 * @param staying those that follow the consensus
 * @param decided whether it is known which side diverged: by a majority, or because only one side kept its place
 * @param kind how they differ
 * @param length how many calls are extra or missing; 1 otherwise
 * @param history how it follows from what was called before
 * @param fields what differs between the two calls
 * @param samePath whether both calls come from the same, known place
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

    /** As a record's own; it is looked for among its like, and to mix all that is in it would take longer. */
    @Override
    public int hashCode() {
        return 31 * (31 * leaving.position() + staying.position()) + length;
    }

    /** Returns the global ranks that differ, ascending. */
    public List<Integer> ranks() {
        return leaving.ranks();
    }

    /** Returns the global ranks that follow the consensus and got to the place, ascending. */
    public List<Integer> others() {
        return staying.ranks();
    }

    /** Returns the ranks' call at the place; null where they lack it at the end. */
    public Call call() {
        return leaving.call();
    }

    /** Returns the others' call at the place; null where they have none there. */
    public Call othersCall() {
        return staying.call();
    }

    /** Returns the sequence number of the ranks' call at the place, whether or not they got there. */
    public long sequence() {
        return leaving.rankClass().sequence(leaving.position());
    }

    /** Returns the sequence number of the others' call at the place, whether or not they got there. */
    public long othersSequence() {
        return staying.rankClass().sequence(staying.position());
    }
}
