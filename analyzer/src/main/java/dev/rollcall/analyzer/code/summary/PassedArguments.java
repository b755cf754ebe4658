package dev.rollcall.analyzer.code.summary;

import dev.rollcall.analyzer.code.form.Argument;
import dev.rollcall.analyzer.code.form.CodeFunction;
import dev.rollcall.analyzer.code.form.CodeType;
import dev.rollcall.analyzer.code.form.Expression.Build;
import dev.rollcall.analyzer.code.form.FormalParameter;
import dev.rollcall.analyzer.code.form.Literal;
import dev.rollcall.analyzer.code.form.Operand;
import dev.rollcall.analyzer.code.library.ArgumentPosition;
import dev.rollcall.analyzer.code.value.Dependence;
import dev.rollcall.analyzer.code.value.Origin;
import dev.rollcall.analyzer.code.value.Value;
import dev.rollcall.analyzer.code.value.ValuePool;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The values that a call passes.
 *
 * @param positional by position, the object of a method not among them
 * @param named by keyword
 * @param open whether a spread collection passes more that are not known
 */
record PassedArguments(List<Value> positional, Map<String, Value> named, boolean open) {
    /** Python's function that binds arguments of another one. */
    static final String PARTIAL = "functools.partial";

    /** What the key of an argument that a function value binds by name begins with; no variable has it. */
    private static final String NAMED = "=";

    /** The key that says that a function value binds more arguments, which are not known. */
    private static final String OPEN = "*";

    /** Returns arguments by position. */
    static PassedArguments of(List<Value> positional) {
        return new PassedArguments(positional, Map.of(), false);
    }

    /** Returns arguments by position that others may follow. */
    static PassedArguments beginning(List<Value> positional) {
        return new PassedArguments(positional, Map.of(), true);
    }

    /** Returns the values of the parameters that a function value binds, by position. */
    static List<Value> boundBy(Value.Function function) {
        List<Value> all = new ArrayList<>();
        while (function.bound().containsKey(String.valueOf(all.size()))) {
            all.add(function.bound().get(String.valueOf(all.size())));
        }
        return all;
    }

    /** Returns a function value that binds these arguments, too: by position behind those that it has, and by name. */
    Value.Function boundIn(Value.Function function) {
        Map<String, Value> bound = new TreeMap<>(function.bound());
        int next = boundBy(function).size();
        for (Value each : positional) {
            bound.put(String.valueOf(next++), each);
        }
        named.forEach((name, value) -> bound.put(NAMED + name, value));
        if (open) {
            bound.put(OPEN, Value.Constant.TRUE);
        }
        return new Value.Function(function.function(), bound);
    }

    /**
     * Returns the arguments that a function value is called with, with those that it binds: others of the same name count before them, and
     * may be among those that are not known.
     */
    PassedArguments with(Value.Function function) {
        boolean isOpen = function.bound().containsKey(OPEN);
        List<Value> all = new ArrayList<>(boundBy(function));
        all.addAll(isOpen ? List.of() : positional);
        Map<String, Value> names = new LinkedHashMap<>();
        function.bound().forEach((name, value) -> {
            if (name.startsWith(NAMED) && !open) {
                names.put(name.substring(NAMED.length()), value);
            }
        });
        names.putAll(named);
        return new PassedArguments(all, names, open || isOpen);
    }

    /** Returns the arguments of a call; known collections are spread. */
    static PassedArguments of(List<Argument> arguments, Function<Operand, Value> values) {
        List<Value> positional = new ArrayList<>();
        Map<String, Value> named = new LinkedHashMap<>();
        boolean open = false;
        for (Argument each : arguments) {
            Value value = values.apply(each.value());
            if (each.isPositional()) {
                positional.add(value);
            } else if (each.name().equals(Argument.SEQUENCE)) {
                open |= !(value instanceof Value.Parts parts && positional.addAll(parts.parts()));
            } else if (each.name().equals(Argument.MAPPING)) {
                open |= !spread(value, named);
            } else {
                named.put(each.name(), value);
            }
        }
        return new PassedArguments(positional, named, open);
    }

    private static boolean spread(Value value, Map<String, Value> named) {
        if (!(value instanceof Value.Parts map) || map.kind() != Build.Kind.MAP) {
            return false;
        }
        boolean whole = true;
        for (int i = 0; i + 1 < map.parts().size(); i += 2) {
            boolean known = map.parts().get(i) instanceof Value.Constant key && key.value() instanceof String;
            whole &= known;
            if (known) {
                named.put(
                        (String) ((Value.Constant) map.parts().get(i)).value(),
                        map.parts().get(i + 1));
            }
        }
        return whole;
    }

    /** Returns the same arguments with others before them. */
    PassedArguments after(List<Value> leading) {
        List<Value> all = new ArrayList<>(leading);
        all.addAll(positional);
        return new PassedArguments(all, named, open);
    }

    /** Returns the arguments behind a position. */
    PassedArguments behind(int position) {
        return new PassedArguments(
                positional.subList(Math.min(position + 1, positional.size()), positional.size()), named, open);
    }

    /** Returns all values, those by position first. */
    List<Value> all() {
        List<Value> all = new ArrayList<>(positional);
        all.addAll(named.values());
        return all;
    }

    /** Returns the argument at a library's position; empty if the call leaves it out. */
    Optional<Value> at(ArgumentPosition position, Optional<Value> object) {
        if (position.index() == ArgumentPosition.OBJECT) {
            return object;
        }
        if (named.containsKey(position.name())) {
            return Optional.of(named.get(position.name()));
        }
        return position.index() >= 0 && position.index() < positional.size()
                ? Optional.of(positional.get(position.index()))
                : Optional.empty();
    }

    /**
     * Returns the values of a function's parameters.
     *
     * @param constants returns the value of a class, module or library constant
     */
    List<Value> boundTo(CodeFunction function, ValuePool pool, Function<String, Value> constants) {
        Map<String, Value> rest = new LinkedHashMap<>(named);
        List<Value> bound = new ArrayList<>();
        int next = 0;
        for (FormalParameter each : function.parameters()) {
            String name = each.variable().name();
            Value value;
            if (each.kind() == FormalParameter.Kind.REST) {
                List<Value> left = positional.subList(Math.min(next, positional.size()), positional.size());
                value = open ? unknown(function, name, pool) : pool.of(new Value.Parts(Build.Kind.TUPLE, left, 0));
                next = positional.size();
            } else if (each.kind() == FormalParameter.Kind.NAMED_REST) {
                value = open ? unknown(function, name, pool) : map(rest, pool);
            } else if (each.kind() == FormalParameter.Kind.PLAIN && next < positional.size()) {
                value = positional.get(next++);
            } else if (rest.containsKey(name)) {
                value = rest.remove(name);
            } else {
                value = each.fallback()
                        .filter(fallback -> !open)
                        .flatMap(fallback -> fallback(fallback, pool, constants))
                        .orElseGet(() -> unknown(function, name, pool));
            }
            bound.add(value);
        }
        return bound;
    }

    /** Returns a default: a literal, a library's communicator, or what a class of the program holds. */
    private static Optional<Value> fallback(Literal fallback, ValuePool pool, Function<String, Value> constants) {
        if (!(fallback.value() instanceof Literal.Name name)) {
            return Optional.of(pool.of(new Value.Constant(fallback.value())));
        }
        int dot = name.name().lastIndexOf('.');
        String owner = name.name().substring(0, Math.max(dot, 0));
        return CodeType.isPythonClass(owner)
                ? Optional.of(pool.of(new Value.FieldOf(
                        pool.of(Value.Constant.name(owner)), owner, name.name().substring(dot + 1))))
                : Optional.of(constants.apply(name.name())).filter(Value.Communicator.class::isInstance);
    }

    private static Value map(Map<String, Value> named, ValuePool pool) {
        List<Value> parts = new ArrayList<>();
        named.forEach((name, value) -> parts.addAll(List.of(pool.of(new Value.Constant(name)), value)));
        return pool.of(new Value.Parts(Build.Kind.MAP, parts, 0));
    }

    private static Value unknown(CodeFunction function, String name, ValuePool pool) {
        Origin origin = new Origin("argument `" + name + "`", Optional.empty());
        return pool.of(new Value.Input("argument " + name + " of " + function.id(), Dependence.NONE, origin));
    }
}
