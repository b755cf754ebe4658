package dev.rollcall.gpu;

/**
 * The memory of one side of a copy, as far as it is known.
 *
 * @param known the driver's allocation that holds it; all its values unknown where there is none
 * @param base what to add to the copy's recorded addresses to get real ones: 0 where these are real, the buffer's device address
 *     plus offset where the application passed a Java buffer and the record counts from 0
 * @param bytes the same memory for summing on the host; null where the host does not or must not read it
 */
public record CopyMemory(DriverMemory known, long base, HostBytes bytes) {

    /** Returns memory that only a device may sum. */
    public static CopyMemory withoutHostBytes(DriverMemory known) {
        return new CopyMemory(known, 0, null);
    }
}
