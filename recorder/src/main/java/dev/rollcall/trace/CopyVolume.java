package dev.rollcall.trace;

/**
 * The third dimension of a copy: planes of rows, cut out of larger boxes. A slot of its own, which the copy's slot refers to.
 *
 * @param depth number of planes
 * @param sourceHeight rows of a plane of the source's box
 * @param destinationHeight rows of a plane of the destination's box
 * @param sourceX where the part begins in a row of the source's box, in bytes
 * @param sourceY where it begins in a plane, in rows
 * @param sourceZ where it begins in the box, in planes
 * @param destinationX where the part begins in a row of the destination's box, in bytes
 * @param destinationY where it begins in a plane, in rows
 * @param destinationZ where it begins in the box, in planes
 */
public record CopyVolume(
        long depth,
        long sourceHeight,
        long destinationHeight,
        long sourceX,
        long sourceY,
        long sourceZ,
        long destinationX,
        long destinationY,
        long destinationZ) {
    /*
     *     CONTINUATION
     *     +---------------------------------------+
     *   0 | control                               |
     *     +---------------------------------------+
     *   8 | continues: position of the copy       |
     *     +---------------------------------------+
     *  16 | depth                                 |
     *     +---------------------------------------+
     *  24 | source height                         |
     *     +---------------------------------------+
     *  32 | destination height                    |
     *     +---------------------------------------+
     *  40 | source origin: x, y, z                |
     *     +---------------------------------------+
     *  64 | destination origin: x, y, z           |
     *     +---------------------------------------+
     */
    private static final int CONTINUES_OFFSET = 8;
    private static final int DEPTH_OFFSET = 16;
    private static final int SOURCE_HEIGHT_OFFSET = 24;
    private static final int DESTINATION_HEIGHT_OFFSET = 32;
    private static final int SOURCE_ORIGIN_OFFSET = 40;
    private static final int DESTINATION_ORIGIN_OFFSET = 64;

    /** Writes the volume of the copy at a position; returns its own position. */
    long write(Ring ring, long copy) {
        return SlotWriter.claim(ring, EventTag.CONTINUATION)
                .putLong(CONTINUES_OFFSET, copy)
                .putLong(DEPTH_OFFSET, depth)
                .putLong(SOURCE_HEIGHT_OFFSET, sourceHeight)
                .putLong(DESTINATION_HEIGHT_OFFSET, destinationHeight)
                .putLong(SOURCE_ORIGIN_OFFSET, sourceX)
                .putLong(SOURCE_ORIGIN_OFFSET + 8, sourceY)
                .putLong(SOURCE_ORIGIN_OFFSET + 16, sourceZ)
                .putLong(DESTINATION_ORIGIN_OFFSET, destinationX)
                .putLong(DESTINATION_ORIGIN_OFFSET + 8, destinationY)
                .putLong(DESTINATION_ORIGIN_OFFSET + 16, destinationZ)
                .publish();
    }

    /** Returns the volume that a slot holds; null where it is not that of the copy at this position. */
    static CopyVolume read(SlotReader slot, long copy) {
        if (slot.tag() != EventTag.CONTINUATION || slot.getLong(CONTINUES_OFFSET) != copy) {
            return null;
        }
        return new CopyVolume(
                slot.getLong(DEPTH_OFFSET),
                slot.getLong(SOURCE_HEIGHT_OFFSET),
                slot.getLong(DESTINATION_HEIGHT_OFFSET),
                slot.getLong(SOURCE_ORIGIN_OFFSET),
                slot.getLong(SOURCE_ORIGIN_OFFSET + 8),
                slot.getLong(SOURCE_ORIGIN_OFFSET + 16),
                slot.getLong(DESTINATION_ORIGIN_OFFSET),
                slot.getLong(DESTINATION_ORIGIN_OFFSET + 8),
                slot.getLong(DESTINATION_ORIGIN_OFFSET + 16));
    }
}
