package dev.rollcall.gpu;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import jcuda.Pointer;
import jcuda.driver.CUfunction;
import jcuda.driver.CUmodule;
import jcuda.driver.CUstream;
import jcuda.driver.JCudaDriver;

/**
 * The kernel that sums results, loaded into one context, with memory of the host for its sums. All that could make the driver wait
 * for the device is done when it is made. Thread-safe; the context must be current in every call.
 */
final class ResultKernel {
    /** The threads of a thread block, as in native/checksum/result.cu. */
    private static final int THREADS = 256;

    /** What the thread blocks of a launch should at least have to read, so that few are enough for a small result. */
    private static final long BYTES_OF_BLOCK = 16 << 10;

    private static final int SMALL_BLOCKS = 8;
    private static final int MOST_BLOCKS = 512;

    /** How many sums may be on their way. A job that is further ahead of its device gets no sums for a moment. */
    private static final int SMALL_PLACES = 4096;

    private static final int LARGE_PLACES = 160;

    private final CUmodule module = new CUmodule();
    private final CUfunction function = new CUfunction();
    private final Deque<Place> small = new ConcurrentLinkedDeque<>();
    private final Deque<Place> large = new ConcurrentLinkedDeque<>();
    private final ThreadLocal<Parameters> parameters = ThreadLocal.withInitial(Parameters::new);

    /** Where the thread blocks of one launch write their parts of the sum. */
    static final class Place {
        private final MappedMemory.Piece memory;
        private final boolean isSmall;
        private int blocks;

        private Place(MappedMemory.Piece memory, boolean isSmall) {
            this.memory = memory;
            this.isSmall = isSmall;
        }

        /** Returns the sum, once the launch is done. */
        long sum() {
            long sum = 0;
            for (int block = 0; block < blocks; block++) {
                sum += memory.host().getLong(block * Long.BYTES);
            }
            return sum;
        }
    }

    /** The parameters of a launch, in the layout of the kernel. The driver copies them. */
    private static final class Parameters {
        private static final int BYTES = 8;
        private static final int LANES = 16;
        private static final int PARTS = 40;
        private final ByteBuffer memory = ByteBuffer.allocateDirect(48).order(ByteOrder.LITTLE_ENDIAN);
        private final Pointer pointers = Pointer.to(at(0), at(BYTES), at(LANES), at(PARTS));

        private Pointer at(int offset) {
            return Pointer.to(memory).withByteOffset(offset);
        }

        private Pointer set(long address, long bytes, NanLanes lanes, long parts) {
            memory.putLong(0, address)
                    .putLong(BYTES, bytes)
                    .putLong(LANES, lanes.sign())
                    .putLong(LANES + 8, lanes.excess())
                    .putInt(LANES + 16, lanes.shift())
                    .putLong(PARTS, parts);
            return pointers;
        }
    }

    /**
     * Loads the kernel into the current context.
     *
     * @throws DriverException if the driver refuses it
     */
    ResultKernel() throws DriverException {
        DriverException.check("cuModuleLoadData", JCudaDriver.cuModuleLoadData(module, ShippedKernel.RESULT.image()));
        DriverException.check(
                "cuModuleGetFunction", JCudaDriver.cuModuleGetFunction(function, module, "rollcall_result"));
        MappedMemory memory = new MappedMemory();
        fill(small, memory, SMALL_PLACES, SMALL_BLOCKS);
        fill(large, memory, LARGE_PLACES, MOST_BLOCKS);
        // The driver may load a function only when it is launched.
        Place unused = small.poll();
        launch(DriverCalls.newStream(), 0, 0, new NanLanes(0, 0, 0), unused);
    }

    private static void fill(Deque<Place> places, MappedMemory memory, int count, int blocks) throws DriverException {
        for (int i = 0; i < count; i++) {
            places.add(new Place(memory.take(blocks * Long.BYTES), blocks == SMALL_BLOCKS));
        }
    }

    /**
     * Enqueues the sum of memory.
     *
     * @param address where it begins, of memory that the context can reach
     * @return where the sum will be; null if too many are on their way
     */
    Place sum(CUstream stream, long address, long bytes, NanLanes lanes) throws DriverException {
        boolean isSmall = bytes <= SMALL_BLOCKS * BYTES_OF_BLOCK;
        Place place = (isSmall ? small : large).poll();
        if (place != null) {
            launch(stream, address, bytes, lanes, place);
        }
        return place;
    }

    private void launch(CUstream stream, long address, long bytes, NanLanes lanes, Place place) throws DriverException {
        int most = place.isSmall ? SMALL_BLOCKS : MOST_BLOCKS;
        place.blocks = (int) Math.max(1, Math.min(most, (bytes + BYTES_OF_BLOCK - 1) / BYTES_OF_BLOCK));
        Pointer values = parameters.get().set(address, bytes, lanes, place.memory.address());
        DriverException.check(
                "cuLaunchKernel",
                JCudaDriver.cuLaunchKernel(function, place.blocks, 1, 1, THREADS, 1, 1, 0, stream, values, null));
    }

    /** Takes a place back whose sum has been read. A place whose launch may still be under way is not taken back. */
    void release(Place place) {
        (place.isSmall ? small : large).add(place);
    }
}
