package dev.rollcall.ranks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import jcuda.Pointer;
import jcuda.runtime.JCuda;
import jcuda.runtime.cudaMemcpyKind;

/** A source on the first GPU and a destination on the second, or on the first where there is no other. */
final class GpuBuffers {
    /** Not a multiple of any block size. */
    static final int BYTES = 3_000_017;

    final int from = 0;
    final int to;
    final Pointer source = new Pointer();
    final Pointer destination = new Pointer();
    private final Random random = new Random(4036);

    GpuBuffers() {
        int[] count = new int[1];
        JCuda.cudaGetDeviceCount(count);
        to = count[0] > 1 ? 1 : 0;
        JCuda.cudaSetDevice(to);
        JCuda.cudaMalloc(destination, BYTES);
        JCuda.cudaSetDevice(from);
        JCuda.cudaMalloc(source, BYTES);
    }

    /** Fills both sides with different numbers. */
    void fill() {
        fill(source);
        fill(destination);
    }

    private void fill(Pointer memory) {
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        fault("none");
        JCuda.cudaMemcpy(memory, Pointer.to(bytes), BYTES, cudaMemcpyKind.cudaMemcpyHostToDevice);
    }

    /** Corrupts copies between devices from now on. */
    static void fault(String what) {
        try {
            Files.writeString(Path.of(System.getenv("ROLLCALL_FAULTS")), what);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
