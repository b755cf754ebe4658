package dev.rollcall.analyzer.scan.run;

import java.util.HashSet;
import java.util.Set;

/** What is known of one unknown number: bounds, and values that it is not. */
final class Range {
    private long low = Long.MIN_VALUE;
    private long high = Long.MAX_VALUE;
    private final Set<Long> not = new HashSet<>();

    /** Returns the number where only one is left; null otherwise. */
    Long pinned() {
        return low == high ? low : null;
    }

    /** Returns whether a comparison with a constant must hold, or cannot; null where either is possible. */
    Boolean decides(Relation relation, long constant) {
        return switch (relation) {
            case EQUAL -> {
                if (constant < low || constant > high || not.contains(constant)) {
                    yield false;
                }
                yield low == high ? true : null;
            }
            case LESS -> high < constant ? Boolean.TRUE : low >= constant ? Boolean.FALSE : null;
            case AT_MOST -> high <= constant ? Boolean.TRUE : low > constant ? Boolean.FALSE : null;
        };
    }

    /** Takes the outcome of a comparison for a fact. */
    void assume(Relation relation, long constant, boolean outcome) {
        switch (relation) {
            case EQUAL -> {
                if (outcome) {
                    low = constant;
                    high = constant;
                } else {
                    not.add(constant);
                }
            }
            case LESS -> bound(outcome, constant - 1, constant);
            case AT_MOST -> bound(outcome, constant, constant + 1);
        }
        while (low < high && not.contains(low)) {
            low++;
        }
        while (high > low && not.contains(high)) {
            high--;
        }
    }

    private void bound(boolean above, long newHigh, long newLow) {
        if (above) {
            high = Math.min(high, newHigh);
        } else {
            low = Math.max(low, newLow);
        }
    }
}
