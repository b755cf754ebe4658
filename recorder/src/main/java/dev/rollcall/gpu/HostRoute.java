package dev.rollcall.gpu;

import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import jcuda.Pointer;
import jcuda.driver.CUDA_MEMCPY2D;
import jcuda.driver.CUmemorytype;
import jcuda.driver.CUstream;
import jcuda.driver.JCudaDriver;

/** Copies through memory of the agent on the host, piece by piece, and waits for each piece. Thread-safe. */
final class HostRoute {
    private static final long PIECE = 16L << 20;
    private static final int PAGE = 4096;
    private static final int PORTABLE = 1;

    /** Keeps the memory for good. It is never unregistered, because the context may have ended by then. */
    private static final Queue<ByteBuffer> KEPT = new ConcurrentLinkedQueue<>();

    private final ByteBuffer staging =
            ByteBuffer.allocateDirect((int) PIECE + PAGE).alignedSlice(PAGE);
    private final Pointer pointer = Pointer.to(staging);

    /** Allocates the memory on the Java side, so that no context frees it; some context must be current. */
    HostRoute() throws DriverException {
        DriverCalls.register(pointer, PIECE, PORTABLE);
        KEPT.add(staging);
    }

    /** Makes a copy after everything that its stream has enqueued; returns when it is complete. */
    void copy(CopyVerification begun) throws DriverException {
        // Outside the lock: this stream may wait for what another thread enqueues after its own copy here.
        CUstream stream = JCudaHandles.stream(begun.copy().stream());
        DriverException.check("cuStreamSynchronize", JCudaDriver.cuStreamSynchronize(stream));
        move(begun);
    }

    private synchronized void move(CopyVerification begun) throws DriverException {
        SideChecksums from = begun.source();
        SideChecksums to = begun.destination();
        CopyShape shape = from.shape();
        long width = Math.min(shape.rowBytes(), PIECE);
        int rows = shape.rows() == 1 ? 1 : (int) Math.max(1, Math.min(shape.rows(), PIECE / width));
        for (int plane = 0; plane < shape.planes(); plane++) {
            for (int row = 0; row < shape.rows(); row += rows) {
                for (long x = 0; x < shape.rowBytes(); x += width) {
                    long piece = Math.min(width, shape.rowBytes() - x);
                    int count = Math.min(rows, shape.rows() - row);
                    toHost(from, plane, row, x, piece, count);
                    fromHost(to, plane, row, x, piece, count);
                }
            }
        }
    }

    private void toHost(SideChecksums from, int plane, int row, long x, long width, int rows) throws DriverException {
        if (from instanceof HostSideChecksums host) {
            moveRows(host, plane, row, x, width, rows, false);
            return;
        }
        DeviceSideChecksums device = (DeviceSideChecksums) from;
        CUDA_MEMCPY2D piece = piece(width, rows);
        piece.srcMemoryType = CUmemorytype.CU_MEMORYTYPE_DEVICE;
        piece.srcDevice = JCudaHandles.pointer(device.region().at(plane, row) + x);
        piece.srcPitch = pitch(device, width);
        piece.dstMemoryType = CUmemorytype.CU_MEMORYTYPE_HOST;
        piece.dstHost = pointer;
        piece.dstPitch = width;
        make(device, piece);
    }

    private void fromHost(SideChecksums to, int plane, int row, long x, long width, int rows) throws DriverException {
        if (to instanceof HostSideChecksums host) {
            moveRows(host, plane, row, x, width, rows, true);
            return;
        }
        DeviceSideChecksums device = (DeviceSideChecksums) to;
        CUDA_MEMCPY2D piece = piece(width, rows);
        piece.dstMemoryType = CUmemorytype.CU_MEMORYTYPE_DEVICE;
        piece.dstDevice = JCudaHandles.pointer(device.region().at(plane, row) + x);
        piece.dstPitch = pitch(device, width);
        piece.srcMemoryType = CUmemorytype.CU_MEMORYTYPE_HOST;
        piece.srcHost = pointer;
        piece.srcPitch = width;
        make(device, piece);
    }

    /** Moves rows between the host's memory of a side and the staging memory. */
    private void moveRows(HostSideChecksums host, int plane, int row, long x, long width, int rows, boolean write) {
        HostBytes memory = host.memory();
        for (int i = 0; i < rows; i++) {
            for (long done = 0; done < width; done += HostBytes.maxLength()) {
                long at = host.at(plane, row + i) + x + done;
                int length = (int) Math.min(HostBytes.maxLength(), width - done);
                ByteBuffer piece = staging.slice((int) (i * width + done), length);
                if (write) {
                    memory.write(at, piece);
                } else {
                    piece.put(memory.read(at, length));
                }
            }
        }
    }

    private static CUDA_MEMCPY2D piece(long width, int rows) {
        CUDA_MEMCPY2D piece = new CUDA_MEMCPY2D();
        piece.WidthInBytes = width;
        piece.Height = rows;
        return piece;
    }

    private static long pitch(DeviceSideChecksums side, long width) {
        return side.shape().rows() == 1 ? width : side.region().rowPitch();
    }

    private static void make(DeviceSideChecksums side, CUDA_MEMCPY2D piece) throws DriverException {
        boolean entered = side.context().enter();
        try {
            // The copy's stream is empty by now, and this one never waits for the application.
            CUstream stream = side.context().independentStream();
            DriverException.check("cuMemcpy2DAsync", JCudaDriver.cuMemcpy2DAsync(piece, stream));
            DriverException.check("cuStreamSynchronize", JCudaDriver.cuStreamSynchronize(stream));
        } finally {
            side.context().leave(entered);
        }
    }
}
