package dev.rollcall.analyzer.model;

/**
 * What one thread was doing when the recorder looked, because nothing had moved for a while.
 *
 * @param thread the thread's name
 * @param state its state, as the runtime names it
 * @param stack its frames, innermost first
 * @param time when, nanoseconds since the epoch
 */
public record ThreadSnapshot(String thread, String state, CallStack stack, long time) {}
