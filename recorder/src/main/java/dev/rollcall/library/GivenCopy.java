package dev.rollcall.library;

/** What the application passed to one copy, by role; null or -1 where the method has no such parameter. For one thread. */
public final class GivenCopy {
    /** Where the copy writes. */
    public Object destination;

    /** What it reads. */
    public Object source;

    /** The destination's device. */
    public Object destinationDevice;

    /** The source's device. */
    public Object sourceDevice;

    /** The library's object of all arguments. */
    public Object options;

    /** The stream. */
    public Object stream;

    /** Bytes of a row. */
    public long bytes = -1;

    /** How many rows. */
    public long rows = -1;

    /** Distance of two rows of the destination in bytes. */
    public long destinationPitch = -1;

    /** Distance of two rows of the source in bytes. */
    public long sourcePitch = -1;

    /** From where to where, as CUDA's runtime numbers it. */
    public long direction = -1;
}
