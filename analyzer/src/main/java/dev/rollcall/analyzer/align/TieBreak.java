package dev.rollcall.analyzer.align;

import dev.rollcall.analyzer.model.CodeStructure;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.StackFrame;
import java.util.List;
import java.util.Optional;

/**
 * Decides which of two sides of a difference kept to the program and which diverged. A majority decides first. Without one,
 * the evidence is, in this order: the sides' own histories, the conditions in the code, and peers that called the same until
 * then.
 *
 * <p>Ranks without a trace may have called what either side did. They are counted as <em>silent</em>, and no evidence but the
 * code's decides for a side that they could outvote.
 */
final class TieBreak {
    private final Communicator communicator;
    private final CodeStructure code;
    private final DivergenceFinder divergences;
    private final CallTokens tokens;
    private final CallTokens signatures = CallTokens.ofSignatures();

    TieBreak(Communicator communicator, CodeStructure code, DivergenceFinder divergences, CallTokens tokens) {
        this.communicator = communicator;
        this.code = code;
        this.divergences = divergences;
        this.tokens = tokens;
    }

    /**
     * Returns whether most ranks stand on one side, silent ranks counted against it. They may make the others equally many,
     * unless some of the others call what their own history predicts.
     *
     * @param most how many ranks the largest side has
     * @param rest how many ranks the other sides have together
     * @param silent how many ranks have no call on record at the position
     * @param others the rank classes of the other sides
     */
    boolean majority(int most, int rest, int silent, List<List<RankClass>> others, int position) {
        boolean close = silent > 0 && most == rest + silent;
        return most > rest && most >= rest + silent && !(close && anyPredicted(others, position));
    }

    private boolean anyPredicted(List<List<RankClass>> sides, int position) {
        return sides.stream()
                .map(RankClass::longest)
                .anyMatch(side ->
                        position < side.length() && tokens.predictability(side, position) == Predictability.KEPT);
    }

    /** Returns the longest class of the side that kept to the program; null for more than two sides, or where it is open. */
    RankClass keeper(List<List<RankClass>> sides, int position, int silent) {
        if (sides.size() != 2) {
            return null;
        }
        RankClass one = RankClass.longest(sides.get(0));
        RankClass other = RankClass.longest(sides.get(1));
        int ranks = RankClass.countRanks(sides.get(0));
        int otherRanks = RankClass.countRanks(sides.get(1));
        boolean oneMayKeep = ranks >= otherRanks + silent;
        boolean otherMayKeep = otherRanks >= ranks + silent;
        // The edit may be earlier than the first unequal signature.
        Edit edit = FirstEdit.of(other, one, position, tokens);
        int at = edit.otherPosition();
        int otherAt = edit.position();
        if (oneMayKeep && keptHistory(one, at, other, otherAt, tokens)) {
            return one;
        }
        if (otherMayKeep && keptHistory(other, otherAt, one, at, tokens)) {
            return other;
        }
        if (divergedInCode(other, otherAt, one, at)) {
            return one;
        }
        if (divergedInCode(one, at, other, otherAt)) {
            return other;
        }
        if (oneMayKeep && divergedFromPeers(other, otherAt, one, at)) {
            return one;
        }
        if (otherMayKeep && divergedFromPeers(one, at, other, otherAt)) {
            return other;
        }
        if (edit.kind() != EditKind.SWAPPED) {
            return null;
        }
        // A rank that swaps two calls may make them from lines of its own, so only signatures count here.
        if (oneMayKeep && keptHistory(one, at, other, otherAt, signatures)) {
            return one;
        }
        return otherMayKeep && keptHistory(other, otherAt, one, at, signatures) ? other : null;
    }

    /** Returns whether a side's call is what its history predicts, and the other side's breaks a habit. */
    boolean keptHistory(RankClass side, int position, RankClass other, int otherPosition) {
        return keptHistory(side, position, other, otherPosition, tokens);
    }

    /** A call that the other side never made before breaks no habit: it may be due once in many iterations. */
    private static boolean keptHistory(
            RankClass side, int position, RankClass other, int otherPosition, CallTokens tokens) {
        return position < side.length()
                && otherPosition < other.length()
                && tokens.predictability(side, position) == Predictability.KEPT
                && tokens.predictability(other, otherPosition) == Predictability.OUT_OF_TURN
                && CallPredictor.settled(tokens.before(other, otherPosition), tokens.token(other, otherPosition));
    }

    /**
     * Returns whether a side's call stands behind a condition at which ranks part and the other's is made by all ranks. Where
     * the condition is that of a loop which one side continues, the side that left the loop diverged.
     */
    boolean divergedInCode(RankClass side, int position, RankClass other, int otherPosition) {
        return behindCondition(side, position, other, otherPosition)
                ? !onlyFirstPredicted(side, position, other, otherPosition)
                : behindCondition(other, otherPosition, side, position)
                        && onlyFirstPredicted(other, otherPosition, side, position);
    }

    private boolean behindCondition(RankClass side, int position, RankClass other, int otherPosition) {
        return madeByAll(side, position).equals(Optional.of(false))
                && madeByAll(other, otherPosition).equals(Optional.of(true));
    }

    private Optional<Boolean> madeByAll(RankClass side, int position) {
        if (position >= side.length() || side.lost(position)) {
            return Optional.empty();
        }
        List<StackFrame> path = side.call(position).stack().path();
        return path.isEmpty() ? Optional.empty() : code.madeByAll(path);
    }

    private boolean onlyFirstPredicted(RankClass side, int position, RankClass other, int otherPosition) {
        return tokens.predictability(side, position) == Predictability.KEPT
                && tokens.predictability(other, otherPosition) != Predictability.KEPT;
    }

    private boolean divergedFromPeers(RankClass side, int position, RankClass other, int otherPosition) {
        return side.ranks().size() == 1
                && position < side.length()
                && otherPosition < other.length()
                && divergences.divergedFromPeers(communicator, side, position, other, otherPosition);
    }
}
