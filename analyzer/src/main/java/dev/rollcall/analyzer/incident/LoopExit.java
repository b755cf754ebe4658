package dev.rollcall.analyzer.incident;

import dev.rollcall.analyzer.align.CallDifference;
import dev.rollcall.analyzer.align.DifferenceSide;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.CodeStructure;
import dev.rollcall.analyzer.model.CodeStructure.Effect;
import dev.rollcall.analyzer.model.CodeStructure.Loop;
import dev.rollcall.analyzer.model.StackFrame;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Where a rank's call stands to the loop in which the others make theirs, by the code.
 *
 * <p>Both stacks are walked from the outermost frame to the first where they differ; what the others entered below that is
 * no longer around the rank. The loop that matters is the innermost around the others' call that makes all calls of one
 * iteration of their history: inner loops have run to their end.
 */
final class LoopExit {
    private static final int LONGEST_TURN = 64;

    /** What the code says. */
    enum Relation {
        /** The rank's call is in the loop. */
        IN_LOOP,
        /** The rank's call is outside the loop, and in an outer one that the others are in. */
        LEFT_INNER_LOOP,
        /** The rank's call is outside the loop, and in no outer one that the others are in. */
        LEFT_LOOP,
        /** No loop is around the others' call. */
        NO_LOOP,
        /** The code is not at hand. */
        UNKNOWN
    }

    private final List<StackFrame> own;
    private final List<StackFrame> others;
    private final Function<CallStack, List<StackFrame>> way;
    private final int fork;
    private final CodeStructure code;

    private LoopExit(
            List<StackFrame> own,
            List<StackFrame> others,
            Function<CallStack, List<StackFrame>> way,
            CodeStructure code) {
        this.own = own;
        this.others = others;
        this.way = way;
        this.code = code;
        this.fork = shared(own);
    }

    static LoopExit of(CallDifference difference, CodeStructure code) {
        if (difference.call() == null || difference.othersCall() == null) {
            return new LoopExit(List.of(), List.of(), CallStack::path, code);
        }
        CallStack own = difference.call().stack();
        CallStack others = difference.othersCall().stack();
        // A loop in a wrapper repeats failed calls: it counts only where the calls part in the wrapper.
        Function<CallStack, List<StackFrame>> way =
                own.sitePath().equals(others.sitePath()) ? CallStack::path : CallStack::sitePath;
        return new LoopExit(way.apply(own), way.apply(others), way, code);
    }

    /** Returns the frame at a depth, counted from the outermost. */
    private static StackFrame frame(List<StackFrame> way, int depth) {
        return way.get(way.size() - 1 - depth);
    }

    private boolean forked() {
        return fork < own.size() && fork < others.size();
    }

    private boolean inOneMethod() {
        return forked()
                && frame(own, fork).type().equals(frame(others, fork).type())
                && frame(own, fork).method().equals(frame(others, fork).method());
    }

    /**
     * Returns whether both calls come from one line of one method and from there from different methods: whatever loop is
     * around the one is around the other.
     */
    boolean onOneLine() {
        return fork > 0 && forked() && !inOneMethod();
    }

    /** Returns whether both calls stand in one method themselves, called from one line: no loop further out parts them. */
    boolean besideTheOthers() {
        return inOneMethod() && fork == own.size() - 1 && fork == others.size() - 1;
    }

    /** Returns where the rank's call stands to the others' loop. */
    Relation relation(CallDifference difference) {
        if (!inOneMethod()) {
            return Relation.UNKNOWN;
        }
        List<List<StackFrame>> iteration = turn(difference).toList();
        Relation relation = Relation.NO_LOOP;
        for (int depth = others.size() - 1; depth >= fork; depth--) {
            Optional<List<Loop>> loops = code.loopsAround(frame(others, depth));
            if (loops.isEmpty() && depth == fork) {
                return Relation.UNKNOWN;
            }
            for (Loop loop : loops.orElse(List.of())) {
                int at = depth;
                boolean holds = depth == fork && loop.holds(frame(own, fork));
                boolean running = iteration.stream().allMatch(call -> makes(loop, at, call));
                if (relation == Relation.LEFT_LOOP) {
                    relation = holds ? Relation.LEFT_INNER_LOOP : relation;
                } else if (relation != Relation.IN_LOOP && relation != Relation.LEFT_INNER_LOOP) {
                    relation = !running ? Relation.UNKNOWN : holds ? Relation.IN_LOOP : Relation.LEFT_LOOP;
                }
            }
        }
        return relation == Relation.LEFT_LOOP && isStillAhead() ? Relation.NO_LOOP : relation;
    }

    /** Whether the loop is ahead of the rank, which has yet to come to it: no loop further out can have brought the rank back. */
    private boolean isStillAhead() {
        return leadsToOthers().orElse(false)
                && !othersLeadHere().orElse(true)
                && IntStream.range(0, fork)
                        .allMatch(depth -> code.loopsAround(frame(own, depth))
                                .map(List::isEmpty)
                                .orElse(true));
    }

    /** Returns whether the code says that all ranks make the rank's call, or that they part before it. */
    Optional<Boolean> madeByAll() {
        return own.isEmpty() ? Optional.empty() : code.madeByAll(own);
    }

    /**
     * Returns whether the code says that all ranks make the rank's call and that they part before the others' call, or that only a
     * condition before the others' call leads to the rank's: then it is the others' call that the rank left out, and its own none too
     * many.
     */
    boolean partBeforeOthersCallOnly() {
        if (own.isEmpty() || others.isEmpty()) {
            return false;
        }
        boolean byRank = madeByAll().orElse(false) && !code.madeByAll(others).orElse(true);
        return byRank
                || code.parting(others, own)
                                .filter(fork -> fork.effect() != Effect.CAUGHT)
                                .isPresent()
                        && code.parting(own, others).isEmpty();
    }

    /**
     * Returns whether the rank left a loop that makes the others' call over and over, although no code shows it, as that of a stream:
     * the loop around both would have made the rank's call in between.
     */
    boolean leftRepetition(CallDifference difference) {
        DifferenceSide staying = difference.staying();
        if (staying.position() == 0 || !inOneMethod() || fork != own.size() - 1) {
            return false;
        }
        List<StackFrame> before =
                way.apply(staying.rankClass().call(staying.position() - 1).stack());
        return before.equals(others)
                && !code.comesAgain(frame(others, fork), frame(own, fork)).orElse(true);
    }

    /** Whether a loop around the frame of the others' call at a depth makes another call, too. */
    private boolean makes(Loop loop, int depth, List<StackFrame> call) {
        return call.size() > depth
                && shared(call) >= depth
                && frame(call, depth).type().equals(frame(others, depth).type())
                && frame(call, depth).method().equals(frame(others, depth).method())
                && loop.holds(frame(call, depth));
    }

    /** Returns whether the code says that the rank is still in a loop that the others have left. */
    boolean othersLeft() {
        if (!inOneMethod()) {
            return false;
        }
        for (int depth = own.size() - 1; depth >= fork; depth--) {
            List<Loop> loops = code.loopsAround(frame(own, depth)).orElse(List.of());
            if (!loops.isEmpty()) {
                return depth > fork || !loops.get(0).holds(frame(others, fork));
            }
        }
        return false;
    }

    /** Returns whether the rank's call leads to the others' without another turn, by the code. */
    Optional<Boolean> leadsToOthers() {
        return inOneMethod() ? code.leadsTo(frame(own, fork), frame(others, fork)) : Optional.empty();
    }

    /** Returns whether the others' call leads to the rank's without another turn, by the code. */
    Optional<Boolean> othersLeadHere() {
        return inOneMethod() ? code.leadsTo(frame(others, fork), frame(own, fork)) : Optional.empty();
    }

    /** Returns whether the code says that both calls are in the same loops, so that neither loop parts them. */
    boolean inSameLoops() {
        return inOneMethod() && code.loopsAround(frame(own, fork)).equals(code.loopsAround(frame(others, fork)));
    }

    /** Returns whether the rank's call stands on a later line of one method; empty where lines cannot be compared. */
    Optional<Boolean> laterLine() {
        return inOneMethod()
                        && frame(own, fork).line() > 0
                        && frame(others, fork).line() > 0
                        && frame(own, fork).line() != frame(others, fork).line()
                ? Optional.of(frame(own, fork).line() > frame(others, fork).line())
                : Optional.empty();
    }

    /**
     * Returns whether the stacks alone show that the rank is still inside the loop: the calls of one turn part from each
     * other further out than where the rank's call parts from the others'.
     */
    boolean sharesTheTurn(CallDifference difference) {
        return turn(difference).anyMatch(earlier -> {
            int shared = shared(earlier);
            return shared < fork && shared < earlier.size();
        });
    }

    /** Returns where the calls of the others' last turn came from. */
    private Stream<List<StackFrame>> turn(CallDifference difference) {
        DifferenceSide staying = difference.staying();
        int turn = Math.min(difference.history().iterationLength(), LONGEST_TURN);
        return IntStream.rangeClosed(1, turn)
                .mapToObj(back -> way.apply(
                        staying.rankClass().call(staying.position() - back).stack()));
    }

    /** Returns how many frames, from the outermost, a way shares with that of the others' call. */
    private int shared(List<StackFrame> way) {
        int shared = 0;
        while (shared < way.size()
                && shared < others.size()
                && frame(way, shared).equals(frame(others, shared))) {
            shared++;
        }
        return shared;
    }

    /**
     * Returns whether the stacks alone show that the rank left a method halfway through which the others go on: their call
     * stands below the one before it there, and the rank is on a later line of a method further out.
     */
    boolean leftHalfway(CallDifference difference) {
        DifferenceSide staying = difference.staying();
        if (staying.position() == 0 || !laterLine().orElse(false)) {
            return false;
        }
        CallStack earlier = staying.rankClass().call(staying.position() - 1).stack();
        return shared(way.apply(earlier)) > fork
                && earlier.isAbove(difference.othersCall().stack());
    }
}
