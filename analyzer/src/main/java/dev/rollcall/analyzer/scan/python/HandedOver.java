package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.scan.run.Open;
import dev.rollcall.analyzer.scan.run.Value;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Functions that were handed to a library, which calls them when nobody knows: hooks, callbacks, what is registered. They run
 * once, at the end, because of what they were handed over for.
 */
final class HandedOver {
    private static final int MOST = 16;
    private static final Arguments NOTHING = new Arguments(List.of(), Map.of());

    private final PythonRun run;
    private final List<Handed> waiting = new ArrayList<>();
    private final Set<Node> known = new HashSet<>();

    HandedOver(PythonRun run) {
        this.run = run;
    }

    private record Handed(Value function, Node node, Open open) {}

    /** Takes the functions among the arguments of a library. */
    void take(Arguments given) {
        take(given.all());
        take(given.named().values());
    }

    private void take(Collection<Value> values) {
        values.forEach(this::take);
    }

    /** Takes a function, if that is what a value is and it can come to a collective. */
    void take(Value value) {
        Value inner = value instanceof Partial partial ? partial.function : value;
        Function function =
                inner instanceof Function own ? own : inner instanceof Method method ? method.function : null;
        if (function != null && waiting.size() < MOST && run.program.reaches(function) && known.add(function.node)) {
            waiting.add(new Handed(value, function.node, run.open));
        }
    }

    /** Runs what nobody else has run. */
    void run() {
        for (int i = 0; i < waiting.size(); i++) {
            Handed each = waiting.get(i);
            if (run.enteredNow.contains(each.node)) {
                continue;
            }
            Activation before = run.now;
            run.open = each.open;
            try {
                run.invocations.call(each.function, NOTHING, null);
            } catch (Signal thrown) {
                run.now = before;
            }
            run.open = null;
        }
    }
}
