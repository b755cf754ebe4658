package dev.rollcall.recorder;

/**
 * A method that is recorded when it is called. Immutable and thread-safe.
 *
 * @param number from 1, different for each
 * @param className the declaring class, as {@link Class#getName()} writes it
 * @param method the method's name
 */
public record CalledMethod(int number, String className, String method) {}
