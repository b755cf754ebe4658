package dev.rollcall.analyzer.code.bytecode;

import dev.rollcall.analyzer.code.form.Arithmetic;
import dev.rollcall.analyzer.code.form.Callee;
import dev.rollcall.analyzer.code.form.Expression;
import dev.rollcall.analyzer.code.form.Expression.Build;
import dev.rollcall.analyzer.code.form.FunctionBuilder.Label;
import dev.rollcall.analyzer.code.form.Instruction;
import dev.rollcall.analyzer.code.form.Literal;
import dev.rollcall.analyzer.code.form.Operand;
import dev.rollcall.analyzer.code.form.Operator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LabelNode;

/** Lowers switches to chains of branches, one for each place that they lead to, in the order of the cases. */
final class SwitchLowering {
    private static final String BOOTSTRAPS = "java/lang/runtime/SwitchBootstraps";

    private final TypeLookup types;
    private final InstructionEmitter emitter;
    private final ConditionText texts;
    private final Function<LabelNode, Label> labels;
    private final Map<Operand, EnumSwitch> enums = new HashMap<>();
    private final Map<LabelNode, Restart> restarts = new HashMap<>();

    /** A switch over an enum: what it asks about, and the constants behind its cases. */
    private record EnumSwitch(Operand of, Map<Long, String> constants) {}

    /** The tests of a switch over patterns, which a guard that fails enters again behind its own. */
    private record Restart(Operand index, List<Label> tests) {}

    SwitchLowering(
            TypeLookup types, InstructionEmitter emitter, ConditionText texts, Function<LabelNode, Label> labels) {
        this.types = types;
        this.emitter = emitter;
        this.texts = texts;
        this.labels = labels;
    }

    /** Lowers a switch. */
    void lower(AbstractInsnNode node, Operand key) {
        EnumSwitch byName = enums.containsKey(key) ? enums.get(key) : byOrdinal(key);
        Operand of = byName == null ? key : byName.of;
        String text = texts.ofSwitch(of);
        Map<LabelNode, List<Operand>> keys = new LinkedHashMap<>();
        MethodCode.cases(node).forEach((number, label) -> {
            Operand literal = byName == null
                    ? new Literal(number)
                    : Literal.name(byName.constants.getOrDefault(number, "case " + number));
            keys.computeIfAbsent(label, each -> new ArrayList<>()).add(literal);
        });
        keys.forEach((label, each) -> {
            Operand test = each.size() > 1
                    ? emitter.apply(Operator.IN, Arithmetic.INT, of, emitter.assign(new Build(Build.Kind.SET, each)))
                    : emitter.apply(byName == null ? Operator.EQ : Operator.IS, Arithmetic.INT, of, each.get(0));
            Label next = emitter.label();
            emitter.branch(test, text, labels.apply(label), next);
            emitter.place(next);
        });
        emitter.jump(labels.apply(MethodCode.otherwise(node)));
    }

    /** Since Java 22, a switch over an enum of the same compilation takes the ordinal itself. */
    private EnumSwitch byOrdinal(Operand key) {
        Callee.Virtual ordinal = ordinal(key);
        if (ordinal == null) {
            return null;
        }
        Map<Long, String> names = new HashMap<>();
        types.find(ordinal.owner())
                .ifPresent(file -> file.type()
                        .constants()
                        .forEach(each -> names.put((long) names.size(), file.name() + "." + each)));
        return names.isEmpty() ? null : new EnumSwitch(ordinal.receiver(), names);
    }

    private Callee.Virtual ordinal(Operand of) {
        return emitter.definition(of) instanceof Instruction.Invoke call
                        && call.callee() instanceof Callee.Virtual method
                        && method.name().equals("ordinal")
                ? method
                : null;
    }

    /**
     * Reads the number of an enum constant out of the array that javac makes for a switch.
     *
     * @param array the array's name
     * @param constants the constants by their numbers
     * @param index the index into the array
     * @return what the switch gets; empty if the index is no ordinal
     */
    Optional<Operand> number(Operand array, Map<Long, String> constants, Operand index) {
        Callee.Virtual ordinal = ordinal(index);
        if (ordinal == null) {
            return Optional.empty();
        }
        Operand number = Literal.name(array + "[" + ordinal.receiver() + "]");
        enums.put(number, new EnumSwitch(ordinal.receiver(), constants));
        return Optional.of(number);
    }

    /** Returns whether a call finds the case of a switch over patterns, of which the switch is the next instruction. */
    static boolean isPatterns(InvokeDynamicInsnNode node, Optional<AbstractInsnNode> next) {
        return node.bsm.getOwner().equals(BOOTSTRAPS)
                && Type.getArgumentTypes(node.desc).length == 2
                && next.filter(each -> MethodCode.otherwise(each) != null).isPresent();
    }

    /**
     * Lowers a switch over patterns (java.lang.runtime.SwitchBootstraps): tests in the order of the cases.
     *
     * @param operands what the switch is over, and the number of the first case to test
     * @param start the label of the block, where a guard that fails begins again; null without one
     */
    void lowerPatterns(InvokeDynamicInsnNode call, AbstractInsnNode node, List<Operand> operands, LabelNode start) {
        Operand of = operands.get(0);
        String text = texts.ofPatterns(of);
        Map<Long, LabelNode> cases = MethodCode.cases(node);
        Label otherwise = labels.apply(MethodCode.otherwise(node));
        if (cases.containsKey(-1L)) {
            Label next = emitter.label();
            Operand test = emitter.apply(Operator.IS, Arithmetic.INT, of, new Literal(null));
            emitter.branch(test, text, labels.apply(cases.get(-1L)), next);
            emitter.place(next);
        }
        List<Label> tests = new ArrayList<>();
        for (int i = 0; i <= call.bsmArgs.length; i++) {
            tests.add(emitter.label());
        }
        if (start != null) {
            restarts.put(start, new Restart(operands.get(1), tests));
        }
        String type = Type.getArgumentTypes(call.desc)[0].getClassName();
        for (int i = 0; i < call.bsmArgs.length; i++) {
            emitter.place(tests.get(i));
            LabelNode target = cases.get((long) i);
            if (target != null) {
                Operand test = test(of, call.bsmArgs[i], type);
                emitter.branch(test, text, labels.apply(target), tests.get(i + 1));
            }
        }
        emitter.place(tests.get(call.bsmArgs.length));
        emitter.jump(otherwise);
    }

    private Operand test(Operand of, Object label, String type) {
        if (label instanceof Type pattern) {
            return emitter.assign(new Expression.TypeTest(of, pattern.getClassName()));
        }
        if (label instanceof String name && !type.equals("java.lang.Object") && !type.equals("java.lang.String")) {
            return emitter.apply(Operator.IS, Arithmetic.INT, of, Literal.name(type + "." + name));
        }
        if (label instanceof ConstantDynamic constant) {
            List<String> parts = new ArrayList<>();
            addTexts(constant, parts);
            return emitter.apply(Operator.IS, Arithmetic.INT, of, Literal.name(String.join(".", parts)));
        }
        return emitter.apply(Operator.EQ, Arithmetic.INT, of, new Literal(Constants.value(label)));
    }

    /** An enum's constant is described by the class's name and its own. */
    private static void addTexts(ConstantDynamic constant, List<String> parts) {
        for (int i = 0; i < constant.getBootstrapMethodArgumentCount(); i++) {
            Object part = constant.getBootstrapMethodArgument(i);
            if (part instanceof String text) {
                parts.add(text);
            } else if (part instanceof ConstantDynamic inner) {
                addTexts(inner, parts);
            }
        }
    }

    /** Returns where a jump leads: to the next test if a guard of a switch over patterns failed. */
    Label target(LabelNode to) {
        Restart restart = restarts.get(to);
        boolean again = restart != null
                && emitter.definition(restart.index) instanceof Instruction.Assign set
                && set.value() instanceof Expression.Copy copy
                && copy.of() instanceof Literal literal
                && literal.value() instanceof Long;
        if (!again) {
            return labels.apply(to);
        }
        Instruction.Assign set = (Instruction.Assign) emitter.definition(restart.index);
        long index = (Long) ((Literal) ((Expression.Copy) set.value()).of()).value();
        return index >= 0 && index < restart.tests.size() ? restart.tests.get((int) index) : labels.apply(to);
    }
}
