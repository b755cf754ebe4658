package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.scan.run.Const;
import dev.rollcall.analyzer.scan.run.Event;
import dev.rollcall.analyzer.scan.run.Event.Field;
import dev.rollcall.analyzer.scan.run.Group;
import dev.rollcall.analyzer.scan.run.Value;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What PyTorch's functions and objects do, as far as they are collectives or lead to some; those of Accelerate and Lightning too. */
final class Torch {
    private static final Set<String> ABOUT_RANKS = Set.of(
            "get_rank", "get_world_size", "new_group", "is_initialized", "is_available", "get_process_group_ranks");

    private final PythonRun run;
    private final Tensors tensors;
    private final Wrappers wrappers;

    Torch(PythonRun run) {
        this.run = run;
        tensors = new Tensors(run);
        wrappers = new Wrappers(run, this);
    }

    /** Calls a library's function; null where it is none of PyTorch's that matter. */
    Value function(Library library, Arguments given, Node node) {
        String name = library.name;
        String last = library.last();
        if (Operation.ofDistributed(name)) {
            switch (last) {
                case "get_rank", "get_group_rank" -> {
                    return run.groups.rank(given.given(0, "group"));
                }
                case "get_world_size" -> {
                    return run.groups.size(given.given(0, "group"));
                }
                case "new_group" -> {
                    return run.groups.make(given, node);
                }
                case "is_initialized", "is_available", "is_torchelastic_launched" -> {
                    return Const.of(true);
                }
                default -> {
                    // What remains is a collective, or nothing that matters.
                }
            }
            Optional<Operation> operation = Operation.of(name);
            if (operation.isPresent()) {
                return collective(operation.get(), given, node);
            }
        }
        Value wrapped = wrappers.function(name, last, given, node);
        return wrapped != null ? wrapped : tensors.function(name, last, given);
    }

    /** Returns whether a name is one of the functions of torch.distributed that matter, rather than one of Python's own. */
    static boolean isFunction(String name) {
        return Operation.ofDistributed(name)
                && (ABOUT_RANKS.contains(name.substring(name.lastIndexOf('.') + 1))
                        || Operation.of(name).isPresent());
    }

    private Value collective(Operation operation, Arguments given, Node node) {
        Group group = run.groups.of(given.given(operation.place("group"), "group"));
        Value result = run.invocations.result(operation.label(), given, false).settled(true);
        if (group == null) {
            return result;
        }
        Map<Field, Value> fields = new EnumMap<>(Field.class);
        for (String root : List.of("src", "dst")) {
            Value value = given.given(operation.place(root), root);
            // A parameter called rank that names the root is as likely the root's as this process's own.
            if (value != null && !run.guessed(value)) {
                fields.put(Field.ROOT, value);
            }
        }
        Value how = given.given(operation.place("op"), "op");
        fields.put(Field.REDUCTION, how == null ? Const.of("SUM") : Tensors.word(how));
        if (given.get(operation.place(operation.counted()), operation.counted()) instanceof Unknown buffer) {
            put(fields, Field.COUNT, buffer.count);
            put(fields, Field.TYPE, buffer.element);
        }
        event(operation.label(), group, fields, given, node);
        if (operation.uniform()) {
            Value written = given.get(operation.place(operation.written()), operation.written());
            String key = operation.label() + " at " + place(node);
            boolean fromFirst = given.given(operation.place("src"), "src") instanceof Const root && root.number() == 0;
            if (fromFirst && group.size() != null && written instanceof Items items) {
                told(items, key);
            } else {
                settle(written, key);
            }
        }
        return result;
    }

    private static void put(Map<Field, Value> fields, Field field, Value value) {
        if (value != null) {
            fields.put(field, value);
        }
    }

    private String place(Node node) {
        return run.now.file().path() + "#" + node.number() + run.now.rounds;
    }

    /** Makes the objects of a list those that the first rank has, which ran before the others. */
    private void told(Items items, String key) {
        for (int i = 0; i < items.all.size(); i++) {
            String name = key + "/" + i;
            Value value = items.all.get(i);
            if (run.rank() == 0) {
                run.oracle.tell(name, value);
            } else {
                value = run.oracle.told(name);
            }
            boolean known = value instanceof Const;
            items.all.set(
                    i,
                    known
                            ? new Const(((Const) value).content(), false, run.open)
                            : run.unknown(value == null ? name : value.key(), false));
        }
    }

    /** Makes what a buffer holds the same on all ranks. */
    private void settle(Value buffer, String key) {
        if (buffer instanceof Unknown unknown) {
            unknown.become(key, false);
            unknown.attributes.clear();
        } else if (buffer instanceof Items items) {
            for (int i = 0; i < items.all.size(); i++) {
                items.all.set(i, run.unknown(key + "/" + i, false));
            }
        }
    }

    /** Notes what is a collective only with some ways to distribute a model. */
    void perhaps(String label, Node node) {
        event(label, node);
        List<Event> events = run.behaviour.events;
        run.behaviour.doubtful.add(events.get(events.size() - 1).instance());
    }

    /** Notes a collective of all ranks. */
    void event(String label, Node node) {
        event(label, run.groups.of(null), Map.of(), new Arguments(List.of(), Map.of()), node);
    }

    private void event(String label, Group group, Map<Field, Value> fields, Arguments given, Node node) {
        List<Value> operands = new ArrayList<>(given.all());
        operands.addAll(given.named().values());
        operands.forEach(run::part);
        fields.values().forEach(run::part);
        run.behaviour.events.add(
                new Event(run.now.visit(node), group, label, fields, operands, run.stack(), run.open, null));
    }

    /** Calls a method of a library's object; null where it is none that matters. */
    Value method(Method method, Arguments given, Node node) {
        Value wrapped = wrappers.method(method, given, node);
        return wrapped != null ? wrapped : tensors.method(method, given);
    }

    /** Calls an object; null where it is none that calls collectives. */
    Value forward(Unknown model, Arguments given, Node node) {
        return wrappers.forward(model, given, node);
    }
}
