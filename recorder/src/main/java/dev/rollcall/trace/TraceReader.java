package dev.rollcall.trace;

import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * Reads a trace file, also while its process writes it.
 *
 * <p>Nothing in the file is trusted: what is damaged is left out or shown as unknown, and once a reader is open none of its
 * methods throws. Thread-safe, but for {@link #close}. The file stays mapped until the reader is closed, or is garbage.
 */
public final class TraceReader implements AutoCloseable {
    private final MappedFile mapping;
    private final ByteBuffer memory;
    private final FileLayout layout;
    private final HeapReader heap;
    private final RingReader calls;
    private final RingReader copies;
    private final CommunicatorTableReader communicators;

    private TraceReader(MappedFile mapping, FileLayout layout) {
        this.mapping = mapping;
        this.memory = mapping.memory();
        this.layout = layout;
        this.heap = new HeapReader(memory, layout);
        this.calls = new RingReader(memory, layout.calls(), layout.slots(), HeaderDescriptor.CALLS_NEXT_OFFSET);
        this.copies = new RingReader(memory, layout.copies(), layout.slots(), HeaderDescriptor.COPIES_NEXT_OFFSET);
        this.communicators = new CommunicatorTableReader(memory, layout, heap, calls);
    }

    /**
     * Opens a trace. A file that lacks its end is read as far as it goes, see {@link #truncated}.
     *
     * @throws TraceFormatException if the file is no trace, one of a newer format, or its header is damaged or not whole
     * @throws IOException if the file cannot be read
     */
    public static TraceReader open(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            FileLayout layout = TraceHeader.read(channel);
            return new TraceReader(MappedFile.of(channel, Math.min(channel.size(), layout.length())), layout);
        }
    }

    /**
     * Takes the mapping away. From then on nothing may be asked of this reader, nor of the rings and cursors that it gave: no
     * thread may be at it, and the memory is not there any more.
     */
    @Override
    public void close() {
        mapping.close();
    }

    /** Returns whether the file is shorter than its header says, so that some of its parts are missing. */
    public boolean truncated() {
        return memory.limit() < layout.length();
    }

    /** Returns whether the writer closed the trace: the process went on, or ended, without recording. */
    public boolean closed() {
        return (memory.getInt(HeaderDescriptor.FLAGS_OFFSET) & HeaderDescriptor.CLOSED) != 0;
    }

    /** Returns when and why recording stopped while the process went on; null where it did not. */
    public RecordingStopped stopped() {
        if ((AtomicWords.getIntAcquire(memory, HeaderDescriptor.FLAGS_OFFSET) & HeaderDescriptor.STOPPED) == 0) {
            return null;
        }
        int length = memory.getInt(HeaderDescriptor.STOP_REASON_LENGTH_OFFSET);
        byte[] text = new byte[Math.max(0, Math.min(length, HeaderDescriptor.MAX_STOP_REASON))];
        memory.get(HeaderDescriptor.STOP_REASON_OFFSET, text);
        return new RecordingStopped(
                memory.getLong(HeaderDescriptor.STOP_TIME_OFFSET), new String(text, StandardCharsets.UTF_8));
    }

    /** Returns the version of the format that the writer wrote. */
    public int formatVersion() {
        return memory.getInt(HeaderDescriptor.WRITE_VERSION_OFFSET);
    }

    /** Returns how many slots each ring has. */
    public int slots() {
        return layout.slots();
    }

    /** Returns whose trace it is. */
    public TraceIdentity identity() {
        long rankAndWorld = memory.getLong(HeaderDescriptor.RANK_AND_WORLD_OFFSET);
        return new TraceIdentity(
                string(memory.getInt(HeaderDescriptor.JOB_ID_OFFSET)),
                (int) rankAndWorld,
                (int) (rankAndWorld >>> 32),
                string(memory.getInt(HeaderDescriptor.HOST_OFFSET)),
                memory.getLong(HeaderDescriptor.PID_OFFSET),
                memory.getLong(HeaderDescriptor.START_TIME_OFFSET),
                string(memory.getInt(HeaderDescriptor.RECORDER_VERSION_OFFSET)),
                string(memory.getInt(HeaderDescriptor.COMMAND_LINE_OFFSET)),
                string(memory.getInt(HeaderDescriptor.CLASS_PATH_OFFSET)));
    }

    /** Returns the clocks when the trace was begun. */
    public ClockPair startClock() {
        return clockAt(HeaderDescriptor.START_CLOCK_OFFSET);
    }

    /** Returns the clocks when the process last said that it is alive; null where it never did. */
    public ClockPair lastHeartbeat() {
        for (int attempt = 0; attempt < 8; attempt++) {
            long beat = AtomicWords.getAcquire(memory, HeaderDescriptor.BEATS_OFFSET);
            if (beat == 0) {
                return null;
            }
            ClockPair pair =
                    clockAt(HeaderDescriptor.BEAT_PAIRS_OFFSET + (int) (beat & 1) * HeaderDescriptor.CLOCK_PAIR_LENGTH);
            VarHandle.loadLoadFence();
            if (AtomicWords.getAcquire(memory, HeaderDescriptor.BEATS_OFFSET) == beat) {
                return pair;
            }
        }
        return null;
    }

    /** Returns the newest pair of clocks, by which {@link ClockPair#toWallNanos} turns the trace's times into wall times. */
    public ClockPair clock() {
        ClockPair heartbeat = lastHeartbeat();
        return heartbeat == null ? startClock() : heartbeat;
    }

    private ClockPair clockAt(int offset) {
        return new ClockPair(memory.getLong(offset), memory.getLong(offset + Long.BYTES));
    }

    /** Returns what the recorder had to leave out; kinds of which nothing was lost are absent. */
    public Map<LossKind, Long> losses() {
        Map<LossKind, Long> losses = new EnumMap<>(LossKind.class);
        for (int counter = 0; counter < HeaderDescriptor.LOSSES; counter++) {
            long count = memory.getLong(HeaderDescriptor.LOSSES_OFFSET + counter * Long.BYTES);
            if (count != 0) {
                losses.merge(LossKind.ofCode(counter), count, Long::sum);
            }
        }
        return losses;
    }

    /** Returns the UUIDs of the process's devices by ordinal, 32 hexadecimal digits each. */
    public List<String> devices() {
        int count = AtomicWords.getIntAcquire(memory, HeaderDescriptor.DEVICE_COUNT_OFFSET);
        List<String> devices = new ArrayList<>();
        for (int device = 0; device < count && device < HeaderDescriptor.MAX_DEVICES; device++) {
            byte[] uuid = new byte[HeaderDescriptor.UUID_LENGTH];
            memory.get(HeaderDescriptor.DEVICES_OFFSET + device * HeaderDescriptor.UUID_LENGTH, uuid);
            devices.add(HexFormat.of().formatHex(uuid));
        }
        return List.copyOf(devices);
    }

    /**
     * Returns the communicators in the order in which they were born. While the job still writes, read the calls first: a
     * pending call that leaves the ring in between is then found here.
     */
    public List<CommunicatorEntry> communicators() {
        return communicators.entries();
    }

    /** Returns the identities of the communicators that have one, in the order in which they were born. */
    public List<String> communicatorIdentities() {
        return communicators.identities();
    }

    /** Returns the lists of a communicator's newest calls with lists, the newest first; at most two. */
    public List<NewestLists> newestLists(int communicator) {
        return communicators.newestLists(communicator);
    }

    /** Returns what the recorder did and did not instrument, in the order in which it said so. */
    public List<InstrumentedMethod> instrumented() {
        return heap.notes(AtomicWords.getIntAcquire(memory, HeaderDescriptor.NEWEST_NOTE_OFFSET));
    }

    /** Returns the ring of calls and other events. */
    public RingReader calls() {
        return calls;
    }

    /** Returns the ring of copies and buffers. */
    public RingReader copies() {
        return copies;
    }

    /** Returns a string; empty for an id of 0 or one that leads to no string. */
    public String string(int id) {
        return heap.string(id);
    }

    /** Returns a frame; {@link TraceFrame#UNKNOWN} for an id of 0 or one that leads to no frame. */
    public TraceFrame frame(int id) {
        return heap.frame(id);
    }

    /** Returns the frames of a stack, innermost first; none for an id of 0 or one that leads to no stack. */
    public List<TraceFrame> stack(int id) {
        return heap.stack(id);
    }

    /** Returns the ids of a stack's frames, innermost first; equal ids are equal frames. */
    public int[] frameIds(int stack) {
        return heap.frameIds(stack);
    }

    /** Returns a list's numbers; none for an id of 0 or one that leads to no list. */
    public long[] list(int id) {
        return heap.list(id);
    }
}
