package dev.rollcall.library;

/**
 * The arguments of one copy: the hook puts in what the application passed, and {@link CopyReader} resolves that. Not
 * thread-safe.
 */
public final class CopyArguments {
    /** Stands for a device that the arguments do not name. */
    public static final int UNKNOWN_DEVICE = -1;

    /** The source or the destination of the copy. */
    public static final class Side {
        /** The argument that points to the memory; null without one. */
        public Object given;

        /** The argument that names the device; null without one. */
        public Object deviceArgument;

        /** The address where the whole box begins; 0 where it is unknown, as for a Java array. */
        public long address;

        /** The ordinal of the device, {@link #UNKNOWN_DEVICE} where it is unknown. */
        public int device = UNKNOWN_DEVICE;

        /** Whether the memory is known to be the host's. */
        public boolean onHost;

        /** Whether the side is a CUDA array, whose layout is not documented. */
        public boolean cudaArray;

        /** The distance of two rows in bytes; 0 with one row. */
        public long pitch;

        /** The rows of a plane of the box; 0 with one plane. */
        public long height;

        /** Where the copied part begins in the box, in bytes of a row. */
        public long x;

        /** Where the copied part begins in the box, in rows. */
        public long y;

        /** Where the copied part begins in the box, in planes. */
        public long z;

        /** Returns the address of the first byte that is copied; 0 where it is unknown. */
        public long first() {
            return address == 0 ? 0 : address + offset();
        }

        /** Returns the offset in the box of the first byte that is copied, in bytes. */
        public long offset() {
            return x + pitch * (y + height * z);
        }
    }

    public final Side source = new Side();

    public final Side destination = new Side();

    /** The library's structure of all arguments; null without one. */
    public Object options;

    /** The argument that is the stream; null without one. */
    public Object streamArgument;

    /** The direction as CUDA's runtime numbers it, -1 without one. */
    public long direction = -1;

    /** The bytes of a row. */
    public long bytes;

    /** The rows of a plane, from 1. */
    public long rows = 1;

    /** The planes, from 1. */
    public long planes = 1;

    /** The handle of the stream; 0 for the default one. */
    public long stream;

    /** Returns whether a side is a CUDA array. */
    public boolean ofCudaArray() {
        return source.cudaArray || destination.cudaArray;
    }

    /** Returns whether the copy has a third dimension. */
    public boolean volume() {
        return planes > 1 || source.z != 0 || destination.z != 0;
    }
}
