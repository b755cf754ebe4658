package dev.rollcall.analyzer.input.pytorch;

import dev.rollcall.analyzer.input.CallSequenceBuilder;
import dev.rollcall.analyzer.input.TimedCallLoader;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.Signature;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The two lanes of one rank in one process group: its collectives, and its sends and receives. Not thread-safe until the last entry is
 * added.
 *
 * <p>Operations between {@code startCoalescing} and {@code endCoalescing} are one call: they share a sequence number and stay
 * {@code scheduled}, and an entry named {@code coalesced} after them says how far all of them got. Sends and receives do not
 * advance the count of collectives and are numbered by their order.
 *
 * <p>So an entry whose {@code seq_id} is not new belongs to a collective that is there already, and is merged with it. A batch
 * of sends and receives shares one {@code p2p_seq_id}. It stays open until an entry of a collective, or the {@code coalesced}
 * entry with its number, which says how far the whole batch got.
 */
final class DumpLanes implements TimedCallLoader {
    private static final String COALESCED = "coalesced";

    private final DumpCalls calls;
    private final boolean counted;
    private final CallSequence.Earlier earlier;
    private final CallSequenceBuilder collectives = new CallSequenceBuilder();
    private final Map<Long, Integer> bySequence = new HashMap<>();
    private long newest;
    private final CallSequenceBuilder pointToPoint = new CallSequenceBuilder();
    /** The {@code p2p_seq_id} of each send or receive, which is one number for a batch. */
    private long[] batches = new long[16];

    /** How many NCCL calls the collectives made beyond one each: c10d makes one for each tensor of a coalesced list. */
    private long extraLibraryCalls;
    /**
     * The number of the first send or receive that the dump still has. 1 if none was overwritten; 2, meaning "some number above
     * 1", where they were overwritten but not counted one by one, as in batches.
     */
    private long firstPointToPoint = 1;
    /** The batch of the newest send or receive; -1 after a collective, or the end of a batch. */
    private long openBatch = -1;

    /** The last collective that the library has handed to the device. */
    private long launched;

    /**
     * Makes empty lanes for calls of a dump.
     *
     * @param counted whether calls are numbered by their order, because the entries' numbers are not the group's own
     * @param earlier why older calls are missing, where they are
     */
    DumpLanes(DumpCalls calls, boolean counted, CallSequence.Earlier earlier) {
        this.calls = calls;
        this.counted = counted;
        this.earlier = earlier;
    }

    /** Adds the dump's entry at an index; {@code heldBack} if the library has not handed it to the device. */
    void add(DumpEntry entry, int index, boolean heldBack) {
        boolean coalesced = entry.name.operation().equals(COALESCED);
        if (coalesced && openBatch == entry.pointToPointOrdinal()) {
            endBatch(index);
        } else if (entry.isPointToPoint() && !coalesced) {
            openBatch = entry.pointToPointOrdinal();
            int at = pointToPoint.size();
            if (at == 0) {
                firstPointToPoint = openBatch > 0 ? openBatch : entry.record > index ? 2 : 1;
            }
            if (at == batches.length) {
                batches = Arrays.copyOf(batches, at * 2);
            }
            batches[at] = openBatch;
            add(pointToPoint, pointToPointNumber(at), index);
        } else {
            openBatch = -1;
            long sequence = addCollective(entry, index);
            launched = heldBack ? Math.min(launched, sequence - 1) : Math.max(launched, sequence);
        }
    }

    /**
     * Returns the number of the send or receive that is added at an index of the lane. It follows the one before, unless calls between
     * the two are not listed: then a number that is the call's own, and no batch's, is larger.
     */
    private long pointToPointNumber(int at) {
        long next = at == 0 ? firstPointToPoint : pointToPoint.sequence(at - 1) + 1;
        return earlier == CallSequence.Earlier.NOT_LISTED ? Math.max(next, openBatch) : next;
    }

    private void add(CallSequenceBuilder builder, long sequence, int index) {
        // A position is the sequence number and the entry's index in one long; apply() takes it apart.
        builder.add(
                sequence,
                calls.signatureId(index),
                calls.stackNumber(index),
                calls.state(index),
                sequence << 32 | index);
    }

    private long addCollective(DumpEntry entry, int index) {
        long sequence = entry.ordinal() > 0 && !counted ? entry.ordinal() : collectives.size() + 1L;
        int before = sequence > newest ? -1 : indexOf(sequence);
        if (before < 0) {
            add(collectives, sequence, index);
            newest = Math.max(newest, sequence);
            extraLibraryCalls += entry.libraryCalls() - 1;
        } else {
            merge(before, index);
            extraLibraryCalls += entry.name.operation().equals(COALESCED) ? 0 : entry.libraryCalls();
        }
        return sequence;
    }

    /** Returns the index of the collective with a number, -1 for none. It is nearly always the last one, with
     * which the new entry is then merged. */
    private int indexOf(long sequence) {
        int last = collectives.size() - 1;
        if (collectives.sequence(last) == sequence) {
            return last;
        }
        for (int i = bySequence.size(); i < collectives.size(); i++) {
            bySequence.put(collectives.sequence(i), i);
        }
        return bySequence.getOrDefault(sequence, -1);
    }

    /** Adds the entry at an index to the collective at {@code at}: as one of its operations, or as the end of all of them. */
    private void merge(int at, int index) {
        Signature own = calls.signatureById(collectives.signatureNumber(at));
        Signature other = calls.signature(index);
        int first = (int) collectives.position(at);
        if (other.operation().equals(COALESCED)) {
            calls.endWith(first, index);
            collectives.change(at, collectives.signatureNumber(at), calls.state(index));
        } else {
            int signature = calls.id(new Signature(
                    other.operation().equals(own.operation()) ? other.operation() : COALESCED,
                    own.elementType(),
                    sum(own.count(), other.count()),
                    sum(own.outputCount(), other.outputCount()),
                    null,
                    -1,
                    -1,
                    0));
            calls.setSignature(first, signature);
            collectives.change(at, signature, calls.state(index));
        }
    }

    private static long sum(long left, long right) {
        return left < 0 || right < 0 ? -1 : left + right;
    }

    /**
     * Ends all sends and receives of the open batch as the entry at an index says. That entry is none of them: in NCCL's entries
     * its sequence number among the collectives is that of the collective before.
     */
    private void endBatch(int index) {
        for (int at = pointToPoint.size() - 1; at >= 0; at--) {
            if (batches[at] != openBatch || pointToPoint.state(at) != CallState.ENQUEUED) {
                break;
            }
            calls.endWith((int) pointToPoint.position(at), index);
            pointToPoint.change(at, pointToPoint.signatureNumber(at), calls.state(index));
        }
        openBatch = -1;
    }

    /**
     * Returns the collectives.
     *
     * @param last the last sequence number in the rank's status; 0 for none
     * @param signatures the job's table
     */
    CallSequence collectives(long last, InternTable<Signature> signatures) {
        return collectives.build(last, signatures, this).with(earlier);
    }

    /** Returns the number of the last collective that is not held back; 0 for none. */
    long launched() {
        return launched;
    }

    /** Returns the highest number of a collective that has an entry; 0 for none. */
    long newest() {
        return newest;
    }

    /** Returns how many NCCL calls the collectives made beyond one each. */
    long extraLibraryCalls() {
        return extraLibraryCalls;
    }

    /** Returns the sends and receives; see {@link #collectives}. */
    CallSequence pointToPoint(InternTable<Signature> signatures) {
        long last = pointToPoint.size() == 0 ? firstPointToPoint - 1 : pointToPoint.sequence(pointToPoint.size() - 1);
        return pointToPoint.build(last, signatures, this).with(earlier);
    }

    @Override
    public Call apply(long position) {
        return calls.call(position >>> 32, (int) position);
    }

    @Override
    public long enqueued(long position) {
        return calls.enqueued((int) position);
    }

    @Override
    public long completed(long position) {
        return calls.completed((int) position);
    }
}
