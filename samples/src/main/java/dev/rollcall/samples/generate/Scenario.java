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
 * @param layout the layout of its ranks
 * @param steps the number of steps, from 1
 * @param layers the number of layers in each stage of the model, from 1
 * @param waits when a rank waits for its calls
 * @param fault what goes wrong
 * @param place where it goes wrong; moved to a step in which the fault is possible
 * @param seed varies how long computations take, and the identity of the job
 */
public record Scenario(
        Layout layout, int steps, int layers, WaitPolicy waits, Fault fault, FaultPlace place, long seed) {

    public Scenario {
        place = fault.movedToCall(place, steps);
    }

    /** Returns the program of the job, fault included. */
    public JobProgram program() {
        return new FaultyProgram(healthy(), fault, place);
    }

    /** Returns what a correct verdict may say, given these files. */
    public GroundTruth truth(AvailableFiles evidence) {
        if (evidence.isWhole(EvidenceFormat.TRACE)) {
            return GroundTruth.ofTraces(healthy(), fault, place);
        }
        return evidence.isWhole(EvidenceFormat.PYTORCH)
                ? GroundTruth.ofDumps(healthy(), fault, place)
                : GroundTruth.ofTexts(healthy(), fault, place);
    }

    private JobProgram healthy() {
        return new TrainingLoop(layout, steps, layers, waits, seed);
    }
}
