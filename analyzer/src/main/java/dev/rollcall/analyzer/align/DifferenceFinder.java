package dev.rollcall.analyzer.align;

import dev.rollcall.analyzer.align.DifferenceFacts.Leaving;
import java.util.ArrayList;
import java.util.List;

/** Turns the places where rankClasses leave the consensus into differences. */
final class DifferenceFinder {
    private final RankClasses rankClasses;
    private final Consensus consensus;
    private final TieBreak tieBreak;
    private final CallTokens paths;
    private final DifferenceFacts facts;

    DifferenceFinder(RankClasses rankClasses, Consensus consensus, TieBreak tieBreak) {
        this.rankClasses = rankClasses;
        this.consensus = consensus;
        this.tieBreak = tieBreak;
        this.paths = tieBreak.paths();
        this.facts = new DifferenceFacts(rankClasses.communicator(), paths);
    }

    /** Returns the differences of the rankClasses that leave at a split, one for each group of them. */
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
        Edit edit = FirstEdit.of(own, reference, split.position(), paths);
        return facts.describe(new Leaving(leaving, staying, own, reference), edit, split.decided());
    }

    /**
     * Lanes that agree in every signature and yet are of different lengths, where the places tell that one made a call
     * more or less long before: an extra call shaped like its neighbours pairs with the others' next one, and only the
     * end shows it.
     */
    List<CallDifference> shifted() {
        List<CallDifference> differences = new ArrayList<>();
        List<RankClass> rankClasses = consensus.followers().stream()
                .filter(rankClass -> !rankClass.cut())
                .toList();
        if (rankClasses.stream().mapToInt(RankClass::length).distinct().count() < 2) {
            return differences;
        }
        RankClass reference = mostAgreedPlaces(rankClasses);
        for (RankClass rankClass : rankClasses) {
            Edit edit = rankClass == reference || rankClass.length() == reference.length()
                    ? null
                    : FirstEdit.ofShift(rankClass, reference, paths);
            if (edit != null) {
                differences.add(shift(rankClass, reference, edit, rankClasses));
            }
        }
        return differences;
    }

    private CallDifference shift(RankClass rankClass, RankClass reference, Edit edit, List<RankClass> rankClasses) {
        List<RankClass> staying =
                rankClasses.stream().filter(other -> other != rankClass).toList();
        Leaving who = new Leaving(List.of(rankClass), staying, rankClass, reference);
        int ranks = rankClass.ranks().size();
        int rest = staying.stream().mapToInt(other -> other.ranks().size()).sum();
        int silent = this.rankClasses.silent(Integer.MAX_VALUE);
        if (tieBreak.majority(rest, ranks, silent, List.of(List.of(rankClass)), edit.at())) {
            return facts.describe(who, edit, true);
        }
        boolean kept =
                ranks >= rest + silent && HistoryTieBreak.kept(rankClass, reference, edit.at(), edit.there(), paths);
        boolean left =
                rest >= ranks + silent && HistoryTieBreak.kept(reference, rankClass, edit.there(), edit.at(), paths);
        if (kept || !left && tieBreak.left(reference, edit.there(), rankClass, edit.at())) {
            return facts.describe(who.mirrored(), edit.mirrored(), true);
        }
        return facts.describe(who, edit, left || tieBreak.left(rankClass, edit.at(), reference, edit.there()));
    }

    private RankClass mostAgreedPlaces(List<RankClass> rankClasses) {
        RankClass best = null;
        int most = -1;
        for (RankClass rankClass : rankClasses) {
            int agreeing = 0;
            for (RankClass other : rankClasses) {
                int shared = Math.min(rankClass.length(), other.length());
                agreeing += FirstEdit.otherPlace(rankClass, other, shared, paths) >= shared
                        ? other.ranks().size()
                        : 0;
            }
            if (agreeing > most) {
                most = agreeing;
                best = rankClass;
            }
        }
        return best;
    }
}
