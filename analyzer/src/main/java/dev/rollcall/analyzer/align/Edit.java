package dev.rollcall.analyzer.align;

/**
 * One step from the consensus to a rank class.
 *
 * @param kind what kind of step
 * @param position the class's position of the first call that is extra or replaced, or before which calls are missing
 * @param otherPosition the consensus's position of the same place
 * @param length how many calls are extra or missing; 1 for a replaced call; for a swap, how far the first call moved
 * @param confirmed whether equal calls follow it, so that the kind is more than a guess
 */
record Edit(EditKind kind, int position, int otherPosition, int length, boolean confirmed) {

    /** Returns the step back, from the rank class to the consensus. */
    Edit mirrored() {
        EditKind other = kind == EditKind.EXTRA ? EditKind.MISSING : kind == EditKind.MISSING ? EditKind.EXTRA : kind;
        return new Edit(other, otherPosition, position, length, confirmed);
    }
}
