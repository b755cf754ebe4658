package dev.rollcall.analyzer.align;

import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.StackFrame;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Numbers for the places of calls, where a place is the whole way of the application's frames from the call site to the
 * outermost one: two calls from one helper method are at different places where different lines called the helper.
 *
 * <p>Loads whole calls, so it is asked only for rankClasses that differ. Not safe for use by several threads.
 */
final class CallTokens {
    private final InternTable<List<StackFrame>> ways = new InternTable<>();
    private final Map<RankClass, int[]> known = new IdentityHashMap<>();

    /** The place of a call whose stack was not recorded. */
    static final int UNKNOWN = 0;

    CallTokens() {
        ways.id(List.of());
    }

    /** Returns the number of the place of the call at a position. */
    int at(RankClass rankClass, int position) {
        int[] paths = known.computeIfAbsent(rankClass, CallTokens::unasked);
        if (paths[position] < 0) {
            paths[position] = ways.id(rankClass.call(position).stack().way());
        }
        return paths[position];
    }

    private static int[] unasked(RankClass rankClass) {
        int[] paths = new int[rankClass.length()];
        Arrays.fill(paths, -1);
        return paths;
    }
}
