package dev.rollcall.gpu;

import dev.rollcall.trace.CopyCheck;
import dev.rollcall.trace.CopyEvent;
import dev.rollcall.trace.CopyKind;
import dev.rollcall.trace.CopyPath;
import dev.rollcall.trace.CopyVerdict;
import dev.rollcall.trace.CopyVolume;
import java.util.Random;
import jcuda.Pointer;
import jcuda.driver.CUstream;
import jcuda.driver.JCudaDriver;

/** Copies between two buffers, with a fault of choice. For one test. */
final class FaultyCopies {
    private final TestMemory source;
    private final int sourceDevice;
    private final TestMemory destination;
    private final int destinationDevice;
    private final Random random;

    FaultyCopies(TestMemory source, int sourceDevice, TestMemory destination, int destinationDevice, Random random) {
        this.source = source;
        this.sourceDevice = sourceDevice;
        this.destination = destination;
        this.destinationDevice = destinationDevice;
        this.random = random;
    }

    /** Returns what a hook would report of a linear copy. */
    CopyEvent linear(long offset, long bytes, CUstream stream) {
        return event(offset, bytes, 1, 0, 0, null, stream);
    }

    /** Returns what a hook would report of a copy of rows. */
    CopyEvent event(
            long offset,
            long bytes,
            long rows,
            long sourcePitch,
            long destinationPitch,
            CopyVolume volume,
            CUstream stream) {
        return new CopyEvent(
                0,
                0,
                0,
                kind(),
                CopyPath.DIRECT,
                sourceDevice,
                destinationDevice,
                source.address() + offset,
                destination.address() + offset,
                bytes,
                rows,
                sourcePitch,
                destinationPitch,
                volume,
                JCudaHandles.of(stream),
                0,
                0,
                0,
                0,
                CopyCheck.NONE);
    }

    private CopyKind kind() {
        if (sourceDevice == TestMemory.HOST) {
            return CopyKind.HOST_TO_DEVICE;
        }
        if (destinationDevice == TestMemory.HOST) {
            return CopyKind.DEVICE_TO_HOST;
        }
        return sourceDevice == destinationDevice ? CopyKind.DEVICE_TO_DEVICE : CopyKind.PEER;
    }

    /** Makes a linear copy in the stream, so that its verification should end in the wanted verdict. */
    void make(CopyVerdict wanted, CopyEvent copy, CUstream stream) throws DriverException {
        long from = copy.sourcePointer();
        long to = copy.destinationPointer();
        long bytes = copy.bytes();
        switch (wanted) {
            case INTACT -> move(to, from, bytes, stream);
            case ZEROED -> {
                DriverException.check("cuStreamSynchronize", JCudaDriver.cuStreamSynchronize(stream));
                destination.clear(to, bytes);
            }
            case STALE -> {}
            case PARTIAL -> move(to, from, 1 + (long) (random.nextDouble() * (bytes - 1)), stream);
            case PERMUTED -> {
                long half = bytes / 8 * 4;
                move(to, from, bytes, stream);
                move(to, from + half, half, stream);
                move(to + half, from, half, stream);
            }
            case DAMAGED -> {
                move(to, from, bytes, stream);
                flip(to, bytes, stream);
            }
            case SOURCE_CHANGED -> {
                // A large source is summed during the copy; a change before that sum reads it would not count.
                TestMemory.settle();
                flip(from, bytes, stream);
                move(to, from, bytes, stream);
            }
            default -> throw new IllegalArgumentException(wanted.label());
        }
    }

    private void move(long to, long from, long bytes, CUstream stream) throws DriverException {
        DriverException.check(
                "cuMemcpyAsync",
                JCudaDriver.cuMemcpyAsync(JCudaHandles.pointer(to), JCudaHandles.pointer(from), bytes, stream));
    }

    /** Flips one bit of the first half: a wrong last byte alone could be one that never arrived. */
    private void flip(long address, long bytes, CUstream stream) throws DriverException {
        long at = address + (long) (random.nextDouble() * (bytes / 2));
        byte[] value = new byte[1];
        DriverException.check("cuCtxSynchronize", JCudaDriver.cuStreamSynchronize(stream));
        DriverException.check("cuMemcpyDtoH", JCudaDriver.cuMemcpyDtoH(Pointer.to(value), JCudaHandles.pointer(at), 1));
        value[0] ^= (byte) (1 << random.nextInt(8));
        DriverException.check("cuMemcpyHtoD", JCudaDriver.cuMemcpyHtoD(JCudaHandles.pointer(at), Pointer.to(value), 1));
    }
}
