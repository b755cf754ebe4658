package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.scan.run.Open;
import dev.rollcall.analyzer.scan.run.Value;
import java.util.ArrayList;
import java.util.List;

/** Defines functions and classes. */
final class Definitions {
    private final PythonRun run;
    private final Decorators decorators;

    Definitions(PythonRun run) {
        this.run = run;
        decorators = new Decorators(run);
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
            run.now.scope.set(name, this.decorators.decorated(function, decorators));
        }
    }

    /** Makes a function; what its parameters are unless the call says is worked out now. */
    Function function(String name, Node node) {
        Scope around = run.now.scope;
        Function function = new Function(name, node, around.ofClass ? around.outer : around);
        function.owner = around.type;
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

    private ClassValue type(String name, Node node, List<Node> decorated) {
        List<Value> bases = new ArrayList<>();
        if (node.child("superclasses") != null) {
            for (Node each : node.child("superclasses").parts()) {
                if (!each.is("keyword_argument")) {
                    bases.add(run.expressions.of(each));
                }
            }
        }
        Scope members = new Scope(run.now.scope, run.now.file(), true);
        boolean data = decorated.stream().anyMatch(each -> each.text().contains("dataclass"));
        ClassValue made = new ClassValue(name, bases, members, data ? DataClasses.fields(node.child("body")) : null);
        members.type = made;
        Activation outer = run.now;
        Open before = run.open;
        run.now = new Activation(outer, name, members, outer.visit(node), run.open);
        try {
            run.statements.block(node.child("body"));
        } finally {
            run.now = outer;
            run.open = before;
        }
        members.variables.values().forEach(each -> {
            if (each instanceof Function function) {
                function.bound = !function.isStatic;
            }
        });
        return made;
    }
}
