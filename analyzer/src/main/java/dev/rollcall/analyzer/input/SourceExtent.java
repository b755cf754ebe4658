package dev.rollcall.analyzer.input;

import dev.rollcall.analyzer.model.Call;

/**
 * How far a source reaches. Most tell it themselves; a log is known up to its last line only, and a copy that was taken too early
 * looks like the log of a rank that stopped.
 *
 * @param complete whether what the source does not tell of did not happen
 * @param end the time of a log's last line, nanoseconds since the epoch; {@link Call#NO_TIME} where unknown, or for no log
 */
public record SourceExtent(boolean complete, long end) {
    /** The source tells of the whole time until it was written. */
    public static final SourceExtent WHOLE = new SourceExtent(true, Call.NO_TIME);
}
