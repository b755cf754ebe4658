package dev.rollcall.analyzer.scan.run;

import dev.rollcall.analyzer.scan.run.Calls.Call;
import java.util.Optional;

/** What objects of the program inherit from the JDK: the methods of enums, identity, and a thread's start. */
final class Objects {
    static final String NAME = "$name";
    static final String ORDINAL = "$ordinal";

    private Objects() {}

    static void constructed(Call call, Obj object) {
        if (call.owner().equals("java/lang/Enum")) {
            object.fields.put(NAME, call.arguments().get(0));
            object.fields.put(ORDINAL, call.arguments().get(1));
        }
    }

    static Optional<Value> answer(Call call, Obj object) {
        return switch (call.name()) {
            case "ordinal" -> Optional.ofNullable(object.fields.get(ORDINAL));
            case "name", "toString" -> Optional.ofNullable(object.fields.get(NAME));
            case "equals" ->
                call.arguments().size() == 1 && object.fields.containsKey(ORDINAL)
                        ? Optional.of(Const.of(call.arguments().get(0) == object ? 1 : 0))
                        : Optional.empty();
            default -> Optional.empty();
        };
    }
}
