package dev.rollcall.analyzer.input;

import dev.rollcall.analyzer.model.Call;

/**
 * Up to when a source has evidence. A log that was copied too early looks like the log of a rank that stopped, so a log is
 * complete only if something proves it.
 *
 * @param complete whether a call that the source does not contain was not made
 * @param end the time of a log's last line, nanoseconds since the epoch; {@link Call#NO_TIME} where unknown, or for no log
 */
public record SourceExtent(boolean complete, long end) {
    /** The source covers the process up to the time at which it was written. */
    public static final SourceExtent WHOLE = new SourceExtent(true, Call.NO_TIME);

    /** Nothing shows up to when the source has evidence. */
    public static final SourceExtent UNKNOWN = new SourceExtent(false, Call.NO_TIME);
}
