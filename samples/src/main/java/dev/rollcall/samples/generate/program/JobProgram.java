package dev.rollcall.samples.generate.program;

import java.util.List;

/**
 * What each rank of a job does if nothing holds it up, in parts: part 0 opens the job, then there is one a step, and the last
 * closes it. Parts are made when they are asked for, so that large jobs need no memory. Immutable and thread-safe.
 */
public interface JobProgram {

    /** Returns how many ranks the job has. */
    int ranks();

    /** Returns how many parts a rank's program has. */
    int parts(int rank);

    /** Returns a part of a rank's program, from 0. The list is the caller's own. */
    List<ProgramAction> part(int rank, int number);
}
