package dev.rollcall.analyzer.report.view;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.RankSource;
import dev.rollcall.analyzer.model.ThreadSnapshot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Says where every rank of a job was at the end, equal ranks together: its oldest unfinished call, or else its last one. */
public final class RollOfRanks {
    /** Of more groups than this, those in one line of code are told together, whichever communicator each is on. */
    private static final int MOST_APART = 12;
    /** What files of one job may end apart without anything to say of it, in nanoseconds. */
    private static final long APART = 1_000_000_000L;

    private final Job job;
    private final Set<Integer> named;
    private final Set<Integer> partlySeen;
    private final boolean endsTold;
    private final long lastAlive;
    private final Map<Integer, Spot> spots = new HashMap<>();

    private RollOfRanks(Job job, Collection<Integer> named) {
        this.job = job;
        this.named = new HashSet<>(named);
        this.partlySeen = job.partlySeen();
        this.lastAlive = job.ranks().stream().mapToLong(Rank::lastAlive).max().orElse(Call.NO_TIME);
        // Dumps and logs tell of no end at all, which need not be said of each rank.
        this.endsTold = job.ranks().stream().anyMatch(rank -> !rank.ending().isUnknown());
    }

    /**
     * Returns where the ranks of a job were; each rank that was read is in exactly one group.
     *
     * @param job the job
     * @param named the ranks to tell first; the others follow by their lowest rank
     */
    public static List<Whereabouts> of(Job job, Collection<Integer> named) {
        RollOfRanks roll = looked(job, named);
        List<Whereabouts> apart =
                roll.grouped((spot, state) -> List.of(spot.what(), spot.place(), spot.waiting(), state));
        return apart.size() <= MOST_APART
                ? apart
                : roll.grouped((spot, state) -> List.of(spot.how(), spot.alike(), spot.place(), state));
    }

    /** Returns the positions of the ranks of a job, by their lowest rank; each rank that was read is in exactly one. */
    public static List<RankPosition> positions(Job job) {
        RollOfRanks roll = looked(job, List.of());
        Map<List<Object>, List<Rank>> alike = new LinkedHashMap<>();
        for (Rank rank : job.ranks()) {
            Spot spot = roll.spot(rank);
            List<Object> key =
                    Arrays.asList(spot.state(), spot.on(), spot.sequence(), spot.asked(), spot.site(), roll.told(rank));
            alike.computeIfAbsent(key, unused -> new ArrayList<>()).add(rank);
        }
        return alike.values().stream().map(roll::position).toList();
    }

    private RankPosition position(List<Rank> alike) {
        Spot first = spot(alike.get(0));
        long since = Long.MAX_VALUE;
        long waited = Call.NO_TIME;
        for (Rank rank : alike) {
            long began = spot(rank).since();
            if (first.waiting() && began != Call.NO_TIME) {
                since = Math.min(since, began);
                if (rank.lastAlive() != Call.NO_TIME) {
                    waited = Math.max(waited, Math.max(0, rank.lastAlive() - began));
                }
            }
        }
        return new RankPosition(
                alike.stream().map(Rank::number).toList(),
                first.state(),
                first.on(),
                first.sequence(),
                first.asked(),
                first.site(),
                since == Long.MAX_VALUE ? Call.NO_TIME : since,
                waited,
                told(alike.get(0)));
    }

    private static RollOfRanks looked(Job job, Collection<Integer> named) {
        RollOfRanks roll = new RollOfRanks(job, named);
        for (Communicator communicator : job.communicators()) {
            communicator.memberships().values().forEach(member -> roll.look(communicator, member));
        }
        return roll;
    }

    private Spot spot(Rank rank) {
        // A console shows calls only where one of them fails.
        boolean partly = partlySeen.contains(rank.number())
                || rank.sources().stream().anyMatch(source -> source.kind().equals(RankSource.CONSOLE));
        return spots.getOrDefault(rank.number(), partly ? Spot.UNRECORDED : Spot.NOWHERE);
    }

    /** Returns how a rank's process ended, where a source of the job shows any end, and what it does instead of a call. */
    private String told(Rank rank) {
        return rank.ending().isUnknown() && !endsTold ? seen(rank, spot(rank)) : state(rank, spot(rank));
    }

    private List<Whereabouts> grouped(BiFunction<Spot, String, List<Object>> alike) {
        Map<List<Object>, Group> groups = new LinkedHashMap<>();
        for (Rank rank : job.ranks()) {
            Spot spot = spot(rank);
            String state = told(rank);
            List<Object> key = new ArrayList<>(alike.apply(spot, state));
            key.add(named.contains(rank.number()));
            groups.computeIfAbsent(
                            key, unused -> new Group(spot, state, rank.ending().hasEnded()))
                    .add(rank, spot, lastAlive);
        }
        return groups.values().stream()
                .map(Group::view)
                .sorted(Comparator.comparing((Whereabouts group) ->
                                !named.contains(group.ranks().get(0)))
                        .thenComparing(group -> group.ranks().get(0)))
                .toList();
    }

    private String state(Rank rank, Spot spot) {
        if (!rank.ending().isAlive()) {
            return Endings.describe(rank.ending());
        }
        String signal = rank.ending().signal().isEmpty() ? "" : Endings.describe(rank.ending());
        return Stream.of(signal, seen(rank, spot), deadlocks(rank))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("; "));
    }

    private static String deadlocks(Rank rank) {
        return rank.lockCycles().stream()
                .map(cycle -> "deadlock: " + Printable.of(cycle.describe()))
                .collect(Collectors.joining("; "));
    }

    private String seen(Rank rank, Spot spot) {
        ThreadSnapshot seen = spot.waiting() ? null : job.currentSnapshot(rank.number());
        if (seen == null) {
            return "";
        }
        String place = FrameView.place(seen.stack().siteFrame());
        return Endings.describe(seen) + (place.isEmpty() ? "" : " at " + place);
    }

    private void look(Communicator communicator, Membership member) {
        Rank rank = job.rank(member.rank());
        boolean ended = rank != null && rank.ending().hasEnded();
        if (member.phase() == Membership.Phase.JOINING) {
            offer(member, Spot.joining(communicator, member));
        }
        if (member.overwrittenPending() != null) {
            offer(member, Spot.of(communicator, member.overwrittenPending(), ended));
        }
        for (CallSequence calls : List.of(member.collectives(), member.pointToPoint())) {
            if (calls.size() > 0) {
                int telling = tellingCall(calls);
                Call call = calls.call(telling);
                offer(member, Spot.of(communicator, call.in(calls.shownState(telling)), ended));
            } else if (calls.lastSequence() > 0) {
                offer(member, Spot.unrecorded(communicator, calls.lastSequence()));
            }
        }
    }

    private void offer(Membership member, Spot spot) {
        spots.merge(member.rank(), spot, Spot::or);
    }

    /** Returns the index of the oldest unfinished call; else of the first of those that failed at the end; else the last. */
    private static int tellingCall(CallSequence calls) {
        for (int i = 0; i < calls.size(); i++) {
            if (calls.state(i).pending()) {
                return i;
            }
        }
        int last = calls.size() - 1;
        while (last > 0 && calls.state(last) == CallState.FAILED && calls.state(last - 1) == CallState.FAILED) {
            last--;
        }
        return last;
    }

    private static final class Group {
        private final Spot spot;
        private final String state;
        private final boolean ended;
        private final List<Integer> ranks = new ArrayList<>();
        private final Set<String> whats = new HashSet<>();
        private final Set<String> communicators = new HashSet<>();
        private final Set<Long> sequences = new HashSet<>();
        private long shortest = Long.MAX_VALUE;
        private long longest;
        private boolean atLeast;

        private Group(Spot spot, String state, boolean ended) {
            this.spot = spot;
            this.state = state;
            this.ended = ended;
        }

        private void add(Rank rank, Spot its, long lastAlive) {
            ranks.add(rank.number());
            whats.add(its.what());
            communicators.add(its.communicator());
            sequences.add(its.sequence());
            if (spot.waiting() && its.since() != Call.NO_TIME && rank.lastAlive() != Call.NO_TIME) {
                long wait = Math.max(0, rank.lastAlive() - its.since());
                shortest = Math.min(shortest, wait);
                longest = Math.max(longest, wait);
                atLeast |= lastAlive - rank.lastAlive() > APART || !rank.heartbeat();
            }
        }

        private Whereabouts view() {
            String what = whats.size() == 1 ? spot.what() : spot.what(communicators.size(), sequences.size() == 1);
            return new Whereabouts(
                    ranks,
                    spot.waiting(),
                    what,
                    spot.place(),
                    state,
                    ended,
                    Math.min(shortest, longest),
                    longest,
                    atLeast);
        }
    }
}
