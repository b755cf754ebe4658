package dev.rollcall.gpu;

import java.util.function.LongFunction;

/**
 * Memory as the driver knows it. Immutable and thread-safe.
 *
 * @param start where what was allocated or registered begins; 0 where the driver does not tell
 * @param size how many bytes that has
 * @param device ordinal of the device that holds it; {@link #HOST} for the host's
 * @param context handle of the context to which it belongs; 0 for memory of a pool, which has none
 * @param mapped distance from an address to that by which devices read it; of the host's memory
 * @param pinned whether it is the host's, and devices can read it
 * @param slow whether the host reads it, but many times slower than other memory
 * @param managed whether it migrates between the host and devices
 */
public record DriverMemory(
        long start, long size, int device, long context, long mapped, boolean pinned, boolean slow, boolean managed) {

    /** Stands for the host in the place of a device. */
    static final int HOST = -1;

    /** What the driver knows nothing of. */
    static final DriverMemory UNKNOWN = new DriverMemory(0, 0, HOST, 0, 0, false, false, false);

    /** As many as a gigabyte has that was mapped in the smallest parts, twice. */
    private static final int MOST_PARTS = 1024;

    /** Returns whether a device holds it. */
    public boolean onDevice() {
        return device != HOST;
    }

    /** Returns whether it is where another memory is, as parts are that were mapped side by side. */
    boolean alike(DriverMemory other) {
        return device == other.device && pinned == other.pinned && managed == other.managed && (onDevice() || pinned);
    }

    /**
     * Returns whether bytes from an address on are all in it, or in memory like it that follows without a hole.
     *
     * @param known tells what memory an address belongs to
     */
    boolean covers(long address, long bytes, LongFunction<DriverMemory> known) {
        long end = address + bytes;
        if (bytes < 1 || end < address) {
            return false;
        }
        DriverMemory part = this;
        long at = address;
        for (int parts = 0; parts < MOST_PARTS && part.holds(at, 1); parts++) {
            at = part.start + part.size;
            if (end <= at) {
                return true;
            }
            part = known.apply(at);
            if (!part.alike(this)) {
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
