package dev.rollcall.analyzer.input.pytorch;

import dev.rollcall.analyzer.containment.SourceBoundary;
import dev.rollcall.analyzer.input.AllocatorHistory;
import dev.rollcall.analyzer.input.AllocatorHistory.Block;
import dev.rollcall.analyzer.model.Call;
import java.io.IOException;
import java.util.ArrayList;
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

    /** The most events that are read, the newest of each device: they become larger here than they are in the file. */
    static final int MOST_EVENTS = 1 << 20;

    private final List<Block> blocks = new ArrayList<>();
    private final Map<Long, Block> open = new HashMap<>();
    private int left = MOST_EVENTS;
    private long end = Call.NO_TIME;
    /** The block that the previous event of the device gave back; null if it was another event. */
    private Block justFreed;

    private MemorySnapshot() {}

    /**
     * Returns the history in a snapshot; of a long one, its end.
     *
     * @param snapshot what the pickle holds
     * @param cut whether the file lacks its end
     * @throws IOException if it is no snapshot, or has no history; the message is for the user
     */
    static AllocatorHistory read(Object snapshot, boolean cut) throws IOException {
        if (!(snapshot instanceof DumpDictionary root) || !(root.get("device_traces") instanceof DumpList devices)) {
            throw new IOException(cut ? CUT : "not a memory snapshot");
        }
        MemorySnapshot history = new MemorySnapshot();
        for (int device = 0; device < devices.size(); device++) {
            if (devices.get(device) instanceof DumpList events) {
                history.add(device, events);
            }
        }
        if (history.end == Call.NO_TIME) {
            throw new IOException(
                    cut
                            ? CUT
                            : "it has no history: call torch.cuda.memory._record_memory_history() at the program's"
                                    + " start");
        }
        return new AllocatorHistory(history.blocks, history.end);
    }

    private void add(int device, DumpList events) throws IOException {
        SourceBoundary.checkTime();
        int read = Math.min(left, events.size());
        left -= read;
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
