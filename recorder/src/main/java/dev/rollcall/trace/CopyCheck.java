package dev.rollcall.trace;

/**
 * What the comparison of a copy's two sides found.
 *
 * @param verdict the finding
 * @param sourceSum checksum of the source when the copy was issued; 0 unless verified
 * @param destinationSum checksum of the destination after it; 0 unless verified
 * @param blockShift size of a block as a power of two, such as 12 for 4,096 bytes; 0 unless verified
 * @param firstBadBlock number of the first block that differs, from 0 (unsigned); 0 if none does
 * @param badBlocks how many blocks differ (unsigned)
 */
public record CopyCheck(
        CopyVerdict verdict, long sourceSum, long destinationSum, int blockShift, int firstBadBlock, int badBlocks) {

    /** Nobody compared the two sides. */
    public static final CopyCheck NONE = new CopyCheck(CopyVerdict.NOT_VERIFIED, 0, 0, 0, 0, 0);
}
