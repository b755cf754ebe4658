package dev.rollcall.gpu;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import jcuda.Pointer;
import jcuda.driver.CUcontext;
import jcuda.driver.CUdevice;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUstream;
import jcuda.driver.JCudaDriver;

/** Memory of a GPU, or of the host where GPUs reach it, for one test, with a device's own context made current. */
final class TestMemory implements AutoCloseable {
    /** Stands for the host in the place of a device. */
    static final int HOST = -1;

    private static final int PORTABLE_AND_MAPPED = 3;

    private final CUdeviceptr pointer = new CUdeviceptr();
    private final Pointer pinned = new Pointer();
    private final int device;

    /** Takes memory of the first device. */
    TestMemory(long bytes) throws DriverException {
        this(0, bytes);
    }

    /** Takes memory of a device, or of the host, and leaves the first device current. */
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

    /** Returns memory of the host's as Java reads it. */
    ByteBuffer buffer() {
        return pinned.getByteBuffer();
    }

    /** Fills the beginning with noise, up to 15 bytes less than asked for, and leaves the first device current. */
    void fill(long bytes, long seed) throws DriverException {
        use(Math.max(0, device));
        ChecksumKernel kernel = new ChecksumKernel();
        kernel.write(new CUstream(), address(), bytes / ChecksumUnit.BYTES, seed);
        settle();
        kernel.unload();
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

    /** Waits until all that was enqueued is done. */
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
