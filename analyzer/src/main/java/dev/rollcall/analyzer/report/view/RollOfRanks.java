package dev.rollcall.analyzer.report.view;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.ThreadSnapshot;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Says where every rank of a job was at the end, equal ranks together: its oldest unfinished call, or else its last one. */
public final class RollOfRanks {
    private final Map<Integer, Spot> spots = new HashMap<>();

    private RollOfRanks() {}

    /** Returns where the ranks of a job were, by their lowest rank; each rank that was read is in exactly one group. */
    public static List<Whereabouts> of(Job job) {
        RollOfRanks roll = new RollOfRanks();
        for (Communicator communicator : job.communicators()) {
            communicator.memberships().values().forEach(member -> roll.look(communicator, member));
        }
        // Dumps and logs tell of no end at all, which need not be said of each rank.
        boolean endsTold = job.ranks().stream().anyMatch(rank -> rank.ending().kind() != Ending.Kind.UNKNOWN);
        Map<List<Object>, Group> groups = new LinkedHashMap<>();
        for (Rank rank : job.ranks()) {
            Spot spot = roll.spots.getOrDefault(rank.number(), Spot.NOWHERE);
            String state = rank.ending().kind() == Ending.Kind.UNKNOWN && !endsTold ? "" : state(rank, spot);
            boolean ended = ended(rank.ending().kind());
            groups.computeIfAbsent(
                            List.of(spot.what, spot.place, spot.waiting, state), key -> new Group(spot, state, ended))
                    .add(rank, spot.since);
        }
        return groups.values().stream()
                .map(Group::view)
                .sorted(Comparator.comparing(group -> group.ranks().get(0)))
                .toList();
    }

    private static boolean ended(Ending.Kind kind) {
        return switch (kind) {
            case EXITED, UNCAUGHT_EXCEPTION, DIED -> true;
            case ALIVE, UNOBSERVED, UNKNOWN -> false;
        };
    }

    private static String state(Rank rank, Spot spot) {
        if (rank.ending().kind() != Ending.Kind.ALIVE) {
            return Endings.describe(rank.ending());
        }
        ThreadSnapshot seen = spot.waiting ? null : Endings.mainThread(rank);
        if (seen == null) {
            return "";
        }
        String place = FrameView.place(seen.stack().siteFrame());
        return Endings.describe(seen) + (place.isEmpty() ? "" : " at " + place);
    }

    private void look(Communicator communicator, Membership member) {
        if (member.phase() == Membership.Phase.JOINING) {
            String place = FrameView.place(member.birth().site().siteFrame());
            offer(
                    member.rank(),
                    new Spot(
                            true,
                            "creating " + Printable.of(communicator.name()),
                            place,
                            member.birth().begun()));
        }
        if (member.overwrittenPending() != null) {
            offer(member.rank(), spot(communicator, member.overwrittenPending()));
        }
        for (CallSequence calls : List.of(member.collectives(), member.pointToPoint())) {
            if (calls.size() > 0) {
                offer(member.rank(), spot(communicator, calls.call(tellingCall(calls))));
            }
        }
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

    private static Spot spot(Communicator communicator, Call call) {
        boolean waiting = call.state().pending();
        String how = waiting ? "in " : call.state() == CallState.FAILED ? "failed in " : "after ";
        String what = how + Printable.of(call.signature().describe()) + ", call " + call.sequence() + " on "
                + Printable.of(communicator.name());
        return new Spot(waiting, what, FrameView.place(call.stack().siteFrame()), call.enqueued());
    }

    /** The oldest wait wins over a later one, any wait over none, the latest finished call over an earlier one. */
    private void offer(int rank, Spot spot) {
        spots.merge(rank, spot, (known, other) -> {
            if (known.waiting != other.waiting) {
                return known.waiting ? known : other;
            }
            return known.since <= other.since == known.waiting ? known : other;
        });
    }

    private record Spot(boolean waiting, String what, String place, long since) {
        private static final Spot NOWHERE = new Spot(false, "made no call", "", Call.NO_TIME);
    }

    private static final class Group {
        private final Spot spot;
        private final String state;
        private final boolean ended;
        private final List<Integer> ranks = new ArrayList<>();
        private long shortest = Long.MAX_VALUE;
        private long longest;

        private Group(Spot spot, String state, boolean ended) {
            this.spot = spot;
            this.state = state;
            this.ended = ended;
        }

        private void add(Rank rank, long since) {
            ranks.add(rank.number());
            if (spot.waiting && since != Call.NO_TIME && rank.lastAlive() != Call.NO_TIME) {
                long wait = Math.max(0, rank.lastAlive() - since);
                shortest = Math.min(shortest, wait);
                longest = Math.max(longest, wait);
            }
        }

        private Whereabouts view() {
            return new Whereabouts(
                    ranks, spot.waiting, spot.what, spot.place, state, ended, Math.min(shortest, longest), longest);
        }
    }
}
