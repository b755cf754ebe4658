package dev.rollcall.ranks;

import static jcuda.driver.JCudaDriver.*;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import jcuda.Pointer;
import jcuda.driver.CUcontext;
import jcuda.driver.CUdevice;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUfunction;
import jcuda.driver.CUmodule;
import jcuda.driver.CUstream;

/** Prints the microseconds that the calling thread needs for the launch of a kernel with one pointer: the median of many rounds. */
public final class GpuLaunchCost {
    private static final String KERNEL = """
            .version 7.0
            .target sm_75
            .address_size 64
            .visible .entry nothing(.param .u64 memory)
            {
            ret;
            }
            """;

    private static final int WARM_ROUNDS = 100;
    private static final int ROUNDS = 100;

    /** Few enough that the stream takes them all without making the thread wait. */
    private static final int LAUNCHES = 500;

    private GpuLaunchCost() {}

    /** Launches into one stream of the first GPU. */
    public static void main(String[] args) {
        setExceptionsEnabled(true);
        cuInit(0);
        CUdevice device = new CUdevice();
        cuDeviceGet(device, 0);
        CUcontext context = new CUcontext();
        cuDevicePrimaryCtxRetain(context, device);
        cuCtxSetCurrent(context);
        CUmodule module = new CUmodule();
        byte[] text = KERNEL.getBytes(StandardCharsets.US_ASCII);
        cuModuleLoadData(module, Arrays.copyOf(text, text.length + 1));
        CUfunction function = new CUfunction();
        cuModuleGetFunction(function, module, "nothing");
        CUstream stream = new CUstream();
        cuStreamCreate(stream, 1);
        CUdeviceptr memory = new CUdeviceptr();
        cuMemAlloc(memory, 1 << 20);
        Pointer arguments = Pointer.to(Pointer.to(memory));
        double[] micros = new double[ROUNDS];
        for (int round = -WARM_ROUNDS; round < ROUNDS; round++) {
            long start = System.nanoTime();
            for (int i = 0; i < LAUNCHES; i++) {
                cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, stream, arguments, null);
            }
            micros[Math.max(0, round)] = (System.nanoTime() - start) / 1e3 / LAUNCHES;
            cuStreamSynchronize(stream);
        }
        Arrays.sort(micros);
        System.out.printf("%.2f%n", micros[ROUNDS / 2]);
    }
}
