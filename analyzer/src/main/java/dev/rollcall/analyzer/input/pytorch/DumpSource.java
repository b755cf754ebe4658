package dev.rollcall.analyzer.input.pytorch;

import dev.rollcall.analyzer.containment.InputLimits;
import dev.rollcall.analyzer.containment.SourceBoundary;
import dev.rollcall.analyzer.input.MembershipEvidence;
import dev.rollcall.analyzer.input.ProcessEvidence;
import dev.rollcall.analyzer.input.ProcessFingerprint;
import dev.rollcall.analyzer.input.ProcessSource;
import dev.rollcall.analyzer.input.SourceExtent;
import dev.rollcall.analyzer.input.SourceIdentity;
import dev.rollcall.analyzer.input.SourceKind;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.Signature;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** One rank's dump. Immutable; its records are safe for use by several threads. */
final class DumpSource implements ProcessSource {
    private static final Pattern NUMBER = Pattern.compile("\\d+");
    private static final int LONGEST_RANK = 7;

    private final Path file;
    private final int rank;
    private final String series;
    private final PythonFrames frames;
    private final GroupMembersParser parser;
    private final InputLimits limits;

    /** Makes the source of a file; {@code rank} is the one in its name, -1 for none, and {@code series} the name without it. */
    DumpSource(Path file, int rank, String series, PythonFrames frames, GroupMembersParser parser, InputLimits limits) {
        this.file = file;
        this.rank = rank;
        this.series = series;
        this.frames = frames;
        this.parser = parser;
        this.limits = limits;
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
    public SourceIdentity identity() {
        return new SourceIdentity("", rank, -1);
    }

    @Override
    public String series() {
        return series;
    }

    /** Returns the rank in the file's name; -1 for none. */
    int rank() {
        return rank;
    }

    /** Returns the same dump with another rank. */
    DumpSource withRank(int other) {
        return new DumpSource(file, other, nameWithoutNumbers(), frames, parser, limits);
    }

    /** Returns the file's folder and name with {@code #} for each number in the name. */
    String nameWithoutNumbers() {
        return file.toAbsolutePath().normalize().getParent() + "/"
                + NUMBER.matcher(file.getFileName().toString()).replaceAll("#");
    }

    /** Returns the numbers in the file's name, in their order; -1 for one that is too long for a rank. */
    List<Integer> numbers() {
        return NUMBER.matcher(file.getFileName().toString())
                .results()
                .map(number -> number.group().length() > LONGEST_RANK ? -1 : Integer.parseInt(number.group()))
                .toList();
    }

    private Dump dump() throws IOException {
        return Dump.read(file, frames, limits);
    }

    /** Returns the ranks that the dump can be of, as {@link ProcessGroups#possibleRanks}; empty if it cannot be read. */
    Optional<Set<Integer>> possibleRanks() {
        try {
            Dump dump = SourceBoundary.read(limits.time(), this::dump);
            return Optional.of(new ProcessGroups(dump, parser).possibleRanks(dump));
        } catch (IOException reportedByRead) {
            return Optional.empty();
        }
    }

    @Override
    public ProcessFingerprint fingerprint() {
        try {
            Dump dump = SourceBoundary.read(limits.time(), this::dump);
            Set<Long> created = new TreeSet<>();
            long latest = Call.NO_TIME;
            for (DumpEntry entry : dump.entries()) {
                created.add(entry.enqueued());
                latest = Math.max(latest, Math.max(entry.enqueued(), Math.max(entry.started(), entry.completed())));
            }
            created.remove(Call.NO_TIME);
            int world = new ProcessGroups(dump, parser)
                    .all().values().stream()
                            .mapToInt(group -> group.members().size())
                            .max()
                            .orElse(-1);
            return new ProcessFingerprint(
                    created.isEmpty() ? Call.NO_TIME : created.iterator().next(), latest, world, created);
        } catch (IOException reportedByRead) {
            return ProcessFingerprint.NONE;
        }
    }

    @Override
    public ProcessEvidence read(InternTable<Signature> signatures, InternTable<CallStack> stacks) throws IOException {
        Dump dump = dump();
        List<DumpEntry> all = dump.entries();
        int own = dump.rank() >= 0 ? dump.rank() : rank;
        ProcessGroups groups = new ProcessGroups(dump, parser);
        ProcessGroupStatus status = new ProcessGroupStatus(dump, groups);
        HeldBackCalls heldBack = status.heldBack();
        DumpCalls calls = new DumpCalls(all, heldBack, signatures, stacks);
        boolean counted = dump.hasSharedCounter();
        boolean countable = !counted || dump.isWhole();
        CallSequence.Earlier earlier =
                dump.listsUnfinishedOnly() ? CallSequence.Earlier.NOT_LISTED : CallSequence.Earlier.OVERWRITTEN;
        Map<String, DumpLanes> lanes = new LinkedHashMap<>();
        for (int i = 0; i < all.size(); i++) {
            DumpEntry entry = all.get(i);
            lanes.computeIfAbsent(groups.of(entry).identity(), identity -> new DumpLanes(calls, counted, earlier))
                    .add(entry, i, heldBack.contains(i));
        }
        if (all.isEmpty() && !status.hasCounts() && !dump.cut()) {
            throw new IOException("holds no calls: was TORCH_NCCL_TRACE_BUFFER_SIZE set for this rank?");
        }
        List<MembershipEvidence> memberships = new ArrayList<>();
        groups.all().forEach((name, group) -> {
            DumpLanes held = lanes.get(group.identity());
            if (held != null || group.members().contains(own)) {
                DumpLanes made = held == null ? new DumpLanes(calls, counted, earlier) : held;
                CallSequence collectives =
                        status.pending(name, made.collectives(status.enqueued(name), signatures), made.newest());
                memberships.add(MembershipEvidence.builder(group.identity())
                        .name(group.shown())
                        .size(group.members().isEmpty() ? -1 : group.members().size())
                        .communicatorRank(group.members().indexOf(own))
                        .globalRank(own)
                        .members(group.members())
                        .collectives(collectives)
                        .pointToPoint(made.pointToPoint(signatures))
                        .extraLibraryCalls(made.extraLibraryCalls())
                        .overwrittenPending(status.overwritten(name, collectives, made.newest()))
                        .progress(status.progress(name, collectives, made.launched()))
                        .numbered(countable)
                        .build());
            }
        });
        return ProcessEvidence.builder(file)
                .lastAlive(calls.latest())
                .rank(own)
                .ending(dump.cut() ? Ending.unobserved("its dump is cut off") : Ending.UNKNOWN)
                .memberships(memberships)
                .losses(losses(dump))
                .extent(SourceExtent.WHOLE)
                .doubts(
                        countable
                                ? status.doubts()
                                : List.of(
                                        "its ring was used again, and one counter numbers the calls of all its communicators:"
                                                + " they cannot be compared with those of other ranks"))
                .build();
    }

    private static List<String> losses(Dump dump) {
        List<String> losses = new ArrayList<>();
        if (dump.cut()) {
            losses.add("cut off: its newest calls are missing; what it still holds was used");
        }
        long damaged =
                dump.entries().stream().filter(entry -> entry.clockDamaged).count();
        if (damaged > 0) {
            losses.add("incomplete: the times of " + damaged + (damaged == 1 ? " call" : " calls")
                    + " are damaged; they were not used");
        }
        return losses;
    }
}
