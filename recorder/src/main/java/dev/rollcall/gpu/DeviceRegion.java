package dev.rollcall.gpu;

/**
 * One side of a copy in a device's memory. Immutable and thread-safe.
 *
 * @param address of the first byte
 * @param rowPitch distance of two rows in bytes; of no meaning with one row
 * @param planePitch distance of two planes in bytes; of no meaning with one plane
 */
record DeviceRegion(long address, long rowPitch, long planePitch) {

    /** Returns a region of bytes in a row. */
    static DeviceRegion linear(long address) {
        return new DeviceRegion(address, 0, 0);
    }

    /** Returns whether the kernel for contiguous bytes can read it. */
    boolean aligned(CopyShape shape) {
        boolean contiguous = shape.rows() == 1 && shape.planes() == 1 && shape.rowBytes() >= Unit.BYTES;
        return contiguous && address % Unit.BYTES == 0;
    }
}
