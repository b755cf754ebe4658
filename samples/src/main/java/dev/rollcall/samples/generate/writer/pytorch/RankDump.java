package dev.rollcall.samples.generate.writer.pytorch;

import dev.rollcall.samples.generate.program.ProgramAction;
import dev.rollcall.samples.generate.program.ScriptLine;
import dev.rollcall.samples.generate.program.SimulatedCall;
import dev.rollcall.samples.generate.program.SimulatedGroup;
import dev.rollcall.samples.generate.writer.RankWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Writes the dump of one rank when all is known of it. Not thread-safe. */
final class DumpRankWriter implements RankWriter {
    private final Path file;
    private final int rank;
    private final int capacity;
    private final long startNanos;
    private final long dumped;
    private final DumpFrames frames;
    private final Map<SimulatedGroup, DumpGroup> groups = new LinkedHashMap<>();
    /** The newest calls, by ordinal modulo the capacity. */
    private final List<DumpedCall> entries = new ArrayList<>();

    private int calls;
    private boolean gone;

    /**
     * Makes a writer.
     *
     * @param capacity how many calls the recorder keeps
     * @param startNanos when the job started, nanoseconds since the epoch
     * @param dumped when the dump is written, nanoseconds since the epoch
     */
    DumpRankWriter(Path file, int rank, int capacity, long startNanos, long dumped, DumpFrames frames) {
        this.file = file;
        this.rank = rank;
        this.capacity = capacity;
        this.startNanos = startNanos;
        this.dumped = dumped;
        this.frames = frames;
    }

    @Override
    public void joining(SimulatedGroup group, String place, long nanos) {}

    @Override
    public void joined(SimulatedGroup group, long nanos) {
        groups.put(group, new DumpGroup(group, groups.size(), rank));
    }

    @Override
    public void issued(int call, SimulatedGroup group, SimulatedCall request, long sequence, long nanos) {
        DumpGroup its = groups.get(group);
        its.count(request.operation().pointToPoint());
        DumpedCall entry = new DumpedCall(its, request, call, startNanos + nanos);
        if (call < capacity) {
            entries.add(entry);
        } else {
            entries.set(call % capacity, entry);
        }
        calls = call + 1;
    }

    @Override
    public void completed(int call, long nanos) {
        if (call >= calls - capacity) {
            DumpedCall entry = entries.get(call % capacity);
            entry.ended(startNanos + nanos);
            entry.group().ended(entry.sequence());
        }
    }

    @Override
    public void halted(ProgramAction.HaltKind kind, ScriptLine site, long nanos) {
        // Dumps are written when a watchdog has had enough, and who is gone by then writes none.
        gone = kind != ProgramAction.HaltKind.STUCK && kind != ProgramAction.HaltKind.LATE;
    }

    @Override
    public void finished(long nanos) {}

    @Override
    public void hangs(ScriptLine site, long nanos) {}

    @Override
    public void close() throws IOException {
        if (!gone) {
            Files.write(file, PickleWriter.pickle(dump()));
        }
    }

    private Map<String, Object> dump() {
        Map<String, Object> configuration = new TreeMap<>();
        Map<String, Object> status = new TreeMap<>();
        groups.values().forEach(group -> {
            configuration.put(group.name(), group.configuration());
            status.put(Integer.toString(group.local()), group.status());
        });
        Map<String, Object> dump = new LinkedHashMap<>();
        dump.put("version", "2.10");
        dump.put("pg_config", configuration);
        dump.put("comm_lib_version", "2.28.9");
        dump.put("pg_status", status);
        dump.put("entries", newest());
        return dump;
    }

    /** Returns the calls that are kept, the oldest first; the device has come to the first of each group that has not ended. */
    private List<Object> newest() {
        Set<DumpGroup> waiting = new HashSet<>();
        List<Object> newest = new ArrayList<>();
        for (int call = Math.max(0, calls - capacity); call < calls; call++) {
            DumpedCall entry = entries.get(call % capacity);
            boolean running = !entry.hasEnded() && waiting.add(entry.group());
            newest.add(entry.fields(frames, running, dumped));
        }
        return newest;
    }
}
