package dev.rollcall.analyzer.code.value;

import java.util.AbstractMap;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One rank of a small job, in which values can be evaluated. Immutable and thread-safe.
 *
 * @param world the number of ranks, at least 1
 * @param axes the directions of the grid that the ranks form
 * @param extent the number of ranks along each axis: coordinate i of a rank is its digit i in this base, and {@code world} is a multiple
 *     of this number to the power of the axes'
 * @param rank the rank, from 0, below {@code world}
 * @param assignment what values are taken to be, the same on all ranks: an object that {@link Evaluator#evaluate} may return
 */
public record RankModel(int world, List<String> axes, int extent, int rank, Map<Value, Object> assignment) {

    /** Makes the collections immutable. */
    public RankModel {
        axes = List.copyOf(axes);
        assignment = assignment instanceof Assignment ? assignment : new Assignment(assignment);
    }

    /** An immutable map that the models of all ranks share; values may be null. */
    private static final class Assignment extends AbstractMap<Value, Object> {
        private final Map<Value, Object> known;
        private int hash;

        Assignment(Map<Value, Object> known) {
            this.known = Collections.unmodifiableMap(new HashMap<>(known));
        }

        @Override
        public boolean equals(Object other) {
            return other == this || other.hashCode() == hashCode() && super.equals(other);
        }

        /** Computed once, as that of a text is. */
        @Override
        public int hashCode() {
            if (hash == 0) {
                hash = known.hashCode();
            }
            return hash;
        }

        @Override
        public boolean containsKey(Object value) {
            return !known.isEmpty() && known.containsKey(value);
        }

        @Override
        public Object get(Object value) {
            return known.get(value);
        }

        @Override
        public Set<Entry<Value, Object>> entrySet() {
            return known.entrySet();
        }
    }

    /** As a record's; {@link Value} says why. */
    @Override
    public boolean equals(Object other) {
        return this == other
                || other instanceof RankModel that
                        && rank == that.rank
                        && world == that.world
                        && extent == that.extent
                        && axes.equals(that.axes)
                        && assignment.equals(that.assignment);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * (31 * (31 * world + axes.hashCode()) + extent) + rank) + assignment.hashCode();
    }

    /** Returns a rank of a job without axes. */
    public static RankModel of(int world, int rank) {
        return new RankModel(world, List.of(), 1, rank, Map.of());
    }

    /** Returns another rank of the same job. */
    public RankModel at(int other) {
        return new RankModel(world, axes, extent, other, assignment);
    }

    /** Returns the same rank where a value is taken to be {@code known}: a pass's element, or the result of a call. */
    public RankModel with(Value value, Object known) {
        Map<Value, Object> more = new HashMap<>(assignment);
        more.put(value, known);
        return assuming(more);
    }

    /** Returns the same rank with another assignment. */
    public RankModel assuming(Map<Value, Object> known) {
        return new RankModel(world, axes, extent, rank, known);
    }

    /** Returns this rank's place along an axis. */
    int coordinate(int axis) {
        int rest = rank;
        for (int i = 0; i < axis; i++) {
            rest /= extent;
        }
        return rest % extent;
    }
}
