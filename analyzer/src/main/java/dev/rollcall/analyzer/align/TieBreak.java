package dev.rollcall.analyzer.align;

import dev.rollcall.analyzer.model.CodeStructure;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.StackFrame;
import java.util.List;
import java.util.Optional;

/** Asks the code which side of a difference left, where neither a majority nor a habit tells: the one behind a condition. */
final class TieBreak {
    private final CodeStructure code;
    private final Communicator communicator;
    private final DivergenceFinder divergences;
    private final CallTokens paths;

    TieBreak(Communicator communicator, CodeStructure code, DivergenceFinder divergences, CallTokens paths) {
        this.communicator = communicator;
        this.code = code;
        this.divergences = divergences;
        this.paths = paths;
    }

    /** Returns the numbers of the places of calls. */
    CallTokens paths() {
        return paths;
    }

    /**
     * Returns the rankClass of the side that kept its place, of two sides that differ at a position; null where that cannot be told.
     *
     * @param silent how many ranks nothing tells of: a habit does not decide where they might outvote the side that has it
     */
    RankClass keeper(List<List<RankClass>> groups, int position, int silent) {
        if (groups.size() != 2) {
            return null;
        }
        RankClass kept = HistoryTieBreak.keeper(groups, position, paths);
        if (kept != null && !outvoted(kept, groups, silent)) {
            return kept;
        }
        RankClass one = RankClass.longest(groups.get(0));
        RankClass other = RankClass.longest(groups.get(1));
        Edit edit = FirstEdit.of(other, one, position, paths);
        if (left(other, edit.at(), one, edit.there())) {
            return one;
        }
        if (left(one, edit.there(), other, edit.at())) {
            return other;
        }
        if (divergedFromPeers(other, edit.at(), one, edit.there()) && !outvoted(one, groups, silent)) {
            return one;
        }
        if (divergedFromPeers(one, edit.there(), other, edit.at()) && !outvoted(other, groups, silent)) {
            return other;
        }
        RankClass ordered = edit.kind() == EditKind.SWAPPED ? HistoryTieBreak.keeperOfOrder(one, other, edit) : null;
        return ordered != null && !outvoted(ordered, groups, silent) ? ordered : null;
    }

    /**
     * Returns whether most ranks stand on one side. Ranks without traces count among the fewer: they may make as many of them,
     * and no more; nor as many where some of the fewer call what their own past announces.
     *
     * @param silent how many ranks nothing tells of
     * @param fewer the rankClasses of the other sides
     */
    boolean majority(int most, int rest, int silent, List<List<RankClass>> fewer, int position) {
        boolean close = silent > 0 && most == rest + silent;
        return most > rest && most >= rest + silent && !(close && kept(fewer, position));
    }

    private boolean kept(List<List<RankClass>> groups, int position) {
        return groups.stream()
                .map(RankClass::longest)
                .filter(rankClass -> position < rankClass.length())
                .anyMatch(rankClass -> HistoryTieBreak.predictability(rankClass, position, paths, new InternTable<>())
                        == Predictability.KEPT);
    }

    /** Whether those of a rankClass's side would be fewer than the others if all of whom nothing tells were with these. */
    private static boolean outvoted(RankClass rankClass, List<List<RankClass>> groups, int silent) {
        int its = Consensus.ranks(groups.get(groups.get(0).contains(rankClass) ? 0 : 1));
        int all = Consensus.ranks(groups.get(0)) + Consensus.ranks(groups.get(1));
        return its < all - its + silent;
    }

    private boolean divergedFromPeers(RankClass rankClass, int position, RankClass other, int otherPosition) {
        return rankClass.ranks().size() == 1
                && position < rankClass.length()
                && otherPosition < other.length()
                && divergences.divergedFromPeers(communicator, rankClass, position, other, otherPosition);
    }

    /**
     * Returns whether a rankClass's call stands behind a condition at which ranks part, and the other rankClass's is made by all; where the
     * condition is that of a loop which one of them goes on with, whether it is the other that left the loop.
     */
    boolean left(RankClass rankClass, int position, RankClass other, int otherPosition) {
        return behind(rankClass, position, other, otherPosition)
                ? !goesOn(rankClass, position, other, otherPosition)
                : behind(other, otherPosition, rankClass, position)
                        && goesOn(other, otherPosition, rankClass, position);
    }

    private boolean behind(RankClass rankClass, int position, RankClass other, int otherPosition) {
        return madeByAll(rankClass, position).equals(Optional.of(false))
                && madeByAll(other, otherPosition).equals(Optional.of(true));
    }

    /** Whether a rankClass calls what its past expected, and the other does not. */
    private boolean goesOn(RankClass rankClass, int position, RankClass other, int otherPosition) {
        InternTable<Long> tokens = new InternTable<>();
        return HistoryTieBreak.predictability(rankClass, position, paths, tokens) == Predictability.KEPT
                && HistoryTieBreak.predictability(other, otherPosition, paths, tokens) != Predictability.KEPT;
    }

    private Optional<Boolean> madeByAll(RankClass rankClass, int position) {
        if (position >= rankClass.length() || rankClass.lost(position)) {
            return Optional.empty();
        }
        List<StackFrame> way = rankClass.call(position).stack().way();
        return way.isEmpty() ? Optional.empty() : code.madeByAll(way);
    }
}
