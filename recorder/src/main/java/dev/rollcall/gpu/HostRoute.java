package dev.rollcall.gpu;

import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import jcuda.Pointer;
import jcuda.driver.CUDA_MEMCPY2D;
import jcuda.driver.CUmemorytype;
import jcuda.driver.CUstream;
import jcuda.driver.JCudaDriver;

/** Copies through memory of the agent's on the host, piece by piece, and waits for each. Thread-safe. */
final class HostRoute {
    private static final long PIECE = 16L << 20;
    private static final int PAGE = 4096;
    private static final int PORTABLE = 1;

    /** All of it, for good: the driver is never told to let go of it, for the context may have ended. */
    private static final Queue<ByteBuffer> KEPT = new ConcurrentLinkedQueue<>();

    private final ByteBuffer room =
            ByteBuffer.allocateDirect((int) PIECE + PAGE).alignedSlice(PAGE);
    private final Pointer staging = Pointer.to(room);

    /** Takes the memory through which all goes, Java's own, which no context takes along; some context must be current. */
    HostRoute() throws DriverException {
        DriverCalls.register(staging, PIECE, PORTABLE);
        KEPT.add(room);
    }

    /** Copies what the copy was to copy, after all that its stream has before; returns when it is done. */
    void copy(CopyVerification begun) throws DriverException {
        // Not within the lock: this stream may wait for what another thread does after a copy of its own.
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
            overRows(host, plane, row, x, width, rows, false);
            return;
        }
        DeviceSideChecksums device = (DeviceSideChecksums) from;
        CUDA_MEMCPY2D piece = piece(width, rows);
        piece.srcMemoryType = CUmemorytype.CU_MEMORYTYPE_DEVICE;
        piece.srcDevice = JCudaHandles.pointer(device.region().at(plane, row) + x);
        piece.srcPitch = pitch(device, width);
        piece.dstMemoryType = CUmemorytype.CU_MEMORYTYPE_HOST;
        piece.dstHost = staging;
        piece.dstPitch = width;
        make(device, piece);
    }

    private void fromHost(SideChecksums to, int plane, int row, long x, long width, int rows) throws DriverException {
        if (to instanceof HostSideChecksums host) {
            overRows(host, plane, row, x, width, rows, true);
            return;
        }
        DeviceSideChecksums device = (DeviceSideChecksums) to;
        CUDA_MEMCPY2D piece = piece(width, rows);
        piece.dstMemoryType = CUmemorytype.CU_MEMORYTYPE_DEVICE;
        piece.dstDevice = JCudaHandles.pointer(device.region().at(plane, row) + x);
        piece.dstPitch = pitch(device, width);
        piece.srcMemoryType = CUmemorytype.CU_MEMORYTYPE_HOST;
        piece.srcHost = staging;
        piece.srcPitch = width;
        make(device, piece);
    }

    /** Moves rows between memory that the host reads and the staging memory. */
    private void overRows(HostSideChecksums host, int plane, int row, long x, long width, int rows, boolean write) {
        HostBytes memory = host.memory();
        for (int each = 0; each < rows; each++) {
            for (long done = 0; done < width; done += HostBytes.most()) {
                long at = host.at(plane, row + each) + x + done;
                int length = (int) Math.min(HostBytes.most(), width - done);
                ByteBuffer piece = room.slice((int) (each * width + done), length);
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
            // All before the copy is over, and nothing in this stream ever waits for the application.
            CUstream free = side.context().free();
            DriverException.check("cuMemcpy2DAsync", JCudaDriver.cuMemcpy2DAsync(piece, free));
            DriverException.check("cuStreamSynchronize", JCudaDriver.cuStreamSynchronize(free));
        } finally {
            side.context().leave(entered);
        }
    }
}
