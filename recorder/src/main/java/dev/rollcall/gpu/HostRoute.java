package dev.rollcall.gpu;

import dev.rollcall.trace.CopyEvent;
import jcuda.Pointer;
import jcuda.driver.CUDA_MEMCPY2D;
import jcuda.driver.CUmemorytype;
import jcuda.driver.CUstream;
import jcuda.driver.JCudaDriver;

/** Copies between devices through the host's memory, piece by piece, and waits for each. Thread-safe. */
final class HostRoute {
    private static final long PIECE = 16L << 20;
    private static final int PORTABLE = 1;

    private final Pointer staging = new Pointer();

    /** Takes the memory through which all goes; some context must be current. */
    HostRoute() throws DriverException {
        DriverException.check("cuMemHostAlloc", JCudaDriver.cuMemHostAlloc(staging, PIECE, PORTABLE));
    }

    /** Copies what the copy was to copy, after all that its stream has before; returns when it is done. */
    synchronized void copy(CopyVerification begun) throws DriverException {
        CopyEvent copy = begun.copy();
        CUstream stream = Handles.stream(copy.stream());
        DriverException.check("cuStreamSynchronize", JCudaDriver.cuStreamSynchronize(stream));
        CopySide from = begun.source();
        CopySide to = begun.destination();
        CopyShape shape = from.shape();
        long width = Math.min(shape.rowBytes(), PIECE);
        int rows = shape.rows() == 1 ? 1 : (int) Math.max(1, Math.min(shape.rows(), PIECE / width));
        for (int plane = 0; plane < shape.planes(); plane++) {
            for (int row = 0; row < shape.rows(); row += rows) {
                for (long x = 0; x < shape.rowBytes(); x += width) {
                    long piece = Math.min(width, shape.rowBytes() - x);
                    int count = Math.min(rows, shape.rows() - row);
                    toHost(from, from.region().at(plane, row) + x, piece, count);
                    fromHost(to, to.region().at(plane, row) + x, piece, count);
                }
            }
        }
    }

    private void toHost(CopySide side, long address, long width, int rows) throws DriverException {
        CUDA_MEMCPY2D piece = piece(width, rows);
        piece.srcMemoryType = CUmemorytype.CU_MEMORYTYPE_DEVICE;
        piece.srcDevice = Handles.pointer(address);
        piece.srcPitch = pitch(side, width);
        piece.dstMemoryType = CUmemorytype.CU_MEMORYTYPE_HOST;
        piece.dstHost = staging;
        piece.dstPitch = width;
        make(side, piece);
    }

    private void fromHost(CopySide side, long address, long width, int rows) throws DriverException {
        CUDA_MEMCPY2D piece = piece(width, rows);
        piece.dstMemoryType = CUmemorytype.CU_MEMORYTYPE_DEVICE;
        piece.dstDevice = Handles.pointer(address);
        piece.dstPitch = pitch(side, width);
        piece.srcMemoryType = CUmemorytype.CU_MEMORYTYPE_HOST;
        piece.srcHost = staging;
        piece.srcPitch = width;
        make(side, piece);
    }

    private static CUDA_MEMCPY2D piece(long width, int rows) {
        CUDA_MEMCPY2D piece = new CUDA_MEMCPY2D();
        piece.WidthInBytes = width;
        piece.Height = rows;
        return piece;
    }

    private static long pitch(CopySide side, long width) {
        return side.shape().rows() == 1 ? width : side.region().rowPitch();
    }

    private static void make(CopySide side, CUDA_MEMCPY2D piece) throws DriverException {
        side.context().push();
        try {
            DriverException.check("cuMemcpy2DAsync", JCudaDriver.cuMemcpy2DAsync(piece, side.lane()));
            DriverException.check("cuStreamSynchronize", JCudaDriver.cuStreamSynchronize(side.lane()));
        } finally {
            side.context().pop();
        }
    }
}
