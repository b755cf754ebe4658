package dev.rollcall.analyzer.code.summary;

import dev.rollcall.analyzer.code.form.Arithmetic;
import dev.rollcall.analyzer.code.form.Operator;
import dev.rollcall.analyzer.code.library.LibraryFact;
import dev.rollcall.analyzer.code.value.Axis;
import dev.rollcall.analyzer.code.value.Dependence;
import dev.rollcall.analyzer.code.value.Origin;
import dev.rollcall.analyzer.code.value.Value;
import dev.rollcall.analyzer.code.value.ValuePool;
import dev.rollcall.catalogue.ArgumentRole;
import java.util.List;
import java.util.Optional;

/** The values that the catalogue's facts stand for. */
final class FactValues {
    private static final String JOB = "job";

    private FactValues() {}

    /** Returns what a name says of a parameter or setting. */
    static Value ofName(LibraryFact fact, Value plain, Origin origin) {
        if (fact instanceof LibraryFact.RankOf rank) {
            return new Value.Rank(rank.axis());
        }
        if (fact instanceof LibraryFact.SizeOf size) {
            return new Value.Size(size.axis());
        }
        if (fact instanceof LibraryFact.EdgeOf edge) {
            return edge(edge.axis(), edge.last());
        }
        return fact instanceof LibraryFact.Differs differs
                ? new Value.Input(origin.what() + " of one rank", Dependence.on(differs.source()), origin)
                : plain;
    }

    /** Returns whether the rank is the first one of an axis, or the last. */
    static Value edge(Axis axis, boolean last) {
        Value rank = new Value.Rank(axis);
        Value edge = last
                ? new Value.Operation(
                        Operator.SUB, Arithmetic.DYNAMIC, List.of(new Value.Size(axis), Value.Constant.of(1)))
                : Value.Constant.of(0);
        return new Value.Operation(Operator.EQ, Arithmetic.DYNAMIC, List.of(rank, edge));
    }

    /** Returns the place where a program's first communicator keeps what it gets for the rank or the number of ranks. */
    static Value.FieldOf ofJob(ArgumentRole role, ValuePool values) {
        return new Value.FieldOf(values.of(Value.Constant.name(JOB)), JOB, role.toString());
    }

    /** Returns whether a place is one of {@link #ofJob}. */
    static boolean isOfJob(Value.FieldOf place) {
        return place.owner().equals(JOB);
    }

    /** Returns the condition on which a library's decorator runs a function; empty if it runs it on all ranks. */
    static Optional<Value> runsOn(LibraryFact fact, ValuePool pool) {
        boolean some = fact instanceof LibraryFact.Around around
                && (around.manner() == LibraryFact.Around.Manner.FIRST
                        || around.manner() == LibraryFact.Around.Manner.LAST);
        return some
                ? Optional.of(pool.of(
                        edge(Axis.WORLD, ((LibraryFact.Around) fact).manner() == LibraryFact.Around.Manner.LAST)))
                : Optional.empty();
    }
}
