package dev.rollcall.analyzer.input.pytorch;

import dev.rollcall.analyzer.input.SequenceBuilder;
import dev.rollcall.analyzer.input.TimedCalls;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.Signature;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The calls that one rank made on one process group, put into order. Not thread-safe until the last is added.
 *
 * <p>Operations between {@code startCoalescing} and {@code endCoalescing} are one call: they share a sequence number, stay
 * {@code scheduled} for ever, and an entry called {@code coalesced} after them tells how far they all got. Sends and
 * receives do not advance the count of collectives and are numbered by their order.
 */
final class DumpLanes implements TimedCalls {
    private static final String COALESCED = "coalesced";

    private final DumpCalls calls;
    private final SequenceBuilder collectives = new SequenceBuilder();
    private final Map<Long, Integer> bySequence = new HashMap<>();
    private long newest;
    private final SequenceBuilder pointToPoint = new SequenceBuilder();
    /** The numbers that the entries give to sends and receives, by their order. */
    private long[] batches = new long[16];

    private long further;
    /** Above 1 where earlier ones are overwritten; how many these were is known only where none were made in batches. */
    private long firstPointToPoint = 1;
    /** The number of the sends or receives that came last; -1 where a collective, or the end of a batch, did. */
    private long open = -1;

    /** Makes an empty one for the calls of a dump. */
    DumpLanes(DumpCalls calls) {
        this.calls = calls;
    }

    /** Adds the entry at this index among the dump's. */
    void add(DumpEntry entry, int index) {
        boolean coalesced = entry.name.operation().equals(COALESCED);
        if (coalesced && open == entry.pointToPointSequence()) {
            endBatch(index);
        } else if (entry.pointToPoint() && !coalesced) {
            open = entry.pointToPointSequence();
            int at = pointToPoint.size();
            if (at == 0) {
                firstPointToPoint = open > 0 ? open : entry.record > index ? 2 : 1;
            }
            if (at == batches.length) {
                batches = Arrays.copyOf(batches, at * 2);
            }
            batches[at] = open;
            add(pointToPoint, firstPointToPoint + at, index);
        } else {
            open = -1;
            addCollective(entry, index);
        }
    }

    private void add(SequenceBuilder builder, long sequence, int index) {
        builder.add(sequence, calls.signatureId(index), calls.site(index), calls.state(index), sequence << 32 | index);
    }

    private void addCollective(DumpEntry entry, int index) {
        long sequence = entry.sequence() > 0 ? entry.sequence() : collectives.size() + 1L;
        int before = sequence > newest ? -1 : numbered(sequence);
        if (before < 0) {
            add(collectives, sequence, index);
            newest = Math.max(newest, sequence);
            further += entry.libraryCalls() - 1;
        } else {
            coalesce(before, index);
            further += entry.name.operation().equals(COALESCED) ? 0 : entry.libraryCalls();
        }
    }

    /** Nearly always a number is that of the call before, with which it is coalesced. */
    private int numbered(long sequence) {
        int last = collectives.size() - 1;
        if (collectives.sequence(last) == sequence) {
            return last;
        }
        for (int i = bySequence.size(); i < collectives.size(); i++) {
            bySequence.put(collectives.sequence(i), i);
        }
        return bySequence.getOrDefault(sequence, -1);
    }

    /** Takes the entry at an index for a part of a call, or for how far all of its parts got. */
    private void coalesce(int at, int index) {
        Signature own = calls.value(collectives.signature(at));
        Signature other = calls.signature(index);
        int first = (int) collectives.position(at);
        if (other.operation().equals(COALESCED)) {
            calls.endWith(first, index);
            collectives.change(at, collectives.signature(at), calls.state(index));
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
            calls.asks(first, signature);
            collectives.change(at, signature, calls.state(index));
        }
    }

    private static long sum(long left, long right) {
        return left < 0 || right < 0 ? -1 : left + right;
    }

    /**
     * Takes what the entry at an index tells for all sends and receives of its batch. NCCL's entry at a batch's end is none of
     * these: its number among the collectives is that of the one before, and only the other number is its batch's.
     */
    private void endBatch(int index) {
        for (int at = pointToPoint.size() - 1; at >= 0; at--) {
            if (batches[at] != open || pointToPoint.state(at) != CallState.ENQUEUED) {
                break;
            }
            calls.endWith((int) pointToPoint.position(at), index);
            pointToPoint.change(at, pointToPoint.signature(at), calls.state(index));
        }
        open = -1;
    }

    /**
     * Returns the collectives.
     *
     * @param last the last sequence number that the rank's status tells of; 0 where it tells none
     * @param signatures the job's table
     */
    CallSequence collectives(long last, InternTable<Signature> signatures) {
        return collectives.build(last, signatures, this);
    }

    /** Returns the highest number of a collective that an entry is of; 0 for none. */
    long newest() {
        return newest;
    }

    /** Returns how many calls the collectives were to the library below beyond one each. */
    long further() {
        return further;
    }

    /** Returns the sends and receives; see {@link #collectives}. */
    CallSequence pointToPoint(InternTable<Signature> signatures) {
        return pointToPoint.build(firstPointToPoint + pointToPoint.size() - 1, signatures, this);
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
