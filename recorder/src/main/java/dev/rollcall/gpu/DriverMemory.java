package dev.rollcall.gpu;

import java.util.function.LongFunction;

/**
 * An allocation or registration of memory, as the driver knows it. Immutable and thread-safe.
 *
 * @param start where it begins; 0 where the driver does not say
 * @param size its bytes; 0 where the driver does not say
 * @param device ordinal of the device that holds it; {@link #HOST} for the host's
 * @param context handle of the context that it belongs to; 0 for memory of a pool, which belongs to none
 * @param mapped what to add to an address of the host for the address that devices use
 * @param pinned whether it is the host's and devices can read it
 * @param slow whether the host reads it many times slower than other memory
 * @param managed whether it migrates between the host and devices
 */
public record DriverMemory(
        long start, long size, int device, long context, long mapped, boolean pinned, boolean slow, boolean managed) {

    /** The device ordinal that stands for the host. */
    static final int HOST = -1;

    /** Memory that the driver does not know. */
    static final DriverMemory UNKNOWN = new DriverMemory(0, 0, HOST, 0, 0, false, false, false);

    /** Twice the number of parts of a gigabyte that was mapped in the smallest parts. */
    private static final int MAX_PARTS = 1024;

    /** Returns whether a device holds it. */
    public boolean onDevice() {
        return device != HOST;
    }

    /** Returns whether it is memory of the same kind and place, as are parts that were mapped side by side. */
    boolean sameKind(DriverMemory other) {
        return device == other.device && pinned == other.pinned && managed == other.managed && (onDevice() || pinned);
    }

    /**
     * Returns whether bytes from an address on are all in it, or in memory of the same kind that follows without a gap.
     *
     * @param lookup finds the memory of an address
     */
    boolean covers(long address, long bytes, LongFunction<DriverMemory> lookup) {
        long end = address + bytes;
        if (bytes < 1 || end < address) {
            return false;
        }
        DriverMemory part = this;
        long at = address;
        for (int parts = 0; parts < MAX_PARTS && part.holds(at, 1); parts++) {
            at = part.start + part.size;
            if (end <= at) {
                return true;
            }
            part = lookup.apply(at);
            if (!part.sameKind(this)) {
                return false;
            }
        }
        return false;
    }

    /** Returns whether bytes from an address on are all in it. */
    boolean holds(long address, long bytes) {
        long offset = address - start;
        return size > 0 && offset >= 0 && offset < size && bytes <= size - offset;
    }
}
