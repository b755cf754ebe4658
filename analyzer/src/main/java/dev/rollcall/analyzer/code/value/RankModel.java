package dev.rollcall.analyzer.code.value;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One rank of a small job, in which values can be evaluated. Immutable and thread-safe if its assignment is.
 *
 * @param world the number of ranks, at least 1; a power of two if there are axes
 * @param axes the directions of the grid that the ranks form, two ranks along each: coordinate i of a rank is its bit i, and further
 *     bits belong to no axis
 * @param rank the rank, from 0, below {@code world}
 * @param assignment what opaque values are taken to be, as {@link Evaluator} returns it; the same for all ranks of a job, but for
 *     the elements and counts of loops
 */
public record RankModel(int world, List<String> axes, int rank, Map<Value, Object> assignment) {

    /** Makes the collections immutable. */
    public RankModel {
        axes = List.copyOf(axes);
        assignment = Collections.unmodifiableMap(new HashMap<>(assignment));
    }

    /** Returns a rank of a job without axes. */
    public static RankModel of(int world, int rank) {
        return new RankModel(world, List.of(), rank, Map.of());
    }

    /** Returns another rank of the same job. */
    public RankModel at(int other) {
        return new RankModel(world, axes, other, assignment);
    }

    /** Returns the same rank where a value is taken to be {@code known}. */
    public RankModel with(Value value, Object known) {
        Map<Value, Object> more = new HashMap<>(assignment);
        more.put(value, known);
        return new RankModel(world, axes, rank, more);
    }
}
