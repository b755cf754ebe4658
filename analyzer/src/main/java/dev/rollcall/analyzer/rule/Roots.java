package dev.rollcall.analyzer.rule;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.PeerLoss;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.wait.Gathering;
import dev.rollcall.analyzer.wait.Wait;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Of the ranks that a call lacks, or that fell in it: those with which it began. A process that ended of itself or was
 * killed comes before one that is only not there, and who lost a connection or waited in vain is never a root: one death
 * makes many.
 */
final class Roots {
    private final Situation situation;
    private final Gathering gathering;

    private Roots(Gathering gathering, Situation situation) {
        this.situation = situation;
        this.gathering = gathering;
    }

    /** Returns the roots among those that did not come to a call and wait for nobody, ascending; empty where it is open. */
    static Set<Integer> absent(Gathering gathering, Situation situation) {
        return new Roots(gathering, situation).absent();
    }

    /** Returns the roots among those in a call that all have joined, ascending; empty where it is open. */
    static Set<Integer> joined(Gathering gathering, Situation situation) {
        return new Roots(gathering, situation).joined();
    }

    private Set<Integer> absent() {
        List<Rank> free = gathering.first().absent().stream()
                .filter(rank -> !situation.waits().waits().containsKey(rank))
                .map(situation.job()::rank)
                .toList();
        List<Rank> gone = free.stream()
                .filter(rank -> rank.ending().hasEnded() && !consequence(rank))
                .toList();
        if (!gone.isEmpty()) {
            return numbers(first(gone));
        }
        boolean stuck = waits().stream().anyMatch(wait -> situation.pace().stuck(wait) || timedOut(wait));
        boolean severed = waits().stream().anyMatch(Roots::severed);
        if (!severed) {
            return numbers(
                    free.stream().filter(rank -> stuck && !maybeBusy(rank)).toList());
        }
        boolean another = waits().stream().anyMatch(this::fell)
                || !gathering.first().unread().isEmpty();
        return free.size() == 1 && !another ? numbers(free) : Set.of();
    }

    private boolean maybeBusy(Rank rank) {
        return waits().stream().allMatch(wait -> situation.pace().maybeBusy(rank.number(), wait));
    }

    private Set<Integer> joined() {
        if (!gathering.first().absent().isEmpty() || !gathering.first().unread().isEmpty()) {
            return Set.of();
        }
        List<Wait> waits = waits();
        List<Rank> fallen = waits.stream()
                .filter(this::fell)
                .map(wait -> situation.job().rank(wait.rank()))
                .toList();
        boolean severed = waits.stream().anyMatch(Roots::severed);
        if (!fallen.isEmpty()) {
            List<Rank> first = first(fallen);
            return !severed && 2 * first.size() < waits.size() || first.size() == 1 && waits.size() > 1
                    ? numbers(first)
                    : Set.of();
        }
        List<Rank> failed = waits.stream()
                .filter(wait -> wait.call().state() == CallState.FAILED
                        && !PeerLoss.anyOf(wait.call().failure()))
                .map(wait -> situation.job().rank(wait.rank()))
                .toList();
        return severed && failed.size() == 1 ? numbers(failed) : Set.of();
    }

    /** Returns those that ended first, as far as their times tell; a death without a record has no time of its own. */
    private static List<Rank> first(List<Rank> gone) {
        List<Rank> recorded = new ArrayList<>();
        List<Rank> died = new ArrayList<>();
        gone.forEach(rank -> (rank.ending().kind() == Ending.Kind.DIED ? died : recorded).add(rank));
        long earliest =
                recorded.stream().mapToLong(rank -> rank.ending().time()).min().orElse(Call.NO_TIME);
        if (earliest != Call.NO_TIME) {
            String story = recorded.stream()
                    .filter(rank -> rank.ending().time() == earliest)
                    .findFirst()
                    .orElseThrow()
                    .ending()
                    .reason();
            recorded.removeIf(rank ->
                    rank.ending().time() > earliest && !rank.ending().reason().equals(story));
            died.removeIf(rank -> rank.lastAlive() > earliest);
        }
        return died.isEmpty() ? recorded : died;
    }

    /** Whether a rank fell in its call: its process is gone, and the call had neither failed nor been stuck before. */
    private boolean fell(Wait wait) {
        Rank rank = situation.job().rank(wait.rank());
        return wait.call().state() != CallState.FAILED
                && rank.ending().hasEnded()
                && !consequence(rank)
                && !situation.pace().stuck(wait);
    }

    private static boolean consequence(Rank rank) {
        return rank.ending().kind() == Ending.Kind.UNCAUGHT_EXCEPTION
                && PeerLoss.anyOf(rank.ending().reason());
    }

    private static boolean severed(Wait wait) {
        return wait.call().state() == CallState.FAILED
                && PeerLoss.closed(wait.call().failure());
    }

    /** Returns whether a call failed because nobody came in time. */
    static boolean timedOut(Wait wait) {
        return wait.call().state() == CallState.FAILED
                && PeerLoss.timedOut(wait.call().failure());
    }

    private List<Wait> waits() {
        return gathering.ranks().stream().map(situation.waits().waits()::get).toList();
    }

    private static Set<Integer> numbers(List<Rank> ranks) {
        return ranks.stream().map(Rank::number).collect(Collectors.toCollection(TreeSet::new));
    }
}
