package dev.rollcall.recorder;

/**
 * A recorded method. Immutable and thread-safe.
 *
 * @param number unique, from 1
 * @param className the declaring class, in the form of {@link Class#getName()}
 * @param method the method's name
 */
public record CalledMethod(int number, String className, String method) {}
