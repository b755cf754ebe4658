package dev.rollcall.analyzer.input.pytorch;

import dev.rollcall.analyzer.input.Origin;
import dev.rollcall.analyzer.input.ProcessRecord;
import dev.rollcall.analyzer.input.ProcessSource;
import dev.rollcall.analyzer.input.Reach;
import dev.rollcall.analyzer.input.Share;
import dev.rollcall.analyzer.input.Sighting;
import dev.rollcall.analyzer.input.SourceKind;
import dev.rollcall.analyzer.model.Birth;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.Frame;
import dev.rollcall.analyzer.model.Interned;
import dev.rollcall.analyzer.model.Signature;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** One rank's dump. Safe for use by several threads after it was read. */
final class DumpSource implements ProcessSource {
    private final Path file;
    private final int rank;
    private final PythonFrames frames;
    private final Rosters rosters;

    /** Opens a dump; {@code rank} is the one that its name tells, -1 for none. */
    DumpSource(Path file, int rank, PythonFrames frames, Rosters rosters) {
        this.file = file;
        this.rank = rank;
        this.frames = frames;
        this.rosters = rosters;
    }

    @Override
    public Path file() {
        return file;
    }

    @Override
    public SourceKind kind() {
        return SourceKind.DUMP;
    }

    @Override
    public Origin origin() {
        return new Origin("", "", rank, -1, Call.NO_TIME, Call.NO_TIME, Set.of());
    }

    @Override
    public String series() {
        return DumpReader.series(file);
    }

    @Override
    public Sighting sighting() {
        try {
            Dump dump = Dump.read(file, frames);
            Set<Long> created = new TreeSet<>();
            long latest = Call.NO_TIME;
            for (DumpEntry entry : dump.entries()) {
                created.add(entry.enqueued());
                latest = Math.max(latest, Math.max(entry.enqueued(), Math.max(entry.started(), entry.completed())));
            }
            created.remove(Call.NO_TIME);
            int world = new DumpGroups(dump, rosters)
                    .all().values().stream()
                            .mapToInt(group -> group.members().size())
                            .max()
                            .orElse(-1);
            return new Sighting(
                    created.isEmpty() ? Call.NO_TIME : created.iterator().next(), latest, world, created);
        } catch (IOException saidWhenItIsRead) {
            return Sighting.NONE;
        }
    }

    @Override
    public ProcessRecord read(Interned<Signature> signatures, Interned<Frame> sites) throws IOException {
        Dump dump = Dump.read(file, frames);
        List<DumpEntry> all = dump.entries();
        DumpCalls calls = new DumpCalls(all, signatures, sites);
        int own = dump.rank() >= 0 ? dump.rank() : rank;
        DumpGroups groups = new DumpGroups(dump, rosters);
        Map<String, DumpLanes> lanes = new LinkedHashMap<>();
        DumpLanes[] lane = new DumpLanes[all.size()];
        for (int i = 0; i < lane.length; i++) {
            DumpEntry entry = all.get(i);
            int first = entry.like.first;
            if (first == i) {
                lane[i] = lanes.computeIfAbsent(groups.of(entry).identity(), identity -> new DumpLanes(calls));
            }
            lane[first].add(entry, i);
        }
        Map<String, Long> enqueued = enqueued(dump, groups, all);
        List<Share> shares = new ArrayList<>();
        groups.all().forEach((name, group) -> {
            DumpLanes its = lanes.get(group.identity());
            if (its != null || group.members().contains(own)) {
                DumpLanes made = its == null ? new DumpLanes(calls) : its;
                shares.add(new Share(
                        group.identity(),
                        group.shown(),
                        group.members().isEmpty() ? -1 : group.members().size(),
                        group.members().indexOf(own),
                        own,
                        group.members(),
                        Birth.unseen(),
                        made.collectives(enqueued.getOrDefault(name, 0L), signatures),
                        made.pointToPoint(signatures),
                        made.further(),
                        null));
            }
        });
        return new ProcessRecord(
                file.toString(),
                "",
                -1,
                Call.NO_TIME,
                calls.latest(),
                own,
                -1,
                dump.cut()
                        ? new Ending(
                                Ending.Kind.UNOBSERVED, -1, "its dump is cut off", "", CallStack.UNKNOWN, Call.NO_TIME)
                        : Ending.UNKNOWN,
                false,
                List.of(),
                shares,
                List.of(),
                dump.cut() ? List.of("cut off: its newest calls are missing; what it still holds was used") : List.of(),
                Reach.WHOLE,
                List.of());
    }

    /**
     * Returns by group how many collectives the process had made, which its entries may not reach. Where there are sends as
     * well, the status has the number of whichever came last, and of Gloo it counts by another rule than the entries.
     */
    private static Map<String, Long> enqueued(Dump dump, DumpGroups groups, List<DumpEntry> entries) {
        Fields status = dump.root().fields("pg_status");
        Map<String, Long> enqueued = new LinkedHashMap<>();
        Map<String, String> nameOfLocal = new LinkedHashMap<>();
        Set<String> otherwiseCounted = new HashSet<>();
        for (int i = 0; i < entries.size(); i++) {
            DumpEntry entry = entries.get(i);
            if (entry.like.first != i) {
                continue;
            }
            nameOfLocal.putIfAbsent(entry.localGroup, entry.group);
            if (entry.pointToPoint() || entry.name.gloo() || entry.name.hook()) {
                otherwiseCounted.add(entry.group);
            }
        }
        for (int i = 0; i < status.size(); i++) {
            // Without an entry nothing links a process's own number to a name, unless there is one group alone.
            String name = nameOfLocal.get(status.key(i));
            if (name == null && status.size() == 1 && groups.all().size() == 1) {
                name = groups.all().keySet().iterator().next();
            }
            if (name != null && !otherwiseCounted.contains(name) && status.value(i) instanceof Fields counts) {
                enqueued.put(name, counts.number("last_enqueued_collective", 0));
            }
        }
        return enqueued;
    }
}
