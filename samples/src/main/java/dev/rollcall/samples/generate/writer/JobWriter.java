package dev.rollcall.samples.generate.writer;

import dev.rollcall.samples.generate.simulation.Simulation;
import java.io.IOException;

/** Writes the files that the ranks of a simulated job would have left, in one format. */
@FunctionalInterface
public interface JobWriter {

    /**
     * Writes the file of one rank, if a process in its state leaves one.
     *
     * @throws IOException if the file cannot be written
     */
    void write(int rank, Simulation simulation) throws IOException;
}
