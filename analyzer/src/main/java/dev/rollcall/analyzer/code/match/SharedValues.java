package dev.rollcall.analyzer.code.match;

import dev.rollcall.analyzer.code.form.Operator;
import dev.rollcall.analyzer.code.value.Value;
import dev.rollcall.analyzer.code.value.ValueParts;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** Whether two conditions are about one value. */
final class SharedValues {
    private SharedValues() {}

    /**
     * Returns whether two conditions may agree since they are about one value: false if they compare it with two constants; empty if they
     * are about none.
     */
    static Optional<Boolean> of(Value one, Value other) {
        Set<Value> shared = new HashSet<>();
        collect(one, shared);
        Set<Value> others = new HashSet<>();
        collect(other, others);
        shared.retainAll(others);
        return shared.isEmpty() ? Optional.empty() : Optional.of(!exclude(one, other));
    }

    /** Adds what a condition computes with, but for constants. */
    private static void collect(Value value, Set<Value> found) {
        if (value instanceof Value.Operation) {
            ValueParts.of(value).forEach(each -> collect(each, found));
        } else if (!(value instanceof Value.Constant)) {
            found.add(value);
        }
    }

    /** Returns whether two conditions compare one value with two constants, so that they do not hold together. */
    static boolean exclude(Value one, Value other) {
        Optional<Value> compared = compared(one);
        return compared.isPresent() && compared.equals(compared(other)) && !one.equals(other);
    }

    /** Returns the value that a condition compares with a constant; empty for other conditions. */
    static Optional<Value> compared(Value condition) {
        return condition instanceof Value.Operation operation
                        && operation.operator() == Operator.EQ
                        && operation.operands().get(1) instanceof Value.Constant
                ? Optional.of(operation.operands().get(0))
                : Optional.empty();
    }
}
