package dev.rollcall.trace;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Writes one process's trace into a mapped file, which holds all that was recorded at any instant, whatever becomes of the
 * process.
 *
 * <p>Thread-safe. After {@link #create} nothing throws: what a full heap, table or ring cannot take is counted in the file.
 */
public final class TraceWriter implements AutoCloseable {
    private final FileChannel channel;
    private final TruncationCheck watch;
    private final ByteBuffer memory;
    private final FileLayout layout;
    private final LossCounters losses;
    private final HeapAllocator space;
    private final HeapWriter heap;
    private final CallRing calls;
    private final CopyRing copies;
    private final EventWriter events;
    private final NoteWriter notes;
    private final AtomicBoolean stopped = new AtomicBoolean();

    private TraceWriter(FileChannel channel, TruncationCheck watch, ByteBuffer memory, FileLayout layout) {
        this.channel = channel;
        this.watch = watch;
        this.memory = memory;
        this.layout = layout;
        this.losses = new LossCounters(memory);
        this.space = new HeapAllocator(memory, layout, losses);
        this.heap = new HeapWriter(memory, layout, space, losses);
        this.calls = new CallRing(memory, layout, losses);
        this.copies = new CopyRing(memory, layout, losses);
        this.events = new EventWriter(calls, copies);
        this.notes = new NoteWriter(memory, space, heap, losses);
    }

    /**
     * Makes a trace file, writing every byte of it, and begins to record. A file that is there is replaced, unless a live
     * process writes it.
     *
     * @throws IOException if the file cannot be made, such as when the disk is full; nothing is left behind then
     * @throws IllegalArgumentException if the geometry asks for 2 GiB or more
     */
    public static TraceWriter create(Path file, TraceGeometry geometry, TraceIdentity identity) throws IOException {
        return create(file, geometry, identity, new ClockPair(System.nanoTime(), System.currentTimeMillis()));
    }

    /** Does the same for a process whose clocks are not this one's, such as one that is only made up. */
    public static TraceWriter create(Path file, TraceGeometry geometry, TraceIdentity identity, ClockPair start)
            throws IOException {
        FileLayout layout = FileLayout.of(geometry);
        FileChannel channel = TraceFileAllocator.create(file, layout.length());
        try {
            ByteBuffer memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, layout.length())
                    .order(ByteOrder.LITTLE_ENDIAN);
            TruncationCheck watch = new TruncationCheck(file, memory, layout.length());
            TraceWriter writer = new TraceWriter(channel, watch, memory, layout);
            writer.begin(identity, start);
            return writer;
        } catch (IOException | RuntimeException | Error e) {
            channel.close();
            Files.deleteIfExists(file);
            throw e;
        }
    }

    private void begin(TraceIdentity identity, ClockPair start) {
        memory.putInt(HeaderDescriptor.WRITE_VERSION_OFFSET, HeaderDescriptor.WRITE_VERSION);
        memory.putInt(HeaderDescriptor.READ_VERSION_OFFSET, HeaderDescriptor.READ_VERSION);
        layout.write(memory);
        memory.putLong(HeaderDescriptor.HEAP_USED_OFFSET, HeapDescriptor.ALIGNMENT);
        memory.putLong(HeaderDescriptor.PID_OFFSET, identity.pid());
        memory.putLong(HeaderDescriptor.START_TIME_OFFSET, identity.startTimeMillis());
        rank(identity.rank(), identity.world());
        memory.putInt(HeaderDescriptor.JOB_ID_OFFSET, heap.string(identity.jobId()));
        memory.putInt(HeaderDescriptor.HOST_OFFSET, heap.string(identity.host()));
        memory.putInt(HeaderDescriptor.RECORDER_VERSION_OFFSET, heap.string(identity.recorderVersion()));
        memory.putInt(HeaderDescriptor.COMMAND_LINE_OFFSET, heap.string(identity.commandLine()));
        memory.putInt(HeaderDescriptor.CLASS_PATH_OFFSET, heap.string(identity.classPath()));
        putClock(HeaderDescriptor.START_CLOCK_OFFSET, start.nanoTime(), start.wallMillis());
        AtomicWords.setVolatile(memory, HeaderDescriptor.MAGIC_OFFSET, HeaderDescriptor.MAGIC);
    }

    /**
     * Says that the process is alive, and sets the clocks side by side once more; meant for once a second, from one thread.
     *
     * @param nanoTime the monotonic clock, nanoseconds
     * @param wallMillis the wall clock at the same instant, milliseconds since the epoch
     */
    public void heartbeat(long nanoTime, long wallMillis) {
        long beat = AtomicWords.getVolatile(memory, HeaderDescriptor.BEATS_OFFSET) + 1;
        long pair = beat & 1;
        putClock(
                HeaderDescriptor.BEAT_PAIRS_OFFSET + (int) pair * HeaderDescriptor.CLOCK_PAIR_LENGTH,
                nanoTime,
                wallMillis);
        AtomicWords.setVolatile(memory, HeaderDescriptor.BEATS_OFFSET, beat);
    }

    private void putClock(int offset, long nanoTime, long wallMillis) {
        memory.putLong(offset, nanoTime);
        memory.putLong(offset + Long.BYTES, wallMillis);
    }

    /** Sets the global rank and the world size, once they are learned; -1 for what is unknown. */
    public void rank(int rank, int world) {
        long both = (long) world << 32 | rank & 0xFFFF_FFFFL;
        AtomicWords.setRelease(memory, HeaderDescriptor.RANK_AND_WORLD_OFFSET, both);
    }

    /**
     * Sets the UUIDs of the devices that the process sees, by ordinal, once.
     *
     * @param uuids 16 bytes each
     */
    public void devices(byte[]... uuids) {
        int stored = Math.min(uuids.length, HeaderDescriptor.MAX_DEVICES);
        for (int device = 0; device < stored; device++) {
            int offset = HeaderDescriptor.DEVICES_OFFSET + device * HeaderDescriptor.UUID_LENGTH;
            int length = Math.min(uuids[device].length, HeaderDescriptor.UUID_LENGTH);
            for (int i = 0; i < length; i++) {
                memory.put(offset + i, uuids[device][i]);
            }
        }
        AtomicWords.setIntRelease(memory, HeaderDescriptor.DEVICE_COUNT_OFFSET, stored);
        if (uuids.length > stored) {
            losses.count(LossKind.DEVICES, uuids.length - stored);
        }
    }

    /** Returns what watches the file. */
    public TruncationCheck file() {
        return watch;
    }

    /** Returns the ring of calls and other events. */
    public CallRing calls() {
        return calls;
    }

    /** Returns the ring of copies and buffers. */
    public CopyRing copies() {
        return copies;
    }

    /** Returns the heap. */
    public HeapWriter heap() {
        return heap;
    }

    /** Returns what writes events other than calls. */
    public EventWriter events() {
        return events;
    }

    /**
     * Takes an entry of the communicator table, in the phase {@link CommunicatorPhase#JOINING}.
     *
     * @param nanos when the process began to join, by the monotonic clock
     * @return its writer, never null: one that only counts calls where the table is full
     */
    public CommunicatorWriter communicator(long nanos) {
        for (; ; ) {
            int used = AtomicWords.getIntAcquire(memory, HeaderDescriptor.COMMUNICATORS_USED_OFFSET);
            if (used >= layout.communicators()) {
                losses.count(LossKind.COMMUNICATORS);
                ByteBuffer outside =
                        ByteBuffer.allocateDirect(CommunicatorDescriptor.LENGTH).order(ByteOrder.LITTLE_ENDIAN);
                return new CommunicatorWriter(outside, 0, 0, heap, null);
            }
            if (AtomicWords.compareAndSetInt(memory, HeaderDescriptor.COMMUNICATORS_USED_OFFSET, used, used + 1)) {
                int entry = layout.table() + used * CommunicatorDescriptor.LENGTH;
                NewestListsWriter newest = new NewestListsWriter(
                        memory, entry + CommunicatorDescriptor.NEWEST_LISTS_OFFSET, space, losses);
                CommunicatorWriter communicator = new CommunicatorWriter(memory, entry, used + 1, heap, newest);
                communicator.begin(nanos);
                return communicator;
            }
        }
    }

    /**
     * Notes that a method was instrumented, or that it was not.
     *
     * @param className the class, fully qualified
     * @param method the method's name
     * @param descriptor the method's descriptor; empty where unknown
     * @param done whether its calls are recorded
     * @param why why not; empty where they are
     */
    public void instrumented(String className, String method, String descriptor, boolean done, String why) {
        notes.add(className, method, descriptor, done, why);
    }

    /**
     * Says that recording stops here although the process goes on, so that readers do not take its silence for the process's.
     * Heartbeats may go on. Safe for use by several threads: the first call counts, later ones do nothing.
     *
     * @param nanoTime the monotonic clock, nanoseconds
     * @param reason why, in a few words; null where unknown. A very long one is cut
     */
    public void stopped(long nanoTime, String reason) {
        if (!stopped.compareAndSet(false, true)) {
            return;
        }
        memory.putLong(HeaderDescriptor.STOP_TIME_OFFSET, nanoTime);
        byte[] text = (reason == null ? "" : reason).getBytes(StandardCharsets.UTF_8);
        int length = HeapWriter.cut(text, HeaderDescriptor.MAX_STOP_REASON);
        for (int i = 0; i < length; i++) {
            memory.put(HeaderDescriptor.STOP_REASON_OFFSET + i, text[i]);
        }
        memory.putInt(HeaderDescriptor.STOP_REASON_LENGTH_OFFSET, length);
        flag(HeaderDescriptor.STOPPED);
    }

    private void flag(int flag) {
        int flags;
        do {
            flags = AtomicWords.getIntAcquire(memory, HeaderDescriptor.FLAGS_OFFSET);
        } while (!AtomicWords.compareAndSetInt(memory, HeaderDescriptor.FLAGS_OFFSET, flags, flags | flag));
    }

    /**
     * Marks the trace as closed and releases the file. Threads that still record do no harm: the mapping stays as long as
     * anything refers to this writer.
     */
    @Override
    public void close() throws IOException {
        flag(HeaderDescriptor.CLOSED);
        release();
    }

    /** Releases the file as a process does that is killed: the trace is not marked as closed. */
    public void release() throws IOException {
        channel.close();
        watch.close();
    }
}
