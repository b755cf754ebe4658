package dev.rollcall.analyzer.input.pytorch;

import dev.rollcall.analyzer.input.SequenceBuilder;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Frame;
import dev.rollcall.analyzer.model.Interned;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Signature;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;

/**
 * The calls that one rank made on one process group, put into order. Not thread-safe.
 *
 * <p>Operations between {@code startCoalescing} and {@code endCoalescing} are one call: they share a sequence number, stay
 * {@code scheduled} for ever, and an entry called {@code coalesced} after them tells how far they all got. Sends and
 * receives do not advance the count of collectives and are numbered by their order.
 */
final class DumpLanes {
    private static final String COALESCED = "coalesced";

    private final Map<Long, Item> collectives = new TreeMap<>();
    private final List<Item> pointToPoint = new ArrayList<>();

    /** One call: the entry that stands for it, and what it and those coalesced with it ask for. */
    private static final class Item {
        private final int index;
        private final DumpEntry entry;
        private Signature signature;
        private CallState state;

        private Item(int index, DumpEntry entry) {
            this.index = index;
            this.entry = entry;
            this.signature = entry.signature();
            this.state = entry.state();
        }

        private void add(DumpEntry more) {
            Signature other = more.signature();
            state = more.state();
            if (!other.operation().equals(COALESCED)) {
                signature = new Signature(
                        other.operation().equals(signature.operation()) ? other.operation() : COALESCED,
                        signature.elementType(),
                        sum(signature.count(), other.count()),
                        sum(signature.outputCount(), other.outputCount()),
                        null,
                        -1,
                        -1,
                        0);
            }
        }

        private static long sum(long left, long right) {
            return left < 0 || right < 0 ? -1 : left + right;
        }
    }

    /** Adds the entry at this index among the dump's. */
    void add(DumpEntry entry, int index) {
        if (!entry.pointToPoint()) {
            long sequence = entry.sequence() > 0 ? entry.sequence() : collectives.size() + 1L;
            Item before = collectives.putIfAbsent(sequence, new Item(index, entry));
            if (before != null) {
                before.add(entry);
            }
        } else if (DumpWords.operation(entry.function()).equals(COALESCED)) {
            for (int i = pointToPoint.size() - 1; i >= 0; i--) {
                Item item = pointToPoint.get(i);
                if (item.entry.sequence() != entry.sequence()) {
                    break;
                }
                item.state = entry.state();
            }
        } else {
            pointToPoint.add(new Item(index, entry));
        }
    }

    /**
     * Returns the collectives.
     *
     * @param last the last sequence number that the rank's status tells of; 0 where it tells none
     * @param calls gives a whole call by its index among the dump's entries
     */
    CallSequence collectives(
            long last, Interned<Signature> signatures, Interned<Frame> sites, PythonFrames frames, Entries calls) {
        SequenceBuilder builder = new SequenceBuilder();
        collectives.forEach((sequence, item) -> add(builder, sequence, item, signatures, sites, frames));
        return builder.build(last, signatures, loader(calls, frames));
    }

    /** Returns the sends and receives; see {@link #collectives}. */
    CallSequence pointToPoint(
            Interned<Signature> signatures, Interned<Frame> sites, PythonFrames frames, Entries calls) {
        SequenceBuilder builder = new SequenceBuilder();
        for (int i = 0; i < pointToPoint.size(); i++) {
            add(builder, i + 1L, pointToPoint.get(i), signatures, sites, frames);
        }
        return builder.build(pointToPoint.size(), signatures, loader(calls, frames));
    }

    private static void add(
            SequenceBuilder builder,
            long sequence,
            Item item,
            Interned<Signature> signatures,
            Interned<Frame> sites,
            PythonFrames frames) {
        Frame site = frames.site(item.entry.fields().list("frames"));
        builder.add(
                sequence,
                signatures.id(item.signature),
                sites.id(site == null ? Job.UNKNOWN_SITE : site),
                item.state,
                sequence << 32 | item.index);
    }

    /** Gives a dump's entries, reading them again where they were let go. */
    interface Entries {
        /** Returns the entry at an index; null where the file does not hold it any more. */
        DumpEntry at(int index);
    }

    private LongFunction<Call> loader(Entries entries, PythonFrames frames) {
        return position -> {
            DumpEntry entry = entries.at((int) position);
            return entry == null
                    ? null
                    : new Call(
                            position >>> 32,
                            entry.signature(),
                            entry.function(),
                            entry.state(),
                            entry.enqueued(),
                            entry.started(),
                            entry.completed(),
                            frames.stack(entry.fields().list("frames")),
                            entry.fields().text("thread_name"),
                            "");
        };
    }
}
