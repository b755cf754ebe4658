package dev.rollcall.analyzer.input.pytorch;

import dev.rollcall.analyzer.model.Thresholds;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The calls of a dump that are still inside NCCL's function, although their entries say {@code completed}.
 *
 * <p>c10d writes a call's entry, then calls NCCL, and counts the call in {@code pg_status} when NCCL returns
 * (ProcessGroupNCCL.cpp, {@code collective} and {@code workEnqueue}). Until then nobody recorded the events that tell when it ends,
 * and CUDA says of such an event that it is done. So the first look at the entry, which is the dump that a timeout makes, notes an end
 * that never was. An abort lets NCCL return, but adds nothing to the status any more.
 *
 * <p>A call is held back if it is the newest of its group, the status ends with the call before it, and its end was noted seconds
 * after it was made. A call that ends while the dump is being written is above the status, too, but ends at once.
 */
final class HeldBackCalls {
    private final BitSet entries = new BitSet();
    private long noticed;

    /**
     * Finds the calls.
     *
     * @param dump the dump
     * @param lastCounted for each group's name, the number of the last call of any kind in its status; only groups of NCCL that have
     *     such a number
     */
    HeldBackCalls(Dump dump, Map<String, Long> lastCounted) {
        Map<String, List<Integer>> byGroup = new HashMap<>();
        List<DumpEntry> all = dump.entries();
        for (int i = 0; i < all.size(); i++) {
            if (lastCounted.containsKey(all.get(i).group)) {
                byGroup.computeIfAbsent(all.get(i).group, name -> new ArrayList<>())
                        .add(i);
            }
        }
        byGroup.forEach((group, indices) -> find(all, indices, lastCounted.get(group)));
    }

    private void find(List<DumpEntry> all, List<Integer> indices, long lastCounted) {
        int at = indices.size() - 1;
        long newest = all.get(indices.get(at)).ordinal();
        boolean kind = all.get(indices.get(at)).isPointToPoint();
        // A batch of sends and receives is several entries with one number.
        while (at >= 0
                && all.get(indices.get(at)).ordinal() == newest
                && all.get(indices.get(at)).isPointToPoint() == kind) {
            at--;
        }
        boolean first = at < 0 && newest == 1 && lastCounted <= 0;
        boolean next = at >= 0 && all.get(indices.get(at)).ordinal() == lastCounted && newest != lastCounted;
        if (!first && !next) {
            return;
        }
        for (int i = at + 1; i < indices.size(); i++) {
            DumpEntry entry = all.get(indices.get(i));
            if (entry.endedLongAfterCreation(Thresholds.SHORTEST_STUCK)) {
                entries.set(indices.get(i));
                noticed = Math.max(noticed, entry.discoveredCompleted);
            }
        }
    }

    /** Returns whether the call of the entry at an index is held back. */
    boolean contains(int index) {
        return entries.get(index);
    }

    /** Returns when such a call was last looked at, which is when a dump was written, nanoseconds since the epoch; 0 for no such call. */
    long noticed() {
        return noticed;
    }
}
