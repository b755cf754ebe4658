package dev.rollcall.analyzer.scan.run;

/** A comparison of two numbers. */
public enum Relation {
    EQUAL,
    LESS,
    AT_MOST;

    public boolean holds(long left, long right) {
        return switch (this) {
            case EQUAL -> left == right;
            case LESS -> left < right;
            case AT_MOST -> left <= right;
        };
    }
}
