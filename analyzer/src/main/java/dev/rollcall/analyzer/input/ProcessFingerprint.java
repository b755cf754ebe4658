package dev.rollcall.analyzer.input;

import dev.rollcall.analyzer.model.Call;
import java.util.Collections;
import java.util.Set;

/**
 * What tells two processes of one rank apart where no launcher's id does. Times are nanoseconds since the epoch.
 *
 * @param first the first time that its source tells of; {@link Call#NO_TIME} where unknown
 * @param to the last time that its source tells of; {@link Call#NO_TIME} where unknown
 * @param worldSize how many ranks its largest communicator has; -1 where unknown
 * @param marks what no other process shares, such as the times at which it made its calls; empty where nothing is known
 */
public record ProcessFingerprint(long first, long last, int worldSize, Set<Long> marks) {
    /** c10d gives up a call after so long, unless it is told otherwise: processes further apart never met. */
    private static final long APART = 600_000_000_000L;

    /** Nothing is known. */
    public static final ProcessFingerprint NONE = new ProcessFingerprint(Call.NO_TIME, Call.NO_TIME, -1, Set.of());

    /** Returns whether both can be of one process. */
    public boolean sameProcess(ProcessFingerprint other) {
        return marks.isEmpty() || other.marks.isEmpty() || !Collections.disjoint(marks, other.marks);
    }

    /** Returns whether both can be of one job, by their times and sizes. */
    public boolean sameJob(ProcessFingerprint other) {
        boolean timed = first != Call.NO_TIME && other.first != Call.NO_TIME;
        boolean sized = worldSize >= 0 && other.worldSize >= 0;
        return !(timed && (last < other.first - APART || other.last < first - APART))
                && !(sized && worldSize != other.worldSize);
    }
}
