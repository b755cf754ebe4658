package dev.rollcall.analyzer.input.pytorch;

import dev.rollcall.analyzer.containment.SourceBoundary;
import dev.rollcall.analyzer.input.AllocatorHistory;
import dev.rollcall.analyzer.input.AllocatorHistory.Block;
import dev.rollcall.analyzer.model.Call;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the history in a memory snapshot of PyTorch, as {@code torch.cuda.memory._dump_snapshot} writes it after
 * {@code _record_memory_history}. Its {@code device_traces} have for each device the events of the caching allocator, oldest first
 * (torch/csrc/cuda/memory_snapshot.cpp): {@code alloc}; {@code free_requested}, when the program gives a block back;
 * {@code free_completed}, when no stream for which {@code record_stream} was called uses it any more. Where none does, that is the
 * next event, some microseconds later. Not thread-safe.
 */
final class MemorySnapshot {
    private static final long MICRO = 1_000;
    private static final String CUT = "cut off before its history";

    /** The most events that are read, shared by the devices, the newest of each: they become larger here than they are in the file. */
    static final int MOST_EVENTS = 1 << 20;

    private final List<Block> blocks = new ArrayList<>();
    private final Map<Long, Block> open = new HashMap<>();
    private long leftOut;
    private long end = Call.NO_TIME;
    /** The block that the previous event of the device gave back; null if it was another event. */
    private Block justFreed;

    private MemorySnapshot() {}

    /**
     * Reads the history in a snapshot; of a long one, its end.
     *
     * @param snapshot what the pickle holds
     * @param cut whether the file lacks its end
     * @throws IOException if it is no snapshot, or has no history; the message is for the user
     */
    static MemorySnapshot read(Object snapshot, boolean cut) throws IOException {
        if (!(snapshot instanceof DumpDictionary root) || !(root.get("device_traces") instanceof DumpList devices)) {
            throw new IOException(cut ? CUT : "not a memory snapshot");
        }
        MemorySnapshot history = new MemorySnapshot();
        Map<Integer, DumpList> histories = new HashMap<>();
        for (int device = 0; device < devices.size(); device++) {
            if (devices.get(device) instanceof DumpList events) {
                histories.put(device, events);
            }
        }
        // What the devices with few events do not need is for the others.
        List<Integer> shortestFirst = new ArrayList<>(histories.keySet());
        shortestFirst.sort(
                Comparator.comparingInt(device -> histories.get(device).size()));
        int left = MOST_EVENTS;
        for (int i = 0; i < shortestFirst.size(); i++) {
            DumpList events = histories.get(shortestFirst.get(i));
            int read = Math.min(left / (shortestFirst.size() - i), events.size());
            left -= read;
            history.leftOut += events.size() - read;
            history.add(shortestFirst.get(i), events, read);
        }
        if (history.end == Call.NO_TIME) {
            throw new IOException(
                    cut
                            ? CUT
                            : "it has no history: call torch.cuda.memory._record_memory_history() at the program's"
                                    + " start");
        }
        return history;
    }

    AllocatorHistory history() {
        return new AllocatorHistory(blocks, end);
    }

    /** Returns how many events were left out, the oldest of their devices. */
    long leftOut() {
        return leftOut;
    }

    private void add(int device, DumpList events, int read) throws IOException {
        SourceBoundary.checkTime();
        for (int i = events.size() - read; i < events.size(); i++) {
            if (events.get(i) instanceof DumpDictionary event && event.get("time_us") != null) {
                add(device, event);
            }
        }
        blocks.addAll(open.values());
        open.clear();
        justFreed = null;
    }

    private void add(int device, DumpDictionary event) {
        long address = event.number("addr", 0);
        long time = event.number("time_us", 0) * MICRO;
        end = Math.max(end, time);
        Block freedBefore = justFreed;
        justFreed = null;
        switch (event.text("action")) {
            case "alloc" -> {
                close(address, time);
                open.put(
                        address, new Block(device, address, event.number("size", 0), time, Call.NO_TIME, Call.NO_TIME));
            }
            case "free_requested" -> {
                Block block = open.get(address);
                long allocated = block == null ? Call.NO_TIME : block.allocated();
                long size = block == null ? event.number("size", 0) : block.size();
                justFreed = new Block(device, address, size, allocated, time, Call.NO_TIME);
                open.put(address, justFreed);
            }
            case "free_completed" -> {
                boolean atOnce = freedBefore != null && freedBefore.address() == address;
                close(address, atOnce ? freedBefore.freed() : time);
            }
            default -> {
                // Segments are the allocator's own affair.
            }
        }
    }

    private void close(long address, long time) {
        Block block = open.remove(address);
        if (block != null) {
            long freed = block.freed() == Call.NO_TIME ? time : block.freed();
            blocks.add(new Block(block.device(), address, block.size(), block.allocated(), freed, time));
        }
    }
}
