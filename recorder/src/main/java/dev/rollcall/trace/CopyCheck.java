package dev.rollcall.trace;

import java.nio.ByteBuffer;

/**
 * The result of comparing the two sides of a copy. A copy's slot holds it once the copy has completed.
 *
 * @param verdict the result
 * @param sourceSum checksum of the source when the copy was issued; 0 unless verified
 * @param destinationSum checksum of the destination after the copy; 0 unless verified
 * @param blockShift size of a block as a power of two, such as 12 for 4,096 bytes; 0 unless verified
 * @param firstBadBlock number of the first block that differs, from 0 (unsigned); 0 if none does
 * @param badBlocks number of blocks that differ (unsigned)
 */
public record CopyCheck(
        CopyVerdict verdict, long sourceSum, long destinationSum, int blockShift, int firstBadBlock, int badBlocks) {
    /** The two sides were not compared. */
    public static final CopyCheck NONE = new CopyCheck(CopyVerdict.NOT_VERIFIED, 0, 0, 0, 0, 0);

    void write(ByteBuffer memory, int slot) {
        memory.putLong(slot + CopyEvent.SOURCE_SUM_OFFSET, sourceSum);
        memory.putLong(slot + CopyEvent.DESTINATION_SUM_OFFSET, destinationSum);
        memory.put(slot + CopyEvent.VERDICT_OFFSET, (byte) verdict.code());
        memory.put(slot + CopyEvent.BLOCK_SHIFT_OFFSET, (byte) blockShift);
        memory.putInt(slot + CopyEvent.FIRST_BAD_BLOCK_OFFSET, firstBadBlock);
        memory.putInt(slot + CopyEvent.BAD_BLOCKS_OFFSET, badBlocks);
    }

    static CopyCheck read(SlotReader slot) {
        return new CopyCheck(
                CopyVerdict.ofCode(slot.getUnsignedByte(CopyEvent.VERDICT_OFFSET)),
                slot.getLong(CopyEvent.SOURCE_SUM_OFFSET),
                slot.getLong(CopyEvent.DESTINATION_SUM_OFFSET),
                slot.getUnsignedByte(CopyEvent.BLOCK_SHIFT_OFFSET),
                slot.getInt(CopyEvent.FIRST_BAD_BLOCK_OFFSET),
                slot.getInt(CopyEvent.BAD_BLOCKS_OFFSET));
    }
}
