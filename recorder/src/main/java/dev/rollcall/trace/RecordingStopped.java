package dev.rollcall.trace;

/**
 * The recorder gave up while its process went on: what the process did since then, nobody saw.
 *
 * @param time when, by the process's monotonic clock, nanoseconds
 * @param reason why; empty where unknown
 */
public record RecordingStopped(long time, String reason) {}
