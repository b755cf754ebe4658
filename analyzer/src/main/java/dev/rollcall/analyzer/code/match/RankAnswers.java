package dev.rollcall.analyzer.code.match;

import dev.rollcall.analyzer.code.summary.Guard;
import dev.rollcall.analyzer.code.summary.Word;
import dev.rollcall.analyzer.code.value.LoopId;
import dev.rollcall.analyzer.code.value.RankModel;
import dev.rollcall.analyzer.code.value.Value;
import dev.rollcall.analyzer.code.value.ValuePool;
import java.util.List;
import java.util.Map;

/** What one rank answers to the questions of a {@link WordProjection}. Not thread-safe. */
final class RankAnswers {
    /** The answer for a loop at which all ranks take one way. */
    static final Object SETTLED = "settled";

    private final MatchContext context;
    private final RankModel rank;
    private final Map<Guard, Boolean> settled;
    private Passes passes;
    private RankModel model;

    /** The passes of the loops around a part of a word, of those loops that are written out; null outside of such. */
    record Passes(LoopId loop, long number, Passes outer) {
        /** Returns the same rank in these passes. */
        static RankModel in(Passes passes, RankModel rank) {
            return passes == null ? rank : in(passes.outer, rank).with(ValuePool.pass(passes.loop), passes.number);
        }
    }

    /**
     * A question about a rank, compared by the objects that it is about.
     *
     * @param of a {@link Guard}: the way, a {@link Boolean} if it is settled, else the condition as the rank sees it; a {@link Word.Repeat}:
     *     its number of passes; a call's communicator or field
     */
    record Question(Kind kind, Object of, Passes passes) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Question that && kind == that.kind && of == that.of && passes == that.passes;
        }

        @Override
        public int hashCode() {
            return 31 * (31 * kind.ordinal() + System.identityHashCode(of)) + System.identityHashCode(passes);
        }
    }

    enum Kind {
        WAY,
        PASSES,
        GROUP,
        FIELD
    }

    /** Makes the answers of a rank; all ranks take one way at settled guards. */
    RankAnswers(MatchContext context, RankModel rank, Map<Guard, Boolean> settled) {
        this.context = context;
        this.rank = rank;
        this.settled = Map.copyOf(settled);
        model = rank;
    }

    /** Returns what all answers follow from: ranks of one context for which this is equal answer alike. */
    Object basis() {
        return List.of(rank, settled);
    }

    Object to(Question question) {
        if (question.passes != passes) {
            passes = question.passes;
            model = Passes.in(passes, rank);
        }
        return switch (question.kind) {
            case WAY -> way((Guard) question.of);
            case PASSES -> passes((Word.Repeat) question.of);
            case GROUP -> group((Value) question.of);
            case FIELD -> context.ways().known((Value) question.of, model);
        };
    }

    /**
     * Its members are left out: they differ between jobs of several sizes, and what a rank calls does not. Where a settled guard may have led
     * the rank there, nothing tells whether it calls on a null communicator.
     */
    private Group group(Value communicator) {
        Group group = context.groups().of(communicator, model);
        return new Group(group.communicator(), List.of(), group.isNull() && settled.isEmpty());
    }

    private Object way(Guard guard) {
        Boolean known = settled.get(guard);
        return known == null ? context.ways().at(guard.condition(), model) : known;
    }

    private Object passes(Word.Repeat loop) {
        return settled.containsKey(RankWays.guard(loop))
                ? SETTLED
                : context.ways().passes(loop, model);
    }
}
