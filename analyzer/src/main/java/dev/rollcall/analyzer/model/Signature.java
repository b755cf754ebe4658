package dev.rollcall.analyzer.model;

import java.util.Objects;

/**
 * What a call asks for, as far as its source records it. A field that is absent (null, -1 or 0 as said below) does not
 * vote when signatures are compared.
 *
 * @param operation the operation's name in the field's vocabulary, such as {@code all_reduce}; never null
 * @param elementType the short name of the element type, such as {@code f32}; null where absent
 * @param count elements in this rank's input; -1 where absent
 * @param outputCount elements in this rank's output; -1 where absent
 * @param reduction the reduction's name, such as {@code sum}; null where absent
 * @param root the root's rank in the communicator; -1 where absent
 * @param peer the other side's rank in the communicator, for a send or receive; -1 where absent
 * @param tag the tag that tells a send's receive from others of the same two ranks; -1 where absent
 * @param splits a hash of the per-rank counts; 0 where absent
 */
public record Signature(
        String operation,
        String elementType,
        long count,
        long outputCount,
        String reduction,
        int root,
        int peer,
        int tag,
        long splits) {

    /** Makes a signature without a tag. */
    public Signature(
            String operation,
            String elementType,
            long count,
            long outputCount,
            String reduction,
            int root,
            int peer,
            long splits) {
        this(operation, elementType, count, outputCount, reduction, root, peer, -1, splits);
    }

    /** As a record's own, which would be linked at the first use: a command that runs for a second has no time for that. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Signature that
                && count == that.count
                && outputCount == that.outputCount
                && root == that.root
                && peer == that.peer
                && tag == that.tag
                && splits == that.splits
                && operation.equals(that.operation)
                && Objects.equals(elementType, that.elementType)
                && Objects.equals(reduction, that.reduction);
    }

    @Override
    public int hashCode() {
        int hash = 31 * operation.hashCode() + Objects.hashCode(elementType);
        hash = 31 * (31 * hash + Objects.hashCode(reduction)) + Long.hashCode(splits);
        hash = 31 * (31 * hash + Long.hashCode(count)) + Long.hashCode(outputCount);
        return 31 * (31 * (31 * hash + root) + peer) + tag;
    }

    /** Stands for a call of which only the sequence number is known, because its record was lost. */
    public static final Signature LOST = new Signature("?", null, -1, -1, null, -1, -1, 0);

    /** Returns what holds for every call of the operation. */
    public OperationTraits traits() {
        return OperationTraits.of(operation);
    }

    /** Returns a signature of an operation that has no buffer, such as a barrier. */
    public static Signature of(String operation) {
        return new Signature(operation, null, -1, -1, null, -1, -1, 0);
    }

    /** Returns the same with another peer; -1 for none. */
    public Signature withPeer(int other) {
        return new Signature(operation, elementType, count, outputCount, reduction, root, other, tag, splits);
    }

    /** Returns {@code all_reduce(1,024 × f32, sum)}, with what is absent left out; a peer as the communicator numbers it. */
    public String describe() {
        StringBuilder inside = new StringBuilder();
        if (count >= 0 && traits().counts() != OperationTraits.Counts.NO_BUFFER) {
            inside.append(NumberText.grouped(count));
            if (elementType != null) {
                inside.append(" × ").append(elementType);
            }
        }
        append(inside, reduction);
        append(inside, root < 0 ? null : "root " + root);
        append(inside, peer < 0 ? null : (traits().sends() ? "to " : "from ") + peer);
        append(inside, tag <= 0 ? null : "tag " + tag);
        return inside.isEmpty() ? operation : operation + "(" + inside + ")";
    }

    private static void append(StringBuilder text, String part) {
        if (part != null && !part.isEmpty()) {
            text.append(text.isEmpty() ? "" : ", ").append(part);
        }
    }
}
