package dev.rollcall.gpu;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import jcuda.Pointer;
import jcuda.driver.CUcontext;
import jcuda.driver.CUdevice;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUstream;
import jcuda.driver.JCudaDriver;

/** Memory of a GPU for one test, with the device's own context made current. */
final class DeviceMemory implements AutoCloseable {
    private final CUdeviceptr pointer = new CUdeviceptr();
    private final int device;

    /** Takes memory of the first device. */
    DeviceMemory(long bytes) throws DriverException {
        this(0, bytes);
    }

    /** Takes memory of a device, and leaves the first one current. */
    DeviceMemory(int device, long bytes) throws DriverException {
        this.device = device;
        use(device);
        DriverException.check("cuMemAlloc", JCudaDriver.cuMemAlloc(pointer, bytes));
        use(0);
    }

    /** Fills the beginning with noise, up to 15 bytes less than asked for, and leaves the first device current. */
    void fill(long bytes, long seed) throws DriverException {
        use(device);
        ChecksumKernel kernel = new ChecksumKernel();
        kernel.write(new CUstream(), address(), bytes / Unit.BYTES, seed);
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
        return Handles.of(pointer);
    }

    void write(byte[] bytes) throws DriverException {
        DriverException.check("cuMemcpyHtoD", JCudaDriver.cuMemcpyHtoD(pointer, Pointer.to(bytes), bytes.length));
    }

    ByteBuffer read(int bytes) throws DriverException {
        byte[] array = new byte[bytes];
        DriverException.check("cuMemcpyDtoH", JCudaDriver.cuMemcpyDtoH(Pointer.to(array), pointer, bytes));
        return ByteBuffer.wrap(array).order(ByteOrder.LITTLE_ENDIAN);
    }

    void clear(long bytes) throws DriverException {
        DriverException.check("cuMemsetD8", JCudaDriver.cuMemsetD8(pointer, (byte) 0, bytes));
    }

    @Override
    public void close() throws DriverException {
        DriverException.check("cuMemFree", JCudaDriver.cuMemFree(pointer));
    }
}
