package dev.rollcall.analyzer.code.summary;

import dev.rollcall.analyzer.code.form.Arithmetic;
import dev.rollcall.analyzer.code.form.Operator;
import dev.rollcall.analyzer.code.library.LibraryFact;
import dev.rollcall.analyzer.code.value.Axis;
import dev.rollcall.analyzer.code.value.Dependence;
import dev.rollcall.analyzer.code.value.Origin;
import dev.rollcall.analyzer.code.value.Value;
import java.util.List;

/** The values that the catalogue's facts stand for, before a pool has them. */
final class FactValues {
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
}
