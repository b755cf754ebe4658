package dev.rollcall.analyzer.input;

import dev.rollcall.analyzer.model.Call;
import java.util.function.LongFunction;

/**
 * Loads whole calls by their positions in a source, and gives their times without loading them. As thread-safe as the
 * implementation says.
 */
public interface TimedCallLoader extends LongFunction<Call> {
    /** Returns when the call at a position was issued, as {@link Call#enqueued}. */
    long enqueued(long position);

    /** Returns when the call at a position completed, as {@link Call#completed}. */
    long completed(long position);
}
