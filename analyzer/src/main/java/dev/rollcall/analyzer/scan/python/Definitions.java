package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.scan.run.Const;
import dev.rollcall.analyzer.scan.run.Open;
import dev.rollcall.analyzer.scan.run.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Defines functions and classes. */
final class Definitions {
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

    Definitions(PythonRun run) {
        this.run = run;
    }

    /** Returns whether a decorator is known to let only the first rank run a function. */
    static boolean forFirstRank(String decorator) {
        return FIRST_RANK_ONLY.contains(decorator);
    }

    void define(Node node) {
        List<Node> decorators =
                node.children().stream().filter(each -> each.is("decorator")).toList();
        Node defined = node.is("decorated_definition") ? node.child("definition") : node;
        String name = defined.child("name").text();
        if (defined.is("class_definition")) {
            run.now.scope.set(name, type(name, defined, decorators));
        } else {
            Function function = function(name, defined);
            run.now.scope.set(name, decorated(function, decorators));
        }
    }

    /** Makes a function; what its parameters are unless the call says is worked out now. */
    Function function(String name, Node node) {
        Scope around = run.now.scope;
        Function function = new Function(name, node, around.ofClass ? around.outer : around);
        Node parameters = node.child("parameters");
        if (parameters != null) {
            for (Node each : parameters.parts()) {
                if (each.child("value") != null) {
                    function.defaults.put(each.child("name").text(), run.expressions.of(each.child("value")));
                }
            }
        }
        return function;
    }

    private Value decorated(Function function, List<Node> decorators) {
        for (Node each : decorators) {
            String text = each.parts().get(0).text().replaceAll("(?s)\\(.*", "");
            String last = text.substring(text.lastIndexOf('.') + 1);
            if (last.equals("property") || last.equals("cached_property") || last.equals("setter")) {
                function.property = true;
            } else if (last.equals("staticmethod")) {
                function.bound = false;
                function.defaults.put("@static", Const.NULL);
            } else if (last.equals("no_grad") || last.equals("inference_mode")) {
                function.withoutGradients = true;
            } else if (FIRST_RANK_ONLY.contains(last) && run.now.scope.find(last) instanceof Function == false) {
                function.firstRankOnly = each;
            }
        }
        return function;
    }

    private ClassValue type(String name, Node node, List<Node> decorators) {
        List<Value> bases = new ArrayList<>();
        if (node.child("superclasses") != null) {
            for (Node each : node.child("superclasses").parts()) {
                if (!each.is("keyword_argument")) {
                    bases.add(run.expressions.of(each));
                }
            }
        }
        Scope members = new Scope(run.now.scope, run.now.file(), true);
        Activation outer = run.now;
        Open before = run.open;
        run.now = new Activation(outer, name, members, outer.visit(node), run.open);
        try {
            run.statements.block(node.child("body"));
        } finally {
            run.now = outer;
            run.open = before;
        }
        boolean data = decorators.stream().anyMatch(each -> each.text().contains("dataclass"));
        ClassValue made = new ClassValue(name, bases, members, data);
        members.variables.values().forEach(each -> {
            if (each instanceof Function function && function.owner == null) {
                function.owner = made;
                function.bound = !function.defaults.containsKey("@static");
            }
        });
        return made;
    }
}
