package dev.rollcall.samples.launch;

import dev.rollcall.samples.Sample;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * How to run a sample. Immutable and thread-safe.
 *
 * @param sample the sample
 * @param worldSize the world size, from 2
 * @param culprit the rank that diverges, below the world size
 * @param steps the number of training steps; 0 for the sample's default
 * @param hang the agent's hang timeout, whole seconds
 * @param agentOptions further options of the agent, such as {@code slots=64}
 * @param recorded whether the agent is attached
 * @param folder takes the ranks' output, the traces and the report
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

    /** The agent's hang timeout by default. */
    static final Duration DEFAULT_HANG = Duration.ofSeconds(3);

    public RunPlan {
        agentOptions = List.copyOf(agentOptions);
    }

    /** Returns a plan with defaults. */
    public static RunPlan of(Sample sample, int worldSize, Path folder) {
        int culprit = sample.defaultCulprit(worldSize);
        List<String> options = List.of(sample.expected().agentOptions());
        return new RunPlan(sample, worldSize, culprit, 0, DEFAULT_HANG, options, true, folder);
    }

    /** Returns the same plan with another culprit. */
    public RunPlan withCulprit(int rank) {
        return new RunPlan(sample, worldSize, rank, steps, hang, agentOptions, recorded, folder);
    }

    /** Returns the same plan with this number of steps; 0 for the sample's default. */
    public RunPlan withSteps(int count) {
        return new RunPlan(sample, worldSize, culprit, count, hang, agentOptions, recorded, folder);
    }

    /** Returns the same plan with another hang timeout. */
    public RunPlan withHang(Duration time) {
        return new RunPlan(sample, worldSize, culprit, steps, time, agentOptions, recorded, folder);
    }

    /** Returns the same plan with further options of the agent. */
    public RunPlan withAgentOptions(List<String> options) {
        List<String> all =
                Stream.concat(agentOptions.stream(), options.stream()).toList();
        return new RunPlan(sample, worldSize, culprit, steps, hang, all, recorded, folder);
    }

    /** Returns the same plan without the agent. */
    public RunPlan unrecorded() {
        return new RunPlan(sample, worldSize, culprit, steps, hang, agentOptions, false, folder);
    }

    /** Returns the folder of the traces. */
    public Path traces() {
        return folder.resolve("traces");
    }
}
