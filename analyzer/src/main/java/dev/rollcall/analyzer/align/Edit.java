package dev.rollcall.analyzer.align;

/**
 * One step from the consensus to a rank class.
 *
 * @param kind what kind of step
 * @param position where the step starts in the rank class, from 0: its first call that is extra, replaced or moved, or the call
 *     before which calls are missing; for {@link EditKind#OPEN} the first difference, which may be the length of the class
 * @param otherPosition the same place in the consensus
 * @param length how many calls are extra or missing; 1 for a replaced call and for {@link EditKind#OPEN}; for a swap, how far
 *     the first call moved
 * @param confirmed whether equal calls follow it, so that the kind is more than a guess
 */
record Edit(EditKind kind, int position, int otherPosition, int length, boolean confirmed) {

    /** Returns the step back, from the rank class to the consensus. */
    Edit mirrored() {
        EditKind other = kind == EditKind.EXTRA ? EditKind.MISSING : kind == EditKind.MISSING ? EditKind.EXTRA : kind;
        return new Edit(other, otherPosition, position, length, confirmed);
    }
}
