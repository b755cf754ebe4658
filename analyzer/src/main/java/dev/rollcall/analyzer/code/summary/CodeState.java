package dev.rollcall.analyzer.code.summary;

import dev.rollcall.analyzer.code.value.Value;
import java.util.function.IntConsumer;
import java.util.function.UnaryOperator;

/**
 * What variables and places hold at one point of a function, by number. A tree of fixed depth, of which changed states share what they
 * have in common, so that to keep and compare them costs what differs. Values are compared as objects of the pool. Immutable and
 * thread-safe.
 */
final class CodeState {
    /** One more than the largest number. */
    static final int CAPACITY = 1 << 15;

    /** Nothing is known. */
    static final CodeState EMPTY = new CodeState(null);

    private static final int BITS = 5;
    private static final int TOP = 2 * BITS;
    private final Object[] root;

    /** Joins what two states hold; null stands for nothing. */
    interface Join {
        /** Returns what the join holds; null for nothing. */
        Value of(int number, Value one, Value other);
    }

    private CodeState(Object[] root) {
        this.root = root;
    }

    /** Returns what a number holds; null for nothing. */
    Value get(int number) {
        Object at = root;
        for (int shift = TOP; shift >= 0 && at != null; shift -= BITS) {
            at = ((Object[]) at)[number >> shift & 31];
        }
        return (Value) at;
    }

    /** Returns the state in which a number holds a value. */
    CodeState with(int number, Value value) {
        return get(number) == value ? this : new CodeState((Object[]) put(root, TOP, number, value));
    }

    private static Object put(Object at, int shift, int number, Value value) {
        if (shift < 0) {
            return value;
        }
        Object[] copy = at == null ? new Object[32] : ((Object[]) at).clone();
        int slot = number >> shift & 31;
        copy[slot] = put(copy[slot], shift - BITS, number, value);
        return copy;
    }

    /** Returns the join of two states. */
    CodeState join(CodeState other, Join join) {
        return new CodeState((Object[]) join(root, other.root, TOP, 0, join));
    }

    private static Object join(Object one, Object other, int shift, int number, Join join) {
        if (one == other) {
            return one;
        }
        if (shift < 0) {
            return join.of(number, (Value) one, (Value) other);
        }
        Object[] joined = new Object[32];
        for (int i = 0; i < joined.length; i++) {
            Object left = one == null ? null : ((Object[]) one)[i];
            Object right = other == null ? null : ((Object[]) other)[i];
            joined[i] = join(left, right, shift - BITS, number | i << shift, join);
        }
        return joined;
    }

    /** Gives the numbers that two states differ in. */
    void differences(CodeState other, IntConsumer number) {
        join(other, (at, one, another) -> {
            number.accept(at);
            return one;
        });
    }

    /** Returns the state with all values changed. */
    CodeState map(UnaryOperator<Value> change) {
        Object[] changed = (Object[]) map(root, TOP, change);
        return changed == root ? this : new CodeState(changed);
    }

    private static Object map(Object at, int shift, UnaryOperator<Value> change) {
        if (at == null || shift < 0) {
            return at == null ? null : change.apply((Value) at);
        }
        Object[] before = (Object[]) at;
        Object[] after = before;
        for (int i = 0; i < before.length; i++) {
            Object changed = map(before[i], shift - BITS, change);
            if (changed != before[i]) {
                after = after == before ? before.clone() : after;
                after[i] = changed;
            }
        }
        return after;
    }
}
