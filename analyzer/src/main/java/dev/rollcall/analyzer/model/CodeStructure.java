package dev.rollcall.analyzer.model;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What the application's code says about the places of calls, as far as somebody can read it. An empty answer means
 * unknown, and is always allowed. Implementations are safe for use by one thread at a time.
 */
public interface CodeStructure {

    /** Knows nothing: the answer where no code is at hand. */
    CodeStructure UNKNOWN = new CodeStructure() {
        @Override
        public Optional<List<Loop>> loopsAround(StackFrame frame) {
            return Optional.empty();
        }

        @Override
        public Optional<Boolean> leadsTo(StackFrame from, StackFrame to) {
            return Optional.empty();
        }
    };

    /**
     * The loops of the frame's method that hold the frame's line.
     *
     * @param frame a frame with a class, a method and a line
     * @return the loops, innermost first; an empty list where the line is in no loop; empty where unknown
     */
    Optional<List<Loop>> loopsAround(StackFrame frame);

    /**
     * Whether control can pass from one line of a method to another without going round a loop again: true for two
     * statements that follow each other, false for the two sides of an {@code if}.
     *
     * @param from a frame with a class, a method and a line
     * @param to a frame of the same method
     * @return the answer; empty where unknown
     */
    Optional<Boolean> leadsTo(StackFrame from, StackFrame to);

    /**
     * Where the ranks part, by the code, so that what was done on a way is not every rank's, or not the same on every rank.
     *
     * @param way the frames, innermost first, as {@link CallStack#way()} has them
     * @param matter what was done there
     * @return the innermost such condition; empty where none is known
     */
    default Optional<Fork> fork(List<StackFrame> way, Matter matter) {
        return Optional.empty();
    }

    /**
     * Whether all ranks make a call on this way, by the code: false where ranks part before it.
     *
     * @param way the frames of a call, innermost first
     * @return the answer; empty where unknown
     */
    default Optional<Boolean> madeByAll(List<StackFrame> way) {
        return Optional.empty();
    }

    /**
     * A condition at which ranks part.
     *
     * @param file the source file
     * @param line the condition's line, from 1
     * @param condition its text
     * @param effect what it decides over
     */
    record Fork(String file, int line, String condition, Effect effect) {}

    /** What was done on a way. */
    enum Matter {
        /** A call was made. */
        CALL,
        /** A call was made with other arguments than on other ranks. */
        ARGUMENTS,
        /** The process ended, or a thread did by an exception. */
        END
    }

    /** What a fork decides over. */
    enum Effect {
        /** The call is made where the condition holds. */
        INSIDE,
        /** The call is made where the condition does not hold. */
        PAST,
        /** The condition keeps a loop going, and with it the call. */
        LOOP,
        /** All ranks make the call, and the condition decides over what they call it with. */
        VALUE
    }

    /**
     * A loop.
     *
     * @param lines the source lines that belong to it
     */
    record Loop(Set<Integer> lines) {

        public Loop {
            lines = Set.copyOf(lines);
        }

        /** Returns whether the frame's line is inside. The frame must be of the loop's method. */
        public boolean holds(StackFrame frame) {
            return lines.contains(frame.line());
        }
    }
}
