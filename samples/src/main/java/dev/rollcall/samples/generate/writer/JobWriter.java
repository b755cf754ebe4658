package dev.rollcall.samples.generate.writer;

import dev.rollcall.samples.generate.simulation.Simulation;
import java.io.IOException;

/** Writes the files that a simulated job would have left, in one format. */
@FunctionalInterface
public interface JobWriter {

    /**
     * Writes the files of all ranks.
     *
     * @throws IOException if a file cannot be written
     */
    void write(Simulation simulation) throws IOException;
}
