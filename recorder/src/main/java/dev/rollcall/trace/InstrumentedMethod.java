package dev.rollcall.trace;

/**
 * What the recorder says of one method that it was to instrument.
 *
 * @param className the class, fully qualified
 * @param method the method's name
 * @param descriptor the method's descriptor; empty where unknown
 * @param done whether its calls are recorded
 * @param why why not; empty where they are
 */
public record InstrumentedMethod(String className, String method, String descriptor, boolean done, String why) {}
