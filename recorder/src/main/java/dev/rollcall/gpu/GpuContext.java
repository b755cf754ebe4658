package dev.rollcall.gpu;

import dev.rollcall.recorder.OperationHistory;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import jcuda.driver.CUcontext;
import jcuda.driver.CUevent;
import jcuda.driver.CUstream;
import jcuda.driver.JCudaDriver;

/**
 * What the agent keeps in one of the application's contexts: events, and for copies the kernel, streams of its own, and buffers
 * for checksums. Thread-safe.
 */
final class GpuContext {
    /**
     * The most buffers of one size: more than a job has in flight between two polls. Copies beyond that are not verified. Each size has
     * its own limit, because buffers stay: many small copies would leave none to the large ones.
     */
    private static final int MAX_BUFFERS = 1024;

    private static final long MAX_BYTES = 256L << 20;

    private static final int UNKNOWN_DEVICE = -1;

    /** How long no buffer is allocated after the device ran out of memory. */
    private static final long PAUSE_NANOS = 1_000_000_000;

    /** How long the end of a context waits for a question, which usually takes microseconds. */
    private static final long MAX_QUESTION_MILLIS = 10;

    /** A stream of the application. */
    private record ApplicationStream(long context, long stream) {}

    private final CUcontext handle;
    private final long id;
    private final OperationHistory history = new OperationHistory();
    private final AtomicBoolean broken = new AtomicBoolean();
    private volatile int device = UNKNOWN_DEVICE;
    private volatile boolean ended;

    /** Held for reading during a question about something in the context. */
    private final ReadWriteLock questions = new ReentrantReadWriteLock();

    private ChecksumKernel kernel;
    private final MappedMemory memory = new MappedMemory();
    private CUstream fetchStream;
    private CUstream independentStream;
    private volatile boolean prepared;
    private final Map<ApplicationStream, CUstream> sideStreams = new HashMap<>();
    private final Map<Integer, Deque<DeviceChecksumBuffer>> freeDeviceBuffers = new HashMap<>();
    private final Deque<HostChecksumBuffer> freeHostBuffers = new ArrayDeque<>();
    private final Deque<CUevent> freeEvents = new ConcurrentLinkedDeque<>();
    /** How many buffers of each size in bytes there are. */
    private final Map<Long, Integer> buffers = new HashMap<>();

    private long bytes;
    private boolean outOfMemory;
    private long outOfMemorySince;

    /**
     * Makes an empty one.
     *
     * @param id the driver's id of the context, by which it differs from others with the same handle; 0 where there are no ids
     */
    GpuContext(CUcontext handle, long id) {
        this.handle = handle;
        this.id = id;
    }

    /** Loads the kernel into the context, and makes streams in it, unless that was done; returns this. */
    GpuContext prepare() throws DriverException {
        if (!prepared) {
            synchronized (this) {
                if (!prepared) {
                    push();
                    try {
                        kernel = new ChecksumKernel();
                        fetchStream = DriverCalls.newStream();
                        independentStream = DriverCalls.newStream();
                        prepared = true;
                    } finally {
                        pop();
                    }
                }
            }
        }
        return this;
    }

    long handle() {
        return JCudaHandles.of(handle);
    }

    long id() {
        return id;
    }

    CUcontext cuda() {
        return handle;
    }

    /** Returns the ordinal of its device. */
    int device() throws DriverException {
        if (device == UNKNOWN_DEVICE) {
            boolean entered = enter();
            try {
                device = Devices.current();
            } finally {
                leave(entered);
            }
        }
        return device;
    }

    /** Returns what it was given to do. */
    OperationHistory history() {
        return history;
    }

    /** Notes that an error has ended its work; returns whether that was not known. */
    boolean breaks() {
        return broken.compareAndSet(false, true);
    }

    ChecksumKernel kernel() {
        return kernel;
    }

    /**
     * Notes that the application is about to end the context. Waits a moment for questions that are under way, because the driver
     * must not be asked about what is gone.
     */
    void ended() {
        ended = true;
        if (pauseQuestions()) {
            resumeQuestions();
        }
    }

    /** Begins a question of the agent's own thread about something in the context; returns false if the context ends or may end. */
    boolean beginQuestion() {
        if (!questions.readLock().tryLock()) {
            return false;
        }
        if (ended) {
            questions.readLock().unlock();
            return false;
        }
        return true;
    }

    /** Ends a question that was begun. */
    void endQuestion() {
        questions.readLock().unlock();
    }

    /** Has the agent's own thread ask nothing about the context until this thread resumes; returns false if a question takes too long. */
    boolean pauseQuestions() {
        try {
            return questions.writeLock().tryLock(MAX_QUESTION_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Lets questions be asked again that this thread has paused. */
    void resumeQuestions() {
        questions.writeLock().unlock();
    }

    /** Returns whether the application has ended the context. */
    boolean hasEnded() {
        return ended;
    }

    /** Throws if the application has ended the context: the driver must not be asked about anything in it. */
    void check() throws DriverException {
        if (ended) {
            throw new DriverException("the application has ended the CUDA context of a copy");
        }
    }

    /** Makes the context current, if it is not; returns what to give to {@link #leave}. */
    boolean enter() throws DriverException {
        CUcontext current = new CUcontext();
        DriverException.check("cuCtxGetCurrent", JCudaDriver.cuCtxGetCurrent(current));
        boolean another = JCudaHandles.of(current) != handle();
        if (another) {
            push();
        }
        return another;
    }

    /** Makes the context current that was so before {@link #enter}. */
    void leave(boolean entered) throws DriverException {
        if (entered) {
            pop();
        }
    }

    /** Makes the context current until {@link #pop}. */
    void push() throws DriverException {
        DriverException.check("cuCtxPushCurrent", JCudaDriver.cuCtxPushCurrent(handle));
    }

    /** Makes the context current that was so before. */
    void pop() throws DriverException {
        DriverException.check("cuCtxPopCurrent", JCudaDriver.cuCtxPopCurrent(new CUcontext()));
    }

    /** Returns a stream for fetching totals that no thread waits for. It may have to wait for the application. */
    CUstream fetchStream() {
        return fetchStream;
    }

    /** Returns a stream that never waits for the application. */
    CUstream independentStream() {
        return independentStream;
    }

    /**
     * Returns the stream in which the agent works beside a stream of the application. Each of those has its own: in a common
     * one, a copy of one stream would wait for another's.
     */
    synchronized CUstream sideStream(GpuContext owner, long stream) throws DriverException {
        ApplicationStream followed = new ApplicationStream(owner.handle(), stream);
        CUstream side = sideStreams.get(followed);
        if (side == null) {
            side = inContext(DriverCalls::newStream);
            sideStreams.put(followed, side);
        }
        return side;
    }

    /** Returns an event of this context, which must be current. */
    CUevent event() throws DriverException {
        CUevent event = freeEvents.poll();
        return event == null ? DriverCalls.newEvent() : event;
    }

    /** Returns an event that was taken back; null where there is none. */
    CUevent usedEvent() {
        return freeEvents.poll();
    }

    /** Takes an event back. */
    void release(CUevent event) {
        freeEvents.push(event);
    }

    /** Returns a buffer for the checksums of a side; null where too many are in use, or the device has no memory left. */
    synchronized ChecksumBuffer buffer(CopyShape shape) throws DriverException {
        if (shape.small()) {
            HostChecksumBuffer free = freeHostBuffers.poll();
            return free != null ? free : allocate(HostChecksumBuffer.BYTES, () -> HostChecksumBuffer.allocate(memory));
        }
        int power = DeviceChecksumBuffer.power(shape);
        DeviceChecksumBuffer free = freeDeviceBuffers
                .computeIfAbsent(power, each -> new ArrayDeque<>())
                .poll();
        return free != null
                ? free
                : allocate(
                        DeviceChecksumBuffer.bytes(power),
                        () -> DeviceChecksumBuffer.allocate(power, memory, independentStream));
    }

    private <T> T allocate(long more, Allocation<T> allocation) throws DriverException {
        boolean pausing = outOfMemory && System.nanoTime() - outOfMemorySince < PAUSE_NANOS;
        if (pausing || buffers.getOrDefault(more, 0) == MAX_BUFFERS || bytes + more > MAX_BYTES) {
            return null;
        }
        try {
            T buffer = inContext(allocation);
            outOfMemory = false;
            buffers.merge(more, 1, Integer::sum);
            bytes += more;
            return buffer;
        } catch (DriverException e) {
            if (!e.outOfMemory()) {
                throw e;
            }
            outOfMemory = true;
            outOfMemorySince = System.nanoTime();
            return null;
        }
    }

    /** Takes a buffer back. */
    synchronized void release(ChecksumBuffer buffer) {
        buffer.reuse();
        if (buffer instanceof DeviceChecksumBuffer device) {
            freeDeviceBuffers.get(device.power()).push(device);
        } else {
            freeHostBuffers.push((HostChecksumBuffer) buffer);
        }
    }

    /** Makes something that belongs to a context. */
    @FunctionalInterface
    private interface Allocation<T> {
        T make() throws DriverException;
    }

    private <T> T inContext(Allocation<T> allocation) throws DriverException {
        push();
        try {
            return allocation.make();
        } finally {
            pop();
        }
    }
}
