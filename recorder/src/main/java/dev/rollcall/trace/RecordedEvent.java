package dev.rollcall.trace;

/**
 * An event and its position.
 *
 * @param position its position in its ring, from 0
 * @param event the event
 */
public record RecordedEvent(long position, Event event) {}
