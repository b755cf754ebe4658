package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.scan.run.Value;
import java.util.function.Consumer;

/** A call of a generator that makes a context: it runs when the context is entered, up to its yield, and on when it is left. */
final class Suspended extends Value {
    final Function function;
    final Arguments given;
    /** What is done where it yields; null where nothing is. */
    Consumer<Value> block;

    Suspended(Function function, Arguments given) {
        super(false, null);
        this.function = function;
        this.given = given;
    }

    @Override
    public String key() {
        return "context " + function.key();
    }
}
