package dev.rollcall.analyzer.align;

/**
 * How the calls at a difference follow from what was called before, and what each side calls of the other's later.
 *
 * @param manner how the ranks' call follows from what they called before
 * @param othersManner how the others' call follows from what they called before
 * @param turn how many calls one turn of the others' loop makes; 0 where none has turned twice
 * @param turnBegins whether the others' call begins a turn of their loop
 * @param callsFromPlace how many calls of one turn of the others' loop come from their call's place
 * @param ahead where the ranks end at the difference: how many calls later the others make, or by their habit are about to
 *     make, the very call that the ranks are in; 0 where they do not
 * @param back how many calls later the ranks themselves make the others' call, where only the others' habit tells what is
 *     ahead; 0 where they do not
 * @param wholeTurns whether the missing calls are whole turns of a loop that was running
 * @param resumes whether the ranks go on, from the difference, with calls that they made before in that order, for a while at
 *     least before they make the others'
 */
public record HistoryComparison(
        Predictability manner,
        Predictability othersManner,
        int turn,
        boolean turnBegins,
        int callsFromPlace,
        int ahead,
        int back,
        boolean wholeTurns,
        boolean resumes) {}
