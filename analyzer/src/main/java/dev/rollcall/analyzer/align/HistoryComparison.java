package dev.rollcall.analyzer.align;

/**
 * How the calls at a difference follow from what was called before, and what each side calls of the other's later.
 *
 * @param predictability how the ranks' call follows from what they called before
 * @param othersPredictability how the others' call follows from what they called before
 * @param iterationLength how many calls one turn of the others' loop makes; 0 where none has turned twice
 * @param startsIteration whether the others' call begins a turn of their loop
 * @param callsFromPath how many calls of one turn of the others' loop come from their call's place
 * @param callsAhead where the ranks end at the difference: how many calls later the others make, or by their habit are about to
 *     make, the very call that the ranks are in; 0 where they do not
 * @param callsBack how many calls later the ranks themselves make the others' call, where only the others' habit tells what is
 *     ahead; 0 where they do not
 * @param wholeIterations whether the missing calls are whole turns of a loop that was running
 * @param resumes whether the ranks go on, from the difference, with calls that they made before in that order, for a while at
 *     least before they make the others'
 */
public record HistoryComparison(
        Predictability predictability,
        Predictability othersPredictability,
        int iterationLength,
        boolean startsIteration,
        int callsFromPath,
        int callsAhead,
        int callsBack,
        boolean wholeIterations,
        boolean resumes) {}
