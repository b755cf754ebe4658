package dev.rollcall.recorder;

import java.util.BitSet;
import java.util.Map;
import java.util.Optional;

/**
 * The bytecode indexes of one class's calls. An index counts within a method, so that two methods of a class can have a call
 * at the same index; such an index identifies a call only together with the method's name.
 *
 * @param ambiguous the indexes at which two or more methods have a call
 * @param overloaded those of them at which two methods of the same name have a call
 * @param methods for every other index with a call, the name of its method
 */
public record CallSites(BitSet ambiguous, BitSet overloaded, Map<Integer, String> methods) {
    /** Finds the call sites of a class. */
    @FunctionalInterface
    public interface Finder {
        /**
         * Returns the call sites of a class; empty where its code is not available. Thread-safe; throws nothing but errors of an
         * exhausted stack or Java heap.
         */
        Optional<CallSites> find(Class<?> type);
    }
}
