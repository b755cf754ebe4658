package dev.rollcall.gpu;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import jcuda.driver.CUcontext;
import jcuda.driver.CUevent;
import jcuda.driver.CUevent_flags;
import jcuda.driver.CUstream;
import jcuda.driver.CUstream_flags;
import jcuda.driver.JCudaDriver;

/**
 * What the agent keeps in one of the application's contexts: the kernel, streams of its own, events, and memory for sums.
 * Thread-safe.
 */
final class GpuContext {
    /** More than a job has in flight between two polls; what comes on top is not verified. */
    private static final int MOST_ROOMS = 1024;

    private static final long MOST_BYTES = 256L << 20;

    /** How long nobody asks for memory again after there was none, in nanoseconds. */
    private static final long PAUSE = 1_000_000_000;

    /** The application's stream by which a stream of the agent's goes. */
    private record Followed(long context, long stream) {}

    private final CUcontext handle;
    private final long id;
    private volatile boolean ended;
    private final ChecksumKernel kernel;
    private final MappedMemory memory = new MappedMemory();
    private final CUstream errands;
    private final CUstream free;
    private final Map<Followed, CUstream> lanes = new HashMap<>();
    private final Map<Integer, Deque<DeviceChecksumBuffer>> spare = new HashMap<>();
    private final Deque<HostChecksumBuffer> spareMapped = new ArrayDeque<>();
    private final Deque<CUevent> events = new ArrayDeque<>();
    private int rooms;
    private long bytes;
    private boolean full;
    private long fullSince;

    /**
     * Loads the kernel into a context.
     *
     * @param id by which the driver tells it from others that had its handle; 0 where it does not
     */
    GpuContext(CUcontext handle, long id) throws DriverException {
        this.handle = handle;
        this.id = id;
        push();
        try {
            kernel = new ChecksumKernel();
            errands = newStream();
            free = newStream();
        } finally {
            pop();
        }
    }

    long handle() {
        return JCudaHandles.of(handle);
    }

    long id() {
        return id;
    }

    /** Learns that the application has ended it. */
    void ended() {
        ended = true;
    }

    /** Throws where the application has ended it: nothing of it may be asked for any more. */
    void check() throws DriverException {
        if (ended) {
            throw new DriverException("the application has ended the CUDA context of a copy");
        }
    }

    CUcontext cuda() {
        return handle;
    }

    ChecksumKernel kernel() {
        return kernel;
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

    /** Returns a stream for what nobody waits for; it may have to wait for the application itself. */
    CUstream errands() {
        return errands;
    }

    /** Returns a stream in which nothing ever waits for the application. */
    CUstream free() {
        return free;
    }

    /** Something that is made in a context. */
    @FunctionalInterface
    private interface Making<T> {
        T make() throws DriverException;
    }

    private <T> T here(Making<T> making) throws DriverException {
        push();
        try {
            return making.make();
        } finally {
            pop();
        }
    }

    private static CUstream newStream() throws DriverException {
        CUstream stream = new CUstream();
        int result = JCudaDriver.cuStreamCreate(stream, CUstream_flags.CU_STREAM_NON_BLOCKING);
        DriverException.check("cuStreamCreate", result);
        return stream;
    }

    /**
     * Returns the stream in which the agent works beside a stream of the application's. Each has its own: in a common one, a
     * copy of one stream would wait for another's.
     */
    synchronized CUstream lane(GpuContext owner, long stream) throws DriverException {
        Followed followed = new Followed(owner.handle(), stream);
        CUstream lane = lanes.get(followed);
        if (lane == null) {
            lane = here(GpuContext::newStream);
            lanes.put(followed, lane);
        }
        return lane;
    }

    /** Returns an event of this context, which must be current. */
    synchronized CUevent event() throws DriverException {
        CUevent event = events.poll();
        return event == null ? newEvent() : event;
    }

    static CUevent newEvent() throws DriverException {
        CUevent event = new CUevent();
        int result = JCudaDriver.cuEventCreate(event, CUevent_flags.CU_EVENT_DISABLE_TIMING);
        DriverException.check("cuEventCreate", result);
        return event;
    }

    /** Takes an event back. */
    synchronized void release(CUevent event) {
        events.push(event);
    }

    /** Returns room for the sums of a copy, null where too many are in flight. */
    synchronized ChecksumBuffer room(CopyShape shape) throws DriverException {
        if (shape.small()) {
            HostChecksumBuffer room = spareMapped.poll();
            return room != null ? room : fresh(HostChecksumBuffer.BYTES, () -> new HostChecksumBuffer(memory));
        }
        int power = DeviceChecksumBuffer.power(shape);
        DeviceChecksumBuffer room =
                spare.computeIfAbsent(power, each -> new ArrayDeque<>()).poll();
        return room != null
                ? room
                : fresh(DeviceChecksumBuffer.bytes(power), () -> new DeviceChecksumBuffer(power, memory, free));
    }

    /** Makes room if there may be more; null where not, or where the job has taken all memory. */
    private <T> T fresh(long more, Making<T> making) throws DriverException {
        boolean waiting = full && System.nanoTime() - fullSince < PAUSE;
        if (waiting || rooms == MOST_ROOMS || bytes + more > MOST_BYTES) {
            return null;
        }
        try {
            T room = here(making);
            full = false;
            rooms++;
            bytes += more;
            return room;
        } catch (DriverException e) {
            if (!e.outOfMemory()) {
                throw e;
            }
            full = true;
            fullSince = System.nanoTime();
            return null;
        }
    }

    /** Takes room back. */
    synchronized void release(ChecksumBuffer room) {
        room.reuse();
        if (room instanceof DeviceChecksumBuffer device) {
            spare.get(device.power()).push(device);
        } else {
            spareMapped.push((HostChecksumBuffer) room);
        }
    }
}
