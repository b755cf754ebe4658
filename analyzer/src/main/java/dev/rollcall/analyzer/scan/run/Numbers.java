package dev.rollcall.analyzer.scan.run;

import dev.rollcall.analyzer.scan.run.Calls.Call;
import java.util.Optional;
import java.util.Set;

/** Boxing and parsing of numbers that are not known: the number stays the same unknown one. */
final class Numbers {
    private static final Set<String> BOXES = Set.of(
            "java/lang/Integer",
            "java/lang/Long",
            "java/lang/Short",
            "java/lang/Byte",
            "java/lang/Boolean",
            "java/lang/Character",
            "java/lang/Float",
            "java/lang/Double",
            "java/lang/Number");

    private Numbers() {}

    static Optional<Value> answer(Call call) {
        if (!BOXES.contains(call.owner())) {
            return Optional.empty();
        }
        boolean unboxes = call.receiver() instanceof Sym && call.name().endsWith("Value");
        boolean boxes = call.receiver() == null
                && call.name().equals("valueOf")
                && call.arguments().size() == 1
                && call.arguments().get(0) instanceof Sym;
        if (unboxes) {
            return Optional.of(call.receiver());
        }
        return boxes ? Optional.of(call.arguments().get(0)) : unboxed(call);
    }

    /** Unboxes what a library returned: the same unknown number each time. */
    private static Optional<Value> unboxed(Call call) {
        if (call.receiver() instanceof Ext ext && call.name().endsWith("Value")) {
            char sort = call.result().getDescriptor().charAt(0);
            return Optional.of(Sym.input(ext.key(), "JFD".indexOf(sort) >= 0 ? sort : 'I', ext.ranked(), ext.origin()));
        }
        return Optional.empty();
    }
}
