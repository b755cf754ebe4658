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
    private final DivergenceFinder departures;
    private final CallTokens places;

    TieBreak(Communicator communicator, CodeStructure code, DivergenceFinder departures, CallTokens places) {
        this.communicator = communicator;
        this.code = code;
        this.departures = departures;
        this.places = places;
    }

    /** Returns the numbers of the places of calls. */
    CallTokens places() {
        return places;
    }

    /**
     * Returns the lane of the side that kept its place, of two sides that differ at a position; null where that cannot be told.
     *
     * @param silent how many ranks nothing tells of: a habit does not decide where they might outvote the side that has it
     */
    RankClass keeper(List<List<RankClass>> groups, int position, int silent) {
        if (groups.size() != 2) {
            return null;
        }
        RankClass kept = HistoryTieBreak.keeper(groups, position, places);
        if (kept != null && !outvoted(kept, groups, silent)) {
            return kept;
        }
        RankClass one = RankClass.longest(groups.get(0));
        RankClass other = RankClass.longest(groups.get(1));
        Edit edit = FirstEdit.of(other, one, position, places);
        if (left(other, edit.at(), one, edit.there())) {
            return one;
        }
        if (left(one, edit.there(), other, edit.at())) {
            return other;
        }
        if (leftPeers(other, edit.at(), one, edit.there()) && !outvoted(one, groups, silent)) {
            return one;
        }
        if (leftPeers(one, edit.there(), other, edit.at()) && !outvoted(other, groups, silent)) {
            return other;
        }
        RankClass ordered = edit.shape() == EditKind.SWAPPED ? HistoryTieBreak.keeperOfOrder(one, other, edit) : null;
        return ordered != null && !outvoted(ordered, groups, silent) ? ordered : null;
    }

    /**
     * Returns whether most ranks stand on one side. Ranks without traces count among the fewer: they may make as many of them,
     * and no more; nor as many where some of the fewer call what their own past announces.
     *
     * @param silent how many ranks nothing tells of
     * @param fewer the lanes of the other sides
     */
    boolean majority(int most, int rest, int silent, List<List<RankClass>> fewer, int position) {
        boolean close = silent > 0 && most == rest + silent;
        return most > rest && most >= rest + silent && !(close && kept(fewer, position));
    }

    private boolean kept(List<List<RankClass>> groups, int position) {
        return groups.stream()
                .map(RankClass::longest)
                .filter(lane -> position < lane.length())
                .anyMatch(lane ->
                        HistoryTieBreak.manner(lane, position, places, new InternTable<>()) == Predictability.KEPT);
    }

    /** Whether those of a lane's side would be fewer than the others if all of whom nothing tells were with these. */
    private static boolean outvoted(RankClass lane, List<List<RankClass>> groups, int silent) {
        int its = Consensus.ranks(groups.get(groups.get(0).contains(lane) ? 0 : 1));
        int all = Consensus.ranks(groups.get(0)) + Consensus.ranks(groups.get(1));
        return its < all - its + silent;
    }

    private boolean leftPeers(RankClass lane, int position, RankClass other, int otherPosition) {
        return lane.ranks().size() == 1
                && position < lane.length()
                && otherPosition < other.length()
                && departures.leftPeers(communicator, lane, position, other, otherPosition);
    }

    /**
     * Returns whether a lane's call stands behind a condition at which ranks part, and the other lane's is made by all; where the
     * condition is that of a loop which one of them goes on with, whether it is the other that left the loop.
     */
    boolean left(RankClass lane, int position, RankClass other, int otherPosition) {
        return behind(lane, position, other, otherPosition)
                ? !goesOn(lane, position, other, otherPosition)
                : behind(other, otherPosition, lane, position) && goesOn(other, otherPosition, lane, position);
    }

    private boolean behind(RankClass lane, int position, RankClass other, int otherPosition) {
        return madeByAll(lane, position).equals(Optional.of(false))
                && madeByAll(other, otherPosition).equals(Optional.of(true));
    }

    /** Whether a lane calls what its past announced, and the other does not. */
    private boolean goesOn(RankClass lane, int position, RankClass other, int otherPosition) {
        InternTable<Long> tokens = new InternTable<>();
        return HistoryTieBreak.manner(lane, position, places, tokens) == Predictability.KEPT
                && HistoryTieBreak.manner(other, otherPosition, places, tokens) != Predictability.KEPT;
    }

    private Optional<Boolean> madeByAll(RankClass lane, int position) {
        if (position >= lane.length() || lane.lost(position)) {
            return Optional.empty();
        }
        List<StackFrame> way = lane.call(position).stack().way();
        return way.isEmpty() ? Optional.empty() : code.madeByAll(way);
    }
}
