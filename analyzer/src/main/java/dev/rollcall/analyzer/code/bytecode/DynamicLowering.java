package dev.rollcall.analyzer.code.bytecode;

import dev.rollcall.analyzer.code.form.Argument;
import dev.rollcall.analyzer.code.form.Arithmetic;
import dev.rollcall.analyzer.code.form.Callee;
import dev.rollcall.analyzer.code.form.Expression;
import dev.rollcall.analyzer.code.form.Expression.Build;
import dev.rollcall.analyzer.code.form.Literal;
import dev.rollcall.analyzer.code.form.Operand;
import dev.rollcall.analyzer.code.form.Operator;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;

/** Lowers what the JDK's bootstrap methods link: lambdas, joined texts and the methods of records. */
final class DynamicLowering {
    /** Stand for an argument and for a constant in the recipe of a text (java.lang.invoke.StringConcatFactory). */
    private static final char ARGUMENT = '\1';

    private static final char CONSTANT = '\2';

    private final ClassFile file;
    private final InstructionEmitter emitter;

    DynamicLowering(ClassFile file, InstructionEmitter emitter) {
        this.file = file;
        this.emitter = emitter;
    }

    /** Returns the result of a call; null for none, or one that is not used. */
    Operand call(InvokeDynamicInsnNode node, List<Operand> operands, int line, boolean used) {
        Optional<Handle> lambda = ClassFile.implementation(node.bsm, node.bsmArgs);
        if (lambda.isPresent()) {
            Map<String, Operand> bound = new LinkedHashMap<>();
            operands.forEach(each -> bound.put(String.valueOf(bound.size()), each));
            return emitter.assign(new Expression.Closure(file.closure(lambda.get(), line), bound));
        }
        switch (node.bsm.getOwner()) {
            case "java/lang/invoke/StringConcatFactory":
                return text(node, operands);
            case "java/lang/runtime/ObjectMethods":
                if (node.name.equals("equals") && operands.size() == 2) {
                    return emitter.apply(Operator.EQ, Arithmetic.INT, operands.get(0), operands.get(1));
                }
                return named("java.lang.Record." + node.name, node.desc, operands, used);
            default:
                String name = ClassFile.dotted(node.bsm.getOwner()) + "." + node.bsm.getName();
                return named(name, node.desc, operands, used);
        }
    }

    private Operand named(String name, String descriptor, List<Operand> operands, boolean used) {
        return emitter.invoke(new Callee.Named(name, descriptor), InvokeLowering.arguments(descriptor, operands), used);
    }

    private Operand text(InvokeDynamicInsnNode node, List<Operand> operands) {
        Type[] types = Type.getArgumentTypes(node.desc);
        List<Operand> parts = new ArrayList<>();
        for (int i = 0; i < operands.size(); i++) {
            parts.add(asText(operands.get(i), types[i].getSort()));
        }
        if (node.bsmArgs.length == 0 || !(node.bsmArgs[0] instanceof String recipe)) {
            return emitter.assign(new Build(Build.Kind.TEXT, parts));
        }
        List<Operand> all = new ArrayList<>();
        StringBuilder fixed = new StringBuilder();
        int argument = 0;
        int constant = 1;
        for (char each : recipe.toCharArray()) {
            if (each == ARGUMENT) {
                add(all, fixed);
                all.add(parts.get(argument++));
            } else if (each == CONSTANT) {
                add(all, fixed);
                all.add(new Literal(Constants.value(node.bsmArgs[constant++])));
            } else {
                fixed.append(each);
            }
        }
        add(all, fixed);
        return emitter.assign(new Build(Build.Kind.TEXT, all));
    }

    private static void add(List<Operand> parts, StringBuilder fixed) {
        if (!fixed.isEmpty()) {
            parts.add(new Literal(fixed.toString()));
            fixed.setLength(0);
        }
    }

    /** A character or truth is a number on the stack, and its text is another one. */
    private Operand asText(Operand operand, int sort) {
        if (sort != Type.CHAR && sort != Type.BOOLEAN) {
            return operand;
        }
        String descriptor = sort == Type.CHAR ? "(C)Ljava/lang/String;" : "(Z)Ljava/lang/String;";
        return emitter.invoke(
                new Callee.Named("java.lang.String.valueOf", descriptor),
                List.of(Argument.of(InstructionEmitter.typed(operand, descriptor.substring(1, 2)))),
                true);
    }
}
