package dev.rollcall.analyzer.input.nccl;

import dev.rollcall.analyzer.input.MembershipEvidence;
import dev.rollcall.analyzer.input.ProcessEvidence;
import dev.rollcall.analyzer.input.ProcessFingerprint;
import dev.rollcall.analyzer.input.ProcessSource;
import dev.rollcall.analyzer.input.SourceExtent;
import dev.rollcall.analyzer.input.SourceIdentity;
import dev.rollcall.analyzer.input.SourceKind;
import dev.rollcall.analyzer.input.nccl.RasReport.Answer;
import dev.rollcall.analyzer.input.nccl.RasReport.Communicator;
import dev.rollcall.analyzer.input.nccl.RasReport.Member;
import dev.rollcall.analyzer.input.nccl.RasReport.Process;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.Signature;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One rank in a RAS report: how many collectives its library launched on each communicator, or that its process did not answer.
 * The rank of the job is the one in the largest communicator. Thread-safe.
 */
final class RasSource implements ProcessSource {
    private static final String DOUBT =
            "RAS counts the calls that were launched, and does not show whether they end. In a running job the counts differ, too,"
                    + " and rise: compare a second report, a minute later";

    private final Path file;
    private final long time;
    private final int rank;
    private final int worldSize;
    private final Process process;
    private final List<Part> parts;

    /** The rank as a member of one communicator. */
    private record Part(Communicator communicator, Member member, RasCounts counts) {}

    private RasSource(Path file, long time, int rank, int worldSize, List<Part> parts) {
        this.file = file;
        this.time = time;
        this.rank = rank;
        this.worldSize = worldSize;
        this.parts = parts;
        this.process = parts.stream()
                .map(part -> part.member().process())
                .filter(Process::known)
                .findFirst()
                .orElse(Process.UNKNOWN);
    }

    /** Returns a source for each rank in a report. */
    static List<ProcessSource> of(Path file, RasReport report) {
        Communicator largest = report.communicators().stream()
                .max(Comparator.comparingInt(Communicator::size))
                .orElse(null);
        if (largest == null) {
            return List.of();
        }
        Map<Process, Integer> ranks = new HashMap<>();
        largest.members().stream()
                .filter(member -> member.process().known())
                .forEach(member -> ranks.put(member.process(), member.rank()));
        Map<Object, List<Part>> byRank = new LinkedHashMap<>();
        for (Communicator communicator : report.communicators()) {
            RasCounts counts = new RasCounts(communicator);
            boolean all = communicator.size() == largest.size() && numberedAlike(communicator, ranks);
            for (Member member : communicator.members()) {
                Object key = all
                        ? (Object) member.rank()
                        : member.process().known()
                                ? ranks.containsKey(member.process()) ? ranks.get(member.process()) : member.process()
                                : null;
                if (key != null) {
                    byRank.computeIfAbsent(key, any -> new ArrayList<>()).add(new Part(communicator, member, counts));
                }
            }
        }
        List<ProcessSource> sources = new ArrayList<>();
        byRank.forEach((key, parts) -> sources.add(new RasSource(
                file, report.time(), key instanceof Integer number ? number : -1, largest.size(), parts)));
        return sources;
    }

    /** Returns whether nothing shows that a communicator of as many ranks as the largest has them in another order. */
    private static boolean numberedAlike(Communicator communicator, Map<Process, Integer> ranks) {
        return communicator.members().stream()
                .filter(member -> member.process().known())
                .allMatch(member ->
                        ranks.isEmpty() || Integer.valueOf(member.rank()).equals(ranks.get(member.process())));
    }

    @Override
    public Path file() {
        return file;
    }

    @Override
    public SourceKind kind() {
        return SourceKind.RAS;
    }

    @Override
    public SourceIdentity identity() {
        return new SourceIdentity(
                "",
                process.host(),
                rank,
                worldSize,
                time,
                time,
                parts.stream().map(part -> part.communicator().identity()).collect(Collectors.toUnmodifiableSet()));
    }

    @Override
    public ProcessFingerprint fingerprint() {
        return new ProcessFingerprint(
                time,
                time,
                worldSize,
                process.known() ? Set.of((long) (process.host() + ":" + process.pid()).hashCode()) : Set.of());
    }

    @Override
    public ProcessEvidence read(InternTable<Signature> signatures, InternTable<CallStack> stacks) {
        Answer silence = parts.stream()
                .map(part -> part.member().answer())
                .filter(Answer::missing)
                .max(Comparator.naturalOrder())
                .orElse(null);
        boolean missing = silence != null;
        List<MembershipEvidence> memberships = new ArrayList<>();
        for (Part part : parts) {
            if (missing || !part.member().calls().isEmpty()) {
                memberships.add(membership(part, signatures, stacks));
            }
        }
        return ProcessEvidence.builder(file)
                .host(process.host())
                .pid(process.pid())
                .started(time)
                .lastAlive(missing ? Call.NO_TIME : time)
                .rank(rank)
                .worldSize(worldSize)
                .ending(missing ? Ending.unresponsive(silence.reason()) : Ending.UNKNOWN)
                .memberships(memberships)
                .extent(SourceExtent.WHOLE)
                .doubts(missing ? List.of() : doubts())
                .build();
    }

    private List<String> doubts() {
        List<String> doubts = new ArrayList<>();
        String whose = rank < 0 ? "process " + process.pid() + " on " + process.host() : "rank " + rank;
        parts.stream()
                .flatMap(part -> part.member().state().remarks(whose).stream())
                .distinct()
                .forEach(doubts::add);
        doubts.add(DOUBT);
        return doubts;
    }

    private MembershipEvidence membership(Part part, InternTable<Signature> signatures, InternTable<CallStack> stacks) {
        return MembershipEvidence.builder(part.communicator().identity())
                .size(part.communicator().size())
                .communicatorRank(part.member().rank())
                .globalRank(rank)
                .collectives(part.counts().calls(part.member(), signatures, stacks))
                .progress(part.counts().progress(part.member()))
                .build();
    }
}
