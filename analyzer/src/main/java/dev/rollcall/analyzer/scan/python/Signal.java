package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.scan.run.Open;
import dev.rollcall.analyzer.scan.run.Value;

/** Leaves a block before its end. */
final class Signal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** How a block is left. */
    enum Kind {
        CONTINUE,
        BREAK,
        RETURN,
        RAISE
    }

    final Kind kind;
    /** What is returned or raised. */
    final transient Value value;
    /** What was open where it was raised. */
    final transient Open open;

    Signal(Kind kind, Value value, Open open) {
        super(null, null, false, false);
        this.kind = kind;
        this.value = value;
        this.open = open;
    }
}
