package dev.rollcall.analyzer.code.value;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** The structure of values: their parts, and values with other parts. */
public final class ValueParts {
    private ValueParts() {}

    /** Returns the values that a value is made of, in a fixed order; none for a leaf. */
    public static List<Value> of(Value value) {
        Collector collector = new Collector();
        map(value, collector);
        return collector.parts;
    }

    /** Keeps each part. */
    private static final class Collector implements UnaryOperator<Value> {
        private final List<Value> parts = new ArrayList<>();

        @Override
        public Value apply(Value part) {
            parts.add(part);
            return part;
        }
    }

    /** Returns the conditions by which a value, or a part of it, was chosen. */
    public static Set<Value> choices(Value value) {
        Set<Value> conditions = new LinkedHashSet<>();
        collectChoices(value, conditions);
        return conditions;
    }

    private static void collectChoices(Value value, Set<Value> conditions) {
        if (value instanceof Value.Select select) {
            conditions.add(select.condition());
        }
        of(value).forEach(part -> collectChoices(part, conditions));
    }

    /**
     * Returns a value of the same kind whose parts are replaced, each one once and in the order of {@link #of}; not of a pool. It is the
     * value itself if no part is another object.
     */
    public static Value map(Value value, UnaryOperator<Value> change) {
        if (value instanceof Value.Operation operation) {
            List<Value> operands = map(operation.operands(), change);
            return operands == operation.operands()
                    ? value
                    : new Value.Operation(operation.operator(), operation.arithmetic(), operands);
        }
        if (value instanceof Value.Result result) {
            List<Value> arguments = map(result.arguments(), change);
            return arguments == result.arguments()
                    ? value
                    : new Value.Result(result.function(), arguments, result.site());
        }
        if (value instanceof Value.Parts parts) {
            List<Value> all = map(parts.parts(), change);
            return all == parts.parts() ? value : new Value.Parts(parts.kind(), all, parts.site());
        }
        if (value instanceof Value.Select select) {
            Value condition = change.apply(select.condition());
            Value yes = change.apply(select.yes());
            Value no = change.apply(select.no());
            boolean same = condition == select.condition() && yes == select.yes() && no == select.no();
            return same ? value : new Value.Select(condition, yes, no);
        }
        if (value instanceof Value.Instance instance) {
            Map<String, Value> fields = map(instance.fields(), change);
            return fields == instance.fields() ? value : new Value.Instance(instance.type(), instance.site(), fields);
        }
        if (value instanceof Value.FieldOf field) {
            Value of = change.apply(field.of());
            return of == field.of() ? value : new Value.FieldOf(of, field.owner(), field.name());
        }
        if (value instanceof Value.Function function) {
            Map<String, Value> bound = map(function.bound(), change);
            return bound == function.bound() ? value : new Value.Function(function.function(), bound);
        }
        if (value instanceof Value.Mixed mixed) {
            List<Value> of = map(mixed.of(), change);
            return of == mixed.of() ? value : new Value.Mixed(mixed.key(), of, mixed.own(), mixed.origin());
        }
        return mapRare(value, change);
    }

    private static Value mapRare(Value value, UnaryOperator<Value> change) {
        if (value instanceof Value.Rank rank) {
            Axis axis = map(rank.axis(), change);
            return axis == rank.axis() ? value : new Value.Rank(axis);
        }
        if (value instanceof Value.Size size) {
            Axis axis = map(size.axis(), change);
            return axis == size.axis() ? value : new Value.Size(axis);
        }
        if (value instanceof Value.Induction induction) {
            Value start = change.apply(induction.start());
            Value step = change.apply(induction.step());
            boolean same = start == induction.start() && step == induction.step();
            return same ? value : new Value.Induction(induction.loop(), start, step);
        }
        if (value instanceof Value.Element element) {
            Value of = change.apply(element.of());
            return of == element.of() ? value : new Value.Element(element.loop(), of);
        }
        if (value instanceof Value.More more) {
            Value of = change.apply(more.of());
            return of == more.of() ? value : new Value.More(more.loop(), of);
        }
        if (value instanceof Value.Collected collected) {
            List<Value> parts = List.of(collected.start(), collected.of(), collected.condition(), collected.item());
            List<Value> all = map(parts, change);
            return all == parts
                    ? value
                    : new Value.Collected(collected.loop(), all.get(0), all.get(1), all.get(2), all.get(3));
        }
        if (value instanceof Value.Communicator communicator) {
            Members members = map(communicator.members(), change);
            return members == communicator.members() ? value : new Value.Communicator(members, communicator.key());
        }
        return value;
    }

    private static Axis map(Axis axis, UnaryOperator<Value> change) {
        if (!(axis instanceof Axis.Group group)) {
            return axis;
        }
        Value communicator = change.apply(group.communicator());
        return communicator == group.communicator() ? axis : new Axis.Group(communicator);
    }

    private static Members map(Members members, UnaryOperator<Value> change) {
        if (members instanceof Members.Listed listed) {
            Value ranks = change.apply(listed.ranks());
            return ranks == listed.ranks() ? members : new Members.Listed(ranks);
        }
        if (members instanceof Members.Named named) {
            Value name = change.apply(named.name());
            Value rank = change.apply(named.rank());
            Value size = change.apply(named.size());
            boolean same = name == named.name() && rank == named.rank() && size == named.size();
            return same ? members : new Members.Named(name, rank, size);
        }
        if (members instanceof Members.Coloured coloured) {
            Value parent = change.apply(coloured.parent());
            Value colour = change.apply(coloured.colour());
            boolean same = parent == coloured.parent() && colour == coloured.colour();
            return same ? members : new Members.Coloured(parent, colour);
        }
        return members;
    }

    private static List<Value> map(List<Value> values, UnaryOperator<Value> change) {
        List<Value> changed = null;
        for (int i = 0; i < values.size(); i++) {
            Value before = values.get(i);
            Value after = change.apply(before);
            if (after != before && changed == null) {
                changed = new ArrayList<>(values);
            }
            if (changed != null) {
                changed.set(i, after);
            }
        }
        return changed == null ? values : changed;
    }

    private static Map<String, Value> map(Map<String, Value> values, UnaryOperator<Value> change) {
        Map<String, Value> changed = null;
        for (Map.Entry<String, Value> each : values.entrySet()) {
            Value after = change.apply(each.getValue());
            if (after != each.getValue()) {
                changed = changed == null ? new LinkedHashMap<>(values) : changed;
                changed.put(each.getKey(), after);
            }
        }
        return changed == null ? values : changed;
    }

    /** Returns the dependence that a value has without its parts. */
    static Dependence own(Value value) {
        if (value instanceof Value.Rank) {
            return Dependence.on(Dependence.Source.RANK);
        }
        if (value instanceof Value.Input input) {
            return input.dependence();
        }
        return value instanceof Value.Mixed mixed ? mixed.own() : Dependence.NONE;
    }
}
