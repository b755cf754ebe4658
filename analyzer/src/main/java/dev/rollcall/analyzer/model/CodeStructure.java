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
        public Optional<List<Loop>> loopsAround(Frame frame) {
            return Optional.empty();
        }

        @Override
        public Optional<Boolean> leadsTo(Frame from, Frame to) {
            return Optional.empty();
        }
    };

    /**
     * The loops of the frame's method that hold the frame's line.
     *
     * @param frame a frame with a class, a method and a line
     * @return the loops, innermost first; an empty list where the line is in no loop; empty where unknown
     */
    Optional<List<Loop>> loopsAround(Frame frame);

    /**
     * Whether control can pass from one line of a method to another without going round a loop again: true for two
     * statements that follow each other, false for the two sides of an {@code if}.
     *
     * @param from a frame with a class, a method and a line
     * @param to a frame of the same method
     * @return the answer; empty where unknown
     */
    Optional<Boolean> leadsTo(Frame from, Frame to);

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
        public boolean holds(Frame frame) {
            return lines.contains(frame.line());
        }
    }
}
