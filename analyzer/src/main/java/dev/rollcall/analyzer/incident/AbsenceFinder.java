package dev.rollcall.analyzer.incident;

import dev.rollcall.analyzer.align.Alignment;
import dev.rollcall.analyzer.align.Predictability;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.ThreadSnapshot;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.wait.Gathering;
import dev.rollcall.analyzer.wait.Wait;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds the ranks that lack a call in which others wait and that wait for nobody: where chains of waits end.
 *
 * <p>Ranks that lack several calls are one incident, with the first of them.
 */
final class AbsenceFinder {
    private final AlignedJob aligned;
    private final Set<Gathering> owed;

    /**
     * Makes a finder.
     *
     * @param owed the gatherings in which the usual order of messages shows that the peer owes the other half
     */
    AbsenceFinder(AlignedJob aligned, Set<Gathering> owed) {
        this.aligned = aligned;
        this.owed = owed;
    }

    /**
     * Returns the incidents.
     *
     * @param explained the gatherings that another incident is about
     */
    List<Incident> find(Set<Gathering> explained) {
        // A rank that lacks several calls is judged by the call that the fewest ranks lack: it says most.
        Map<Gathering, Fact> counts = new IdentityHashMap<>();
        aligned.waits().gatherings().stream()
                .filter(gathering -> !gathering.first().absent().isEmpty() && !explained.contains(gathering))
                .forEach(gathering -> counts.put(gathering, count(gathering)));
        List<Gathering> lacking = aligned.waits().gatherings().stream()
                .filter(counts::containsKey)
                .sorted(Comparator.<Gathering, Fact>comparing(counts::get)
                        .thenComparingLong(gathering -> gathering.first().call().enqueued()))
                .toList();
        List<Incident> incidents = new ArrayList<>();
        Set<Integer> known = new HashSet<>();
        for (Gathering gathering : lacking) {
            Wait wait = gathering.first();
            List<Rank> free = wait.absent().stream()
                    .filter(rank -> aligned.waitOf(rank) == null)
                    .map(aligned.job()::rank)
                    .toList();
            if (free.isEmpty()) {
                continue;
            }
            Fact presence = presence(free);
            Set<Fact> facts = EnumSet.of(presence, counts.get(gathering), rhythm(gathering, presence));
            List<Integer> odd = odd(gathering, free, presence, facts);
            if (odd.isEmpty()) {
                incidents.add(broken(gathering));
                continue;
            }
            List<Integer> fresh = odd.stream().filter(known::add).toList();
            for (List<Integer> alike : alike(fresh, wait)) {
                incidents.add(incident(gathering, facts, alike));
            }
        }
        return incidents;
    }

    private static Incident incident(Gathering gathering, Set<Fact> facts, List<Integer> ranks) {
        Wait wait = gathering.first();
        return new Incident(
                wait.joining() ? IncidentKind.ABSENCE_FROM_CREATION : IncidentKind.ABSENCE,
                facts,
                wait.joining() ? Cause.SPLIT_WORLD : Cause.RANK_ABSENT,
                wait.communicator(),
                wait.call().sequence(),
                ranks,
                gathering.ranks(),
                Incident.time(wait.call()),
                new IncidentDetails.CommonCall(gathering));
    }

    static Incident broken(Gathering gathering) {
        Wait wait = gathering.first();
        return new Incident(
                IncidentKind.BROKEN_CALL,
                Set.of(),
                Cause.UNDETERMINED,
                wait.communicator(),
                wait.call().sequence(),
                gathering.ranks(),
                wait.absent(),
                Incident.time(wait.call()),
                new IncidentDetails.CommonCall(gathering));
    }

    private Fact presence(List<Rank> free) {
        if (free.stream().allMatch(rank -> rank.ending().exitedNormally())) {
            return Fact.LEFT;
        }
        if (free.stream()
                .anyMatch(rank ->
                        FailureOrigin.endedByItself(rank) && !rank.ending().exitedNormally())) {
            return Fact.GONE;
        }
        return free.stream()
                        .anyMatch(rank -> aligned.job().currentSnapshot(rank.number()) != null
                                || rank.ending().hasEnded())
                ? Fact.SEEN
                : Fact.UNSEEN;
    }

    /** A rank that waits elsewhere is no vote against the call: it may be on its way to it. */
    private Fact count(Gathering gathering) {
        Fact here = countHere(gathering);
        return here != Fact.FEW_LACK && lackedBySeveral(gathering.first()) ? Fact.FEW_LACK : here;
    }

    /** Returns the count by the ranks of this call alone. */
    private Fact countHere(Gathering gathering) {
        Wait wait = gathering.first();
        if (wait.pointToPoint()) {
            return !owed.contains(gathering) && LoneHalf.open(wait, aligned) ? Fact.HALF_LACK : Fact.FEW_LACK;
        }
        if (wait.absent().stream().anyMatch(rank -> aligned.waitOf(rank) != null)) {
            return Fact.FEW_LACK;
        }
        int absent = wait.absent().size();
        long joined = joined(wait);
        if (absent > joined && absent >= joined + wait.unread().size()) {
            return Fact.MOST_LACK;
        }
        return absent == joined ? Fact.HALF_LACK : Fact.FEW_LACK;
    }

    /** Whether ranks wait for the absent ones in other calls, too, and are more than those: then the absent ones are the few. */
    private boolean lackedBySeveral(Wait wait) {
        long others = aligned.waits().waits().values().stream()
                .filter(other -> other.communicator() != wait.communicator())
                .filter(other -> wait.absent().stream().anyMatch(other::awaits))
                .count();
        return others > 0 && others + joinedOrOne(wait) > wait.absent().size();
    }

    private static long joinedOrOne(Wait wait) {
        return wait.pointToPoint() ? 1 : joined(wait);
    }

    private static long joined(Wait wait) {
        return wait.communicator().memberships().values().stream()
                .filter(member -> !wait.awaits(member.rank())
                        && member.collectives().lastSequence() >= wait.call().sequence())
                .count();
    }

    private Fact rhythm(Gathering gathering, Fact presence) {
        Wait wait = gathering.first();
        if (wait.pointToPoint()) {
            return Fact.UNEXPECTED;
        }
        Predictability predictability = aligned.predictability(wait);
        boolean kept = predictability == Predictability.KEPT;
        if (wait.absent().size() != joined(wait)) {
            return kept ? Fact.EXPECTED : Fact.UNEXPECTED;
        }
        boolean open = presence == Fact.LEFT
                ? !kept
                : predictability == Predictability.NEW && !wait.joining() && !goesOn(wait) || allElseIsDone(wait);
        return open && !madeByAllElsewhere(wait) ? Fact.UNEXPECTED : Fact.EXPECTED;
    }

    private boolean goesOn(Wait wait) {
        Alignment alignment = aligned.alignment(wait.communicator());
        return alignment != null
                && alignment.continuesAsBefore(wait.rank(), wait.call().sequence());
    }

    /** Whether all ranks of another communicator of the same size made the call there: groups of one kind do alike. */
    private boolean madeByAllElsewhere(Wait wait) {
        Alignment own = aligned.alignment(wait.communicator());
        return own != null
                && aligned.alignments().stream()
                        .anyMatch(other ->
                                own.madeByAll(other, wait.rank(), wait.call().sequence()));
    }

    /**
     * Whether only the ranks in one call wait, and all others, most of the job, may have come to the end of their program: a
     * source that does not record how a process ended cannot tell that from a rank that stopped.
     */
    private boolean allElseIsDone(Wait wait) {
        long joined = joined(wait);
        return aligned.waits().gatherings().size() == 1
                && aligned.job().ranks().size() - joined > joined
                && wait.absent().stream()
                        .map(aligned.job()::rank)
                        .allMatch(rank ->
                                rank.ending().isUnknown() && rank.threads().isEmpty());
    }

    /** Returns the ranks in question and adds what clocks say; nobody where calls broke and nothing shows where it began. */
    private List<Integer> odd(Gathering gathering, List<Rank> free, Fact presence, Set<Fact> facts) {
        List<Wait> waits = aligned.waitsOf(gathering);
        Fact clock = WaitClock.of(waits, aligned);
        if (presence == Fact.GONE || presence == Fact.LEFT) {
            facts.add(clock);
            return FailureOrigin.first(free.stream()
                    .filter(FailureOrigin::endedByItself)
                    .filter(rank -> presence == Fact.LEFT || !rank.ending().exitedNormally())
                    .toList());
        }
        List<Integer> all = free.stream().map(Rank::number).toList();
        if (waits.stream().anyMatch(FailureOrigin::severed)) {
            boolean another = waits.stream().anyMatch(wait -> fell(wait, aligned))
                    || !gathering.first().unread().isEmpty();
            facts.add(Fact.FROZEN);
            return free.size() == 1 && !another ? all : List.of();
        }
        if (clock != Fact.FROZEN) {
            facts.add(clock);
            return waits.stream().anyMatch(FailureOrigin::failed) ? List.of() : all;
        }
        List<Integer> idle = all.stream()
                .filter(rank -> !waits.stream().allMatch(wait -> aligned.pace().maybeBusy(rank, wait)))
                .toList();
        facts.add(idle.isEmpty() ? Fact.BUSY : Fact.FROZEN);
        return idle.isEmpty() ? all : idle;
    }

    /** Returns whether a rank's process ended by itself while the rank was in its call, which was in order until then. */
    static boolean fell(Wait wait, AlignedJob aligned) {
        return !FailureOrigin.failed(wait)
                && FailureOrigin.endedByItself(aligned.job().rank(wait.rank()))
                && !aligned.pace().stuck(wait);
    }

    /** Sorts ranks by what became of them, so that a sentence is true of all that it names. */
    private List<List<Integer>> alike(List<Integer> ranks, Wait wait) {
        Map<List<Object>, List<Integer>> alike = new LinkedHashMap<>();
        for (int number : ranks) {
            Rank rank = aligned.job().rank(number);
            Membership member = wait.communicator().memberships().get(number);
            CallSequence calls =
                    member == null ? null : wait.pointToPoint() ? member.pointToPoint() : member.collectives();
            ThreadSnapshot seen = aligned.job().currentSnapshot(number);
            alike.computeIfAbsent(
                            List.of(
                                    calls == null ? 0L : calls.lastSequence(),
                                    rank.ending().kind(),
                                    rank.ending().exitCode(),
                                    rank.ending().signal() + rank.ending().reason(),
                                    seen == null ? CallStack.UNKNOWN : seen.stack()),
                            story -> new ArrayList<>())
                    .add(number);
        }
        return List.copyOf(alike.values());
    }
}
