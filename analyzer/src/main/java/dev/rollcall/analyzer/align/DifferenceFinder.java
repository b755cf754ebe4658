package dev.rollcall.analyzer.align;

import dev.rollcall.analyzer.model.Communicator;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds the consensus of a communicator's rank classes, and the first difference of each class that leaves it.
 *
 * <p>The consensus is what most ranks called. All classes are walked in step: at each position those that call what most call
 * go on, the others leave. A class that has ended has no voice. A tie is decided by {@link TieBreak}, and ends the walk where
 * it stays open.
 */
final class DifferenceFinder {
    /** Paths of all pairs of classes are compared, so the work grows with the square of their number. */
    private static final int MOST_CLASSES_COMPARED_BY_PATH = 64;

    private static final Comparator<List<RankClass>> LARGEST_FIRST = Comparator.<List<RankClass>>comparingInt(
                    side -> -RankClass.countRanks(side))
            .thenComparingInt(side -> side.get(0).ranks().get(0));

    private final Communicator communicator;
    private final RankClasses rankClasses;
    private final TieBreak tieBreak;
    private final CallTokens tokens;

    /** The classes that have not left the consensus. */
    private final List<RankClass> followers;

    private DifferenceFinder(RankClasses rankClasses, TieBreak tieBreak, CallTokens tokens) {
        this.communicator = rankClasses.communicator();
        this.rankClasses = rankClasses;
        this.tieBreak = tieBreak;
        this.tokens = tokens;
        this.followers = new ArrayList<>(rankClasses.all());
    }

    /**
     * A position where classes disagree.
     *
     * @param sides the classes by what they called, those that go on first
     * @param decided whether the first side is known to have kept to the program
     */
    private record Split(int position, List<List<RankClass>> sides, boolean decided) {}

    /** Returns the differences of a communicator's rank classes, the earliest first. */
    static List<CallDifference> find(RankClasses rankClasses, TieBreak tieBreak, CallTokens tokens) {
        DifferenceFinder finder = new DifferenceFinder(rankClasses, tieBreak, tokens);
        List<CallDifference> differences = new ArrayList<>();
        List<Split> splits = finder.walk();
        for (Split split : splits) {
            differences.addAll(finder.at(split));
        }
        if (finder.followers.size() <= MOST_CLASSES_COMPARED_BY_PATH) {
            differences.addAll(finder.shifts());
        }
        differences.sort(
                Comparator.<CallDifference>comparingInt(d -> d.staying().position())
                        .thenComparingInt(d -> d.ranks().get(0)));
        return differences;
    }

    private List<Split> walk() {
        List<Split> splits = new ArrayList<>();
        int longest = followers.stream().mapToInt(RankClass::length).max().orElse(0);
        for (int position = 0; position < longest; position++) {
            List<List<RankClass>> sides = sides(position);
            if (sides.size() < 2) {
                continue;
            }
            sides.sort(LARGEST_FIRST);
            int voices = sides.stream().mapToInt(RankClass::countRanks).sum();
            int most = RankClass.countRanks(sides.get(0));
            int silent = rankClasses.silent(position);
            boolean majority = tieBreak.majority(most, voices - most, silent, sides.subList(1, sides.size()), position);
            RankClass keeper = majority ? null : tieBreak.keeper(sides, position, silent);
            if (sides.get(1).contains(keeper)) {
                sides.add(sides.remove(0));
            }
            boolean decided = majority || keeper != null;
            splits.add(new Split(position, List.copyOf(sides), decided));
            if (!decided) {
                break;
            }
            sides.subList(1, sides.size()).forEach(followers::removeAll);
        }
        return splits;
    }

    /** Returns the classes that reached a position, by what they call there; without those whose record of it is lost. */
    private List<List<RankClass>> sides(int position) {
        List<List<RankClass>> sides = new ArrayList<>();
        for (RankClass each : followers) {
            if (position >= each.length() || each.lost(position)) {
                continue;
            }
            List<RankClass> side = null;
            for (List<RankClass> candidate : sides) {
                if (candidate.get(0).same(position, each, position)) {
                    side = candidate;
                    break;
                }
            }
            if (side == null) {
                side = new ArrayList<>();
                sides.add(side);
            }
            side.add(each);
        }
        return sides;
    }

    /** Returns the differences at a split, one for each side that leaves. */
    private List<CallDifference> at(Split split) {
        RankClass longest = followers.stream()
                .max(Comparator.comparingInt(RankClass::length)
                        .thenComparingInt(each -> each.ranks().size())
                        .thenComparingInt(each -> -each.ranks().get(0)))
                .orElse(null);
        List<RankClass> staying = split.sides().get(0);
        RankClass reference = staying.contains(longest) ? longest : RankClass.longest(staying);
        List<CallDifference> differences = new ArrayList<>();
        for (List<RankClass> leaving : split.sides().subList(1, split.sides().size())) {
            RankClass own = RankClass.longest(leaving);
            Edit edit = FirstEdit.of(own, reference, split.position(), tokens);
            differences.add(difference(leaving, own, staying, reference, edit, split.decided()));
        }
        return differences;
    }

    /**
     * Returns the differences of classes that agree in every signature and differ in length, where paths show that one made a
     * call more or less long before: an extra call like its neighbours pairs with the others' next one, and only the end
     * shows that one is left over.
     */
    private List<CallDifference> shifts() {
        List<RankClass> whole = followers.stream().filter(each -> !each.cut()).toList();
        List<CallDifference> differences = new ArrayList<>();
        if (whole.stream().mapToInt(RankClass::length).distinct().count() < 2) {
            return differences;
        }
        RankClass reference = mostAgreedPaths(whole);
        for (RankClass own : whole) {
            Edit edit = own == reference || own.length() == reference.length()
                    ? null
                    : FirstEdit.ofShift(own, reference, tokens);
            if (edit != null) {
                List<RankClass> rest =
                        whole.stream().filter(other -> other != own).toList();
                differences.add(shift(own, rest, reference, edit));
            }
        }
        return differences;
    }

    private CallDifference shift(RankClass own, List<RankClass> rest, RankClass reference, Edit edit) {
        int at = edit.position();
        int otherAt = edit.otherPosition();
        int ranks = own.ranks().size();
        int restRanks = RankClass.countRanks(rest);
        int silent = rankClasses.silent(Integer.MAX_VALUE);
        if (tieBreak.majority(restRanks, ranks, silent, List.of(List.of(own)), at)) {
            return difference(List.of(own), own, rest, reference, edit, true);
        }
        boolean kept = ranks >= restRanks + silent && tieBreak.keptHistory(own, at, reference, otherAt);
        boolean left = restRanks >= ranks + silent && tieBreak.keptHistory(reference, otherAt, own, at);
        if (kept || !left && tieBreak.divergedInCode(reference, otherAt, own, at)) {
            return difference(rest, reference, List.of(own), own, edit.mirrored(), true);
        }
        boolean decided = left || tieBreak.divergedInCode(own, at, reference, otherAt);
        return difference(List.of(own), own, rest, reference, edit, decided);
    }

    private RankClass mostAgreedPaths(List<RankClass> classes) {
        RankClass best = null;
        int most = -1;
        for (RankClass each : classes) {
            int agreeing = 0;
            for (RankClass other : classes) {
                int shared = Math.min(each.length(), other.length());
                if (FirstEdit.firstOtherPath(each, other, shared, tokens) >= shared) {
                    agreeing += other.ranks().size();
                }
            }
            if (agreeing > most) {
                most = agreeing;
                best = each;
            }
        }
        return best;
    }

    /**
     * Describes a difference.
     *
     * @param own the one of the leaving classes that is compared
     * @param reference the one of the staying classes that it is compared with
     */
    private CallDifference difference(
            List<RankClass> leaving,
            RankClass own,
            List<RankClass> staying,
            RankClass reference,
            Edit edit,
            boolean decided) {
        int at = edit.position();
        int otherAt = edit.otherPosition();
        boolean both = at < own.length() && otherAt < reference.length();
        return new CallDifference(
                communicator,
                new DifferenceSide(ranks(leaving, at), own, at),
                new DifferenceSide(ranks(staying, otherAt), reference, otherAt),
                decided,
                edit.kind(),
                edit.length(),
                HistoryComparison.of(own, reference, edit, tokens),
                both ? SignatureMatcher.differences(own.signature(at), reference.signature(otherAt)) : Set.of(),
                both
                        && tokens.path(own, at) != CallTokens.UNKNOWN_PATH
                        && tokens.path(own, at) == tokens.path(reference, otherAt));
    }

    /** Returns the ranks that reached a position; all where none did. */
    private static List<Integer> ranks(List<RankClass> classes, int position) {
        TreeSet<Integer> ranks = new TreeSet<>();
        classes.stream().filter(each -> each.length() > position).forEach(each -> ranks.addAll(each.ranks()));
        if (ranks.isEmpty()) {
            classes.forEach(each -> ranks.addAll(each.ranks()));
        }
        return List.copyOf(ranks);
    }
}
