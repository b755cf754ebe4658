package dev.rollcall.ranks;

import java.util.Arrays;
import jcuda.Pointer;
import jcuda.runtime.JCuda;
import jcuda.runtime.cudaStream_t;

/** Prints the median time of peer copies from the first GPU to the second: bytes, then microseconds. */
public final class GpuCopyCost {
    private static final long LEAST = 4 << 10;
    private static final long MOST = 4L << 30;
    private static final int ROUNDS = 9;
    private static final long ROUND_BYTES = 8L << 30;

    private GpuCopyCost() {}

    private static Pointer memory(int device) {
        JCuda.cudaSetDevice(device);
        JCuda.cudaDeviceEnablePeerAccess(1 - device, 0);
        Pointer memory = new Pointer();
        JCuda.cudaMalloc(memory, MOST);
        JCuda.cudaMemset(memory, 1 + device, MOST);
        return memory;
    }

    /** Runs one rank. */
    public static void main(String[] args) {
        JCuda.setExceptionsEnabled(true);
        int[] gpus = new int[1];
        JCuda.cudaGetDeviceCount(gpus);
        if (gpus[0] < 2) {
            System.out.println("skipped: needs 2 GPUs");
            return;
        }
        Pointer to = memory(1);
        Pointer from = memory(0);
        cudaStream_t stream = new cudaStream_t();
        JCuda.cudaStreamCreate(stream);
        for (long bytes = LEAST; bytes <= MOST; bytes *= 4) {
            int copies = (int) Math.max(2, Math.min(500, ROUND_BYTES / bytes));
            double[] micros = new double[ROUNDS];
            for (int round = -2; round < ROUNDS; round++) {
                JCuda.cudaDeviceSynchronize();
                long start = System.nanoTime();
                for (int i = 0; i < copies; i++) {
                    JCuda.cudaMemcpyPeerAsync(to, 1, from, 0, bytes, stream);
                }
                JCuda.cudaStreamSynchronize(stream);
                micros[Math.max(0, round)] = (System.nanoTime() - start) / 1e3 / copies;
            }
            Arrays.sort(micros);
            System.out.println(bytes + " " + micros[ROUNDS / 2]);
        }
    }
}
