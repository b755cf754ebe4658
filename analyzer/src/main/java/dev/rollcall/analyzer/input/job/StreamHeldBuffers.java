package dev.rollcall.analyzer.input.job;

import dev.rollcall.analyzer.containment.SourceBoundary;
import dev.rollcall.analyzer.input.AllocatorHistory;
import dev.rollcall.analyzer.input.AllocatorHistory.Block;
import dev.rollcall.analyzer.input.CallInput;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.HeldBuffers;
import dev.rollcall.analyzer.model.HeldBuffers.Holder;
import dev.rollcall.analyzer.model.HeldBuffers.Moment;
import dev.rollcall.analyzer.model.HeldBuffers.Use;
import dev.rollcall.analyzer.model.Thresholds;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;

/**
 * Finds inputs of collectives that the program has freed and PyTorch's allocator cannot reuse, because a stream for which
 * {@code record_stream} was called may still use them. A program that runs ahead of its GPU piles them up.
 */
final class StreamHeldBuffers {
    /** Nanoseconds: the times of a snapshot have this resolution. */
    private static final long MICRO = 1_000;

    /** By how much the clocks of a trace and of a snapshot are apart, microseconds: a trace has its wall clock in milliseconds. */
    private static final int MICROS_APART = 2_000;

    private static final Comparator<Block> FREED_FIRST = Comparator.comparingLong(StreamHeldBuffers::freed);

    private record Site(int rank, String operation, CallStack stack) {}

    /** A change of what is held. */
    private record Change(long at, int count, long bytes) {}

    private StreamHeldBuffers() {}

    /**
     * Returns what the calls of each place hold, where it is more than overlapping calls need. Calls of one operation whose stacks have no
     * frame of the application, as in traces of native programs, count as one place.
     *
     * @throws InterruptedIOException if it takes too long
     */
    static List<HeldBuffers> of(List<CallInput> inputs, AllocatorHistory history) throws InterruptedIOException {
        Map<Site, Set<Block>> held = new LinkedHashMap<>();
        blocks(inputs, history).forEach((input, block) -> {
            if (block.freed() != Call.NO_TIME && released(block, history) > block.freed()) {
                Site site = new Site(input.rank(), input.operation(), input.stack());
                held.computeIfAbsent(site, each -> new LinkedHashSet<>()).add(block);
            }
        });
        List<HeldBuffers> buffers = new ArrayList<>();
        held.forEach((site, blocks) -> {
            HeldBuffers found = new HeldBuffers(
                    site.rank,
                    site.operation,
                    Use.INPUT,
                    Holder.STREAM,
                    blocks.iterator().next().device(),
                    site.stack,
                    moments(blocks, history),
                    false);
            if (found.most().buffers() >= Thresholds.FEWEST_STREAM_HELD_BUFFERS
                    && found.most().bytes() >= Thresholds.FEWEST_STREAM_HELD_BYTES) {
                buffers.add(found);
            }
        });
        return buffers;
    }

    /** Returns the block that each input was in when the call was made, where it is known. */
    private static Map<CallInput, Block> blocks(List<CallInput> inputs, AllocatorHistory history)
            throws InterruptedIOException {
        long shift = shift(inputs, history);
        List<Block> allocatedFirst = new ArrayList<>(history.blocks());
        allocatedFirst.sort(Comparator.comparingLong(Block::allocated));
        List<CallInput> oldestFirst = new ArrayList<>(inputs);
        oldestFirst.sort(Comparator.comparingLong(CallInput::enqueued));
        Map<CallInput, Block> found = new LinkedHashMap<>();
        TreeMap<Long, Block> used = new TreeMap<>();
        PriorityQueue<Block> toFree = new PriorityQueue<>(FREED_FIRST);
        int next = 0;
        for (CallInput input : oldestFirst) {
            SourceBoundary.checkTime();
            long time = input.enqueued() + shift;
            for (; next < allocatedFirst.size() && allocatedFirst.get(next).allocated() <= time; next++) {
                used.put(allocatedFirst.get(next).address(), allocatedFirst.get(next));
                toFree.add(allocatedFirst.get(next));
            }
            while (!toFree.isEmpty() && freed(toFree.peek()) < time) {
                Block freed = toFree.poll();
                used.remove(freed.address(), freed);
            }
            Map.Entry<Long, Block> below = used.floorEntry(input.address());
            if (below != null && below.getValue().contains(input.address())) {
                found.put(input, below.getValue());
            }
        }
        return found;
    }

    /** Returns by how much later the snapshot's clock is: the smallest shift with which most inputs are in blocks that the program had. */
    private static long shift(List<CallInput> inputs, AllocatorHistory history) throws InterruptedIOException {
        Map<Long, NavigableMap<Long, Block>> byAddress = new HashMap<>();
        for (Block block : history.blocks()) {
            byAddress
                    .computeIfAbsent(block.address(), address -> new TreeMap<>())
                    .put(block.allocated(), block);
        }
        // By how many the inputs in such blocks change at each shift, from -MICROS_APART on.
        int[] changes = new int[2 * MICROS_APART + 2];
        for (CallInput input : inputs) {
            SourceBoundary.checkTime();
            long earliest = input.enqueued() - MICROS_APART * MICRO;
            long latest = input.enqueued() + MICROS_APART * MICRO;
            // An address is used again and again, by one block after the other.
            Collection<Block> newestFirst = byAddress
                    .getOrDefault(input.address(), Collections.emptyNavigableMap())
                    .headMap(latest, true)
                    .descendingMap()
                    .values();
            for (Block block : newestFirst) {
                if (freed(block) < earliest) {
                    break;
                }
                int from = (int) -Math.floorDiv(input.enqueued() - Math.max(block.allocated(), earliest), MICRO);
                int to = (int) Math.floorDiv(Math.min(freed(block), latest) - input.enqueued(), MICRO);
                if (from <= to) {
                    changes[MICROS_APART + from]++;
                    changes[MICROS_APART + to + 1]--;
                }
            }
        }
        int best = 0;
        int most = 0;
        int count = 0;
        for (int shift = -MICROS_APART; shift <= MICROS_APART; shift++) {
            count += changes[MICROS_APART + shift];
            if (count > most || count == most && Math.abs(shift) < Math.abs(best)) {
                most = count;
                best = shift;
            }
        }
        return best * MICRO;
    }

    private static long freed(Block block) {
        return block.freed() == Call.NO_TIME ? Long.MAX_VALUE : block.freed();
    }

    private static long released(Block block, AllocatorHistory history) {
        return block.reusable() == Call.NO_TIME ? history.end() : block.reusable();
    }

    /** Returns what was held each time when it had doubled, when it was most, and at the end if that is something else. */
    private static List<Moment> moments(Set<Block> blocks, AllocatorHistory history) {
        List<Change> changes = new ArrayList<>();
        for (Block block : blocks) {
            changes.add(new Change(block.freed(), 1, block.size()));
            if (block.reusable() != Call.NO_TIME) {
                changes.add(new Change(block.reusable(), -1, -block.size()));
            }
        }
        changes.sort(Comparator.comparingLong(Change::at).thenComparingInt(Change::count));
        List<Moment> moments = new ArrayList<>();
        Moment most = new Moment(changes.get(0).at, 0, 0, 0);
        long written = 0;
        int count = 0;
        long bytes = 0;
        for (Change change : changes) {
            count += change.count;
            bytes += change.bytes;
            Moment now = new Moment(change.at, count, bytes, 0);
            most = bytes > most.bytes() ? now : most;
            if (bytes >= 2 * written && bytes > 0) {
                moments.add(now);
                written = bytes;
            }
        }
        moments.add(most);
        if (count != most.buffers() || bytes != most.bytes()) {
            moments.add(new Moment(history.end(), count, bytes, 0));
        }
        return moments.stream().distinct().toList();
    }
}
