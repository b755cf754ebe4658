package dev.rollcall.ranks;

import org.bytedeco.cuda.cudart.CUstream_st;
import org.bytedeco.cuda.cudart.cudaExtent;
import org.bytedeco.cuda.cudart.cudaMemcpy3DPeerParms;
import org.bytedeco.cuda.global.cudart;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Pointer;

/** Copies through each kind of method of JavaCPP's presets, with faults, and prints the copies. */
public final class GpuCudartCopies {
    private static final int BYTES = 1_000_003;

    private GpuCudartCopies() {}

    private static Pointer memory(int device) {
        cudart.cudaSetDevice(device);
        Pointer memory = new Pointer();
        cudart.cudaMalloc(memory, BYTES);
        try (BytePointer bytes = new BytePointer(BYTES)) {
            for (int i = 0; i < BYTES; i++) {
                bytes.put(i, (byte) (i * 31 + device + 1 ^ i >> 8));
            }
            cudart.cudaMemcpy(memory, bytes, BYTES, cudart.cudaMemcpyHostToDevice);
        }
        return memory;
    }

    /** Runs one rank. */
    public static void main(String[] args) {
        GpuBuffers.fault("none");
        int[] count = new int[1];
        cudart.cudaGetDeviceCount(count);
        int there = count[0] > 1 ? 1 : 0;
        Pointer to = memory(there);
        Pointer from = memory(0);
        CUstream_st stream = new CUstream_st();
        cudart.cudaStreamCreate(stream);
        for (String fault : new String[] {"zero", "skip", "none"}) {
            // A skipped copy leaves the former content, which is not zero.
            cudart.cudaSetDevice(there);
            cudart.cudaMemset(to, 1, BYTES);
            cudart.cudaDeviceSynchronize();
            cudart.cudaSetDevice(0);
            GpuBuffers.fault(fault);
            int results = cudart.cudaMemcpyPeerAsync(to, there, from, 0, BYTES, stream);
            cudart.cudaDeviceSynchronize();
            System.out.println("cudaMemcpyPeerAsync " + fault + " " + results);
        }
        cudart.cudaSetDevice(there);
        cudart.cudaMemset(to, 1, BYTES);
        cudart.cudaSetDevice(0);
        GpuBuffers.fault("zero");
        int result = cudart.cuMemcpyDtoDAsync(to.address(), from.address(), BYTES, stream);
        cudart.cudaDeviceSynchronize();
        System.out.println("cuMemcpyDtoDAsync zero " + result);
        GpuBuffers.fault("none");
        cudaMemcpy3DPeerParms box = new cudaMemcpy3DPeerParms();
        box.srcDevice(0).dstDevice(there);
        box.srcPtr().ptr(from).pitch(1000).xsize(1000).ysize(100);
        box.dstPtr().ptr(to).pitch(1000).xsize(1000).ysize(100);
        box.extent(new cudaExtent().width(900).height(50).depth(2));
        result = cudart.cudaMemcpy3DPeerAsync(box, stream);
        cudart.cudaDeviceSynchronize();
        System.out.println("cudaMemcpy3DPeerAsync none " + result);
        System.out.println("last error " + cudart.cudaGetLastError());
    }
}
