package dev.rollcall.analyzer.align;

import dev.rollcall.analyzer.align.DifferenceFacts.Leaving;
import java.util.ArrayList;
import java.util.List;

/** Turns the places where lanes leave the consensus into differences. */
final class DifferenceFinder {
    private final RankClasses lineup;
    private final Consensus consensus;
    private final TieBreak sides;
    private final CallTokens places;
    private final DifferenceFacts facts;

    DifferenceFinder(RankClasses lineup, Consensus consensus, TieBreak sides) {
        this.lineup = lineup;
        this.consensus = consensus;
        this.sides = sides;
        this.places = sides.places();
        this.facts = new DifferenceFacts(lineup.communicator(), places);
    }

    /** Returns the differences of the lanes that leave at a split, one for each group of them. */
    List<CallDifference> at(Consensus.Split split) {
        List<CallDifference> differences = new ArrayList<>();
        List<RankClass> staying = split.groups().get(0);
        RankClass reference =
                staying.contains(consensus.reference()) ? consensus.reference() : RankClass.longest(staying);
        for (List<RankClass> leaving : split.groups().subList(1, split.groups().size())) {
            differences.add(difference(leaving, staying, reference, split));
        }
        return differences;
    }

    private CallDifference difference(
            List<RankClass> leaving, List<RankClass> staying, RankClass reference, Consensus.Split split) {
        RankClass own = RankClass.longest(leaving);
        Edit edit = FirstEdit.of(own, reference, split.position(), places);
        return facts.describe(new Leaving(leaving, staying, own, reference), edit, split.sided());
    }

    /**
     * Lanes that agree in every signature and yet are of different lengths, where the places tell that one made a call
     * more or less long before: an extra call shaped like its neighbours pairs with the others' next one, and only the
     * end shows it.
     */
    List<CallDifference> shifted() {
        List<CallDifference> differences = new ArrayList<>();
        List<RankClass> lanes =
                consensus.followers().stream().filter(lane -> !lane.cut()).toList();
        if (lanes.stream().mapToInt(RankClass::length).distinct().count() < 2) {
            return differences;
        }
        RankClass reference = mostAgreedPlaces(lanes);
        for (RankClass lane : lanes) {
            Edit edit = lane == reference || lane.length() == reference.length()
                    ? null
                    : FirstEdit.ofShift(lane, reference, places);
            if (edit != null) {
                differences.add(shift(lane, reference, edit, lanes));
            }
        }
        return differences;
    }

    private CallDifference shift(RankClass lane, RankClass reference, Edit edit, List<RankClass> lanes) {
        List<RankClass> staying = lanes.stream().filter(other -> other != lane).toList();
        Leaving who = new Leaving(List.of(lane), staying, lane, reference);
        int ranks = lane.ranks().size();
        int rest = staying.stream().mapToInt(other -> other.ranks().size()).sum();
        int silent = lineup.silent(Integer.MAX_VALUE);
        if (sides.majority(rest, ranks, silent, List.of(List.of(lane)), edit.at())) {
            return facts.describe(who, edit, true);
        }
        boolean kept = ranks >= rest + silent && HistoryTieBreak.kept(lane, reference, edit.at(), edit.there(), places);
        boolean left = rest >= ranks + silent && HistoryTieBreak.kept(reference, lane, edit.there(), edit.at(), places);
        if (kept || !left && sides.left(reference, edit.there(), lane, edit.at())) {
            return facts.describe(who.mirrored(), edit.mirrored(), true);
        }
        return facts.describe(who, edit, left || sides.left(lane, edit.at(), reference, edit.there()));
    }

    private RankClass mostAgreedPlaces(List<RankClass> lanes) {
        RankClass best = null;
        int most = -1;
        for (RankClass lane : lanes) {
            int agreeing = 0;
            for (RankClass other : lanes) {
                int shared = Math.min(lane.length(), other.length());
                agreeing += FirstEdit.otherPlace(lane, other, shared, places) >= shared
                        ? other.ranks().size()
                        : 0;
            }
            if (agreeing > most) {
                most = agreeing;
                best = lane;
            }
        }
        return best;
    }
}
