package dev.rollcall.analyzer.scan.run;

/** What a variable holds while the program is run as one rank. */
public abstract class Value {
    private final boolean ranked;
    private final Open origin;

    /**
     * Makes a value.
     *
     * @param ranked whether it was worked out from the rank
     * @param origin the branches inside which it was made; null where in none
     */
    public Value(boolean ranked, Open origin) {
        this.ranked = ranked;
        this.origin = origin;
    }

    /** Returns what the value is by: values of equal keys are equal, also on two ranks. */
    public abstract String key();

    /** Returns whether the value takes two slots. */
    boolean wide() {
        return false;
    }

    /** Returns whether the value was worked out from the rank. */
    public boolean ranked() {
        return ranked;
    }

    /** Returns the branches inside which the value was made; null where in none. */
    public Open origin() {
        return origin;
    }

    @Override
    public String toString() {
        return key();
    }
}
