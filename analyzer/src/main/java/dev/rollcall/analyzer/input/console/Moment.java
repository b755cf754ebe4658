package dev.rollcall.analyzer.input.console;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.Thresholds;

/**
 * When a line of a console was written, as far as it shows. Immutable.
 *
 * @param time nanoseconds since the epoch by the host's clock; {@code Call.NO_TIME} where unknown
 * @param timeouts how many time-outs of any rank the console had before
 */
record Moment(long time, int timeouts) {
    /** A moment that is not known. */
    static final Moment UNKNOWN = new Moment(Call.NO_TIME, 0);

    /** Returns whether another moment of the same job is so near that one signal can be the reason of both lines. */
    boolean near(Moment other) {
        boolean apart = time != Call.NO_TIME
                && other.time != Call.NO_TIME
                && Math.abs(time - other.time) > Thresholds.LONGEST_END;
        return timeouts == other.timeouts && !apart;
    }
}
