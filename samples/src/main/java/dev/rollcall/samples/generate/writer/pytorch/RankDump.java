package dev.rollcall.samples.generate.writer.pytorch;

import dev.rollcall.samples.generate.program.ProgramAction;
import dev.rollcall.samples.generate.program.ScriptLine;
import dev.rollcall.samples.generate.program.SimulatedCall;
import dev.rollcall.samples.generate.program.SimulatedCommunicator;
import dev.rollcall.samples.generate.simulation.RankObserver;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The dump of one rank's flight recorder, collected from the rank's events. Not thread-safe. */
final class RankDump implements RankObserver {
    private final int rank;
    private final int capacity;
    private final long startNanos;
    private final Map<SimulatedCommunicator, ProcessGroupCounters> groups = new LinkedHashMap<>();
    /** The newest calls; a call is at its ordinal modulo the capacity. */
    private final List<DumpedCall> ring = new ArrayList<>();

    private int calls;
    private boolean gone;

    /**
     * Makes an empty dump.
     *
     * @param capacity the number of calls that the recorder keeps
     * @param startNanos when the job started, nanoseconds since the epoch
     */
    RankDump(int rank, int capacity, long startNanos) {
        this.rank = rank;
        this.capacity = capacity;
        this.startNanos = startNanos;
    }

    @Override
    public void joined(SimulatedCommunicator group, long nanos) {
        groups.put(group, new ProcessGroupCounters(group, groups.size(), rank));
    }

    @Override
    public void issued(int number, SimulatedCommunicator group, SimulatedCall call, long sequence, long nanos) {
        ProcessGroupCounters dumped = groups.get(group);
        dumped.issued(call.operation().pointToPoint());
        DumpedCall entry = new DumpedCall(dumped, call, number, startNanos + nanos);
        if (number < capacity) {
            ring.add(entry);
        } else {
            ring.set(number % capacity, entry);
        }
        calls = number + 1;
    }

    @Override
    public void completed(int number, long nanos) {
        if (number >= calls - capacity) {
            ring.get(number % capacity).completed(startNanos + nanos);
        }
    }

    @Override
    public void halted(ProgramAction.HaltKind kind, ScriptLine site, long nanos) {
        gone = kind.ended();
    }

    /** Returns whether a file is written: dumps are written when a watchdog fires, which a process that is gone does not see. */
    boolean isWritten() {
        return !gone;
    }

    /** Returns what is pickled into the file; the dump is made at {@code dumpedNanos}, nanoseconds since the epoch. */
    Map<String, Object> contents(DumpedStacks stacks, long dumpedNanos) {
        Map<String, Object> configuration = new TreeMap<>();
        Map<String, Object> status = new TreeMap<>();
        groups.values().forEach(group -> {
            configuration.put(group.name(), group.configuration());
            status.put(Integer.toString(group.localId()), group.status());
        });
        // On each group the device has started the oldest call that has not completed.
        Set<ProcessGroupCounters> running = new HashSet<>();
        List<Object> entries = new ArrayList<>();
        for (int number = Math.max(0, calls - capacity); number < calls; number++) {
            DumpedCall entry = ring.get(number % capacity);
            boolean started = !entry.isCompleted() && running.add(entry.group());
            entries.add(entry.fields(stacks, started, dumpedNanos));
        }
        Map<String, Object> dump = new LinkedHashMap<>();
        dump.put("version", "2.10");
        dump.put("pg_config", configuration);
        dump.put("comm_lib_version", "2.28.9");
        dump.put("pg_status", status);
        dump.put("entries", entries);
        return dump;
    }
}
