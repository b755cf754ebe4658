package dev.rollcall.analyzer.scan.code;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Writes a branch's condition about as its source has it: the way that does not jump is the one where it holds. */
public final class ConditionText {
    private static final String UNKNOWN = "…";
    private static final String[] HOLDS = {"!=", "==", ">=", "<", "<=", ">"};
    private static final String[] SIGNS = {"+", "-", "*", "/", "%"};
    private static final String[] BITS = {"<<", ">>", ">>>", "&", "|", "^"};

    private final Routine routine;
    private final Deque<String> stack = new ArrayDeque<>();

    private ConditionText(Routine routine) {
        this.routine = routine;
    }

    /** Returns the condition of a branch; with … for what is not simple. */
    public static String of(Routine routine, int branch) {
        int first = branch;
        while (first > 0 && !ends(routine, first - 1)) {
            first--;
        }
        ConditionText text = new ConditionText(routine);
        for (int i = first; i < branch; i++) {
            text.run(routine.at(i), i);
        }
        return text.condition(routine.at(branch));
    }

    /** A statement begins where its line does, or behind a jump. */
    private static boolean ends(Routine routine, int index) {
        AbstractInsnNode node = routine.at(index);
        int opcode = node.getOpcode();
        boolean stores = opcode >= Opcodes.ISTORE && opcode <= Opcodes.SASTORE
                || opcode == Opcodes.PUTFIELD
                || opcode == Opcodes.PUTSTATIC
                || opcode == Opcodes.POP;
        return node instanceof JumpInsnNode || stores || opcode >= Opcodes.TABLESWITCH && opcode <= Opcodes.RETURN;
    }

    private String pop() {
        return stack.isEmpty() ? UNKNOWN : stack.pop();
    }

    private String condition(AbstractInsnNode branch) {
        int opcode = branch.getOpcode();
        if (!(branch instanceof JumpInsnNode)) {
            return "switch (" + pop() + ")";
        }
        if (opcode == Opcodes.IFNULL || opcode == Opcodes.IFNONNULL) {
            return pop() + (opcode == Opcodes.IFNULL ? " != null" : " == null");
        }
        if (opcode >= Opcodes.IF_ICMPEQ) {
            String right = pop();
            int test = opcode >= Opcodes.IF_ACMPEQ ? opcode - Opcodes.IF_ACMPEQ : opcode - Opcodes.IF_ICMPEQ;
            return pop() + " " + HOLDS[test] + " " + right;
        }
        String value = pop();
        if (value.startsWith("cmp ")) {
            return value.substring(4).replace(" cmp ", " " + HOLDS[opcode - Opcodes.IFEQ] + " ");
        }
        boolean truth = value.startsWith("?");
        String bare = truth ? value.substring(1) : value;
        if (truth && opcode == Opcodes.IFEQ) {
            return bare;
        }
        return truth && opcode == Opcodes.IFNE ? "!" + bare : bare + " " + HOLDS[opcode - Opcodes.IFEQ] + " 0";
    }

    private void run(AbstractInsnNode node, int at) {
        int opcode = node.getOpcode();
        if (node instanceof VarInsnNode variable && opcode <= Opcodes.ALOAD) {
            String name = routine.variable(variable.var, at);
            boolean receiver = variable.var == 0 && !routine.isStatic();
            stack.push(
                    name != null ? (routine.isTruth(variable.var, at) ? "?" : "") + name : receiver ? "this" : UNKNOWN);
        } else if (node instanceof FieldInsnNode field && opcode == Opcodes.GETFIELD) {
            stack.push(member(pop(), mark(field.desc) + field.name));
        } else if (node instanceof FieldInsnNode field && opcode == Opcodes.GETSTATIC) {
            stack.push(mark(field.desc)
                    + (field.owner.equals(routine.owner().name) ? "" : simple(field.owner) + ".")
                    + field.name);
        } else if (node instanceof MethodInsnNode call) {
            call(call);
        } else if (node instanceof IntInsnNode number && opcode != Opcodes.NEWARRAY) {
            stack.push(String.valueOf(number.operand));
        } else if (node instanceof LdcInsnNode constant) {
            stack.push(constant.cst instanceof String text ? '"' + text + '"' : String.valueOf(constant.cst));
        } else if (node instanceof TypeInsnNode type && opcode == Opcodes.INSTANCEOF) {
            stack.push("?" + pop() + " instanceof " + simple(type.desc));
        } else if (opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.ICONST_5) {
            stack.push(String.valueOf(opcode - Opcodes.ICONST_0));
        } else if (opcode >= Opcodes.IADD && opcode <= Opcodes.DREM) {
            binary(SIGNS[(opcode - Opcodes.IADD) / 4]);
        } else if (opcode >= Opcodes.ISHL && opcode <= Opcodes.LXOR) {
            binary(BITS[(opcode - Opcodes.ISHL) / 2]);
        } else if (opcode >= Opcodes.LCMP && opcode <= Opcodes.DCMPG) {
            String right = pop();
            stack.push("cmp " + pop() + " cmp " + right);
        } else if (opcode == Opcodes.ARRAYLENGTH) {
            stack.push(member(pop(), "length"));
        } else if (opcode > Opcodes.NOP && !(node instanceof TypeInsnNode) && !converts(opcode)) {
            stack.clear();
        }
    }

    private static boolean converts(int opcode) {
        return opcode >= Opcodes.I2L && opcode <= Opcodes.I2S;
    }

    private void binary(String sign) {
        String right = pop();
        stack.push(pop() + " " + sign + " " + right);
    }

    private void call(MethodInsnNode call) {
        List<String> arguments = new ArrayList<>();
        for (int i = Type.getArgumentTypes(call.desc).length; i > 0; i--) {
            arguments.add(bare(pop()));
        }
        Collections.reverse(arguments);
        String name = mark(Type.getReturnType(call.desc).getDescriptor()) + call.name + "("
                + String.join(", ", arguments) + ")";
        boolean boxing = call.name.endsWith("Value") || call.name.equals("valueOf") && arguments.size() == 1;
        if (call.getOpcode() == Opcodes.INVOKESTATIC) {
            boolean own = call.owner.equals(routine.owner().name);
            stack.push(boxing ? arguments.get(0) : own ? name : member(simple(call.owner), name));
        } else {
            String receiver = pop();
            stack.push(boxing && arguments.isEmpty() ? receiver : member(receiver, name));
        }
    }

    private static String bare(String text) {
        return text.startsWith("?") ? text.substring(1) : text;
    }

    private static String mark(String descriptor) {
        return descriptor.equals("Z") ? "?" : "";
    }

    private static String member(String object, String name) {
        boolean truth = name.startsWith("?");
        String of = bare(object);
        String whole = of.equals("this") ? bare(name) : of + "." + bare(name);
        return truth ? "?" + whole : whole;
    }

    private static String simple(String type) {
        return type.substring(Math.max(type.lastIndexOf('/'), type.lastIndexOf('$')) + 1);
    }
}
