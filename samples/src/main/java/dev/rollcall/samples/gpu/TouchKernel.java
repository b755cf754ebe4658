package dev.rollcall.samples.gpu;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import jcuda.driver.CUcontext;
import jcuda.driver.CUdevice;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUfunction;
import jcuda.driver.CUmodule;
import jcuda.driver.CUstream;
import jcuda.driver.JCudaDriver;

/** A GPU with a stream, some memory, and a kernel that writes to the first words of a memory. For one thread. */
final class TouchKernel {
    /** The bytes of the memory. */
    static final long BYTES = 1 << 20;

    /** The threads that write a word each. */
    static final int THREADS = 32;

    private static final String PTX = """
            .version 7.0
            .target sm_75
            .address_size 64
            .visible .entry touch(.param .u64 memory)
            {
            .reg .b64 %rd<5>;
            .reg .b32 %r<2>;
            ld.param.u64 %rd1, [memory];
            cvta.to.global.u64 %rd2, %rd1;
            mov.u32 %r1, %tid.x;
            mul.wide.u32 %rd3, %r1, 4;
            add.s64 %rd4, %rd2, %rd3;
            st.global.u32 [%rd4], %r1;
            ret;
            }
            """;

    final CUcontext context = new CUcontext();
    final CUstream stream = new CUstream();
    final CUdeviceptr memory = new CUdeviceptr();
    final CUfunction function = new CUfunction();

    /** Opens a GPU, whose context is current afterwards. */
    TouchKernel(int ordinal) {
        CUdevice device = new CUdevice();
        JCudaDriver.cuDeviceGet(device, ordinal);
        JCudaDriver.cuDevicePrimaryCtxRetain(context, device);
        use();
        JCudaDriver.cuStreamCreate(stream, 1);
        JCudaDriver.cuMemAlloc(memory, BYTES);
        CUmodule module = new CUmodule();
        byte[] text = PTX.getBytes(StandardCharsets.US_ASCII);
        JCudaDriver.cuModuleLoadData(module, Arrays.copyOf(text, text.length + 1));
        JCudaDriver.cuModuleGetFunction(function, module, "touch");
    }

    /** Makes the GPU's context current. */
    void use() {
        JCudaDriver.cuCtxSetCurrent(context);
    }

    /** Returns the number of GPUs, 0 without a driver; opens the driver, whose errors are exceptions from then on. */
    static int gpus() {
        int[] count = new int[1];
        try {
            if (JCudaDriver.cuInit(0) != 0 || JCudaDriver.cuDeviceGetCount(count) != 0) {
                return 0;
            }
        } catch (UnsatisfiedLinkError noDriver) {
            return 0;
        }
        JCudaDriver.setExceptionsEnabled(true);
        return count[0];
    }
}
