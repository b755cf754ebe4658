package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.scan.run.Keys;
import dev.rollcall.analyzer.scan.run.Open;
import dev.rollcall.analyzer.scan.run.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** One call of a function while it runs. */
final class Activation {
    /** The name of what calls the function that a run begins with. */
    static final String NOWHERE = "";

    final Activation caller;
    final String name;
    /** The function; null where it is a module, a class or nothing. */
    final Function function;

    final Scope scope;
    final long instance;
    /** What was open when it was called. */
    final Open base;

    private final Map<Integer, Integer> visits = new HashMap<>();
    /** What a generator gave. */
    final List<Value> yielded = new ArrayList<>();
    /** What is done where it yields, while it makes a context; null otherwise. */
    Consumer<Value> block;
    /** The innermost loop that is turning; null where none is. */
    Object loop;
    /** The rounds of the loops around, outermost first; empty where in the first of each. */
    String rounds;

    int line;

    /** Begins what is no function of the program. */
    Activation(Activation caller, String name, Scope scope, long instance, Open base) {
        this.caller = caller;
        this.name = name;
        this.scope = scope;
        this.instance = instance;
        this.base = base;
        rounds = caller == null ? "" : caller.rounds;
        function = null;
    }

    /** Begins a call of a function. */
    Activation(Activation caller, Function function, Scope scope, long instance, Open base) {
        this.caller = caller;
        this.name = function.name;
        this.scope = scope;
        this.instance = instance;
        this.base = base;
        rounds = caller == null ? "" : caller.rounds;
        this.function = function;
    }

    /** Returns how many calls of a function have not returned. */
    int depth(Node node) {
        int depth = 0;
        for (Activation each = this; each != null; each = each.caller) {
            depth += each.function != null && each.function.node == node ? 1 : 0;
        }
        return depth;
    }

    /** Returns a number for this visit of a node, equal on all ranks that came here the same way. */
    long visit(Node node) {
        int times = visits.merge(node.number(), 1, Integer::sum);
        return Keys.mix(Keys.mix(instance, node.number()), times);
    }

    PythonFile file() {
        return scope.file;
    }
}
