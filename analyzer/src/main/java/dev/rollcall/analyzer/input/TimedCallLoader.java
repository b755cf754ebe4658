package dev.rollcall.analyzer.input;

import dev.rollcall.analyzer.model.Call;
import java.util.function.LongFunction;

/** Gives whole calls by their positions in a source, and their times without them. As thread-safe as its maker says. */
public interface TimedCallLoader extends LongFunction<Call> {
    /** Returns when the call at a position was issued, as {@link Call#enqueued}. */
    long enqueued(long position);

    /** Returns when the call at a position completed, as {@link Call#completed}. */
    long completed(long position);
}
