package dev.rollcall.analyzer.scan.run;

import dev.rollcall.analyzer.scan.code.JdkTypes;
import dev.rollcall.analyzer.scan.run.Calls.Call;
import java.lang.reflect.Array;
import java.util.Set;
import org.objectweb.asm.Type;

/**
 * Turns values into real objects for a real call, and back. What is not known travels as the {@link Value} that it is, where
 * any object will do.
 */
final class Marshal {
    private static final int MOST = 10_000;
    private static final Set<String> LOOKING = Set.of(
            "contains", "containsKey", "containsValue", "indexOf", "lastIndexOf", "equals", "hashCode", "toString");

    private final Machine machine;
    private final Functions functions;

    Marshal(Machine machine) {
        this.machine = machine;
        functions = new Functions(machine, this);
    }

    static Class<?> type(Type type) throws ClassNotFoundException {
        return switch (type.getSort()) {
            case Type.BOOLEAN -> boolean.class;
            case Type.BYTE -> byte.class;
            case Type.CHAR -> char.class;
            case Type.SHORT -> short.class;
            case Type.INT -> int.class;
            case Type.LONG -> long.class;
            case Type.FLOAT -> float.class;
            case Type.DOUBLE -> double.class;
            case Type.ARRAY ->
                Array.newInstance(type(type.getElementType()), new int[type.getDimensions()])
                        .getClass();
            default -> JdkTypes.load(type.getInternalName());
        };
    }

    Functions functions() {
        return functions;
    }

    Object target(Call call, Class<?> owner) {
        Value receiver = call.receiver();
        if (receiver instanceof Lambda && functions.wants(owner, receiver)) {
            return functions.of(owner, receiver, call);
        }
        Object target =
                receiver instanceof Held held ? held.object : receiver instanceof Const known ? known.content() : null;
        if (!owner.isInstance(target)) {
            throw new Jdk.Unknown();
        }
        return target;
    }

    Object[] arguments(Call call, Class<?>[] types) {
        Object[] arguments = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            arguments[i] = object(call.arguments().get(i), types[i], call);
        }
        return arguments;
    }

    Object object(Value value, Class<?> type, Call call) {
        if (value instanceof Const known) {
            return constant(known, type);
        }
        if (value instanceof Held held && type.isInstance(held.object)) {
            return held.object;
        }
        if (value instanceof Arr array && type.isArray()) {
            return array(array, type.getComponentType(), call);
        }
        if (functions.wants(type, value)) {
            return functions.of(type, value, call);
        }
        if (type == Object.class && (keeps(call) || Enums.isConstant(value))) {
            return value;
        }
        throw new Jdk.Unknown();
    }

    /** Collections keep what they are given as it is; whoever looks into it, or compares it, needs to know it. */
    private static boolean keeps(Call call) {
        return call.owner().startsWith("java/util/")
                && !call.owner().equals("java/util/Objects")
                && !LOOKING.contains(call.name());
    }

    static Object constant(Const known, Class<?> type) {
        Object content = known.content();
        if (!type.isPrimitive()) {
            if (content != null && !type.isInstance(content)) {
                throw new Jdk.Unknown();
            }
            return content;
        }
        if (!known.isNumber()) {
            throw new Jdk.Unknown();
        }
        if (type == boolean.class) {
            return known.number() != 0;
        }
        if (type == char.class) {
            return (char) known.number();
        }
        Number number = content instanceof Number exact ? exact : (Number) known.number();
        if (type == float.class) {
            return number.floatValue();
        }
        if (type == double.class) {
            return number.doubleValue();
        }
        if (type == long.class) {
            return number.longValue();
        }
        if (type == int.class) {
            return number.intValue();
        }
        if (type == short.class) {
            return number.shortValue();
        }
        return number.byteValue();
    }

    private Object array(Arr array, Class<?> element, Call call) {
        if (!(array.length instanceof Const length) || array.rest != null || length.number() > MOST) {
            throw new Jdk.Unknown();
        }
        Object made = Array.newInstance(element, (int) length.number());
        for (int i = 0; i < length.number(); i++) {
            Array.set(made, i, object(array.elements.getOrDefault(i, array.zero()), element, call));
        }
        return made;
    }

    /** Takes over what a call changed in arrays. */
    void writeBack(Call call, Object[] arguments) {
        for (int i = 0; i < arguments.length; i++) {
            if (call.arguments().get(i) instanceof Arr array && arguments[i] != null) {
                for (int k = 0; k < Array.getLength(arguments[i]); k++) {
                    Object now = Array.get(arguments[i], k);
                    Value before = array.elements.getOrDefault(k, array.zero());
                    if (!(before instanceof Const known) || !same(known, now)) {
                        array.elements.put(k, value(now, call, array.element));
                    }
                }
            }
        }
    }

    private static boolean same(Const known, Object now) {
        Object before = known.content();
        if (before instanceof Number a && now instanceof Number b) {
            return a.doubleValue() == b.doubleValue();
        }
        return java.util.Objects.equals(before, now);
    }

    Value value(Object result, Call call) {
        return value(result, call, call.result().getDescriptor());
    }

    /** Returns the value that a real object is; booleans, characters and small numbers become integers unless boxed. */
    Value value(Object result, Call call, String descriptor) {
        boolean ranked = Keys.ranked(call.operands());
        if (result instanceof Value value) {
            return chosen(value, call);
        }
        Object content = result;
        if (result instanceof Boolean truth && descriptor.equals("Z")) {
            content = truth ? 1 : 0;
        } else if (result instanceof Character letter && descriptor.equals("C")) {
            content = (int) letter;
        } else if (result instanceof Number number && (descriptor.equals("B") || descriptor.equals("S"))) {
            content = number.intValue();
        }
        if (content == null
                || content instanceof Number
                || content instanceof String
                || content instanceof Boolean
                || content instanceof Character) {
            return new Const(content, ranked, machine.open);
        }
        if (result.getClass().isArray()) {
            return array(result, call, ranked);
        }
        return new Held(
                result,
                Keys.shorten(Keys.of(call.owner() + "." + call.name(), call.operands()) + call.rounds()),
                ranked,
                machine.open);
    }

    /** Returns what was looked up: it is what it is because of how that was chosen by which it was. */
    private static Value chosen(Value value, Call call) {
        Open choice = call.arguments().stream()
                .map(Value::origin)
                .filter(each -> each != null)
                .findFirst()
                .orElse(null);
        boolean ranked = value.ranked() || Keys.ranked(call.operands());
        if (choice == value.origin() && ranked == value.ranked()) {
            return value;
        }
        Open origin = choice == null ? value.origin() : Open.handler(choice, -1, null, value.origin());
        if (value instanceof Const known) {
            return new Const(known.content(), ranked, origin);
        }
        return value instanceof Lambda lambda ? lambda.because(origin) : value;
    }

    private Value array(Object real, Call call, boolean ranked) {
        String element = Type.getDescriptor(real.getClass().getComponentType());
        Arr made = new Arr(
                element, Const.of(Array.getLength(real)), "array of " + call.name(), null, ranked, machine.open);
        for (int i = 0; i < Array.getLength(real); i++) {
            made.elements.put(i, value(Array.get(real, i), call, element));
        }
        return made;
    }
}
