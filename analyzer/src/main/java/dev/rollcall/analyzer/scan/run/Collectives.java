package dev.rollcall.analyzer.scan.run;

import dev.rollcall.analyzer.model.OperationTraits;
import dev.rollcall.analyzer.scan.run.Calls.Call;
import dev.rollcall.analyzer.scan.run.Event.Field;
import dev.rollcall.catalogue.ArgumentRole;
import dev.rollcall.catalogue.CatalogueEntry;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What the catalogue's methods do in the run of a rank. */
final class Collectives {
    /** The error code of a call that has none. */
    static final Const SUCCESS = Const.of(0);

    private final Machine machine;
    private final Births births;
    private final Map<String, Integer> counts = new HashMap<>();

    Collectives(Machine machine) {
        this.machine = machine;
        births = new Births(machine);
    }

    /** Returns a call's result where it is one of the catalogue's; null inside where it has none. */
    Optional<Value> answer(Call call) {
        Optional<CatalogueEntry> found =
                machine.library.find(call.owner(), call.name(), call.descriptor(), machine.program);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        CatalogueEntry entry = found.get();
        return switch (entry.kind()) {
            case CALL -> Library.isCollective(entry) ? Optional.of(collective(entry, call)) : Optional.empty();
            case COMMUNICATOR, SPLIT -> births.of(entry, call);
            case RANK -> Optional.of(told(entry, call, own(groupOf(entry, call).rank(), machine.rank())));
            case SIZE -> Optional.of(told(entry, call, own(groupOf(entry, call).size(), machine.world())));
            case LEAVE,
                    ABORT,
                    ASYNC_ERROR,
                    STORE,
                    WAIT,
                    TEST,
                    FUTURE,
                    GROUP_START,
                    GROUP_END,
                    COPY,
                    LAUNCH,
                    SYNCHRONIZE,
                    CONTEXT_END,
                    CONTEXT_RELEASE,
                    ALLOCATE,
                    FREE,
                    STEP -> Optional.empty();
        };
    }

    private Value own(Value told, int otherwise) {
        return told != null ? told : new Const(otherwise, true, machine.open);
    }

    private Group groupOf(CatalogueEntry entry, Call call) {
        return births.groupOf(role(entry, call, ArgumentRole.COMMUNICATOR).orElse(call.receiver()));
    }

    /** Returns a number, or puts it where the method writes it and returns success. */
    private Value told(CatalogueEntry entry, Call call, Value number) {
        Optional<Value> output = role(entry, call, ArgumentRole.OUTPUT);
        if (output.isEmpty()) {
            return number;
        }
        if (output.get() instanceof Arr array) {
            array.elements.put(0, number);
        } else if (output.get() instanceof Ext pointer) {
            pointer.properties.put("get", number);
        }
        return SUCCESS;
    }

    private Value collective(CatalogueEntry entry, Call call) {
        Group group = groupOf(entry, call);
        Map<Field, Value> fields = new EnumMap<>(Field.class);
        options(entry, call, fields);
        shapes(entry, call, fields);
        machine.behaviour.events.add(new Event(
                call.instance(),
                group,
                entry.operation(),
                fields,
                call.arguments(),
                machine.stack(),
                machine.open,
                null));
        int number = counts.merge(group.key(), 1, Integer::sum);
        String key = entry.operation() + " " + number + " on " + group.key();
        OperationTraits traits = OperationTraits.of(entry.operation());
        if (traits.sameResult()) {
            role(entry, call, ArgumentRole.INPUT)
                    .filter(input -> traits != OperationTraits.ALL_GATHER)
                    .ifPresent(value -> Uniform.make(value, key, machine));
            role(entry, call, ArgumentRole.OUTPUT).ifPresent(value -> Uniform.make(value, key, machine));
        }
        boolean ranked = !traits.sameResult() && Keys.ranked(call.arguments());
        Value result = machine.heap.unknown("result of " + key, call.result(), ranked);
        return result == null ? Const.NULL : result;
    }

    /** Returns the argument of a role; of several the first. */
    static Optional<Value> role(CatalogueEntry entry, Call call, ArgumentRole role) {
        int place = entry.roles().indexOf(role);
        return place >= 0 && place < call.arguments().size()
                ? Optional.of(call.arguments().get(place))
                : Optional.empty();
    }

    private static void options(CatalogueEntry entry, Call call, Map<Field, Value> fields) {
        role(entry, call, ArgumentRole.ROOT).ifPresent(root -> fields.put(Field.ROOT, root));
        role(entry, call, ArgumentRole.REDUCTION).ifPresent(how -> fields.put(Field.REDUCTION, how));
        if (!entry.roles().contains(ArgumentRole.OPTIONS)) {
            return;
        }
        Optional<Value> given = role(entry, call, ArgumentRole.OPTIONS);
        boolean unknown = given.isPresent() && !(given.get() instanceof Ext made && made.constructor != null);
        if (!unknown) {
            fields.put(Field.ROOT, Const.of(0));
            fields.put(Field.REDUCTION, Const.of("SUM"));
        }
        if (given.orElse(null) instanceof Ext options) {
            put(fields, Field.ROOT, options.properties.get("rootRank"));
            put(fields, Field.REDUCTION, options.properties.get("reduceOp"));
        }
    }

    private static void shapes(CatalogueEntry entry, Call call, Map<Field, Value> fields) {
        OperationTraits traits = OperationTraits.of(entry.operation());
        Optional<ArgumentRole> buffer = traits.countedByInput()
                ? Optional.of(ArgumentRole.INPUT)
                : traits.countedByOutput() ? Optional.of(ArgumentRole.OUTPUT) : Optional.empty();
        buffer.flatMap(role -> role(entry, call, role)).ifPresent(value -> {
            Shape shape = Shapes.of(value);
            put(fields, Field.COUNT, shape.count());
            put(fields, Field.TYPE, shape.type());
        });
        role(entry, call, ArgumentRole.COUNT).ifPresent(count -> fields.put(Field.COUNT, count));
        role(entry, call, ArgumentRole.TYPE).ifPresent(type -> fields.put(Field.TYPE, type));
    }

    private static void put(Map<Field, Value> fields, Field field, Value value) {
        if (value != null) {
            fields.put(field, value);
        }
    }
}
