package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.scan.run.Const;
import dev.rollcall.analyzer.scan.run.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What the constructor does that a dataclass gets. */
final class DataClasses {
    private final PythonRun run;

    DataClasses(PythonRun run) {
        this.run = run;
    }

    /** Returns the fields that the body of a class declares. */
    static List<String> fields(Node body) {
        List<String> names = new ArrayList<>();
        for (Node each : body.parts()) {
            Node declared = each.is("expression_statement") && !each.parts().isEmpty()
                    ? each.parts().get(0)
                    : each;
            if (declared.is("assignment")
                    && declared.child("type") != null
                    && declared.child("left").is("identifier")) {
                names.add(declared.child("left").text());
            }
        }
        return names;
    }

    void construct(Instance made, Arguments given) {
        int place = 0;
        for (String name : made.type.allFields()) {
            Value value = given.named().get(name);
            if (value == null && place < given.all().size()) {
                value = given.all().get(place++);
            }
            made.fields.put(name, run.named(name, value == null ? otherwise(made, name) : value));
        }
        if (made.type.member("__post_init__") instanceof Function after) {
            run.invocations.invoke(after, List.of(made), Map.of(), null);
        }
    }

    /** What nobody gives a field that is called so is the rank: launchers and parsers fill it in. */
    private Value otherwise(Instance made, String name) {
        Value meant = run.meaning(name);
        if (meant != null) {
            return meant;
        }
        Value value = made.type.member(name);
        if (value instanceof Partial maker) {
            return run.invocations.call(maker.function, new Arguments(List.of(), Map.of()), null);
        }
        return value == null ? run.unknown(made.key() + "." + name, false) : value;
    }

    /** Returns what {@code dataclasses.field} makes: its default, or what makes one. */
    Value field(Arguments given) {
        Value factory = given.named().get("default_factory");
        if (factory != null) {
            return new Partial(factory, new Arguments(List.of(), Map.of()));
        }
        Value value = given.named().get("default");
        return value == null ? Const.NULL : value;
    }
}
