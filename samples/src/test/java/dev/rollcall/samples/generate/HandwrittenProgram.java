package dev.rollcall.samples.generate;

import dev.rollcall.analyzer.input.job.JobReader;
import dev.rollcall.analyzer.rule.Diagnosis;
import dev.rollcall.analyzer.verdict.Verdict;
import dev.rollcall.samples.generate.program.JobProgram;
import dev.rollcall.samples.generate.program.ProgramAction;
import dev.rollcall.samples.generate.program.ScriptLine;
import dev.rollcall.samples.generate.program.SimulatedCall;
import dev.rollcall.samples.generate.program.SimulatedGroup;
import dev.rollcall.samples.generate.simulation.Simulation;
import dev.rollcall.samples.generate.writer.JobWriter;
import dev.rollcall.samples.generate.writer.RankWriter;
import dev.rollcall.samples.generate.writer.RingSizes;
import dev.rollcall.samples.generate.writer.TraceJobWriter;
import dev.rollcall.samples.generate.writer.pytorch.DumpJobWriter;
import dev.rollcall.trace.ElementType;
import dev.rollcall.trace.Operation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** A job whose ranks do what a test writes down, run by the simulation and read back from what it leaves behind. */
final class HandwrittenProgram {
    private static final long SEED = 7;

    private final List<SimulatedGroup> groups = new ArrayList<>();
    private final List<List<ProgramAction>> ranks = new ArrayList<>();
    private final Set<Integer> missing = new HashSet<>();
    private RingSizes rings = RingSizes.USUAL;

    HandwrittenProgram(int world) {
        IntStream.range(0, world).forEach(rank -> ranks.add(new ArrayList<>()));
    }

    /** Makes a group of ranks, ascending, which all of them join before they do anything else. */
    SimulatedGroup group(String name, int... members) {
        SimulatedGroup group = new SimulatedGroup(groups.size(), name, members);
        groups.add(group);
        Arrays.stream(members).forEach(rank -> ranks.get(rank).add(new ProgramAction.Join(group, name)));
        return group;
    }

    /** Keeps so many calls of each rank. */
    HandwrittenProgram keeping(int slots) {
        rings = RingSizes.of(slots);
        return this;
    }

    /** Leaves out what some ranks leave behind. */
    HandwrittenProgram without(Integer... gone) {
        missing.addAll(List.of(gone));
        return this;
    }

    /** Lets a rank sum so many floats. */
    void allReduce(int rank, SimulatedGroup group, long count, ScriptLine site) {
        ranks.get(rank).add(new ProgramAction.Issue(group, request(Operation.ALL_REDUCE, count, site)));
    }

    /** Lets a rank take so many floats from the group's first. */
    void broadcast(int rank, SimulatedGroup group, long count, ScriptLine site) {
        ranks.get(rank)
                .add(new ProgramAction.Issue(
                        group, request(Operation.BROADCAST, count, site).with(0)));
    }

    void barrier(int rank, SimulatedGroup group, ScriptLine site) {
        ranks.get(rank)
                .add(new ProgramAction.Issue(
                        group, SimulatedCall.of(Operation.BARRIER, ElementType.UNKNOWN, 0, site, -1)));
    }

    /** Lets a rank send a little to a place of the group. */
    void send(int rank, SimulatedGroup group, int to) {
        ranks.get(rank)
                .add(new ProgramAction.Issue(
                        group,
                        request(Operation.SEND, 16, ScriptLine.SEND_ACTIVATIONS).with(to)));
    }

    /** Lets a rank receive it from a place of the group. */
    void receive(int rank, SimulatedGroup group, int from) {
        ranks.get(rank)
                .add(new ProgramAction.Issue(
                        group,
                        request(Operation.RECEIVE, 16, ScriptLine.RECEIVE_ACTIVATIONS)
                                .with(from)));
    }

    private static SimulatedCall request(Operation operation, long count, ScriptLine site) {
        return SimulatedCall.of(operation, ElementType.F32, count, site, -1);
    }

    /** Runs the job, lets it leave something behind in an empty folder, and returns what that is taken for. */
    Verdict diagnose(EvidenceFormat format, Path folder) throws IOException {
        Simulation simulation = Simulation.of(program());
        Path left = Files.createTempDirectory(folder, "job");
        JobWriter job = format == EvidenceFormat.TRACE
                ? new TraceJobWriter(left, ranks.size(), SEED, rings)
                : new DumpJobWriter(left, SEED, rings);
        for (int rank = 0; rank < ranks.size(); rank++) {
            if (!missing.contains(rank)) {
                try (RankWriter writer = job.open(rank, simulation.calls(rank), simulation.end())) {
                    simulation.tell(rank, writer);
                }
            }
        }
        int world = missing.isEmpty() ? -1 : ranks.size();
        return new Diagnosis()
                .of(new JobReader(world).read(List.of(left)).jobs().get(0).job());
    }

    private JobProgram program() {
        return new JobProgram() {
            @Override
            public int ranks() {
                return ranks.size();
            }

            @Override
            public int parts(int rank) {
                return 1;
            }

            @Override
            public List<ProgramAction> part(int rank, int number) {
                return new ArrayList<>(ranks.get(rank));
            }
        };
    }
}
