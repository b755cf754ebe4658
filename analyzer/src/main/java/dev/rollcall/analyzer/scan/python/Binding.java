package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.scan.run.Const;
import dev.rollcall.analyzer.scan.run.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Gives a function's parameters their values. */
final class Binding {
    private final PythonRun run;

    Binding(PythonRun run) {
        this.run = run;
    }

    void bind(Function function, List<Value> arguments, Map<String, Value> named, Scope scope) {
        Node parameters = function.node.child("parameters");
        if (parameters == null) {
            return;
        }
        Map<String, Value> left = new LinkedHashMap<>(named);
        int place = 0;
        for (Node each : parameters.parts()) {
            String name = name(each);
            if (each.is("list_splat_pattern")
                    || each.text().startsWith("*") && !each.text().startsWith("**")) {
                scope.set(
                        name,
                        new Items(
                                new ArrayList<>(arguments.subList(Math.min(place, arguments.size()), arguments.size())),
                                run.open));
                place = arguments.size();
            } else if (each.text().startsWith("**")) {
                Mapping rest = new Mapping(run.open);
                left.forEach((key, value) -> rest.put(Const.of(key), value));
                scope.set(name, rest);
            } else if (!name.isEmpty()) {
                Value value = left.remove(name);
                if (value == null) {
                    value = place < arguments.size() ? arguments.get(place++) : otherwise(function, name, each);
                }
                scope.set(name, run.named(name, value));
            }
        }
    }

    private Value otherwise(Function function, String name, Node parameter) {
        Value value = function.defaults.get(name);
        if (value == null && parameter.child("value") != null) {
            value = run.expressions.of(parameter.child("value"));
        }
        return value != null ? value : run.unknown("argument " + name, false);
    }

    /** Returns a parameter's name; empty for a mark that is none. */
    static String name(Node parameter) {
        if (parameter.is("identifier")) {
            return parameter.text();
        }
        Node name = parameter.child("name");
        if (name != null) {
            return name.text();
        }
        return parameter.parts().isEmpty() || parameter.is("keyword_separator", "positional_separator")
                ? ""
                : name(parameter.parts().get(0));
    }
}
