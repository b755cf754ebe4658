package dev.rollcall.gpu;

import dev.rollcall.trace.ElementType;

/**
 * The elements of one type in a word of 64 bits, and how to give all NaNs among them the same bits: libraries need not keep a NaN's
 * payload. Immutable and thread-safe.
 *
 * @param sign the sign bit of each element; 0 where no element can be a NaN
 * @param excess added to the other bits of each element, it overflows into the sign bit for a NaN and for no other number
 * @param shift the distance from an element's sign bit to its lowest bit
 */
record NanLanes(long sign, long excess, int shift) {
    private static final NanLanes NONE = new NanLanes(0, 0, 0);

    /** Returns the lanes of a type; null for a type of which it is not known what a NaN is. */
    static NanLanes of(ElementType type) {
        return switch (type) {
            case UNKNOWN -> null;
            case F16 -> of(16, 0x7C00);
            case BF16 -> of(16, 0x7F80);
            case F32, COMPLEX64 -> of(32, 0x7F80_0000);
            case F64, COMPLEX128 -> of(64, 0x7FF0_0000_0000_0000L);
            case F8_E5M2 -> of(8, 0x7C);
            // Without infinities: the largest number has the bits below the NaN's.
            case F8_E4M3 -> of(8, 0x7E);
            case I8, U8, I16, U16, I32, U32, I64, U64, BOOL, BYTE -> NONE;
        };
    }

    /** Returns the lanes of elements of so many bits, whose bits without the sign are above {@code last} for a NaN. */
    private static NanLanes of(int bits, long last) {
        long sign = 1L << bits - 1;
        long repeated = 1;
        for (int width = bits; width < Long.SIZE; width *= 2) {
            repeated |= repeated << width;
        }
        return new NanLanes(sign * repeated, (sign - 1 - last) * repeated, bits - 1);
    }

    /** Returns a word with each NaN as the one whose bits but the sign are all set. */
    long canonical(long word) {
        long nan = (word & ~sign) + excess & sign;
        long whole = nan | nan - (nan >>> shift);
        return word & ~whole | whole & ~sign;
    }
}
