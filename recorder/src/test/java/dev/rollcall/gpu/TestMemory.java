package dev.rollcall.gpu;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.Map;
import jcuda.Pointer;
import jcuda.driver.CUcontext;
import jcuda.driver.CUdevice;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUstream;
import jcuda.driver.JCudaDriver;

/** Memory of a GPU in its primary context, or pinned memory of the host, for one test. */
final class TestMemory implements AutoCloseable {
    /** The device ordinal that stands for the host. */
    static final int HOST = -1;

    private static final int PORTABLE_AND_MAPPED = 3;

    /** By device. Primary contexts are never released here, so that a kernel stays loaded. */
    private static final Map<Integer, ChecksumKernel> KERNELS = new HashMap<>();

    private final CUdeviceptr pointer = new CUdeviceptr();
    private final Pointer pinned = new Pointer();
    private final int device;

    /** Allocates memory of the first device. */
    TestMemory(long bytes) throws DriverException {
        this(0, bytes);
    }

    /** Allocates memory of a device, or of the host, and leaves the first device current. */
    TestMemory(int device, long bytes) throws DriverException {
        this.device = device;
        use(Math.max(0, device));
        if (device == HOST) {
            DriverException.check("cuMemHostAlloc", JCudaDriver.cuMemHostAlloc(pinned, bytes, PORTABLE_AND_MAPPED));
            JCudaHandles.set(pointer, JCudaHandles.of(pinned));
        } else {
            DriverException.check("cuMemAlloc", JCudaDriver.cuMemAlloc(pointer, bytes));
        }
        use(0);
    }

    /** Returns memory of the host as a Java buffer. */
    ByteBuffer buffer() {
        return pinned.getByteBuffer();
    }

    /** Fills the beginning with noise, up to 15 bytes less than asked for, and leaves the first device current. */
    void fill(long bytes, long seed) throws DriverException {
        int writer = Math.max(0, device);
        use(writer);
        ChecksumKernel kernel = KERNELS.get(writer);
        if (kernel == null) {
            kernel = new ChecksumKernel();
            KERNELS.put(writer, kernel);
        }
        kernel.fillWithNoise(new CUstream(), address(), bytes / ChecksumUnit.BYTES, seed);
        settle();
        use(0);
    }

    /** Makes a device's primary context current on this thread. */
    static CUcontext use(int ordinal) throws DriverException {
        CUdevice device = new CUdevice();
        DriverException.check("cuDeviceGet", JCudaDriver.cuDeviceGet(device, ordinal));
        CUcontext context = new CUcontext();
        DriverException.check("cuDevicePrimaryCtxRetain", JCudaDriver.cuDevicePrimaryCtxRetain(context, device));
        DriverException.check("cuCtxSetCurrent", JCudaDriver.cuCtxSetCurrent(context));
        return context;
    }

    /** Waits until all enqueued work is done. */
    static void settle() throws DriverException {
        DriverException.check("cuCtxSynchronize", JCudaDriver.cuCtxSynchronize());
    }

    CUdeviceptr pointer() {
        return pointer;
    }

    long address() {
        return JCudaHandles.of(pointer);
    }

    void write(byte[] bytes) throws DriverException {
        DriverException.check("cuMemcpyHtoD", JCudaDriver.cuMemcpyHtoD(pointer, Pointer.to(bytes), bytes.length));
    }

    ByteBuffer read(int bytes) throws DriverException {
        byte[] array = new byte[bytes];
        DriverException.check("cuMemcpyDtoH", JCudaDriver.cuMemcpyDtoH(Pointer.to(array), pointer, bytes));
        return ByteBuffer.wrap(array).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Sets bytes to zero, and leaves the first device current. */
    void clear(long address, long bytes) throws DriverException {
        if (device == HOST) {
            ByteBuffer zeros = ByteBuffer.allocate((int) bytes);
            buffer().put((int) (address - address()), zeros, 0, (int) bytes);
            return;
        }
        use(device);
        DriverException.check("cuMemsetD8", JCudaDriver.cuMemsetD8(JCudaHandles.pointer(address), (byte) 0, bytes));
        settle();
        use(0);
    }

    @Override
    public void close() throws DriverException {
        DriverException.check(
                "cuMemFree", device == HOST ? JCudaDriver.cuMemFreeHost(pinned) : JCudaDriver.cuMemFree(pointer));
    }
}
