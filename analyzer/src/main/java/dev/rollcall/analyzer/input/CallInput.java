package dev.rollcall.analyzer.input;

import dev.rollcall.analyzer.model.CallStack;
import java.io.IOException;
import java.util.List;

/**
 * The memory that a collective reads. Immutable.
 *
 * @param address of its first byte
 * @param enqueued when the call was made, nanoseconds since the epoch
 * @param operation what the call does, such as {@code all_reduce}
 * @param rank the global rank that made the call; -1 where unknown
 * @param stack where it was made
 */
public record CallInput(long address, long enqueued, String operation, int rank, CallStack stack) {
    /** Reads the inputs of a process's calls from its source, where they are needed. */
    @FunctionalInterface
    public interface Loader {
        /** Shows no inputs. */
        Loader NONE = List::of;

        /**
         * Returns the inputs of the calls that the source still holds, the oldest first.
         *
         * @throws IOException if it cannot be read any more
         */
        List<CallInput> load() throws IOException;
    }
}
