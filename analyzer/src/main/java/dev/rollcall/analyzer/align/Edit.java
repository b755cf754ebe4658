package dev.rollcall.analyzer.align;

/**
 * One edit of the script that turns the consensus into a lane.
 *
 * @param shape what kind of edit
 * @param at the lane's position, of the first call that is extra or replaced, or before which calls are missing
 * @param there the consensus's position, likewise
 * @param length how many calls are extra or missing; 1 for a replaced one; for a swap, how far the first call moved
 * @param followed whether calls that agree follow it, so that the shape is more than a guess
 */
record Edit(EditKind shape, int at, int there, int length, boolean followed) {

    /** Returns the same edit as the other side sees it. */
    Edit mirrored() {
        EditKind other =
                shape == EditKind.EXTRA ? EditKind.MISSING : shape == EditKind.MISSING ? EditKind.EXTRA : shape;
        return new Edit(other, there, at, length, followed);
    }
}
