package dev.rollcall.analyzer.input.job;

import dev.rollcall.analyzer.input.MembershipEvidence;
import dev.rollcall.analyzer.input.ProcessEvidence;
import dev.rollcall.analyzer.input.SourceKind;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Coverage;
import dev.rollcall.analyzer.model.Coverage.Kind;
import dev.rollcall.analyzer.model.Coverage.Overwritten;
import dev.rollcall.analyzer.model.Coverage.Unreadable;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.model.StackFrame;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Joins what the processes of one job tell into the job. Not thread-safe. */
final class JobAssembler {
    /** What is more than that was told by a damaged source. */
    private static final int MOST_RANKS = 1 << 20;

    private final String id;
    private final InternTable<Signature> signatures;
    private final InternTable<StackFrame> sites;
    private final SourceKind kind;

    /** Makes one for a job that is told by sources of one kind. */
    JobAssembler(String id, InternTable<Signature> signatures, InternTable<StackFrame> sites, SourceKind kind) {
        this.kind = kind;
        this.id = id;
        this.signatures = signatures;
        this.sites = sites;
    }

    /**
     * Returns the job.
     *
     * @param processes what its processes tell
     * @param unreadable what should have told more
     * @param world how many ranks the user says it has; -1 where he does not, and more where a rank or a communicator proves it
     */
    Job assemble(List<ProcessEvidence> processes, List<Unreadable> unreadable, int world) {
        RankAssignment numbers = new RankAssignment(HostClockCorrection.agreed(processes), kind);
        Map<Integer, ProcessEvidence> owners = TruncatedLogs.doubted(numbers.owners());
        int expected = world > 0 ? Math.max(world, proven(processes, owners.keySet())) : expected(processes);
        Set<Integer> unobserved = unobserved(owners);
        Set<Integer> listing = new HashSet<>(kind == SourceKind.DUMP ? owners.keySet() : Set.of());
        listing.removeAll(unobserved);
        CommunicatorAssembler join = new CommunicatorAssembler(expected, listing);
        owners.forEach((number, process) -> join.add(
                number,
                process.memberships().stream()
                        .filter(membership -> RankAssignment.of(process, membership) == number)
                        .toList()));
        List<Communicator> communicators = join.communicators().stream()
                .map(joined -> PendingCallInference.infer(joined, unobserved))
                .toList();
        Set<Integer> outdated = outdated(communicators);
        EndingInference signs = new EndingInference(distinct(owners.values()));
        List<Rank> ranks = new ArrayList<>();
        owners.forEach((number, process) -> {
            Ending ending = signs.ending(process);
            boolean early = ending.kind() == Ending.Kind.DIED && outdated.contains(number);
            ranks.add(new Rank(
                    number,
                    process.host(),
                    process.pid(),
                    process.source(),
                    early ? Ending.UNKNOWN : ending,
                    process.lastAlive(),
                    process.threads(),
                    process.copies()));
        });
        Set<Unreadable> unread = new LinkedHashSet<>(unreadable);
        unread.addAll(numbers.unreadable());
        Stream.concat(processes.stream(), owners.values().stream())
                .forEach(process -> process.losses()
                        .forEach(loss -> unread.add(new Unreadable(process.source(), loss, Kind.INCOMPLETE))));
        owners.values()
                .forEach(process -> process.doubts()
                        .forEach(doubt -> unread.add(new Unreadable(process.source(), doubt, Kind.DOUBTFUL))));
        Coverage coverage = new Coverage(expected, ranks.size(), List.copyOf(unread), overwritten(communicators));
        return new Job(id, ranks, communicators, signatures, sites, coverage);
    }

    /** One by one, not by what they hold: that is all calls of the job. */
    private static List<ProcessEvidence> distinct(Collection<ProcessEvidence> processes) {
        Set<ProcessEvidence> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        return processes.stream().filter(seen::add).toList();
    }

    private static Set<Integer> unobserved(Map<Integer, ProcessEvidence> owners) {
        Set<Integer> unobserved = new HashSet<>();
        owners.forEach((number, process) -> {
            if (process.ending() != null && process.ending().isUnobserved()) {
                unobserved.add(number);
            }
        });
        return unobserved;
    }

    /** Returns the ranks that made calls after the last that their traces tell of, so that no silence there says a thing. */
    private static Set<Integer> outdated(List<Communicator> communicators) {
        Set<Integer> outdated = new HashSet<>();
        for (Communicator communicator : communicators) {
            long proven = communicator.provenCalls();
            for (Membership member : communicator.memberships().values()) {
                if (member.collectives().lastSequence() < proven) {
                    outdated.add(member.rank());
                }
            }
        }
        return outdated;
    }

    /** Returns how many ranks there are at least. */
    private static int proven(List<ProcessEvidence> processes, Set<Integer> ranks) {
        int highest = ranks.stream().mapToInt(Integer::intValue).max().orElse(-1);
        return Math.max(highest + 1, largest(processes));
    }

    private static int expected(List<ProcessEvidence> processes) {
        int told = processes.stream().mapToInt(ProcessEvidence::worldSize).max().orElse(-1);
        int expected = told > 0 ? told : largest(processes);
        return expected > MOST_RANKS ? -1 : expected;
    }

    private static int largest(List<ProcessEvidence> processes) {
        return processes.stream()
                .flatMap(process -> process.memberships().stream())
                .mapToInt(MembershipEvidence::size)
                .max()
                .orElse(-1);
    }

    private static List<Overwritten> overwritten(List<Communicator> communicators) {
        List<Overwritten> overwritten = new ArrayList<>();
        for (Communicator communicator : communicators) {
            for (Membership member : communicator.memberships().values()) {
                long calls = gone(member.collectives()) + gone(member.pointToPoint());
                if (calls > 0) {
                    overwritten.add(new Overwritten(member.rank(), communicator.name(), calls));
                }
            }
        }
        return overwritten;
    }

    private static long gone(CallSequence calls) {
        return calls.firstSequence() - 1;
    }
}
