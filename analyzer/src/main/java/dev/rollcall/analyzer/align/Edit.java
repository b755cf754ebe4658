package dev.rollcall.analyzer.align;

/**
 * One edit of the script that turns the consensus into a rankClass.
 *
 * @param kind what kind of edit
 * @param at the rankClass's position, of the first call that is extra or replaced, or before which calls are missing
 * @param there the consensus's position, likewise
 * @param length how many calls are extra or missing; 1 for a replaced one; for a swap, how far the first call moved
 * @param followed whether calls that agree follow it, so that the kind is more than a guess
 */
record Edit(EditKind kind, int at, int there, int length, boolean followed) {

    /** Returns the same edit as the other side sees it. */
    Edit mirrored() {
        EditKind other = kind == EditKind.EXTRA ? EditKind.MISSING : kind == EditKind.MISSING ? EditKind.EXTRA : kind;
        return new Edit(other, there, at, length, followed);
    }
}
