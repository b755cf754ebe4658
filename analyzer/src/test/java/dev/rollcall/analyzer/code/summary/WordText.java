package dev.rollcall.analyzer.code.summary;

import dev.rollcall.analyzer.code.form.Literal;
import dev.rollcall.analyzer.code.value.Axis;
import dev.rollcall.analyzer.code.value.Value;
import dev.rollcall.analyzer.code.value.ValueParts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Words as text: {@code barrier · all_reduce}, {@code (R = 0 ? barrier : ε)}, {@code [over range(3): barrier]}; {@code R} is the rank,
 * {@code N} the number of ranks, {@code @} a lost value with its sources.
 */
final class WordText {
    private WordText() {}

    static String of(Word word) {
        if (word instanceof Word.Done done) {
            return end(done.end());
        }
        if (word instanceof Word.Act act) {
            return act(act.call());
        }
        if (word instanceof Word.Split split) {
            String kind =
                    split.guard().kind() == Guard.Kind.BRANCH || split.guard().kind() == Guard.Kind.LOOP
                            ? ""
                            : split.guard().kind().name().toLowerCase(Locale.ROOT) + " ";
            return "(" + kind + of(split.guard().condition()) + " ? " + of(split.yes()) + " : " + of(split.no()) + ")";
        }
        if (word instanceof Word.Then then) {
            String text = of(then.first());
            for (Map.Entry<PathEnd, Word> each : then.next().entrySet()) {
                boolean simple = each.getKey().equals(PathEnd.FALL)
                        || each.getKey() instanceof PathEnd.Leave && then.next().size() == 1;
                boolean nothing = simple && each.getValue().equals(Word.EMPTY);
                text += nothing
                        ? ""
                        : simple
                                ? " · " + of(each.getValue())
                                : " {" + end(each.getKey()) + ": " + of(each.getValue()) + "}";
            }
            return text;
        }
        if (word instanceof Word.Repeat repeat) {
            Trip trip = repeat.trip();
            String times = trip instanceof Trip.Times count
                    ? of(count.number()) + " times"
                    : trip instanceof Trip.Over over ? "over " + of(over.iterable()) : "while";
            return "[" + times + ": " + of(repeat.body()) + "]";
        }
        if (word instanceof Word.Call call) {
            return call.function().name() + "<" + of(call.word()) + ">";
        }
        if (word instanceof Word.Ask ask) {
            return "ask " + of(ask.function()) + of(ask.arguments());
        }
        if (word instanceof Word.Again again) {
            return "again " + again.function().name() + of(again.arguments());
        }
        return word instanceof Word.Gap gap ? "gap(" + gap.reason() + ")" : "hole";
    }

    private static String act(CollectiveCall call) {
        List<String> parts = new ArrayList<>();
        if (!call.communicator().equals(Value.Communicator.WORLD)) {
            parts.add(of(call.communicator()));
        }
        call.fields().forEach((field, value) -> parts.add(field.name().toLowerCase(Locale.ROOT) + "=" + of(value)));
        return (call.certain() ? "" : "maybe ")
                + call.operation()
                + (parts.isEmpty() ? "" : "(" + String.join(", ", parts) + ")");
    }

    private static String end(PathEnd end) {
        if (end instanceof PathEnd.Throw thrown) {
            return "raise " + thrown.type();
        }
        if (end instanceof PathEnd.Next) {
            return "next";
        }
        return end instanceof PathEnd.Leave
                ? "leave"
                : end.equals(PathEnd.FALL) ? "ε" : end.equals(PathEnd.RETURN) ? "return" : "exit";
    }

    private static String of(List<Value> values) {
        return values.stream().map(WordText::of).collect(Collectors.joining(", ", "(", ")"));
    }

    static String of(Value value) {
        if (value instanceof Value.Constant constant) {
            return constant.value() instanceof Literal.Name name ? name.name() : String.valueOf(constant.value());
        }
        if (value instanceof Value.Rank rank) {
            return "R" + axis(rank.axis());
        }
        if (value instanceof Value.Size size) {
            return "N" + axis(size.axis());
        }
        if (value instanceof Value.Operation operation) {
            String name = operation.operator().name().toLowerCase(Locale.ROOT);
            List<Value> of = operation.operands();
            return of.size() == 2
                    ? of(of.get(0)) + " " + sign(name) + " " + of(of.get(1))
                    : name.equals("truth") ? of(of.get(0)) : name + of(of);
        }
        if (value instanceof Value.Select select) {
            return "(" + of(select.condition()) + " ? " + of(select.yes()) + " : " + of(select.no()) + ")";
        }
        if (value instanceof Value.Input input) {
            String sources = input.dependence().sources().stream()
                    .map(each -> each.name().toLowerCase(Locale.ROOT))
                    .sorted()
                    .collect(Collectors.joining("+"));
            return (sources.isEmpty() ? "" : sources + ":") + input.origin().what();
        }
        if (value instanceof Value.Result result) {
            return result.function() + of(result.arguments());
        }
        if (value instanceof Value.Mixed mixed) {
            return "lost" + mixed.own().sources().stream().sorted().toList() + of(mixed.of());
        }
        if (value instanceof Value.Parameter parameter) {
            return "p" + parameter.index();
        }
        if (value instanceof Value.Self) {
            return "self";
        }
        if (value instanceof Value.FieldOf field) {
            return of(field.of()) + "." + field.name();
        }
        if (value instanceof Value.Parts parts) {
            return parts.kind().name().toLowerCase(Locale.ROOT) + of(parts.parts());
        }
        if (value instanceof Value.Communicator group) {
            return group.isAssumed()
                    ? "any group"
                    : "group of "
                            + ValueParts.of(group).stream().map(WordText::of).collect(Collectors.joining(", "));
        }
        if (value instanceof Value.Element element) {
            return "element of " + of(element.of());
        }
        if (value instanceof Value.Induction induction) {
            return "counter(" + of(induction.start()) + ", " + of(induction.step()) + ")";
        }
        if (value instanceof Value.Instance instance) {
            return "object of " + instance.type();
        }
        return value instanceof Value.Function function ? function.function().name() : value.toString();
    }

    private static String axis(Axis axis) {
        if (axis instanceof Axis.Group group) {
            return " in " + of(group.communicator());
        }
        return axis.equals(Axis.WORLD) ? "" : "@" + ((Axis.Grid) axis).name();
    }

    private static String sign(String name) {
        return switch (name) {
            case "eq" -> "=";
            case "ne" -> "≠";
            case "lt" -> "<";
            case "le" -> "≤";
            case "gt" -> ">";
            case "ge" -> "≥";
            case "add" -> "+";
            case "sub" -> "-";
            case "mod" -> "%";
            default -> name;
        };
    }
}
