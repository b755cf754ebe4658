package dev.rollcall.samples.launch;

import dev.rollcall.samples.Sample;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * One run of a sample, as asked for.
 *
 * @param sample the sample
 * @param worldSize how many ranks, at least 2
 * @param culprit the rank that diverges, below the world size
 * @param steps how many steps to train; 0 leaves that to the sample
 * @param hang after how long without progress the agent reports it
 * @param agentOptions further options of the agent, such as {@code slots=64}
 * @param recorded whether the agent is attached at all
 * @param folder where the ranks' output, the traces and the report go
 */
public record RunPlan(
        Sample sample,
        int worldSize,
        int culprit,
        int steps,
        Duration hang,
        List<String> agentOptions,
        boolean recorded,
        Path folder) {

    /** After how long without progress the agent reports it, where nobody says otherwise. */
    static final Duration USUAL_HANG = Duration.ofSeconds(3);

    public RunPlan {
        agentOptions = List.copyOf(agentOptions);
    }

    /** Returns the plan of a run as it is where nothing else is asked for. */
    public static RunPlan of(Sample sample, int worldSize, Path folder) {
        int culprit = sample.usualCulprit(worldSize);
        return new RunPlan(sample, worldSize, culprit, 0, USUAL_HANG, List.of(), true, folder);
    }

    /** Returns the same plan where {@code rank} diverges. */
    public RunPlan withCulprit(int rank) {
        return new RunPlan(sample, worldSize, rank, steps, hang, agentOptions, recorded, folder);
    }

    /** Returns the same plan with {@code count} steps; 0 leaves that to the sample. */
    public RunPlan withSteps(int count) {
        return new RunPlan(sample, worldSize, culprit, count, hang, agentOptions, recorded, folder);
    }

    /** Returns the same plan where the agent reports a hang after {@code time}. */
    public RunPlan withHang(Duration time) {
        return new RunPlan(sample, worldSize, culprit, steps, time, agentOptions, recorded, folder);
    }

    /** Returns the same plan with further options of the agent. */
    public RunPlan withAgentOptions(List<String> options) {
        return new RunPlan(sample, worldSize, culprit, steps, hang, options, recorded, folder);
    }

    /** Returns the same plan without the agent. */
    public RunPlan unrecorded() {
        return new RunPlan(sample, worldSize, culprit, steps, hang, agentOptions, false, folder);
    }

    /** Returns the folder of the ranks' traces. */
    public Path traces() {
        return folder.resolve("traces");
    }

    /** Returns where the HTML report goes. */
    public Path report() {
        return folder.resolve("report.html");
    }
}
