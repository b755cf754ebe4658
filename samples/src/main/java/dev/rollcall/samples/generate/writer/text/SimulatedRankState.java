package dev.rollcall.samples.generate.writer.text;

import dev.rollcall.samples.generate.program.ProgramAction;
import dev.rollcall.samples.generate.program.ScriptLine;
import dev.rollcall.samples.generate.program.SimulatedCall;
import dev.rollcall.samples.generate.program.SimulatedCommunicator;
import dev.rollcall.samples.generate.simulation.RankObserver;
import dev.rollcall.samples.generate.writer.SimulatedProcess;
import dev.rollcall.samples.generate.writer.pytorch.ProcessGroupCounters;
import dev.rollcall.trace.Operation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Where one rank stands when the job ends: its groups, what is pending, and where it stopped. Not thread-safe. */
final class SimulatedRankState implements RankObserver {
    /** The group or the pair of ranks that a call connects. */
    private record Connection(SimulatedCommunicator group, int peer) {}

    private final SimulatedProcess process;
    private final Map<SimulatedCommunicator, ProcessGroupCounters> groups = new LinkedHashMap<>();
    private final Map<SimulatedCommunicator, Map<Operation, Long>> counts = new LinkedHashMap<>();
    private final Map<Integer, PendingCall> pending = new TreeMap<>();
    private final Set<Connection> connected = new HashSet<>();

    private SimulatedCommunicator joining;
    private String rendezvous;
    private long joiningNanos;
    private ProgramAction.HaltKind halt;
    private ScriptLine site;
    private long stoppedNanos;
    private boolean finished;

    SimulatedRankState(int rank) {
        this.process = new SimulatedProcess(rank);
    }

    @Override
    public void joining(SimulatedCommunicator group, String name, long nanos) {
        joining = group;
        rendezvous = name;
        joiningNanos = nanos;
    }

    @Override
    public void joined(SimulatedCommunicator group, long nanos) {
        groups.put(group, new ProcessGroupCounters(group, groups.size(), process.rank()));
        counts.put(group, new EnumMap<>(Operation.class));
        joining = null;
    }

    @Override
    public void issued(int number, SimulatedCommunicator group, SimulatedCall call, long sequence, long nanos) {
        groups.get(group).issued(call.operation().pointToPoint());
        counts.get(group).merge(call.operation(), 1L, Long::sum);
        pending.put(number, new PendingCall(group, call, sequence, nanos));
    }

    @Override
    public void completed(int number, long nanos) {
        PendingCall call = pending.remove(number);
        groups.get(call.group()).completed(call.sequence());
        connected.add(connection(call));
    }

    @Override
    public void halted(ProgramAction.HaltKind kind, ScriptLine where, long nanos) {
        halt = kind;
        site = where;
        stoppedNanos = nanos;
    }

    @Override
    public void finished(long nanos) {
        finished = true;
        stoppedNanos = nanos;
    }

    @Override
    public void hangs(ScriptLine where, long nanos) {
        site = where;
        stoppedNanos = nanos;
    }

    private static Connection connection(PendingCall call) {
        return new Connection(
                call.group(),
                call.call().operation().pointToPoint() ? call.call().rootOrPeer() : -1);
    }

    SimulatedProcess process() {
        return process;
    }

    int rank() {
        return process.rank();
    }

    /** Returns the groups that the rank has joined, in that order. */
    Collection<SimulatedCommunicator> groups() {
        return groups.keySet();
    }

    /** Returns the counters of a joined group. */
    ProcessGroupCounters counters(SimulatedCommunicator group) {
        return groups.get(group);
    }

    /** Returns the number of calls by operation that the rank issued on a joined group. */
    Map<Operation, Long> counts(SimulatedCommunicator group) {
        return counts.get(group);
    }

    /** Returns the pending calls, in the order of issue. */
    List<PendingCall> pending() {
        return new ArrayList<>(pending.values());
    }

    /** Returns the pending call at which the rank waits; null if it waits elsewhere or not at all. */
    PendingCall blocking() {
        List<PendingCall> calls = pending();
        PendingCall newest = calls.isEmpty() ? null : calls.get(calls.size() - 1);
        return halt == null
                        && newest != null
                        && newest.call().awaited()
                        && newest.call().site() == site
                ? newest
                : null;
    }

    /** Returns whether a call with the same members has completed before. */
    boolean connected(PendingCall call) {
        return connected.contains(connection(call));
    }

    /** Returns the group that the rank is joining; null if none. */
    SimulatedCommunicator joining() {
        return joining;
    }

    /** Returns the name under which it is joining. */
    String rendezvous() {
        return rendezvous;
    }

    /** Returns when it started to join, nanoseconds since the job's start. */
    long joiningNanos() {
        return joiningNanos;
    }

    /** Returns how the rank left its program; null if it did not. */
    ProgramAction.HaltKind halt() {
        return halt;
    }

    /** Returns whether the process has ended by itself. */
    boolean ended() {
        return finished || halt != null && halt.ended();
    }

    /** Returns whether the rank is only slow. */
    boolean late() {
        return halt == ProgramAction.HaltKind.LATE;
    }

    /** Returns whether the rank reached the end of its program. */
    boolean finished() {
        return finished;
    }

    /** Returns the line where the rank stopped or waits; null if it finished. */
    ScriptLine site() {
        return site;
    }

    /** Returns when it stopped or started to wait, nanoseconds since the job's start. */
    long stoppedNanos() {
        return stoppedNanos;
    }
}
