package dev.rollcall.trace;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Writes one process's trace into a mapped file, so that everything recorded so far survives the death of the process.
 *
 * <p>Thread-safe. After {@link #create} nothing throws; the file counts what a full heap, table or ring cannot take.
 */
public final class TraceWriter implements AutoCloseable {
    private final FileChannel channel;
    private final TruncationCheck truncation;
    private final ByteBuffer memory;
    private final CommunicatorTable table;
    private final LossCounters losses;
    private final HeapAllocator allocator;
    private final HeapWriter heap;
    private final CallRing calls;
    private final CopyRing copies;
    private final EventWriter events;
    private final AtomicBoolean stopped = new AtomicBoolean();

    private TraceWriter(FileChannel channel, TruncationCheck truncation, ByteBuffer memory, FileLayout layout) {
        this.channel = channel;
        this.truncation = truncation;
        this.memory = memory;
        this.table = new CommunicatorTable(memory, layout);
        this.losses = new LossCounters(memory);
        this.allocator = new HeapAllocator(memory, layout, losses);
        this.heap = new HeapWriter(memory, layout, allocator, losses);
        this.calls = new CallRing(memory, layout, table, losses);
        this.copies = new CopyRing(memory, layout, losses);
        this.events = new EventWriter(calls, copies);
    }

    /**
     * Creates a trace file, writes every byte of it, and begins to record. Replaces an existing trace, unless a live process
     * is writing it.
     *
     * @throws IOException if the file cannot be created, for instance because the disk is full; no file is left behind
     * @throws IllegalArgumentException if the geometry asks for 2 GiB or more
     */
    public static TraceWriter create(Path file, TraceGeometry geometry, TraceIdentity identity) throws IOException {
        return create(file, geometry, identity, new ClockPair(System.nanoTime(), System.currentTimeMillis()));
    }

    /** Creates a trace file for another process, such as a simulated one, given its clocks at the start. */
    public static TraceWriter create(Path file, TraceGeometry geometry, TraceIdentity identity, ClockPair start)
            throws IOException {
        FileLayout layout = FileLayout.of(geometry);
        FileChannel channel = TraceFileAllocator.create(file, layout.length());
        TruncationCheck truncation = null;
        try {
            ByteBuffer memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, layout.length())
                    .order(ByteOrder.LITTLE_ENDIAN);
            truncation = new TruncationCheck(new RandomAccessFile(file.toFile(), "r"), memory, layout.length());
            TraceWriter writer = new TraceWriter(channel, truncation, memory, layout);
            writer.begin(layout, identity, start);
            return writer;
        } catch (IOException | RuntimeException | Error e) {
            channel.close();
            if (truncation != null) {
                truncation.close();
            }
            Files.deleteIfExists(file);
            throw e;
        }
    }

    /**
     * Makes a trace in memory, which nobody reads and the garbage collector frees: a rehearsal of recording.
     *
     * @throws IllegalArgumentException if the geometry asks for 2 GiB or more
     */
    public static TraceWriter inMemory(TraceGeometry geometry, TraceIdentity identity) {
        FileLayout layout = FileLayout.of(geometry);
        ByteBuffer memory = ByteBuffer.allocateDirect(layout.length()).order(ByteOrder.LITTLE_ENDIAN);
        TraceWriter writer = new TraceWriter(null, new TruncationCheck(null, memory, layout.length()), memory, layout);
        writer.begin(layout, identity, new ClockPair(System.nanoTime(), System.currentTimeMillis()));
        return writer;
    }

    private void begin(FileLayout layout, TraceIdentity identity, ClockPair start) {
        memory.putInt(TraceHeader.WRITE_VERSION_OFFSET, TraceHeader.WRITE_VERSION);
        memory.putInt(TraceHeader.READ_VERSION_OFFSET, TraceHeader.READ_VERSION);
        layout.write(memory);
        memory.putLong(TraceHeader.HEAP_USED_OFFSET, HeapEntry.ALIGNMENT);
        identity.write(memory, heap);
        start.write(memory, TraceHeader.START_CLOCK_OFFSET);
        AtomicWords.setVolatile(memory, TraceHeader.MAGIC_OFFSET, TraceHeader.MAGIC);
    }

    /**
     * Records that the process is alive, with a new pair of clocks; for one thread, once a second.
     *
     * @param nanoTime the monotonic clock, nanoseconds
     * @param wallMillis the wall clock at the same instant, milliseconds since the epoch
     */
    public void heartbeat(long nanoTime, long wallMillis) {
        long beat = AtomicWords.getVolatile(memory, TraceHeader.BEATS_OFFSET) + 1;
        int pair = TraceHeader.BEAT_PAIRS_OFFSET + (int) (beat & 1) * TraceHeader.CLOCK_PAIR_LENGTH;
        new ClockPair(nanoTime, wallMillis).write(memory, pair);
        AtomicWords.setVolatile(memory, TraceHeader.BEATS_OFFSET, beat);
    }

    /** Sets the global rank and the world size; -1 for unknown. May be called as soon as they are known. */
    public void rank(int rank, int world) {
        TraceIdentity.writeRank(memory, rank, world);
    }

    /**
     * Sets the UUIDs of the devices that the process sees, by ordinal. May be called once.
     *
     * @param uuids 16 bytes each
     */
    public void devices(byte[]... uuids) {
        int stored = Math.min(uuids.length, TraceHeader.MAX_DEVICES);
        for (int device = 0; device < stored; device++) {
            int offset = TraceHeader.DEVICES_OFFSET + device * TraceHeader.UUID_LENGTH;
            int length = Math.min(uuids[device].length, TraceHeader.UUID_LENGTH);
            for (int i = 0; i < length; i++) {
                memory.put(offset + i, uuids[device][i]);
            }
        }
        AtomicWords.setIntRelease(memory, TraceHeader.DEVICE_COUNT_OFFSET, stored);
        if (uuids.length > stored) {
            losses.count(LossKind.DEVICES, uuids.length - stored);
        }
    }

    /** Returns the check for a truncation of the file. */
    public TruncationCheck truncationCheck() {
        return truncation;
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

    /** Returns the writer of all events but calls. */
    public EventWriter events() {
        return events;
    }

    /**
     * Takes an entry of the communicator table, in the phase {@link CommunicatorPhase#JOINING}.
     *
     * @param nanos when the creation call started, by the monotonic clock
     * @return the entry's writer, never null; where the table is full, one that only numbers calls
     */
    public CommunicatorWriter communicator(long nanos) {
        int index = table.take();
        if (index == 0) {
            losses.count(LossKind.COMMUNICATORS);
            ByteBuffer outside =
                    ByteBuffer.allocateDirect(CommunicatorTable.ENTRY_LENGTH).order(ByteOrder.LITTLE_ENDIAN);
            return new CommunicatorWriter(outside, 0, 0, heap, null);
        }
        int entry = table.entry(index);
        NewestListsWriter newest =
                new NewestListsWriter(memory, entry + CommunicatorTable.NEWEST_LISTS_OFFSET, allocator, losses);
        CommunicatorWriter communicator = new CommunicatorWriter(memory, entry, index, heap, newest);
        communicator.begin(nanos);
        return communicator;
    }

    /**
     * Notes that a method was instrumented, or that it was not.
     *
     * @param className the class, fully qualified
     * @param method the method's name
     * @param descriptor the method's descriptor; empty where unknown
     * @param done whether its calls are recorded
     * @param why the reason why they are not; empty where they are
     */
    public void instrumented(String className, String method, String descriptor, boolean done, String why) {
        new InstrumentedMethod(className, method, descriptor, done, why).write(memory, allocator, heap, losses);
    }

    /**
     * Records that recording stops although the process goes on, so that readers do not mistake missing calls for an idle
     * process. Heartbeats may go on. The first call counts, from any thread; later ones do nothing.
     *
     * @param nanoTime the monotonic clock, nanoseconds
     * @param reason why, in a few words; null where unknown. A very long one is cut
     */
    public void stopped(long nanoTime, String reason) {
        if (stopped.compareAndSet(false, true)) {
            new RecordingStopped(nanoTime, reason == null ? "" : reason).write(memory);
            flag(TraceHeader.STOPPED);
        }
    }

    private void flag(int flag) {
        int flags;
        do {
            flags = AtomicWords.getIntAcquire(memory, TraceHeader.FLAGS_OFFSET);
        } while (!AtomicWords.compareAndSetInt(memory, TraceHeader.FLAGS_OFFSET, flags, flags | flag));
    }

    /**
     * Marks the trace as closed and releases the file. Threads may still record: the mapping stays as long as anything refers
     * to this writer.
     */
    @Override
    public void close() throws IOException {
        flag(TraceHeader.CLOSED);
        release();
    }

    /** Releases the file without marking the trace as closed, as if the process had been killed. */
    public void release() throws IOException {
        if (channel != null) {
            channel.close();
        }
        truncation.close();
    }
}
