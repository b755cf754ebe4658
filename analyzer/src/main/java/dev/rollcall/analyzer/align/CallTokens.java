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
 * <p>Loads whole calls, so it is asked only for lanes that differ. Not safe for use by several threads.
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
    int at(RankClass lane, int position) {
        int[] places = known.computeIfAbsent(lane, CallTokens::unasked);
        if (places[position] < 0) {
            places[position] = ways.id(lane.call(position).stack().way());
        }
        return places[position];
    }

    private static int[] unasked(RankClass lane) {
        int[] places = new int[lane.length()];
        Arrays.fill(places, -1);
        return places;
    }
}
