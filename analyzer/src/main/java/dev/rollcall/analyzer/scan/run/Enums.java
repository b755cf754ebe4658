package dev.rollcall.analyzer.scan.run;

import dev.rollcall.analyzer.scan.code.JdkTypes;
import dev.rollcall.analyzer.scan.run.Calls.Call;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.objectweb.asm.Type;

/**
 * The program's enums in the JDK's hands. Sets and maps of them need their classes, which nobody loads here; sorted ones by
 * ordinal do the same.
 */
final class Enums {
    private static final String SET = "java/util/EnumSet";
    private static final String MAP = "java/util/EnumMap";

    /** What does for these classes. */
    private static final Map<String, String> INSTEAD = Map.of(SET, "java/util/TreeSet", MAP, "java/util/TreeMap");

    private static final Comparator<Object> BY_ORDINAL = Comparator.comparingLong(Enums::ordinal);

    private final Machine machine;

    Enums(Machine machine) {
        this.machine = machine;
    }

    private static long ordinal(Object value) {
        if (value instanceof Obj object && object.fields.get(Objects.ORDINAL) instanceof Const ordinal) {
            return ordinal.number();
        }
        throw new Jdk.Unknown();
    }

    /** Returns whether a value is a constant of one of the program's enums. */
    static boolean isConstant(Value value) {
        return value instanceof Obj object && object.fields.get(Objects.ORDINAL) instanceof Const;
    }

    /** Returns the class that does for another one. */
    static String instead(String owner) {
        return INSTEAD.getOrDefault(owner, owner);
    }

    /** Returns the descriptor that a method has in the class that does for its own. */
    static String descriptor(Call call) {
        return INSTEAD.containsKey(call.owner())
                ? call.descriptor().replace("Ljava/lang/Enum;", "Ljava/lang/Object;")
                : call.descriptor();
    }

    /** Makes a map; empty where the call makes none. */
    Optional<Value> construct(Call call) {
        if (!call.owner().equals(MAP)) {
            return Optional.empty();
        }
        TreeMap<Object, Object> map = new TreeMap<>(BY_ORDINAL);
        if (call.arguments().get(0) instanceof Held held && held.object instanceof Map<?, ?> other) {
            map.putAll(other);
        }
        return Optional.of(held(map, call));
    }

    /** Makes a set or finds a constant; empty where the call does neither. */
    Optional<Value> answer(Call call) {
        if (call.receiver() != null) {
            return Optional.empty();
        }
        if (call.owner().equals("java/lang/Enum") && call.name().equals("valueOf")) {
            return constants(call.arguments().get(0)).stream()
                    .filter(each -> named(each, call.arguments().get(1)))
                    .findFirst()
                    .map(Value.class::cast);
        }
        if (!call.owner().equals(SET)) {
            return Optional.empty();
        }
        return switch (call.name()) {
            case "noneOf" -> Optional.of(set(List.of(), call));
            case "allOf" -> {
                List<Obj> all = constants(call.arguments().get(0));
                yield all.isEmpty() ? Optional.empty() : Optional.of(set(all, call));
            }
            case "of" -> listed(call).map(all -> set(all, call));
            case "copyOf" ->
                call.arguments().get(0) instanceof Held held && held.object instanceof Collection<?> other
                        ? Optional.of(set(other, call))
                        : Optional.empty();
            default -> Optional.empty();
        };
    }

    private static boolean named(Obj constant, Value name) {
        return name instanceof Const known
                && constant.fields.get(Objects.NAME) instanceof Const own
                && own.content().equals(known.content());
    }

    private Value set(Collection<?> all, Call call) {
        TreeSet<Object> set = new TreeSet<>(BY_ORDINAL);
        set.addAll(all);
        return held(set, call);
    }

    private Value held(Object real, Call call) {
        String key = Keys.of("new " + call.owner(), call.operands()) + "#" + Long.toHexString(call.instance());
        return new Held(real, key, Keys.ranked(call.arguments()), machine.open);
    }

    private static Optional<List<Value>> listed(Call call) {
        List<Value> all = new ArrayList<>();
        for (Value each : call.arguments()) {
            if (isConstant(each)) {
                all.add(each);
            } else if (each instanceof Arr array && array.rest == null) {
                all.addAll(array.elements.values());
            } else {
                return Optional.empty();
            }
        }
        return all.stream().allMatch(Enums::isConstant) ? Optional.of(all) : Optional.empty();
    }

    /** Returns the constants of a class that the program named. */
    private List<Obj> constants(Value type) {
        String name = type instanceof Const known && known.content() instanceof String text ? text : "";
        if (!name.startsWith("L") || !machine.program.has(Type.getType(name).getInternalName())) {
            return List.of();
        }
        String internal = Type.getType(name).getInternalName();
        return machine.statics(internal).values().stream()
                .filter(each -> isConstant(each) && machine.program.isA(((Obj) each).type, internal))
                .map(Obj.class::cast)
                .sorted(BY_ORDINAL)
                .toList();
    }

    /** Returns whether a known value that is no object of the program's is of a type of the JDK's. */
    static boolean isA(Const value, String type) {
        return JdkTypes.isA(Type.getInternalName(value.content().getClass()), type);
    }
}
