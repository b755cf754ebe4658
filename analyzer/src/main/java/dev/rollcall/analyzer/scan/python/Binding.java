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
        boolean handed = run.now.caller == null || run.now.caller.name.equals(Activation.NOWHERE);
        Value meant = handed ? run.meaning(name) : null;
        if (meant != null) {
            return run.guess(meant);
        }
        Value value = function.defaults.get(name);
        if (value == null && parameter.child("value") != null) {
            value = run.expressions.of(parameter.child("value"));
        }
        return value != null ? value : unknown(function, name);
    }

    /** Returns what nobody knows, which is what its name says where that is usual. */
    private Unknown unknown(Function function, String name) {
        Unknown made = run.unknown("argument " + name, false);
        boolean lightning =
                name.equals("fabric") || (name.equals("trainer") || name.equals("pl_module")) && ofLightning(function);
        if (lightning) {
            made.kind = Unknown.Kind.LIGHTNING;
        } else if (name.equals("accelerator")) {
            made.kind = Unknown.Kind.ACCELERATOR;
        }
        return made;
    }

    /** Other libraries have trainers, too. */
    private static boolean ofLightning(Function function) {
        return function.owner != null && (function.owner.isA("Callback") || function.owner.isA("LightningModule"))
                || function.node.child("parameters").text().contains("pl_module")
                || function.node.child("parameters").text().contains("pl.Trainer");
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
