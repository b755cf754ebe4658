package dev.rollcall.analyzer.input.trace;

import dev.rollcall.analyzer.model.Call;
import java.util.Arrays;
import java.util.function.LongFunction;

/**
 * Gives the whole calls of a sequence by their positions: at hand those few that somebody asks for of every rank, such as the
 * one that it waits in; the others from the source. Not thread-safe while it is filled.
 */
final class CachedCalls implements LongFunction<Call> {
    private static final Call[] NONE = {};

    private final LongFunction<Call> source;
    private Call[] calls = NONE;
    private long[] positions = {};

    CachedCalls(LongFunction<Call> source) {
        this.source = source;
    }

    /** Keeps the call at a position. */
    void keep(long position, Call call) {
        if (at(position) < 0) {
            positions = Arrays.copyOf(positions, positions.length + 1);
            calls = Arrays.copyOf(calls, calls.length + 1);
            positions[positions.length - 1] = position;
            calls[calls.length - 1] = call;
        }
    }

    @Override
    public Call apply(long position) {
        int kept = at(position);
        return kept < 0 ? source.apply(position) : calls[kept];
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
