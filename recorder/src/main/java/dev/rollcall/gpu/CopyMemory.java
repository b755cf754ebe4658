package dev.rollcall.gpu;

/**
 * The memory of one side of a copy, as far as it is known.
 *
 * @param known what the driver knows about it
 * @param base what to add to the addresses of the copy: 0, or the address of a Java buffer, which the application does not give
 * @param bytes the same memory for reading on the host; null where the host cannot read it
 */
public record CopyMemory(DriverMemory known, long base, HostBytes bytes) {

    /** Returns memory that the host cannot read. */
    public static CopyMemory withoutHostBytes(DriverMemory known) {
        return new CopyMemory(known, 0, null);
    }
}
