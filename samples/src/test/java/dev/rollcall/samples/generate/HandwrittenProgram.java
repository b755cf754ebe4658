package dev.rollcall.samples.generate;

import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.input.job.JobReader;
import dev.rollcall.analyzer.verdict.Verdict;
import dev.rollcall.samples.generate.program.JobProgram;
import dev.rollcall.samples.generate.program.ProgramAction;
import dev.rollcall.samples.generate.program.ScriptLine;
import dev.rollcall.samples.generate.program.SimulatedCall;
import dev.rollcall.samples.generate.program.SimulatedCommunicator;
import dev.rollcall.samples.generate.simulation.Simulation;
import dev.rollcall.samples.generate.writer.RankFileWriter;
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

/** A job whose ranks make the calls that a test adds; simulated, written in some format and read back. */
final class HandwrittenProgram {
    private static final long SEED = 7;

    private final List<SimulatedCommunicator> groups = new ArrayList<>();
    private final List<List<ProgramAction>> ranks = new ArrayList<>();
    private final Set<Integer> missing = new HashSet<>();
    private RingSizes rings = RingSizes.DEFAULT;

    HandwrittenProgram(int world) {
        IntStream.range(0, world).forEach(rank -> ranks.add(new ArrayList<>()));
    }

    /** Adds a group, ascending, which its members join before their next call. */
    SimulatedCommunicator group(String name, int... members) {
        SimulatedCommunicator group = new SimulatedCommunicator(groups.size(), name, members);
        groups.add(group);
        Arrays.stream(members).forEach(rank -> ranks.get(rank).add(new ProgramAction.Join(group, name)));
        return group;
    }

    /** Keeps only the newest calls of each rank, in a ring of this size. */
    HandwrittenProgram keeping(int slots) {
        rings = RingSizes.of(slots);
        return this;
    }

    /** Writes no file for these ranks. */
    HandwrittenProgram without(Integer... gone) {
        missing.addAll(List.of(gone));
        return this;
    }

    void allReduce(int rank, SimulatedCommunicator group, long count, ScriptLine site) {
        issue(rank, group, SimulatedCall.of(Operation.ALL_REDUCE, ElementType.F32, count, site, -1));
    }

    /** Broadcasts from the group's first rank. */
    void broadcast(int rank, SimulatedCommunicator group, long count, ScriptLine site) {
        SimulatedCall call = SimulatedCall.of(Operation.BROADCAST, ElementType.F32, count, site, -1);
        issue(rank, group, call.withRootOrPeer(0));
    }

    void barrier(int rank, SimulatedCommunicator group, ScriptLine site) {
        issue(rank, group, SimulatedCall.of(Operation.BARRIER, ElementType.UNKNOWN, 0, site, -1));
    }

    /** Sends to a rank of the group. */
    void send(int rank, SimulatedCommunicator group, int to) {
        message(rank, group, Operation.SEND, ScriptLine.SEND_ACTIVATIONS, to);
    }

    /** Receives from a rank of the group. */
    void receive(int rank, SimulatedCommunicator group, int from) {
        message(rank, group, Operation.RECEIVE, ScriptLine.RECEIVE_ACTIVATIONS, from);
    }

    private void message(int rank, SimulatedCommunicator group, Operation operation, ScriptLine site, int peer) {
        issue(
                rank,
                group,
                SimulatedCall.of(operation, ElementType.F32, 16, site, -1).withRootOrPeer(peer));
    }

    private void issue(int rank, SimulatedCommunicator group, SimulatedCall call) {
        ranks.get(rank).add(new ProgramAction.Issue(group, call));
    }

    /** Simulates the job, writes its files into a new folder below {@code parent}, and analyzes them. */
    Verdict diagnose(EvidenceFormat format, Path parent) throws IOException {
        Simulation simulation = Simulation.of(program());
        Path folder = Files.createTempDirectory(parent, "job");
        RankFileWriter writer = format == EvidenceFormat.TRACE
                ? new TraceJobWriter(folder, ranks.size(), SEED, rings)
                : new DumpJobWriter(folder, SEED, rings);
        for (int rank = 0; rank < ranks.size(); rank++) {
            if (!missing.contains(rank)) {
                writer.write(rank, simulation);
            }
        }
        int world = missing.isEmpty() ? -1 : ranks.size();
        return new Diagnosis()
                .of(new JobReader(world).read(List.of(folder)).jobs().get(0).job());
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
