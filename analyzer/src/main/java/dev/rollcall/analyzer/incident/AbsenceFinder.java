package dev.rollcall.analyzer.incident;

import dev.rollcall.analyzer.align.Alignment;
import dev.rollcall.analyzer.align.Predictability;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.CodeStructure.Effect;
import dev.rollcall.analyzer.model.CodeStructure.Matter;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.StackFrame;
import dev.rollcall.analyzer.model.ThreadSnapshot;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.wait.Gathering;
import dev.rollcall.analyzer.wait.MessageFaults;
import dev.rollcall.analyzer.wait.PeerHabit;
import dev.rollcall.analyzer.wait.UnmatchedMessage.End;
import dev.rollcall.analyzer.wait.Wait;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashSet;
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
    private final MessageFaults messages;

    AbsenceFinder(AlignedJob aligned, MessageFaults messages) {
        this.aligned = aligned;
        this.messages = messages;
    }

    /** Ranks that wait for nobody, in the order in which a call lacks them, and what the evidence says of their absence. */
    private record Absence(Gathering gathering, List<Rank> free, Set<Fact> facts) {
        Fact of(Fact.Aspect aspect) {
            return facts.stream()
                    .filter(fact -> fact.aspect() == aspect)
                    .findFirst()
                    .orElseThrow();
        }

        /** Returns how few ranks lack the call: of several calls that a rank lacks, the one with the fewest says most. */
        int lacking() {
            if (gathering.first().pointToPoint()) {
                Fact debt = of(Fact.Aspect.DEBT);
                return debt == Fact.OWED || debt == Fact.UNPROVEN && !facts.contains(Fact.PERHAPS_DONE)
                        ? Fact.FEW_LACK.ordinal()
                        : Fact.HALF_LACK.ordinal();
            }
            return of(Fact.Aspect.COUNT).ordinal();
        }
    }

    /**
     * Returns the incidents.
     *
     * @param gatherings the gatherings that no other incident explains
     */
    List<Incident> find(List<Gathering> gatherings) {
        List<Absence> absences = gatherings.stream()
                .map(this::absence)
                .filter(absence -> !absence.free().isEmpty())
                .sorted(Comparator.comparingInt(Absence::lacking)
                        .thenComparingLong(
                                absence -> absence.gathering().first().call().enqueued()))
                .toList();
        List<Incident> incidents = new ArrayList<>();
        Set<Integer> known = new HashSet<>();
        for (Absence absence : absences) {
            Gathering gathering = absence.gathering();
            List<Integer> odd = odd(absence);
            if (odd.isEmpty()) {
                incidents.add(broken(gathering));
                continue;
            }
            List<Integer> fresh = odd.stream().filter(known::add).toList();
            for (List<Integer> alike : alike(fresh, absence)) {
                incidents.add(incident(gathering, absence.facts(), alike));
            }
        }
        return incidents;
    }

    private Absence absence(Gathering gathering) {
        Wait wait = gathering.first();
        List<Rank> free = free(gathering);
        if (free.isEmpty()) {
            return new Absence(gathering, free, Set.of());
        }
        Set<Fact> facts = EnumSet.of(presence(gathering, free));
        if (wait.pointToPoint()) {
            facts.add(debt(wait));
        } else {
            facts.add(count(wait));
            if (!wait.joining()) {
                facts.add(history(wait));
            }
        }
        return new Absence(gathering, free, facts);
    }

    private static Incident incident(Gathering gathering, Set<Fact> facts, List<Integer> ranks) {
        Wait wait = gathering.first();
        return new Incident(
                wait.joining()
                        ? IncidentKind.ABSENCE_FROM_CREATION
                        : wait.pointToPoint() ? IncidentKind.ABSENCE_FROM_MESSAGE : IncidentKind.ABSENCE,
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

    /** Returns whether no rank is known to lack a call: none does, or each that does may wait elsewhere. */
    boolean isOpen(Gathering gathering) {
        return gathering.first().absent().stream().noneMatch(rank -> aligned.waitOf(rank) != null)
                && free(gathering).isEmpty();
    }

    /**
     * Returns the ranks that lack a call and wait for nobody; those that may wait only if no other rank is in question and one side
     * has a majority. Where calls are only counted, stacks narrow them down.
     */
    private List<Rank> free(Gathering gathering) {
        List<Integer> absent = gathering.first().absent().stream()
                .filter(rank -> aligned.waitOf(rank) == null)
                .toList();
        List<Integer> free = absent.stream()
                .filter(rank -> !aligned.mayWaitElsewhere(rank, gathering))
                .toList();
        Wait wait = gathering.first();
        boolean odd = wait.unread().isEmpty() && wait.absent().size() != joined(wait);
        return aligned.inQuestion(free.isEmpty() && odd ? absent : free, gathering).stream()
                .map(aligned.job()::rank)
                .toList();
    }

    private Fact presence(Gathering gathering, List<Rank> free) {
        Wait wait = gathering.first();
        if (free.stream().allMatch(rank -> rank.ending().exitedNormally())) {
            return Fact.EXITED;
        }
        if (free.stream()
                .anyMatch(rank ->
                        FailureOrigin.endedByItself(rank) && !rank.ending().exitedNormally())) {
            return Fact.CRASHED;
        }
        if (!wait.pointToPoint() && free.stream().allMatch(rank -> isOnlyCounted(rank, wait))) {
            return Fact.PERHAPS_INSIDE;
        }
        boolean done = wait.pointToPoint() ? onlyIssuerWaits(wait) : allElseIsDone(wait);
        if (done) {
            return Fact.PERHAPS_DONE;
        }
        return free.stream()
                        .anyMatch(rank -> aligned.job().currentSnapshot(rank.number()) != null
                                        && !aligned.mayWaitElsewhere(rank.number(), gathering)
                                || rank.ending().hasEnded())
                ? Fact.SEEN
                : Fact.UNSEEN;
    }

    /**
     * Whether only a counter shows that a rank lacks a call. A stack outside of all waits shows it, too; of two halves of the job
     * either may be the one that left, and where a rank stands does not change that.
     */
    private boolean isOnlyCounted(Rank rank, Wait wait) {
        return !rank.ending().hasEnded()
                && aligned.mayHaveMade(rank.number(), wait)
                && (count(wait) == Fact.HALF_LACK || !aligned.isOutside(rank.number()));
    }

    private Fact debt(Wait wait) {
        boolean inOrder =
                messages.unmatched().stream().anyMatch(fault -> fault.half().equals(wait) && fault.fault() == End.PEER);
        if (inOrder || PeerHabit.kept(wait) || lackedBySeveral(wait)) {
            return Fact.OWED;
        }
        return PeerHabit.strangers(wait) ? Fact.STRANGE : Fact.UNPROVEN;
    }

    /** A rank that waits elsewhere is no vote against the call: it may be on its way to it. Unread members may have made it. */
    private Fact count(Wait wait) {
        int absent = wait.absent().size();
        long joined = joined(wait);
        if (absent < joined
                || lackedBySeveral(wait)
                || wait.absent().stream().anyMatch(rank -> aligned.waitOf(rank) != null)) {
            return Fact.FEW_LACK;
        }
        if (absent == joined && wait.communicator().size() < 0) {
            // More ranks than are known may have joined.
            return Fact.FEW_LACK;
        }
        if (absent == joined || absent < joined + wait.unread().size()) {
            return Fact.HALF_LACK;
        }
        return joined == 1 ? Fact.ALL_BUT_ONE_LACK : Fact.MOST_LACK;
    }

    /** Whether ranks wait for the absent ones in other groups, too, and are more than those: then the absent ones are the few. */
    private boolean lackedBySeveral(Wait wait) {
        long others = aligned.waits().waits().values().stream()
                .filter(other -> other.communicator() != wait.communicator())
                .filter(other -> wait.absent().stream().anyMatch(other::awaits))
                .count();
        long joined = wait.pointToPoint() ? 1 : joined(wait);
        return others > 0 && others + joined > wait.absent().size();
    }

    private static long joined(Wait wait) {
        return wait.communicator().memberships().values().stream()
                .filter(member -> !wait.awaits(member.rank())
                        && member.collectives().lastSequence() >= wait.call().sequence())
                .count();
    }

    private Fact history(Wait wait) {
        Predictability predictability = aligned.predictability(wait);
        if (predictability == Predictability.KEPT || goesOn(wait) || madeByAllElsewhere(wait)) {
            return Fact.EXPECTED;
        }
        if (predictability != Predictability.NEW) {
            return Fact.REPEATED;
        }
        return isConditional(wait) ? Fact.CONDITIONAL : Fact.NEW;
    }

    /**
     * Whether a condition lets the waiting ranks make a call of the whole job, and keeps the absent ones from it. The code does not
     * always show who is in a smaller communicator; and ranks that leave because another condition holds may themselves be wrong.
     */
    private boolean isConditional(Wait wait) {
        List<StackFrame> way = wait.call().stack().path();
        return wait.communicator().size() == aligned.job().coverage().expected()
                && !way.isEmpty()
                && aligned.code()
                        .fork(way, Matter.CALL)
                        .filter(fork -> fork.effect() == Effect.INSIDE)
                        .isPresent()
                && aligned.code()
                        .makers(way, wait.communicator().size())
                        .filter(makers -> wait.communicator().memberships().keySet().stream()
                                .allMatch(rank -> makers.contains(rank) != wait.awaits(rank)))
                        .isPresent();
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
                && !madeByAllElsewhere(wait)
                && wait.absent().stream()
                        .map(aligned.job()::rank)
                        .allMatch(rank ->
                                rank.ending().isUnknown() && rank.threads().isEmpty());
    }

    /** Whether only the issuer waits for the peer, whose source shows neither its end nor where it is. */
    private boolean onlyIssuerWaits(Wait wait) {
        int peer = wait.absent().get(0);
        Rank rank = aligned.job().rank(peer);
        boolean seen = !rank.threads().isEmpty() || rank.ending().hasEnded();
        return !seen
                && aligned.waits().waits().values().stream()
                        .noneMatch(other -> other.rank() != wait.rank() && other.awaits(peer));
    }

    /** Returns the ranks in question and adds what clocks say; nobody where calls broke and nothing shows where it began. */
    private List<Integer> odd(Absence absence) {
        Gathering gathering = absence.gathering();
        List<Rank> free = absence.free();
        Set<Fact> facts = absence.facts();
        List<Wait> waits = aligned.waitsOf(gathering);
        Fact clock = WaitClock.of(waits, aligned);
        boolean exited = facts.contains(Fact.EXITED);
        if (exited || facts.contains(Fact.CRASHED)) {
            facts.add(clock);
            return FailureOrigin.first(free.stream()
                    .filter(FailureOrigin::endedByItself)
                    .filter(rank -> exited || !rank.ending().exitedNormally())
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
    private List<List<Integer>> alike(List<Integer> ranks, Absence absence) {
        Wait wait = absence.gathering().first();
        // One place does not clear another: ranks that are only behind are suspects together.
        boolean anywhere = absence.facts().contains(Fact.PERHAPS_INSIDE);
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
                                    seen == null || anywhere ? CallStack.UNKNOWN : seen.stack()),
                            story -> new ArrayList<>())
                    .add(number);
        }
        return List.copyOf(alike.values());
    }
}
