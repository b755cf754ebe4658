package dev.rollcall.trace;

/**
 * The third dimension of a copy: planes of rows, cut out of larger boxes.
 *
 * @param depth how many planes
 * @param sourceHeight rows of a plane of the source's box
 * @param destinationHeight rows of a plane of the destination's box
 * @param sourceX where the part begins in the source's box, in bytes of a row
 * @param sourceY the same, in rows
 * @param sourceZ the same, in planes
 * @param destinationX where the part begins in the destination's box, in bytes of a row
 * @param destinationY the same, in rows
 * @param destinationZ the same, in planes
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
        long destinationZ) {}
