package dev.rollcall.analyzer.scan.run;

import java.util.List;

/**
 * A number, or a boolean, that the program's text does not tell: an input, or an operation on values of which one is not
 * known. Immutable.
 */
public final class Sym extends Value {
    /** The operation of what comes from outside and is worked out from nothing. */
    public static final String INPUT = "";

    private final String operation;
    private final List<Value> operands;
    private final char sort;
    private final String key;

    private Sym(String operation, List<Value> operands, String key, char sort, boolean ranked, Open origin) {
        super(ranked, origin);
        this.operation = operation;
        this.operands = operands;
        this.sort = sort;
        this.key = key;
    }

    /** Returns an input of the program, known by its key; the sort is a primitive's descriptor. */
    public static Sym input(String key, char sort, boolean ranked, Open origin) {
        return new Sym(INPUT, List.of(), key, sort, ranked, origin);
    }

    /** Returns the result of an operation. */
    public static Sym of(String operation, char sort, Open origin, Value... operands) {
        return new Sym(operation, List.of(operands), Keys.of(operation, operands), sort, Keys.ranked(operands), origin);
    }

    public String operation() {
        return operation;
    }

    public List<Value> operands() {
        return operands;
    }

    char sort() {
        return sort;
    }

    @Override
    public String key() {
        return key;
    }

    @Override
    boolean wide() {
        return sort == 'J' || sort == 'D';
    }
}
