package dev.rollcall.analyzer.input.trace;

import dev.rollcall.analyzer.model.Call;
import java.util.Arrays;
import java.util.function.LongFunction;

/**
 * Gives the whole calls of a lane by their positions. The few that the analysis asks for on every rank, such as the one in which
 * it waits, are in memory; the others are loaded. Not thread-safe while it is filled.
 */
final class CachedCalls implements LongFunction<Call> {
    private static final Call[] NONE = {};

    private final LongFunction<Call> loader;
    private Call[] calls = NONE;
    private long[] positions = {};

    CachedCalls(LongFunction<Call> loader) {
        this.loader = loader;
    }

    /** Adds the call at a position. */
    void add(long position, Call call) {
        if (at(position) < 0) {
            positions = Arrays.copyOf(positions, positions.length + 1);
            calls = Arrays.copyOf(calls, calls.length + 1);
            positions[positions.length - 1] = position;
            calls[calls.length - 1] = call;
        }
    }

    @Override
    public Call apply(long position) {
        int index = at(position);
        return index < 0 ? loader.apply(position) : calls[index];
    }

    private int at(long position) {
        for (int i = 0; i < positions.length; i++) {
            if (positions[i] == position) {
                return i;
            }
        }
        return -1;
    }
}
