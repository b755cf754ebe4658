package dev.rollcall.gpu;

import dev.rollcall.trace.CopyEvent;
import dev.rollcall.trace.CopyVolume;

/**
 * Where the rows and planes of one side of a copy lie in memory. Immutable and thread-safe.
 *
 * @param address of the first byte
 * @param rowPitch distance of two rows in bytes; unused with one row
 * @param planePitch distance of two planes in bytes; unused with one plane
 */
record CopyRegion(long address, long rowPitch, long planePitch) {

    /** Returns the region that a copy reads. */
    static CopyRegion source(CopyEvent copy) {
        CopyVolume box = copy.volume();
        return box == null
                ? new CopyRegion(copy.sourcePointer(), copy.sourcePitch(), 0)
                : cut(
                        copy.sourcePointer(),
                        copy.sourcePitch(),
                        box.sourceHeight(),
                        box.sourceX(),
                        box.sourceY(),
                        box.sourceZ());
    }

    /** Returns the region that a copy writes. */
    static CopyRegion destination(CopyEvent copy) {
        CopyVolume box = copy.volume();
        return box == null
                ? new CopyRegion(copy.destinationPointer(), copy.destinationPitch(), 0)
                : cut(
                        copy.destinationPointer(),
                        copy.destinationPitch(),
                        box.destinationHeight(),
                        box.destinationX(),
                        box.destinationY(),
                        box.destinationZ());
    }

    private static CopyRegion cut(long address, long pitch, long height, long x, long y, long z) {
        return new CopyRegion(address + x + pitch * (y + height * z), pitch, pitch * height);
    }

    /** Returns this region at an address that is higher by some bytes. */
    CopyRegion shifted(long distance) {
        return distance == 0 ? this : new CopyRegion(address + distance, rowPitch, planePitch);
    }

    /** Returns the bytes from the first to the last, gaps included; -1 where that overflows or rows overlap. */
    long length(CopyShape shape) {
        if (shape.rows() > 1 && rowPitch < shape.rowBytes() || shape.planes() > 1 && planePitch < 0) {
            return -1;
        }
        try {
            long planes = Math.multiplyExact(shape.planes() - 1L, planePitch);
            long rows = Math.multiplyExact(shape.rows() - 1L, rowPitch);
            return Math.addExact(Math.addExact(planes, rows), shape.rowBytes());
        } catch (ArithmeticException e) {
            return -1;
        }
    }

    /** Returns the address of a row of a plane. */
    long at(int plane, int row) {
        return address + plane * planePitch + row * rowPitch;
    }

    /** Returns whether it is contiguous and begins at a multiple of 16, so that the faster kernel can read it. */
    boolean aligned(CopyShape shape) {
        boolean contiguous = shape.rows() == 1 && shape.planes() == 1 && shape.rowBytes() >= ChecksumUnit.BYTES;
        return contiguous && address % ChecksumUnit.BYTES == 0;
    }
}
