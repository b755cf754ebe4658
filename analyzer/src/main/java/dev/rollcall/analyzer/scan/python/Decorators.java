package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.scan.run.Value;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What decorators make of functions: the program's own are called, of others those are known that matter. */
final class Decorators {
    private static final Set<String> FIRST_RANK_ONLY = Set.of(
            "rank_zero_only",
            "on_main_process",
            "on_local_main_process",
            "main_process_only",
            "master_only",
            "rank0_only",
            "only_rank_zero",
            "is_master_only");

    private final PythonRun run;

    Decorators(PythonRun run) {
        this.run = run;
    }

    /** Returns whether a decorator is known to let only the first rank run a function. */
    static boolean forFirstRank(String decorator) {
        return FIRST_RANK_ONLY.contains(decorator);
    }

    /** Returns what a function is by its decorators, the last of which comes first. */
    Value decorated(Function function, List<Node> decorators) {
        Value made = function;
        for (int i = decorators.size() - 1; i >= 0; i--) {
            made = decorated(made, function, decorators.get(i));
        }
        return made;
    }

    private Value decorated(Value made, Function function, Node decorator) {
        Node expression = decorator.parts().get(0);
        Node named = expression.is("call") ? expression.child("function") : expression;
        String last = named.is("attribute") ? named.child("attribute").text() : named.text();
        switch (last) {
            case "property", "cached_property", "setter", "getter", "deleter" -> function.property = true;
            case "staticmethod" -> function.isStatic = true;
            case "no_grad", "inference_mode" -> function.withoutGradients = true;
            case "contextmanager", "asynccontextmanager" -> function.context = true;
            default -> {
                if (isOwn(named)) {
                    return applied(made, expression);
                }
                if (forFirstRank(last)) {
                    function.firstRankOnly = decorator;
                } else if (run.now.function != null && !last.equals("wraps")) {
                    run.handed.take(function);
                }
            }
        }
        return made;
    }

    /** Returns whether a decorator is one of the program's functions or classes. */
    private boolean isOwn(Node named) {
        Node root = named;
        while (root.is("attribute")) {
            root = root.child("object");
        }
        Value found = root.is("identifier") ? run.now.scope.find(root.text()) : null;
        return found instanceof Function
                || found instanceof ClassValue
                || found instanceof Instance
                || found instanceof Partial
                || found instanceof ModuleValue && run.expressions.of(named) instanceof Function;
    }

    private Value applied(Value made, Node expression) {
        Value decorator = run.expressions.of(expression);
        Value outcome = run.invocations.call(decorator, new Arguments(List.of(made), Map.of()), expression);
        boolean callable = outcome instanceof Function
                || outcome instanceof Instance
                || outcome instanceof Partial
                || outcome instanceof Suspended;
        return callable ? outcome : made;
    }
}
