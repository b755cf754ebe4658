package dev.rollcall.trace;

/**
 * An event and its place in the order of its ring.
 *
 * @param position its position, from 0
 * @param event what happened
 */
public record RecordedEvent(long position, Event event) {}
