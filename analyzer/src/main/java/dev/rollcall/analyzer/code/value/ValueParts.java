package dev.rollcall.analyzer.code.value;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** The structure of values: their parts, and values with other parts. */
public final class ValueParts {
    private ValueParts() {}

    /** Returns the values that a value is made of, in a fixed order; none for a leaf. */
    public static List<Value> of(Value value) {
        List<Value> parts = new ArrayList<>();
        map(value, part -> {
            parts.add(part);
            return part;
        });
        return parts;
    }

    /** Returns a value of the same kind whose parts are replaced, each one once and in the order of {@link #of}; not of a pool. */
    public static Value map(Value value, UnaryOperator<Value> change) {
        if (value instanceof Value.Rank rank) {
            return new Value.Rank(map(rank.axis(), change));
        }
        if (value instanceof Value.Size size) {
            return new Value.Size(map(size.axis(), change));
        }
        if (value instanceof Value.Operation operation) {
            return new Value.Operation(operation.operator(), operation.arithmetic(), map(operation.operands(), change));
        }
        if (value instanceof Value.Result result) {
            return new Value.Result(result.function(), map(result.arguments(), change), result.site());
        }
        if (value instanceof Value.Parts parts) {
            return new Value.Parts(parts.kind(), map(parts.parts(), change), parts.site());
        }
        if (value instanceof Value.Select select) {
            Value condition = change.apply(select.condition());
            Value yes = change.apply(select.yes());
            return new Value.Select(condition, yes, change.apply(select.no()));
        }
        if (value instanceof Value.Induction induction) {
            Value start = change.apply(induction.start());
            return new Value.Induction(induction.loop(), start, change.apply(induction.step()));
        }
        if (value instanceof Value.Element element) {
            return new Value.Element(element.loop(), change.apply(element.of()));
        }
        if (value instanceof Value.More more) {
            return new Value.More(more.loop(), change.apply(more.of()));
        }
        if (value instanceof Value.Collected collected) {
            Value start = change.apply(collected.start());
            Value of = change.apply(collected.of());
            Value condition = change.apply(collected.condition());
            return new Value.Collected(collected.loop(), start, of, condition, change.apply(collected.item()));
        }
        if (value instanceof Value.Instance instance) {
            return new Value.Instance(instance.type(), instance.site(), map(instance.fields(), change));
        }
        if (value instanceof Value.FieldOf field) {
            return new Value.FieldOf(change.apply(field.of()), field.owner(), field.name());
        }
        if (value instanceof Value.Function function) {
            return new Value.Function(function.function(), map(function.bound(), change));
        }
        if (value instanceof Value.Communicator communicator) {
            return new Value.Communicator(map(communicator.members(), change), communicator.key());
        }
        if (value instanceof Value.Mixed mixed) {
            return new Value.Mixed(mixed.key(), map(mixed.of(), change), mixed.own(), mixed.origin());
        }
        return value;
    }

    private static Axis map(Axis axis, UnaryOperator<Value> change) {
        return axis instanceof Axis.Group group ? new Axis.Group(change.apply(group.communicator())) : axis;
    }

    private static Members map(Members members, UnaryOperator<Value> change) {
        if (members instanceof Members.Listed listed) {
            return new Members.Listed(change.apply(listed.ranks()));
        }
        if (members instanceof Members.Named named) {
            Value name = change.apply(named.name());
            return new Members.Named(name, change.apply(named.size()));
        }
        if (members instanceof Members.Coloured coloured) {
            Value parent = change.apply(coloured.parent());
            return new Members.Coloured(parent, change.apply(coloured.colour()));
        }
        return members;
    }

    private static List<Value> map(List<Value> values, UnaryOperator<Value> change) {
        return values.stream().map(change).toList();
    }

    private static Map<String, Value> map(Map<String, Value> values, UnaryOperator<Value> change) {
        Map<String, Value> changed = new LinkedHashMap<>();
        values.forEach((name, value) -> changed.put(name, change.apply(value)));
        return changed;
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
