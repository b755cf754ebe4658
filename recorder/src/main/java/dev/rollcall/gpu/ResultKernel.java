package dev.rollcall.gpu;

import dev.rollcall.gpu.SumPlaces.Place;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
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

    private final CUmodule module = new CUmodule();
    private final CUfunction function = new CUfunction();
    private final SumPlaces places;
    private final ThreadLocal<Parameters> parameters = ThreadLocal.withInitial(Parameters::new);

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
        places = new SumPlaces(new MappedMemory()::take);
        // The driver may load a function only when it is launched.
        abandon(sum(DriverCalls.newStream(), 0, 0, new NanLanes(0, 0, 0)));
    }

    /**
     * Enqueues the sum of memory.
     *
     * @param address where it begins, of memory that the context can reach
     * @return where the sum will be; null if too many are on their way
     */
    Place sum(CUstream stream, long address, long bytes, NanLanes lanes) throws DriverException {
        Place place = places.take(bytes);
        if (place != null) {
            launch(stream, address, bytes, lanes, place);
        }
        return place;
    }

    private void launch(CUstream stream, long address, long bytes, NanLanes lanes, Place place) throws DriverException {
        Pointer values = parameters.get().set(address, bytes, lanes, place.address());
        DriverException.check(
                "cuLaunchKernel",
                JCudaDriver.cuLaunchKernel(function, place.blocks(), 1, 1, THREADS, 1, 1, 0, stream, values, null));
    }

    /** Takes a place back whose sum has been read. */
    void release(Place place) {
        places.release(place);
    }

    /** Takes a place back whose sum nobody will read. Its launch may be under way. */
    void abandon(Place place) {
        places.abandon(place);
    }
}
