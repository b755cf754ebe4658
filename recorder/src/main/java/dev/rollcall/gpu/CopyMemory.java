package dev.rollcall.gpu;

/**
 * The memory of one side of a copy, as far as it is known.
 *
 * @param known what the driver knows of it
 * @param base what to add to addresses of the copy: 0, or for a buffer of Java's, whose address the application does not give, where
 *     it is
 * @param bytes how the host reads it; null where it cannot
 */
public record CopyMemory(DriverMemory known, long base, HostBytes bytes) {

    /** Returns memory that the host does not read. */
    public static CopyMemory of(DriverMemory known) {
        return new CopyMemory(known, 0, null);
    }
}
