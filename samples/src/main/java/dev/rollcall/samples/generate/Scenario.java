package dev.rollcall.samples.generate;

import dev.rollcall.samples.generate.fault.Fault;
import dev.rollcall.samples.generate.fault.FaultPlace;
import dev.rollcall.samples.generate.fault.FaultyProgram;
import dev.rollcall.samples.generate.fault.GroundTruth;
import dev.rollcall.samples.generate.program.JobProgram;
import dev.rollcall.samples.generate.program.Layout;
import dev.rollcall.samples.generate.program.TrainingLoop;
import dev.rollcall.samples.generate.program.WaitPolicy;

/**
 * A job to generate.
 *
 * @param layout its ranks
 * @param steps how many steps it takes, from 1
 * @param layers how many layers each stage of the model has, from 1
 * @param awaiting when a rank waits for its calls
 * @param fault what goes wrong
 * @param place where it does, in the nearest step in which it can
 * @param seed by which the time that work takes varies, and the job's identity
 */
public record Scenario(
        Layout layout, int steps, int layers, WaitPolicy awaiting, Fault fault, FaultPlace place, long seed) {

    public Scenario {
        place = fault.nearest(place, steps);
    }

    /** Returns what each rank does. */
    public JobProgram program() {
        return new FaultyProgram(healthy(), fault, place);
    }

    /** Returns what a verdict may say of it that has seen it in some form. */
    public GroundTruth truth(EvidenceFormat format) {
        return switch (format) {
            case TRACE -> GroundTruth.of(healthy(), fault, place);
            case PYTORCH -> GroundTruth.ofDumps(healthy(), fault, place);
        };
    }

    private JobProgram healthy() {
        return new TrainingLoop(layout, steps, layers, awaiting, seed);
    }
}
