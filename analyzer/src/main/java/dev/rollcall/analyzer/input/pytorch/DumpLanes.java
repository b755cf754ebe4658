package dev.rollcall.analyzer.input.pytorch;

import dev.rollcall.analyzer.input.SequenceBuilder;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Interned;
import dev.rollcall.analyzer.model.Signature;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The calls that one rank made on one process group, put into order. Not thread-safe.
 *
 * <p>Operations between {@code startCoalescing} and {@code endCoalescing} are one call: they share a sequence number, stay
 * {@code scheduled} for ever, and an entry called {@code coalesced} after them tells how far they all got. Sends and
 * receives do not advance the count of collectives and are numbered by their order.
 */
final class DumpLanes {
    private static final String COALESCED = "coalesced";

    private final DumpCalls calls;
    private final List<Item> collectives = new ArrayList<>();
    private final Map<Long, Item> bySequence = new HashMap<>();
    private long newest;
    private final List<Item> pointToPoint = new ArrayList<>();
    private long further;
    /** Above 1 where earlier ones are overwritten; how many these were is known only where none were made in batches. */
    private long firstPointToPoint = 1;
    /** The number of the sends or receives that came last; -1 where a collective, or the end of a batch, did. */
    private long open = -1;

    /** Makes an empty one for the calls of a dump. */
    DumpLanes(DumpCalls calls) {
        this.calls = calls;
    }

    /** One call: the entry that stands for it, and what it and those coalesced with it ask for. */
    private static final class Item {
        private final int index;
        private final long given;
        private int signature;
        private CallState state;

        private Item(int index, long given, DumpCalls calls) {
            this.index = index;
            this.given = given;
            this.signature = calls.signatureId(index);
            this.state = calls.state(index);
        }

        private void add(int more, DumpCalls calls) {
            Signature own = calls.value(signature);
            Signature other = calls.signature(more);
            state = calls.state(more);
            if (other.operation().equals(COALESCED)) {
                calls.endWith(index, more);
            } else {
                signature = calls.id(new Signature(
                        other.operation().equals(own.operation()) ? other.operation() : COALESCED,
                        own.elementType(),
                        sum(own.count(), other.count()),
                        sum(own.outputCount(), other.outputCount()),
                        null,
                        -1,
                        -1,
                        0));
                calls.asks(index, signature);
            }
        }

        private static long sum(long left, long right) {
            return left < 0 || right < 0 ? -1 : left + right;
        }
    }

    /** Adds the entry at this index among the dump's. */
    void add(DumpEntry entry, int index) {
        boolean coalesced = entry.name.operation().equals(COALESCED);
        if (coalesced && open == entry.pointToPointSequence()) {
            endBatch(index);
        } else if (entry.pointToPoint() && !coalesced) {
            open = entry.pointToPointSequence();
            if (pointToPoint.isEmpty()) {
                firstPointToPoint = open > 0 ? open : entry.record > index ? 2 : 1;
            }
            pointToPoint.add(new Item(index, open, calls));
        } else {
            open = -1;
            addCollective(entry, index);
        }
    }

    private void addCollective(DumpEntry entry, int index) {
        long sequence = entry.sequence() > 0 ? entry.sequence() : collectives.size() + 1L;
        Item before = sequence > newest ? null : numbered(sequence);
        if (before == null) {
            collectives.add(new Item(index, sequence, calls));
            newest = Math.max(newest, sequence);
            further += entry.libraryCalls() - 1;
        } else {
            before.add(index, calls);
            further += entry.name.operation().equals(COALESCED) ? 0 : entry.libraryCalls();
        }
    }

    /** Nearly always a number is that of the call before, with which it is coalesced. */
    private Item numbered(long sequence) {
        Item last = collectives.get(collectives.size() - 1);
        if (last.given == sequence) {
            return last;
        }
        for (int i = bySequence.size(); i < collectives.size(); i++) {
            bySequence.put(collectives.get(i).given, collectives.get(i));
        }
        return bySequence.get(sequence);
    }

    /**
     * Takes what the entry at an index tells for all sends and receives of its batch. NCCL's entry at a batch's end is none of
     * these: its number among the collectives is that of the one before, and only the other number is its batch's.
     */
    private void endBatch(int index) {
        for (int i = pointToPoint.size() - 1; i >= 0; i--) {
            Item item = pointToPoint.get(i);
            if (item.given != open || item.state != CallState.ENQUEUED) {
                break;
            }
            calls.endWith(item.index, index);
            item.state = calls.state(item.index);
        }
        open = -1;
    }

    /**
     * Returns the collectives.
     *
     * @param last the last sequence number that the rank's status tells of; 0 where it tells none
     * @param signatures the job's table
     */
    CallSequence collectives(long last, Interned<Signature> signatures) {
        SequenceBuilder builder = new SequenceBuilder();
        collectives.forEach(item -> add(builder, item.given, item));
        return builder.build(last, signatures, this::call);
    }

    /** Returns how many calls the collectives were to the library below beyond one each. */
    long further() {
        return further;
    }

    /** Returns the sends and receives; see {@link #collectives}. */
    CallSequence pointToPoint(Interned<Signature> signatures) {
        SequenceBuilder builder = new SequenceBuilder();
        for (int i = 0; i < pointToPoint.size(); i++) {
            add(builder, firstPointToPoint + i, pointToPoint.get(i));
        }
        return builder.build(firstPointToPoint + pointToPoint.size() - 1, signatures, this::call);
    }

    private void add(SequenceBuilder builder, long sequence, Item item) {
        builder.add(
                sequence,
                item.signature,
                calls.site(item.index),
                item.state,
                sequence << 32 | item.index,
                calls.enqueued(item.index),
                calls.completed(item.index));
    }

    private Call call(long position) {
        return calls.call(position >>> 32, (int) position);
    }
}
