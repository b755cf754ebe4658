package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.scan.run.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A function with some of its arguments: what {@code functools.partial} returns. Immutable. */
final class Partial extends Value {
    final Value function;
    private final Arguments given;

    Partial(Value function, Arguments given) {
        super(false, null);
        this.function = function;
        this.given = given;
    }

    /** Returns the arguments of a call of it. */
    Arguments with(Arguments more) {
        List<Value> all = new ArrayList<>(given.all());
        all.addAll(more.all());
        Map<String, Value> named = new LinkedHashMap<>(given.named());
        named.putAll(more.named());
        return new Arguments(all, named);
    }

    @Override
    public String key() {
        return "partial " + function.key();
    }
}
