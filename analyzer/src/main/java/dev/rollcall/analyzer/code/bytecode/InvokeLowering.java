package dev.rollcall.analyzer.code.bytecode;

import dev.rollcall.analyzer.code.form.Argument;
import dev.rollcall.analyzer.code.form.Arithmetic;
import dev.rollcall.analyzer.code.form.Callee;
import dev.rollcall.analyzer.code.form.CodeType;
import dev.rollcall.analyzer.code.form.Expression;
import dev.rollcall.analyzer.code.form.Literal;
import dev.rollcall.analyzer.code.form.Operand;
import dev.rollcall.analyzer.code.form.Operator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Lowers calls of methods. What only changes how Java holds a value, such as boxing, becomes the value itself. */
final class InvokeLowering {
    private static final String CONSTRUCTOR = "<init>";
    /** Classes whose constructors do nothing. */
    private static final Set<String> EMPTY = Set.of("java.lang.Object", "java.lang.Record");
    /** The method that takes a number out of each box. */
    private static final Map<String, String> BOXES = Map.of(
            "java.lang.Integer", "intValue",
            "java.lang.Long", "longValue",
            "java.lang.Short", "shortValue",
            "java.lang.Byte", "byteValue",
            "java.lang.Character", "charValue",
            "java.lang.Boolean", "booleanValue",
            "java.lang.Float", "floatValue",
            "java.lang.Double", "doubleValue");

    private static final Map<String, Operator> CONVERSIONS = Map.of(
            "intValue", Operator.TO_INT,
            "longValue", Operator.TO_LONG,
            "shortValue", Operator.TO_SHORT,
            "byteValue", Operator.TO_BYTE,
            "floatValue", Operator.TO_FLOAT,
            "doubleValue", Operator.TO_DOUBLE);

    private final TypeLookup types;
    private final InstructionEmitter emitter;

    InvokeLowering(TypeLookup types, InstructionEmitter emitter) {
        this.types = types;
        this.emitter = emitter;
    }

    /** A method as a call names it; the owner is a name of the form. */
    record Target(int opcode, String owner, String name, String descriptor) {
        String key() {
            return name + descriptor;
        }

        boolean isStatic() {
            return opcode == Opcodes.INVOKESTATIC;
        }
    }

    /**
     * Calls a method.
     *
     * @param operands the object, unless the method is static, and the arguments
     * @return the result; null for none, or one that is not used
     */
    Operand call(Target target, List<Operand> operands, boolean used) {
        Optional<Operand> same = unchanged(target, operands).or(() -> constants(target));
        if (same.isPresent()) {
            return same.get();
        }
        int objects = target.isStatic() ? 0 : 1;
        List<Argument> arguments = arguments(target.descriptor, operands.subList(objects, operands.size()));
        Callee callee = callee(target, operands);
        if (objects == 1 && !(callee instanceof Callee.Virtual)) {
            arguments = new ArrayList<>(arguments);
            arguments.add(0, Argument.of(operands.get(0)));
        }
        if (target.name.equals(CONSTRUCTOR) && EMPTY.contains(target.owner)) {
            return null;
        }
        Operand result = emitter.invoke(callee, arguments, used);
        boolean truth = target.descriptor.endsWith(")Z");
        emitter.markTruth(result, truth && result != null);
        return result;
    }

    /** Returns arguments for parameters of a descriptor. */
    static List<Argument> arguments(String descriptor, List<Operand> operands) {
        Type[] parameters = Type.getArgumentTypes(descriptor);
        List<Argument> arguments = new ArrayList<>();
        for (int i = 0; i < operands.size(); i++) {
            arguments.add(Argument.of(InstructionEmitter.typed(operands.get(i), parameters[i].getDescriptor())));
        }
        return arguments;
    }

    private Callee callee(Target target, List<Operand> operands) {
        Optional<ClassFile.Method> method = types.method(target.owner, target.key());
        boolean direct = target.isStatic()
                || target.opcode == Opcodes.INVOKESPECIAL
                || method.filter(each -> each.is(Opcodes.ACC_PRIVATE)).isPresent();
        if (!direct) {
            return new Callee.Virtual(operands.get(0), target.owner, target.name, target.descriptor);
        }
        return method.<Callee>map(each -> new Callee.Exact(each.id()))
                .orElseGet(() -> new Callee.Named(target.owner + "." + target.name, target.descriptor));
    }

    /** Boxing, taking out of a box, and tests for null return what they were given. */
    private Optional<Operand> unchanged(Target target, List<Operand> operands) {
        String unboxing = BOXES.get(target.owner);
        boolean primitive = target.descriptor.indexOf(')') == 2;
        if (unboxing != null && target.isStatic() && target.name.equals("valueOf") && primitive) {
            String descriptor = target.descriptor.substring(1, 2);
            return Optional.of(InstructionEmitter.typed(operands.get(0), descriptor));
        }
        if (unboxing != null && target.name.equals(unboxing)) {
            emitter.markTruth(operands.get(0), target.descriptor.endsWith("Z"));
            return Optional.of(operands.get(0));
        }
        if (unboxing != null && target.descriptor.startsWith("()") && CONVERSIONS.containsKey(target.name)) {
            return Optional.of(emitter.apply(CONVERSIONS.get(target.name), Arithmetic.INT, operands.get(0)));
        }
        boolean text = target.owner.equals("java.lang.String") && target.key().equals("toString()Ljava/lang/String;");
        boolean checked = target.owner.equals("java.util.Objects") && target.name.equals("requireNonNull");
        return text || checked ? Optional.of(operands.get(0)) : Optional.empty();
    }

    /** {@code values()} of an enum of the program. */
    private Optional<Operand> constants(Target target) {
        boolean values = target.isStatic()
                && target.name.equals("values")
                && target.descriptor.equals("()[L" + target.owner.replace('.', '/') + ";");
        return Optional.of(target.owner)
                .filter(owner -> values)
                .flatMap(types::find)
                .map(ClassFile::type)
                .filter(type -> type.traits().contains(CodeType.Trait.ENUM))
                .map(type -> emitter.assign(new Expression.Build(
                        Expression.Build.Kind.ARRAY,
                        type.constants().stream()
                                .map(each -> Literal.name(type.name() + "." + each))
                                .collect(Collectors.toList()))));
    }
}
