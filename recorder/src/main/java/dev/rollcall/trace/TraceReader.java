package dev.rollcall.trace;

import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * Reads a trace file, also while its process writes it.
 *
 * <p>Nothing in the file is trusted: damaged parts are skipped or shown as unknown, and the methods of an open reader do not
 * throw. Thread-safe, except for {@link #close}. The file stays mapped until the reader is closed or garbage-collected.
 */
public final class TraceReader implements AutoCloseable {
    private final MappedFile file;
    private final ByteBuffer memory;
    private final FileLayout layout;
    private final HeapReader heap;
    private final RingReader calls;
    private final RingReader copies;
    private final CommunicatorTableReader communicators;

    private TraceReader(MappedFile file, FileLayout layout) {
        this.file = file;
        this.memory = file.memory();
        this.layout = layout;
        this.heap = new HeapReader(memory, layout);
        this.calls = new RingReader(memory, layout.calls(), layout.slots(), TraceHeader.CALLS_NEXT_OFFSET);
        this.copies = new RingReader(memory, layout.copies(), layout.slots(), TraceHeader.COPIES_NEXT_OFFSET);
        this.communicators = new CommunicatorTableReader(memory, layout, heap, calls);
    }

    /**
     * Opens a trace. A truncated file is read as far as it goes, see {@link #truncated}.
     *
     * @throws TraceFormatException if the file is not a trace, is of a newer format, or its header is damaged or incomplete
     * @throws IOException if the file cannot be read
     */
    public static TraceReader open(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            FileLayout layout = FileLayout.read(channel);
            return new TraceReader(MappedFile.of(channel, Math.min(channel.size(), layout.length())), layout);
        }
    }

    /**
     * Unmaps the file. No thread may be using this reader, its rings or its cursors, or use them afterwards: the memory is
     * gone, and an access may crash the JVM.
     */
    @Override
    public void close() {
        file.close();
    }

    /** Returns whether the file is shorter than its header says, so that parts are missing. */
    public boolean truncated() {
        return memory.limit() < layout.length();
    }

    /** Returns whether the writer closed the trace, so that nothing later was recorded. */
    public boolean closed() {
        return (memory.getInt(TraceHeader.FLAGS_OFFSET) & TraceHeader.CLOSED) != 0;
    }

    /** Returns when and why recording stopped while the process went on; null where it did not. */
    public RecordingStopped stopped() {
        boolean stopped = (AtomicWords.getIntAcquire(memory, TraceHeader.FLAGS_OFFSET) & TraceHeader.STOPPED) != 0;
        return stopped ? RecordingStopped.read(memory) : null;
    }

    /** Returns the version of the format that the writer wrote. */
    public int formatVersion() {
        return memory.getInt(TraceHeader.WRITE_VERSION_OFFSET);
    }

    /** Returns the number of slots of each ring. */
    public int slots() {
        return layout.slots();
    }

    /** Returns the job and the process that the trace belongs to. */
    public TraceIdentity identity() {
        return TraceIdentity.read(memory, heap);
    }

    /** Returns the clocks at the start of the trace. */
    public ClockPair startClock() {
        return ClockPair.read(memory, TraceHeader.START_CLOCK_OFFSET);
    }

    /** Returns the clocks at the last heartbeat; null where there was none. */
    public ClockPair lastHeartbeat() {
        for (int attempt = 0; attempt < 8; attempt++) {
            long beat = AtomicWords.getAcquire(memory, TraceHeader.BEATS_OFFSET);
            if (beat == 0) {
                return null;
            }
            int pair = TraceHeader.BEAT_PAIRS_OFFSET + (int) (beat & 1) * TraceHeader.CLOCK_PAIR_LENGTH;
            ClockPair clocks = ClockPair.read(memory, pair);
            VarHandle.loadLoadFence();
            if (AtomicWords.getAcquire(memory, TraceHeader.BEATS_OFFSET) == beat) {
                return clocks;
            }
        }
        return null;
    }

    /** Returns the newest pair of clocks, which {@link ClockPair#toWallNanos} converts the trace's times with. */
    public ClockPair clock() {
        ClockPair heartbeat = lastHeartbeat();
        return heartbeat == null ? startClock() : heartbeat;
    }

    /** Returns the counters of what the recorder could not record; those that are 0 are absent. */
    public Map<LossKind, Long> losses() {
        return LossCounters.read(memory);
    }

    /** Returns the UUIDs of the process's devices by ordinal, 32 hexadecimal digits each. */
    public List<String> devices() {
        int count = AtomicWords.getIntAcquire(memory, TraceHeader.DEVICE_COUNT_OFFSET);
        List<String> devices = new ArrayList<>();
        for (int device = 0; device < count && device < TraceHeader.MAX_DEVICES; device++) {
            byte[] uuid = new byte[TraceHeader.UUID_LENGTH];
            memory.get(TraceHeader.DEVICES_OFFSET + device * TraceHeader.UUID_LENGTH, uuid);
            devices.add(HexFormat.of().formatHex(uuid));
        }
        return List.copyOf(devices);
    }

    /**
     * Returns the communicators in the order of their creation. While the job still writes, read the calls first: a pending
     * call that leaves the ring in between is then found here.
     */
    public List<CommunicatorEntry> communicators() {
        return communicators.entries();
    }

    /** Returns the identities of the communicators that have one, in the order of their creation. */
    public List<String> communicatorIdentities() {
        return communicators.identities();
    }

    /** Returns the lists of a communicator's newest calls that have lists, the newest first; at most two. */
    public List<NewestLists> newestLists(int communicator) {
        return communicators.newestLists(communicator);
    }

    /** Returns the methods that the recorder was to instrument, in the order of its notes. */
    public List<InstrumentedMethod> instrumented() {
        return InstrumentedMethod.readAll(memory, heap);
    }

    /** Returns the ring of calls and other events. */
    public RingReader calls() {
        return calls;
    }

    /** Returns the ring of copies, buffers and results. */
    public RingReader copies() {
        return copies;
    }

    /** Returns a string; empty for an id that is not one of a string. */
    public String string(int id) {
        return heap.string(id);
    }

    /** Returns a frame; {@link TraceFrame#UNKNOWN} for an id that is not one of a frame. */
    public TraceFrame frame(int id) {
        return heap.frame(id);
    }

    /** Returns the frames of a stack, innermost first; none for an id that is not one of a stack. */
    public List<TraceFrame> stack(int id) {
        return heap.stack(id);
    }

    /** Returns the ids of a stack's frames, innermost first; equal ids are equal frames. */
    public int[] frameIds(int stack) {
        return heap.frameIds(stack);
    }

    /** Returns a list's numbers; none for an id that is not one of a list. */
    public long[] list(int id) {
        return heap.list(id);
    }
}
