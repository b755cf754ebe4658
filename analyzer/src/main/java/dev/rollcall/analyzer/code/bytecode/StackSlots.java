package dev.rollcall.analyzer.code.bytecode;

import dev.rollcall.analyzer.code.form.Variable;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.Interpreter;

/**
 * What the slots of a method's frames hold at each instruction: how many values the stack has and how wide they are, which objects
 * wait for their constructor, and which variable of the source a local slot holds.
 */
final class StackSlots {
    private final MethodCode code;
    private final BiFunction<String, String, Variable> variables;
    private final Map<List<Object>, Variable> known = new HashMap<>();
    private final BitSet shared = new BitSet();
    private final Frame<BasicValue>[] frames;

    /** An object between its NEW and its constructor. */
    static final class Unmade extends BasicValue {
        private final AbstractInsnNode made;

        Unmade(AbstractInsnNode made) {
            super(REFERENCE_VALUE.getType());
            this.made = made;
        }

        /** Returns its NEW. */
        AbstractInsnNode made() {
            return made;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Unmade unmade && unmade.made == made;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(made);
        }
    }

    /** What a local slot holds; the variable is null where two meet. */
    private static final class Held extends BasicValue {
        private final Variable variable;

        Held(Type type, Variable variable) {
            super(type);
            this.variable = variable;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Held held && super.equals(held) && held.variable == variable;
        }

        @Override
        public int hashCode() {
            return super.hashCode();
        }
    }

    /**
     * Analyses a method.
     *
     * @param parameters the parameters' variables by their slots
     * @param variables makes a variable of a name and type
     * @throws AnalyzerException if the code is not valid
     */
    StackSlots(
            String owner,
            MethodCode code,
            Map<Integer, Variable> parameters,
            BiFunction<String, String, Variable> variables)
            throws AnalyzerException {
        this.code = code;
        this.variables = variables;
        parameters.forEach((slot, variable) -> {
            known.put(List.of(slot), variable);
            code.local(slot, 0).ifPresent(each -> known.put(List.of(slot, each.name, each.desc), variable));
        });
        frames = new Analyzer<BasicValue>(new SlotInterpreter()) {
            @Override
            protected Frame<BasicValue> newFrame(int locals, int stack) {
                return new SlotFrame(locals, stack);
            }

            @Override
            protected Frame<BasicValue> newFrame(Frame<? extends BasicValue> frame) {
                return new SlotFrame(frame);
            }
        }.analyze(owner, code.method());
        for (int i = 0; i < frames.length; i++) {
            int slot = read(code.at(i));
            if (slot >= 0 && frames[i] != null && holder(i, slot).isEmpty()) {
                shared.set(slot);
            }
        }
    }

    private static int read(AbstractInsnNode node) {
        if (node instanceof VarInsnNode access && access.getOpcode() < Opcodes.ISTORE) {
            return access.var;
        }
        return node instanceof IincInsnNode step ? step.var : -1;
    }

    private Optional<Variable> holder(int index, int slot) {
        return frames[index].getLocal(slot) instanceof Held held
                ? Optional.ofNullable(held.variable)
                : Optional.empty();
    }

    /** Returns what the slots hold before an instruction; null if it is dead code. */
    Frame<BasicValue> frame(int index) {
        return frames[index];
    }

    /** Returns the variable that an instruction reads. */
    Variable read(int index, int slot) {
        return shared.get(slot) ? inSlot(slot) : holder(index, slot).orElseGet(() -> inSlot(slot));
    }

    /** Returns the variable that an instruction writes; the name of its slot may begin behind it. */
    Variable written(int index, int slot) {
        return shared.get(slot) ? inSlot(slot) : declared(index + 1, slot);
    }

    private Variable inSlot(int slot) {
        return known.computeIfAbsent(List.of(slot), key -> variables.apply("", ""));
    }

    private Variable declared(int index, int slot) {
        Optional<LocalVariableNode> local = code.local(slot, index);
        return local.map(each -> known.computeIfAbsent(
                        List.of(slot, each.name, each.desc),
                        key -> variables.apply(
                                each.name, Type.getType(each.desc).getClassName())))
                .orElseGet(() -> inSlot(slot));
    }

    /** Tells objects without a constructor and the variables of local slots apart. */
    private final class SlotInterpreter extends BasicInterpreter {
        SlotInterpreter() {
            super(Opcodes.ASM9);
        }

        @Override
        public BasicValue newParameterValue(boolean method, int slot, Type type) {
            return new Held(newValue(type).getType(), inSlot(slot));
        }

        @Override
        public BasicValue newOperation(AbstractInsnNode node) throws AnalyzerException {
            return node.getOpcode() == Opcodes.NEW ? new Unmade(node) : super.newOperation(node);
        }

        @Override
        public BasicValue copyOperation(AbstractInsnNode node, BasicValue value) {
            if (!(node instanceof VarInsnNode access) || value instanceof Unmade) {
                return value;
            }
            return node.getOpcode() < Opcodes.ISTORE
                    ? newValue(value.getType())
                    : new Held(value.getType(), declared(code.indexOf(node) + 1, access.var));
        }

        @Override
        public BasicValue unaryOperation(AbstractInsnNode node, BasicValue value) throws AnalyzerException {
            return node.getOpcode() == Opcodes.IINC ? value : super.unaryOperation(node, value);
        }

        @Override
        public BasicValue merge(BasicValue one, BasicValue other) {
            if (one.getClass() == other.getClass() && one.equals(other)) {
                return one;
            }
            boolean same = one.getType() != null && one.getType().equals(other.getType());
            boolean unmade = one instanceof Unmade || other instanceof Unmade;
            return same && !unmade ? new Held(one.getType(), null) : BasicValue.UNINITIALIZED_VALUE;
        }
    }

    /** A frame in which a constructor makes an object of what waited for it. */
    private static final class SlotFrame extends Frame<BasicValue> {
        SlotFrame(int locals, int stack) {
            super(locals, stack);
        }

        SlotFrame(Frame<? extends BasicValue> frame) {
            super(frame);
        }

        @Override
        public void execute(AbstractInsnNode node, Interpreter<BasicValue> interpreter) throws AnalyzerException {
            BasicValue made = null;
            if (node instanceof MethodInsnNode call && call.name.equals("<init>")) {
                int object = getStackSize() - 1 - Type.getArgumentTypes(call.desc).length;
                made = object < 0 ? null : getStack(object);
            }
            super.execute(node, interpreter);
            if (made instanceof Unmade) {
                for (int i = 0; i < getLocals(); i++) {
                    setLocal(i, made.equals(getLocal(i)) ? BasicValue.REFERENCE_VALUE : getLocal(i));
                }
                for (int i = 0; i < getStackSize(); i++) {
                    setStack(i, made.equals(getStack(i)) ? BasicValue.REFERENCE_VALUE : getStack(i));
                }
            }
        }
    }
}
