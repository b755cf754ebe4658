package dev.rollcall.analyzer.model;

import dev.rollcall.analyzer.model.Coverage.Unreadable;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Answers questions about the application's code. An empty answer means unknown, and is always allowed. Implementations need
 * not be thread-safe.
 */
public interface CodeStructure {

    /** Answers no question: no code is available. */
    CodeStructure UNKNOWN = new CodeStructure() {};

    /**
     * Returns the loops of the frame's method that contain the frame's line.
     *
     * @param frame a frame with a class, a method and a line
     * @return the loops, innermost first; an empty list where the line is in no loop; empty where unknown
     */
    default Optional<List<Loop>> loopsAround(StackFrame frame) {
        return Optional.empty();
    }

    /**
     * Returns whether control can pass from one line of a method to another without going round a loop again: true for two
     * statements that follow each other, false for the two sides of an {@code if}.
     *
     * @param from a frame with a class, a method and a line
     * @param to a frame of the same method
     * @return the answer; empty where unknown
     */
    default Optional<Boolean> leadsTo(StackFrame from, StackFrame to) {
        return Optional.empty();
    }

    /**
     * Returns whether control can come from a line of a method to that line again without passing another line.
     *
     * @param frame a frame with a class, a method and a line
     * @param without a frame of the same method
     * @return the answer; empty where unknown
     */
    default Optional<Boolean> comesAgain(StackFrame frame, StackFrame without) {
        return Optional.empty();
    }

    /**
     * Returns the condition at which ranks part, so that not every rank acts on a path, or not every rank in the same way. A
     * condition that decides only other calls, such as that of a loop before the call, is no answer.
     *
     * @param way the path, as {@link CallStack#path()} returns it
     * @param matter what the rank does at its end
     * @return the innermost such condition; empty where none is known
     */
    default Optional<Fork> fork(List<StackFrame> way, Matter matter) {
        return Optional.empty();
    }

    /**
     * Returns the condition that parts ranks of which some made a call and others made another one instead, whatever decides it: the
     * rank, or data that the code does not show. Where a call is made by a function or an object that other ranks do not have, it is the
     * condition around its creation; where nothing else can part the ranks, a handler of exceptions.
     *
     * @param way the path of the call, from its call site on
     * @param other the path of the call that the others made, from its call site on
     * @return the nearest condition around the call and not around the other one; empty where none is known
     */
    default Optional<Fork> parting(List<StackFrame> way, List<StackFrame> other) {
        return Optional.empty();
    }

    /**
     * Returns whether all ranks make the call at the end of a path; false where they part before it.
     *
     * @param way the path, as {@link CallStack#path()} returns it
     * @return the answer; empty where unknown
     */
    default Optional<Boolean> madeByAll(List<StackFrame> way) {
        return Optional.empty();
    }

    /**
     * Returns the ranks that make the call at the end of a path, in a job of some size.
     *
     * @param way the path, as {@link CallStack#path()} returns it
     * @param ranks the size
     * @return the answer; empty where unknown
     */
    default Optional<Set<Integer>> makers(List<StackFrame> way, int ranks) {
        return Optional.empty();
    }

    /**
     * Returns whether methods that call each other send what their caller gives them, as a wrapper around a library does, and no data
     * of their own.
     *
     * @param frames the frames of the methods, innermost first; the first one calls the library
     * @return the answer; empty where they send nothing but constants, or unknown
     */
    default Optional<Boolean> passesOn(List<StackFrame> frames) {
        return Optional.empty();
    }

    /** Returns the code that was needed for an answer and could not be read, or not all of it. */
    default List<Unreadable> unread() {
        return List.of();
    }

    /**
     * A condition at which ranks part.
     *
     * @param file the source file
     * @param line the condition's line, from 1
     * @param condition its text
     * @param effect what it decides
     */
    record Fork(String file, int line, String condition, Effect effect) {}

    /** What a rank does at the end of a path. */
    enum Matter {
        /** It makes a call. */
        CALL,
        /** It makes a call with other arguments than other ranks. */
        ARGUMENTS,
        /** It exits, or throws an exception that ends the thread. */
        END
    }

    /** What a fork decides. */
    enum Effect {
        /** Ranks for which the condition holds make the call. */
        INSIDE,
        /** Ranks for which the condition does not hold make the call. */
        PAST,
        /** Ranks repeat the call in a loop while the condition holds. */
        LOOP,
        /** Ranks make the call unless they catch an exception. The condition is the handler. */
        TRIED,
        /** Ranks make the call after they caught an exception. The condition is the handler. */
        CAUGHT,
        /** All ranks make the call, with arguments that depend on the condition. */
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

        /** Returns whether the loop contains a frame's line. The frame must be of the loop's method. */
        public boolean holds(StackFrame frame) {
            return lines.contains(frame.line());
        }
    }
}
