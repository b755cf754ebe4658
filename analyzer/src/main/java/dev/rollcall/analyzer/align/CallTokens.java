package dev.rollcall.analyzer.align;

import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.StackFrame;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Numbers calls, so that equal calls have equal numbers and their history can be searched. Calls are equal in signature and,
 * unless made for signatures alone, in path: the application's frames from the call site to the outermost one. Two calls from
 * one helper method have different paths where different lines called the helper.
 *
 * <p>Paths need whole calls, which are read from their files. Not thread-safe.
 */
final class CallTokens {
    /** The path of a call whose stack was not recorded. */
    static final int UNKNOWN_PATH = 0;

    private final boolean withPaths;
    private final InternTable<Long> tokens = new InternTable<>();
    private final InternTable<List<StackFrame>> paths = new InternTable<>();
    private final Map<RankClass, int[]> pathsByClass = new IdentityHashMap<>();

    private CallTokens(boolean withPaths) {
        this.withPaths = withPaths;
        paths.id(List.of());
    }

    /** Makes numbers for signatures and paths. */
    static CallTokens withPaths() {
        return new CallTokens(true);
    }

    /** Makes numbers for signatures alone. */
    static CallTokens ofSignatures() {
        return new CallTokens(false);
    }

    /** Returns the number of the path of the call at a position. */
    int path(RankClass calls, int position) {
        int[] known = pathsByClass.computeIfAbsent(calls, CallTokens::noPaths);
        if (known[position] < 0) {
            known[position] = paths.id(calls.call(position).stack().path());
        }
        return known[position];
    }

    private static int[] noPaths(RankClass calls) {
        int[] none = new int[calls.length()];
        Arrays.fill(none, -1);
        return none;
    }

    /** Returns the number of the call at a position. */
    int token(RankClass calls, int position) {
        return tokens.id((long) calls.code(position) << 32 | (withPaths ? path(calls, position) : 0));
    }

    /** Returns the numbers of the calls before a position, oldest first. */
    int[] before(RankClass calls, int position) {
        int[] before = new int[position];
        for (int i = 0; i < position; i++) {
            before[i] = token(calls, i);
        }
        return before;
    }

    /** Returns a predictor of the call at a position. */
    CallPredictor predictor(RankClass calls, int position) {
        return CallPredictor.of(before(calls, position));
    }

    /** Returns how the call at a position follows from the calls before it. */
    Predictability predictability(RankClass calls, int position) {
        CallPredictor predictor = predictor(calls, position);
        int token = token(calls, position);
        if (predictor.agreed() && predictor.expected(0) == token) {
            return Predictability.KEPT;
        }
        if (predictor.calledBefore(token)) {
            return predictor.agreed() ? Predictability.OUT_OF_TURN : Predictability.KNOWN;
        }
        return Predictability.NEW;
    }
}
