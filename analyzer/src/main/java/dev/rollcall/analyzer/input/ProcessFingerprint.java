package dev.rollcall.analyzer.input;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.Thresholds;
import java.util.Collections;
import java.util.Set;

/**
 * Tells processes of one rank apart where no launcher's id does. Times are nanoseconds since the epoch, {@link Call#NO_TIME}
 * where unknown.
 *
 * @param first the first time in the source
 * @param last the last time in the source
 * @param worldSize the size of the largest communicator, or of the job; -1 where unknown
 * @param marks numbers that another process hardly has, too, such as the times of its calls or a hash of host and pid; empty
 *     where unknown
 */
public record ProcessFingerprint(long first, long last, int worldSize, Set<Long> marks) {
    /** Nothing is known. */
    public static final ProcessFingerprint NONE = new ProcessFingerprint(Call.NO_TIME, Call.NO_TIME, -1, Set.of());

    /** Returns whether nothing excludes that both are the same process. */
    public boolean maybeSameProcess(ProcessFingerprint other) {
        return marks.isEmpty() || other.marks.isEmpty() || !Collections.disjoint(marks, other.marks);
    }

    /** Returns whether neither times nor sizes exclude that both belong to the same job. */
    public boolean maybeSameJob(ProcessFingerprint other) {
        boolean timed = first != Call.NO_TIME && other.first != Call.NO_TIME;
        boolean sized = worldSize >= 0 && other.worldSize >= 0;
        return !(timed
                        && (last < other.first - Thresholds.BETWEEN_JOBS
                                || other.last < first - Thresholds.BETWEEN_JOBS))
                && !(sized && worldSize != other.worldSize);
    }
}
