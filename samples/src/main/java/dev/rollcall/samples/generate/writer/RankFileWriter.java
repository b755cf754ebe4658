package dev.rollcall.samples.generate.writer;

import dev.rollcall.samples.generate.simulation.Simulation;
import java.io.IOException;

/** Writes one file a rank. */
@FunctionalInterface
public interface RankFileWriter {

    /**
     * Writes the file of one rank, if a process in its state leaves one.
     *
     * @throws IOException if the file cannot be written
     */
    void write(int rank, Simulation simulation) throws IOException;

    /** Returns a writer of the files of all ranks but the lost one. */
    default JobWriter all(RankDamage damage) {
        return simulation -> {
            for (int rank = 0; rank < simulation.ranks(); rank++) {
                if (!damage.removes(rank)) {
                    write(rank, simulation);
                }
            }
        };
    }
}
