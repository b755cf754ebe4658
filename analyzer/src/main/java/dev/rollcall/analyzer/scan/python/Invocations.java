package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.scan.run.Const;
import dev.rollcall.analyzer.scan.run.Ended;
import dev.rollcall.analyzer.scan.run.Keys;
import dev.rollcall.analyzer.scan.run.Open;
import dev.rollcall.analyzer.scan.run.Value;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Makes calls: the program's own functions are run, others are a library's. */
final class Invocations {
    private static final int DEEPEST = 60;
    /** A function that calls itself with what nobody knows goes no deeper than a loop of unknown length goes round. */
    private static final int DEEPEST_AGAIN = 3;

    private static final Const OWN_RANK = Const.of("own rank");

    private final PythonRun run;
    private final DataClasses dataClasses;
    private int depth;

    Invocations(PythonRun run) {
        this.run = run;
        dataClasses = new DataClasses(run);
    }

    /** Runs the call that a node is. */
    Value call(Node node) {
        Node function = node.child("function");
        Value callee;
        if (function.is("attribute")) {
            Value object = run.expressions.of(function.child("object"));
            callee = run.attributes.callee(object, function.child("attribute").text());
        } else if (function.text().equals("super")) {
            return parent();
        } else {
            callee = run.expressions.of(function);
        }
        List<Value> arguments = new ArrayList<>();
        Map<String, Value> named = new LinkedHashMap<>();
        Node given = node.child("arguments");
        if (given.is("generator_expression")) {
            arguments.add(run.expressions.of(given));
        } else {
            given.parts().forEach(each -> argument(each, arguments, named));
        }
        run.now.line = node.line();
        Arguments all = new Arguments(arguments, named);
        return call(callee, all, node);
    }

    private void argument(Node node, List<Value> arguments, Map<String, Value> named) {
        if (node.is("keyword_argument")) {
            named.put(node.child("name").text(), run.expressions.of(node.child("value")));
            return;
        }
        Value value = run.expressions.of(node);
        if (node.is("list_splat") && value instanceof Items items) {
            arguments.addAll(items.all);
        } else if (node.is("dictionary_splat") && value instanceof Mapping mapping) {
            mapping.keys.forEach((key, name) -> {
                if (name instanceof Const known) {
                    named.put(String.valueOf(known.content()), mapping.values.get(key));
                }
            });
        } else if (!node.is("list_splat", "dictionary_splat")) {
            arguments.add(value);
        }
    }

    /** Calls something. */
    Value call(Value callee, Arguments given, Node node) {
        if (callee instanceof Function function) {
            return invoke(function, given.all(), given.named(), node);
        }
        if (callee instanceof Partial partial) {
            return call(partial.function, partial.with(given), node);
        }
        if (callee instanceof Method method) {
            if (method.function != null) {
                List<Value> with = new ArrayList<>(List.of(method.receiver));
                with.addAll(given.all());
                return invoke(method.function, with, given.named(), node);
            }
            return run.builtins.method(method, given, node);
        }
        if (callee instanceof ClassValue type) {
            return construct(type, given, node);
        }
        if (callee instanceof Library library) {
            return run.builtins.function(library, given, node);
        }
        if (callee instanceof Const) {
            return callee;
        }
        if (callee instanceof Instance instance) {
            return forward(instance, given, node);
        }
        Value answer = callee instanceof Unknown unknown ? run.torch.forward(unknown, given, node) : null;
        run.handed.take(given);
        return answer != null ? answer : result(callee.key(), given, callee.ranked());
    }

    /** Returns what a call that is not run returns: known by what was called with what, and in which round. */
    Unknown result(String key, Arguments given, boolean ranked) {
        List<Value> all = new ArrayList<>(given.all());
        all.addAll(given.named().values());
        String rounds = run.now.rounds.isEmpty() ? "" : "@" + run.now.rounds;
        return run.unknown(Keys.shorten(Keys.of(key, all) + rounds), ranked || Keys.ranked(all));
    }

    private Value forward(Instance instance, Arguments given, Node node) {
        if (instance.sharded) {
            run.torch.event("FSDP forward", node);
        }
        for (String name : List.of("__call__", "forward")) {
            if (instance.type.member(name) instanceof Function function) {
                List<Value> with = new ArrayList<>(List.of(instance));
                with.addAll(given.all());
                return invoke(function, with, given.named(), node);
            }
        }
        return result(instance.key(), given, false);
    }

    private Value construct(ClassValue type, Arguments given, Node node) {
        String rounds = run.now.rounds.isEmpty() ? "" : "@" + run.now.rounds;
        Instance made = new Instance(type, Keys.of("new " + type.name, alike(given.all())) + rounds, run.open);
        if (type.member("__init__") instanceof Function init) {
            List<Value> with = new ArrayList<>(List.of(made));
            with.addAll(given.all());
            invoke(init, with, given.named(), node);
        } else if (type.isData()) {
            dataClasses.construct(made, given);
        }
        return made;
    }

    /** Returns what an object is known by that is made alike on all ranks, each of which hands its rank to it. */
    private static List<Value> alike(List<Value> arguments) {
        return arguments.stream()
                .map(each -> each.ranked() && each instanceof Const ? OWN_RANK : each)
                .toList();
    }

    /** Returns the object as the classes see it that the method's own class extends. */
    private Value parent() {
        Activation method = run.now;
        while (method != null && (method.function == null || method.function.owner == null)) {
            method = method.caller;
        }
        Value self = method == null ? null : method.scope.variables.get(method.function.firstParameter());
        return self != null ? new Super(self, method.function.owner.bases) : run.unknown("super", false);
    }

    /** Returns whether a call is not followed: a function that calls itself again and again, with what nobody knows. */
    private boolean passedOver(Function function, List<Value> arguments, Map<String, Value> named) {
        if (run.hurries() && !run.program.concerns(function) && plain(arguments) && plain(named.values())) {
            return true;
        }
        boolean again = run.now.depth(function.node) >= DEEPEST_AGAIN;
        return again
                && !(arguments.stream().allMatch(Const.class::isInstance)
                        && named.values().stream().allMatch(Const.class::isInstance)
                        && arguments.size() + named.size() > 0);
    }

    /** Returns whether values can neither be called nor tell the rank. */
    private static boolean plain(Collection<Value> values) {
        return values.stream()
                .noneMatch(each ->
                        each.ranked() || each instanceof Function || each instanceof Method || each instanceof Partial);
    }

    /** Runs a function of the program; the node is the call, null where it is none. */
    Value invoke(Function function, List<Value> arguments, Map<String, Value> named, Node node) {
        if (++depth > DEEPEST) {
            throw new Ended(Ended.Why.TOO_DEEP);
        }
        if (function.context && node != null) {
            depth--;
            return new Suspended(function, new Arguments(arguments, named));
        }
        return run(function, arguments, named, node, null);
    }

    /** Runs a generator that makes a context. */
    void resume(Suspended generator, Node node) {
        depth++;
        run(generator.function, generator.given.all(), generator.given.named(), node, generator.block);
    }

    private Value run(
            Function function, List<Value> arguments, Map<String, Value> named, Node node, Consumer<Value> block) {
        run.entered.add(function.node);
        run.enteredNow.add(function.node);
        Activation caller = run.now;
        if (passedOver(function, arguments, named)) {
            depth--;
            return result(function.key(), new Arguments(arguments, named), false);
        }
        Open before = run.open;
        long instance = node == null ? function.node.number() : caller.visit(node);
        Scope scope = new Scope(function.closure, function.closure.file, false);
        run.withoutGradients += function.withoutGradients ? 1 : 0;
        run.now = new Activation(caller, function, scope, instance, before);
        run.now.block = block;
        try {
            new Binding(run).bind(function, arguments, named, scope);
            if (function.firstRankOnly != null) {
                Node only = function.firstRankOnly;
                run.behaviour.asked = true;
                run.statements
                        .forking()
                        .open(
                                only,
                                "@" + only.parts().get(0).oneLine(),
                                only.line(),
                                false,
                                instance,
                                run.rank() == 0 ? 0 : 1,
                                Forking.FUNCTION);
                if (run.rank() != 0) {
                    return Const.NULL;
                }
            }
            if (function.isLambda()) {
                return run.expressions.of(function.body());
            }
            run.statements.block(function.body());
            return run.now.yielded.isEmpty() ? Const.NULL : new Items(run.now.yielded, before);
        } catch (Signal signal) {
            if (signal.kind != Signal.Kind.RETURN) {
                throw signal;
            }
            return run.now.yielded.isEmpty() ? signal.value : new Items(run.now.yielded, before);
        } finally {
            run.now = caller;
            run.open = before;
            run.withoutGradients -= function.withoutGradients ? 1 : 0;
            depth--;
        }
    }
}
