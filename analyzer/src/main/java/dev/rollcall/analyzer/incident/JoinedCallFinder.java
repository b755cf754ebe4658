package dev.rollcall.analyzer.incident;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.model.Thresholds;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.wait.Gathering;
import dev.rollcall.analyzer.wait.Wait;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Finds calls that no rank is known to lack, and that do not complete: a member died in it, a device or a launch is behind, members
 * were not read, or nothing shows why.
 */
final class JoinedCallFinder {
    private static final Set<IncidentKind> BELOW_THE_CALLS =
            EnumSet.of(IncidentKind.LAGGING_DEVICE, IncidentKind.UNFINISHED_LAUNCH, IncidentKind.JOINED_CALL);

    private final AlignedJob aligned;

    JoinedCallFinder(AlignedJob aligned) {
        this.aligned = aligned;
    }

    /**
     * Returns the incidents.
     *
     * @param gatherings the gatherings that no other incident explains, and that no rank is known to lack
     */
    List<Incident> find(List<Gathering> gatherings) {
        List<Incident> incidents = new ArrayList<>();
        List<Gathering> open = new ArrayList<>();
        for (Gathering gathering : gatherings) {
            Incident incident = incident(gathering);
            if (incident.kind() == IncidentKind.UNEXPLAINED_WAIT && showsNoPeers(gathering.first())) {
                open.add(gathering);
            } else if (!BELOW_THE_CALLS.contains(incident.kind()) || !heldUp(gathering)) {
                incidents.add(incident);
            }
        }
        if (!open.isEmpty()) {
            incidents.add(incident(new IncidentDetails.OpenWaits(open)));
        }
        return incidents;
    }

    /** Returns whether nothing shows whom a rank waits for. */
    private boolean showsNoPeers(Wait wait) {
        return wait.absent().isEmpty()
                && wait.unread().isEmpty()
                && (wait.pointToPoint()
                        || aligned.membersUnknown(wait.communicator())
                                && !aligned.mayHaveMoreRanks(wait.communicator()));
    }

    /** Returns the incident of all waits for unknown ranks: it is about the few ranks of the job that wait in no call, if there are any. */
    private Incident incident(IncidentDetails.OpenWaits open) {
        List<Integer> waiting = open.ranks();
        List<Wait> waits = waiting.stream().map(aligned::waitOf).toList();
        Gathering all = new Gathering(open.gatherings().get(0).first(), waiting);
        // Nothing shows whether these calls fit.
        List<Integer> crashed = crashed(idle()).stream()
                .filter(rank -> !FailureOrigin.failedOnDevice(aligned.job().rank(rank)))
                .toList();
        List<Integer> idle = aligned.narrowed(idle(), all);
        Fact clock = WaitClock.of(waits, aligned);
        if (!crashed.isEmpty()) {
            return incident(
                    IncidentKind.ABSENCE,
                    EnumSet.of(Fact.CRASHED, count(crashed, all), Fact.NEW, clock),
                    Cause.RANK_ABSENT,
                    crashed,
                    waiting,
                    all.first(),
                    new IncidentDetails.CommonCall(all));
        }
        boolean few =
                !idle.isEmpty() && idle.size() < waiting.size() && idle.stream().noneMatch(this::isHidden);
        return few
                ? incident(
                        IncidentKind.UNREAD_MEMBERS,
                        EnumSet.of(Fact.FEW_LACK, clock),
                        null,
                        idle,
                        waiting,
                        all.first(),
                        open)
                : incident(IncidentKind.UNEXPLAINED_WAIT, EnumSet.of(clock), null, waiting, idle, all.first(), open);
    }

    /** Returns the ranks of the job that neither wait nor ended well, ascending. */
    private List<Integer> idle() {
        Set<Integer> idle = new TreeSet<>();
        aligned.job().ranks().forEach(rank -> idle.add(rank.number()));
        IntStream.range(0, aligned.job().coverage().expected()).forEach(idle::add);
        idle.removeIf(rank -> aligned.waitOf(rank) != null
                || aligned.job().rank(rank) != null
                        && aligned.job().rank(rank).ending().exitedNormally());
        return List.copyOf(idle);
    }

    private Incident incident(Gathering gathering) {
        Wait first = gathering.first();
        List<Wait> waits = aligned.waitsOf(gathering);
        Gathering elsewhere = waitingFor(gathering);
        if (elsewhere != null) {
            List<Integer> lacking = elsewhere.first().absent();
            return incident(
                    IncidentKind.UNREAD_MEMBERS,
                    EnumSet.of(count(lacking, elsewhere), WaitClock.of(aligned.waitsOf(elsewhere), aligned)),
                    null,
                    lacking,
                    elsewhere);
        }
        List<Integer> unread = aligned.narrowed(first.unread(), gathering);
        if (!unread.isEmpty()) {
            List<Integer> crashed = first.joining() || first.pointToPoint() ? List.of() : crashed(first.unread());
            // The process of another member that was not read may be gone, with memory that a device still used.
            boolean proven = crashed.size() == first.unread().size()
                    || crashed.stream().map(aligned.job()::rank).noneMatch(FailureOrigin::failedOnDevice);
            if (!crashed.isEmpty() && proven) {
                return incident(
                        IncidentKind.ABSENCE,
                        EnumSet.of(Fact.CRASHED, count(unread, gathering), Fact.NEW, WaitClock.of(waits, aligned)),
                        Cause.RANK_ABSENT,
                        crashed,
                        gathering);
            }
            if (waits.stream().noneMatch(this::broken) && unread.stream().anyMatch(this::isHidden)) {
                return incident(
                        IncidentKind.UNEXPLAINED_WAIT, EnumSet.of(clock(waits)), null, gathering.ranks(), gathering);
            }
            return waits.stream().anyMatch(this::broken)
                    ? AbsenceFinder.broken(gathering)
                    : incident(
                            IncidentKind.UNREAD_MEMBERS,
                            EnumSet.of(count(unread, gathering), WaitClock.of(waits, aligned)),
                            null,
                            unread,
                            gathering);
        }
        Set<Fact> clock = EnumSet.of(clock(waits));
        if (first.pointToPoint() || !first.absent().isEmpty() || !first.unread().isEmpty()) {
            return waits.stream().anyMatch(this::broken)
                    ? AbsenceFinder.broken(gathering)
                    : incident(IncidentKind.UNEXPLAINED_WAIT, clock, null, gathering.ranks(), gathering);
        }
        List<Integer> fallen = fallen(waits);
        if (!fallen.isEmpty()) {
            return incident(IncidentKind.DEATH_IN_CALL, Set.of(), Cause.RANK_ABSENT, fallen, gathering);
        }
        if (waits.stream().anyMatch(this::broken)) {
            return AbsenceFinder.broken(gathering);
        }
        if (aligned.membersUnknown(first.communicator()) || !held(first)) {
            return incident(IncidentKind.UNEXPLAINED_WAIT, clock, null, gathering.ranks(), gathering);
        }
        List<Integer> notBegun = notBegun(gathering);
        if (!notBegun.isEmpty()) {
            return incident(IncidentKind.LAGGING_DEVICE, clock, Cause.GPU_STUCK, notBegun, gathering);
        }
        List<Integer> launching = launching(gathering);
        return launching.isEmpty()
                ? incident(IncidentKind.JOINED_CALL, clock, Cause.TRANSPORT_STALLED, gathering.ranks(), gathering)
                : incident(IncidentKind.UNFINISHED_LAUNCH, clock, Cause.GPU_STUCK, launching, gathering);
    }

    /**
     * Returns the call in which all members that were not read wait for ranks of a gathering, and for no others: they do not come before
     * those ranks do. Null if there is none.
     */
    private Gathering waitingFor(Gathering gathering) {
        List<Integer> unread = gathering.first().unread();
        return unread.isEmpty()
                ? null
                : aligned.waits().gatherings().stream()
                        .filter(other -> !other.first().pointToPoint()
                                && other.first().unread().isEmpty()
                                && !other.first().absent().isEmpty()
                                && other.ranks().containsAll(unread)
                                && gathering.ranks().containsAll(other.first().absent()))
                        .findFirst()
                        .orElse(null);
    }

    /** Returns the members of which nothing but a failure of their own is known, and the same one; empty where there are none. */
    private List<Integer> crashed(List<Integer> unread) {
        List<Rank> crashed = unread.stream()
                .map(aligned.job()::rank)
                .filter(FailureOrigin::hasFailedByItself)
                .toList();
        boolean one =
                crashed.stream().map(rank -> rank.ending().reason()).distinct().count() == 1;
        return one ? crashed.stream().map(Rank::number).toList() : List.of();
    }

    private Incident incident(
            IncidentKind kind, Set<Fact> facts, Cause cause, List<Integer> ranks, Gathering gathering) {
        Set<Integer> subjects = Set.copyOf(ranks);
        List<Integer> others = gathering.ranks().stream()
                .filter(rank -> !subjects.contains(rank))
                .toList();
        return incident(
                kind, facts, cause, ranks, others, gathering.first(), new IncidentDetails.CommonCall(gathering));
    }

    private static Incident incident(
            IncidentKind kind,
            Set<Fact> facts,
            Cause cause,
            List<Integer> ranks,
            List<Integer> others,
            Wait wait,
            IncidentDetails details) {
        return new Incident(
                kind,
                facts,
                cause,
                wait.communicator(),
                wait.call().sequence(),
                ranks,
                others,
                Incident.time(wait.call()),
                details);
    }

    /** Returns whether a rank may be in the call, because lines of it are left out and no stack shows where it is. */
    private boolean isHidden(int number) {
        Rank rank = aligned.job().rank(number);
        return rank != null && rank.ending().isFiltered() && aligned.position(number) == null;
    }

    private static Fact count(List<Integer> unread, Gathering gathering) {
        int joined = gathering.ranks().size();
        if (unread.size() <= joined) {
            return unread.size() < joined ? Fact.FEW_LACK : Fact.HALF_LACK;
        }
        return joined == 1 ? Fact.ALL_BUT_ONE_LACK : Fact.MOST_LACK;
    }

    /** Ranks that are all there still have to connect, on a busy host for seconds. */
    private Fact clock(List<Wait> waits) {
        boolean connecting = waits.stream()
                .allMatch(wait -> wait.joining()
                        && !FailureOrigin.timedOut(wait)
                        && aligned.pace().age(wait) != Call.NO_TIME
                        && aligned.pace().age(wait) < Thresholds.LONGEST_CONNECT);
        return connecting ? Fact.RUNNING : WaitClock.of(waits, aligned);
    }

    private boolean broken(Wait wait) {
        return FailureOrigin.failed(wait) && !FailureOrigin.timedOut(wait);
    }

    /** Whether a member waits in another call that others lack: its device may execute this call only after that one. */
    private boolean heldUp(Gathering gathering) {
        Set<Integer> joined = Set.copyOf(gathering.ranks());
        return !gathering.first().pointToPoint()
                && gathering.first().communicator().memberships().keySet().stream()
                        .filter(member -> !joined.contains(member))
                        .map(aligned::waitOf)
                        .anyMatch(wait -> wait != null
                                && (!wait.absent().isEmpty() || !wait.unread().isEmpty()));
    }

    /** Returns the ranks that broke the call: they died in it, or failed in it with an error of their own. */
    private List<Integer> fallen(List<Wait> waits) {
        List<Rank> fallen = waits.stream()
                .filter(wait -> AbsenceFinder.fell(wait, aligned))
                .map(wait -> aligned.job().rank(wait.rank()))
                .toList();
        boolean severed = waits.stream().anyMatch(FailureOrigin::severed);
        if (!fallen.isEmpty()) {
            List<Integer> first = FailureOrigin.first(fallen);
            return !severed && 2 * first.size() < waits.size() || first.size() == 1 && waits.size() > 1
                    ? first
                    : List.of();
        }
        List<Integer> failed = waits.stream()
                .filter(FailureOrigin::failedByItself)
                .map(Wait::rank)
                .toList();
        return severed && failed.size() == 1 ? failed : List.of();
    }

    /** Whether the rings of all members still hold the call. */
    private static boolean held(Wait wait) {
        return wait.joining()
                || wait.communicator().memberships().values().stream()
                        .map(Membership::collectives)
                        .allMatch(calls -> calls.firstSequence() <= wait.call().sequence()
                                && !calls.signature((int) (wait.call().sequence() - calls.firstSequence()))
                                        .equals(Signature.LOST));
    }

    /** Returns the few ranks whose devices have not begun a call that all others' have. */
    private List<Integer> notBegun(Gathering gathering) {
        List<Integer> behind = new ArrayList<>();
        for (Wait wait : aligned.waitsOf(gathering)) {
            if (wait.call().state() == CallState.ENQUEUED && showsStarts(wait)) {
                behind.add(wait.rank());
            } else if (wait.call().state() != CallState.STARTED || wait.call().started() == Call.NO_TIME) {
                return List.of();
            }
        }
        int members = gathering.first().communicator().memberships().size();
        return gathering.ranks().size() == members && 2 * behind.size() < members ? behind : List.of();
    }

    /** Whether the source shows when calls start: it does so for the call before. */
    private static boolean showsStarts(Wait wait) {
        CallSequence calls = wait.communicator().memberships().get(wait.rank()).collectives();
        int before = (int) (wait.call().sequence() - calls.firstSequence()) - 1;
        return before >= 0
                && calls.state(before) == CallState.COMPLETED
                && calls.call(before).started() != Call.NO_TIME;
    }

    /** Returns the few ranks inside the library's function, from which it has returned on the others. */
    private static List<Integer> launching(Gathering gathering) {
        Set<Integer> inLaunch = gathering.first().joining()
                ? Set.of()
                : gathering
                        .first()
                        .communicator()
                        .inLaunch(gathering.first().call().sequence());
        List<Integer> launching =
                gathering.ranks().stream().filter(inLaunch::contains).toList();
        return launching.size() < gathering.ranks().size() ? launching : List.of();
    }
}
