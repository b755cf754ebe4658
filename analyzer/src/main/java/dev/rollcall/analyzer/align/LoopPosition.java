package dev.rollcall.analyzer.align;

import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.StackFrame;
import dev.rollcall.analyzer.model.Thresholds;
import java.util.List;

/** Where a position stands in the outermost loop that the calls before it show by repetition. Immutable. */
final class LoopPosition {
    private final CallPredictor predictor;
    private final int iteration;
    private final int rest;

    private LoopPosition(CallPredictor predictor, int iteration, int rest) {
        this.predictor = predictor;
        this.iteration = iteration;
        this.rest = rest;
    }

    /** Finds the loop around a position in the calls of a class. */
    static LoopPosition of(RankClass calls, int position, CallTokens tokens) {
        CallPredictor predictor = tokens.predictor(calls, position);
        int iteration = predictor.longestIteration();
        return new LoopPosition(predictor, iteration, iteration == 0 ? 0 : rest(calls, position, predictor, iteration));
    }

    /** Returns how many calls, from the position on, belong to its iteration; 0 where no iteration is known. */
    int rest() {
        return rest;
    }

    /** Returns whether so many calls from the position on end one iteration and begin the next. */
    boolean crossesStart(int calls) {
        return rest > 0 && calls > rest && calls < iteration;
    }

    /** Returns whether so many calls from the position on are the rest of its iteration. */
    boolean endsAfter(int calls) {
        return rest > 0 && calls == rest;
    }

    /** Returns whether a call continues an inner loop that runs at the position. */
    boolean innerLoopContinues(int call) {
        int inner = predictor.iterationLength(call);
        return inner > 0 && inner < iteration;
    }

    /** Where the oldest calls are overwritten, the first repetition does not show the start of iterations, but lines may. */
    private static int rest(RankClass calls, int position, CallPredictor predictor, int iteration) {
        if (calls.sequence(0) == 1) {
            return iteration - predictor.reach() % iteration;
        }
        int start = -1;
        int outermost = Integer.MAX_VALUE;
        for (int i = Math.max(1, position - Math.min(iteration, Thresholds.LONGEST_LOOK_AHEAD)); i < position; i++) {
            CallStack stack = calls.call(i).stack();
            CallStack before = calls.call(i - 1).stack();
            int depth = stack.isAbove(before) ? sharedFrames(stack.path(), before.path()) : Integer.MAX_VALUE;
            if (depth < outermost) {
                start = i;
                outermost = depth;
            }
        }
        return start < 0 ? 0 : iteration - (position - start) % iteration;
    }

    private static int sharedFrames(List<StackFrame> one, List<StackFrame> other) {
        int shared = 0;
        while (shared < Math.min(one.size(), other.size())
                && one.get(one.size() - 1 - shared).equals(other.get(other.size() - 1 - shared))) {
            shared++;
        }
        return shared;
    }
}
