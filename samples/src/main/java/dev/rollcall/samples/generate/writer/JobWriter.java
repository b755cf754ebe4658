package dev.rollcall.samples.generate.writer;

import java.io.IOException;

/** Writes what a job leaves behind in some format, one rank after the other. */
@FunctionalInterface
public interface JobWriter {

    /**
     * Starts what a rank leaves behind.
     *
     * @param rank the rank
     * @param calls how many calls it will be told of
     * @param end when the job was ended, nanoseconds since its start
     * @throws IOException if it cannot be written
     */
    RankWriter open(int rank, int calls, long end) throws IOException;
}
