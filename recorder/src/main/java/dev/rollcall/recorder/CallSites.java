package dev.rollcall.recorder;

import java.util.BitSet;
import java.util.Map;
import java.util.Optional;

/**
 * The bytecode indexes at which one class calls something. A bytecode index counts within a method, so that two methods of
 * a class can have calls at one index; such an index names its method only together with the method's name.
 *
 * @param ambiguous the indexes at which two methods or more have a call
 * @param overloaded those of them at which two methods of one name have a call
 * @param methods the name of the one method that has a call at an index, for every other index with a call
 */
public record CallSites(BitSet ambiguous, BitSet overloaded, Map<Integer, String> methods) {
    /** Finds the call sites of a class. */
    @FunctionalInterface
    public interface Finder {
        /**
         * Returns the call sites of a class; empty where its code cannot be had. Thread-safe; throws nothing but what tells that
         * the stack or the Java heap is exhausted.
         */
        Optional<CallSites> find(Class<?> type);
    }
}
