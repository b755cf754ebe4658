package dev.rollcall.ranks;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntSupplier;
import jcuda.NativePointerObject;
import jcuda.Pointer;
import jcuda.driver.CUDA_MEMCPY2D;
import jcuda.driver.CUDA_MEMCPY3D;
import jcuda.driver.CUDA_MEMCPY3D_PEER;
import jcuda.driver.CUcontext;
import jcuda.driver.CUdevice;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUmemorytype;
import jcuda.driver.CUstream;
import jcuda.driver.JCudaDriver;
import jcuda.runtime.JCuda;
import jcuda.runtime.cudaExtent;
import jcuda.runtime.cudaMemcpy3DParms;
import jcuda.runtime.cudaMemcpy3DPeerParms;
import jcuda.runtime.cudaMemcpyKind;
import jcuda.runtime.cudaPitchedPtr;
import jcuda.runtime.cudaPos;
import jcuda.runtime.cudaStream_t;

/** Copies between devices through every method of JCuda, with every fault, and prints the copies. */
public final class GpuCopies {
    private static final int BETWEEN = cudaMemcpyKind.cudaMemcpyDeviceToDevice;
    private static final long WIDTH = 1000;
    private static final long PITCH = 1024;
    private static final long ROWS = 100;
    private static final String[] LINEAR = {"none", "zero", "skip", "truncate", "permute", "flip"};
    private static final String[] BOX = {"none", "skip"};

    private final GpuBuffers buffers = new GpuBuffers();
    private final cudaStream_t stream = new cudaStream_t();
    private final Map<String, IntSupplier> linear = new LinkedHashMap<>();
    private final Map<String, IntSupplier> boxes = new LinkedHashMap<>();

    private GpuCopies() {
        JCuda.cudaStreamCreate(stream);
        long bytes = GpuBuffers.BYTES;
        Pointer to = buffers.destination;
        Pointer from = buffers.source;
        linear.put("cudaMemcpy", () -> JCuda.cudaMemcpy(to, from, bytes, BETWEEN));
        linear.put("cudaMemcpyAsync", () -> JCuda.cudaMemcpyAsync(to, from, bytes, BETWEEN, stream));
        linear.put("cudaMemcpyPeer", () -> JCuda.cudaMemcpyPeer(to, buffers.to, from, buffers.from, bytes));
        linear.put(
                "cudaMemcpyPeerAsync",
                () -> JCuda.cudaMemcpyPeerAsync(to, buffers.to, from, buffers.from, bytes, stream));
        boxes.put("cudaMemcpy2D", () -> JCuda.cudaMemcpy2D(to, PITCH, from, PITCH, WIDTH, ROWS, BETWEEN));
        boxes.put(
                "cudaMemcpy2DAsync",
                () -> JCuda.cudaMemcpy2DAsync(to, PITCH, from, PITCH, WIDTH, ROWS, BETWEEN, stream));
        boxes.put("cudaMemcpy3D", () -> JCuda.cudaMemcpy3D(runtimeBox()));
        boxes.put("cudaMemcpy3DAsync", () -> JCuda.cudaMemcpy3DAsync(runtimeBox(), stream));
        boxes.put("cudaMemcpy3DPeer", () -> JCuda.cudaMemcpy3DPeer(peerBox()));
        boxes.put("cudaMemcpy3DPeerAsync", () -> JCuda.cudaMemcpy3DPeerAsync(peerBox(), stream));
        addDriver(driver(to), driver(from), new CUstream(stream));
    }

    private void addDriver(CUdeviceptr to, CUdeviceptr from, CUstream async) {
        long bytes = GpuBuffers.BYTES;
        CUcontext there = context(buffers.to);
        CUcontext here = context(buffers.from);
        linear.put("cuMemcpy", () -> JCudaDriver.cuMemcpy(to, from, bytes));
        linear.put("cuMemcpyAsync", () -> JCudaDriver.cuMemcpyAsync(to, from, bytes, async));
        linear.put("cuMemcpyPeer", () -> JCudaDriver.cuMemcpyPeer(to, there, from, here, bytes));
        linear.put("cuMemcpyPeerAsync", () -> JCudaDriver.cuMemcpyPeerAsync(to, there, from, here, bytes, async));
        linear.put("cuMemcpyDtoD", () -> JCudaDriver.cuMemcpyDtoD(to, from, bytes));
        linear.put("cuMemcpyDtoDAsync", () -> JCudaDriver.cuMemcpyDtoDAsync(to, from, bytes, async));
        CUDA_MEMCPY2D plane = new CUDA_MEMCPY2D();
        plane.srcMemoryType = CUmemorytype.CU_MEMORYTYPE_DEVICE;
        plane.srcDevice = from;
        plane.srcPitch = PITCH;
        plane.srcXInBytes = 16;
        plane.dstMemoryType = CUmemorytype.CU_MEMORYTYPE_DEVICE;
        plane.dstDevice = to;
        plane.dstPitch = 2 * PITCH;
        plane.dstY = 3;
        plane.WidthInBytes = WIDTH;
        plane.Height = ROWS;
        boxes.put("cuMemcpy2D", () -> JCudaDriver.cuMemcpy2D(plane));
        boxes.put("cuMemcpy2DUnaligned", () -> JCudaDriver.cuMemcpy2DUnaligned(plane));
        boxes.put("cuMemcpy2DAsync", () -> JCudaDriver.cuMemcpy2DAsync(plane, async));
        CUDA_MEMCPY3D box = new CUDA_MEMCPY3D();
        box.srcMemoryType = CUmemorytype.CU_MEMORYTYPE_DEVICE;
        box.srcDevice = from;
        box.srcPitch = PITCH;
        box.srcHeight = 2 * ROWS;
        box.srcZ = 1;
        box.dstMemoryType = CUmemorytype.CU_MEMORYTYPE_DEVICE;
        box.dstDevice = to;
        box.dstPitch = PITCH;
        box.dstHeight = ROWS;
        box.WidthInBytes = WIDTH;
        box.Height = ROWS;
        box.Depth = 3;
        boxes.put("cuMemcpy3D", () -> JCudaDriver.cuMemcpy3D(box));
        boxes.put("cuMemcpy3DAsync", () -> JCudaDriver.cuMemcpy3DAsync(box, async));
        CUDA_MEMCPY3D_PEER peer = new CUDA_MEMCPY3D_PEER();
        peer.srcMemoryType = CUmemorytype.CU_MEMORYTYPE_DEVICE;
        peer.srcDevice = from;
        peer.srcContext = here;
        peer.srcPitch = PITCH;
        peer.srcHeight = ROWS;
        peer.dstMemoryType = CUmemorytype.CU_MEMORYTYPE_DEVICE;
        peer.dstDevice = to;
        peer.dstContext = there;
        peer.dstPitch = PITCH;
        peer.dstHeight = ROWS;
        peer.WidthInBytes = WIDTH;
        peer.Height = ROWS;
        peer.Depth = 2;
        boxes.put("cuMemcpy3DPeer", () -> JCudaDriver.cuMemcpy3DPeer(peer));
        boxes.put("cuMemcpy3DPeerAsync", () -> JCudaDriver.cuMemcpy3DPeerAsync(peer, async));
    }

    private static CUcontext context(int ordinal) {
        CUdevice device = new CUdevice();
        JCudaDriver.cuDeviceGet(device, ordinal);
        CUcontext context = new CUcontext();
        JCudaDriver.cuDevicePrimaryCtxRetain(context, device);
        return context;
    }

    /** Returns the driver's pointer to the runtime's memory. */
    private static CUdeviceptr driver(Pointer memory) {
        try {
            MethodHandles.Lookup lookup =
                    MethodHandles.privateLookupIn(NativePointerObject.class, MethodHandles.lookup());
            VarHandle address = lookup.findVarHandle(NativePointerObject.class, "nativePointer", long.class);
            return new CUdeviceptr().withByteOffset((long) address.get(memory));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private cudaPitchedPtr pitched(Pointer memory) {
        cudaPitchedPtr pitched = new cudaPitchedPtr();
        pitched.ptr = memory;
        pitched.pitch = PITCH;
        pitched.xsize = WIDTH;
        pitched.ysize = ROWS;
        return pitched;
    }

    private cudaMemcpy3DParms runtimeBox() {
        cudaMemcpy3DParms box = new cudaMemcpy3DParms();
        box.srcPtr = pitched(buffers.source);
        box.dstPtr = pitched(buffers.destination);
        box.srcPos = new cudaPos(0, 0, 0);
        box.dstPos = new cudaPos(0, 0, 0);
        box.extent = new cudaExtent(WIDTH, ROWS, 2L);
        box.kind = BETWEEN;
        return box;
    }

    private cudaMemcpy3DPeerParms peerBox() {
        cudaMemcpy3DPeerParms box = new cudaMemcpy3DPeerParms();
        box.srcPtr = pitched(buffers.source);
        box.srcDevice = buffers.from;
        box.dstPtr = pitched(buffers.destination);
        box.dstDevice = buffers.to;
        box.srcPos = new cudaPos(0, 0, 0);
        box.dstPos = new cudaPos(0, 0, 0);
        box.extent = new cudaExtent(WIDTH, ROWS, 2L);
        return box;
    }

    private void make(Map<String, IntSupplier> methods, String... faults) {
        for (Map.Entry<String, IntSupplier> method : methods.entrySet()) {
            for (String fault : faults) {
                buffers.fill();
                JCuda.cudaDeviceSynchronize();
                GpuBuffers.fault(fault);
                int result = method.getValue().getAsInt();
                JCuda.cudaDeviceSynchronize();
                System.out.println(method.getKey() + " " + fault + " " + result);
            }
        }
    }

    /** Runs one rank. */
    public static void main(String[] args) {
        JCuda.setExceptionsEnabled(args.length > 0);
        JCudaDriver.setExceptionsEnabled(args.length > 0);
        GpuCopies copies = new GpuCopies();
        copies.make(copies.linear, LINEAR);
        copies.make(copies.boxes, BOX);
        System.out.println("last error " + JCuda.cudaGetLastError());
    }
}
