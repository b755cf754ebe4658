package dev.rollcall.samples.generate.program;

import java.util.List;

/**
 * What each rank of a job does, in parts: part 0 opens the job, then comes one part per step, and the last part closes the
 * job. Parts are made on request, so that large jobs need little memory. Immutable and thread-safe.
 */
public interface JobProgram {

    /** Returns the world size. */
    int ranks();

    /** Returns the number of parts in a rank's program. */
    int parts(int rank);

    /** Returns a part of a rank's program, from 0. The caller may change the list. */
    List<ProgramAction> part(int rank, int number);
}
