package dev.rollcall.library;

/** What one copy was given, as far as it could be read. For one thread. */
public final class CopyArguments {
    /** Stands for a device that the arguments do not tell. */
    public static final int UNTOLD = -1;

    /** One side of the copy. */
    public static final class Side {
        /** Where the whole box begins; 0 where that is not known, such as of a Java array. */
        public long address;

        /** What the application gave for it; null for nothing. */
        public Object given;

        /** Ordinal of the device, {@link #UNTOLD} where nothing tells. */
        public int device = UNTOLD;

        /** Whether it is known to be the host's memory. */
        public boolean onHost;

        /** Whether it is a CUDA array, whose layout nobody may read. */
        public boolean array;

        /** Distance of two rows in bytes; 0 with one row. */
        public long pitch;

        /** Rows of a plane of the box; 0 with one plane. */
        public long height;

        /** Where the part begins in the box: in bytes of a row, rows and planes. */
        public long x;

        /** The same, in rows. */
        public long y;

        /** The same, in planes. */
        public long z;

        /** Returns the address of the first byte that is copied; 0 where it is not known. */
        public long first() {
            return address == 0 ? 0 : address + offset();
        }

        /** Returns where the first byte that is copied is in the box, in bytes. */
        public long offset() {
            return x + pitch * (y + height * z);
        }
    }

    /** What is read. */
    public final Side source = new Side();

    /** What is written. */
    public final Side destination = new Side();

    /** Bytes of a row. */
    public long bytes;

    /** Rows of a plane, from 1. */
    public long rows = 1;

    /** Planes, from 1. */
    public long planes = 1;

    /** Handle of the stream; 0 for the default one. */
    public long stream;

    /** Returns whether the copy has a third dimension. */
    public boolean volume() {
        return planes > 1 || source.z != 0 || destination.z != 0;
    }
}
