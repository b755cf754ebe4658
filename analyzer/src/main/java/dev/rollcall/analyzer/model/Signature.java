package dev.rollcall.analyzer.model;

import java.util.Objects;

/**
 * What must agree between the ranks of a call, as far as the source records it. A field that is absent (null, -1 or 0, as said
 * below) is not compared. Immutable.
 *
 * @param operation the operation's name, such as {@code all_reduce}; see {@link OperationTraits}
 * @param elementType the short name of the element type, such as {@code f32}; null where absent
 * @param count elements in this rank's input; -1 where absent
 * @param outputCount elements in this rank's output; -1 where absent
 * @param reduction the reduction's name, such as {@code sum}; null where absent
 * @param root the root's rank in the communicator; -1 where absent
 * @param peer the peer's rank in the communicator, for a send or receive; -1 where absent, or for a receive from any rank
 * @param tag the message tag of a send or receive; -1 where absent
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
    public Signature {
        operation = BoundedText.of(operation);
        elementType = BoundedText.of(elementType);
        reduction = BoundedText.of(reduction);
    }

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

    /** Same result as the generated method; see {@link StackFrame#equals}. */
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

    /** The signature of a call whose record was lost: only its sequence number is known. */
    public static final Signature LOST = new Signature("?", null, -1, -1, null, -1, -1, 0);

    /** Returns what holds for every call of the operation. */
    public OperationTraits traits() {
        return OperationTraits.of(operation);
    }

    /** Makes the signature of an operation without buffers, such as a barrier. */
    public static Signature of(String operation) {
        return new Signature(operation, null, -1, -1, null, -1, -1, 0);
    }

    /** Returns a copy with another peer; -1 for none. */
    public Signature withPeer(int other) {
        return new Signature(operation, elementType, count, outputCount, reduction, root, other, tag, splits);
    }

    /** Returns {@code all_reduce(1,024 × f32, sum)}, without absent fields; ranks as the communicator numbers them. */
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
