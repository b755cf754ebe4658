package dev.rollcall.analyzer.scan.code;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.AnnotationNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** One method, its instructions numbered from 0. Not safe for use by several threads. */
public final class Routine {
    private final ClassNode owner;
    private final MethodNode method;
    private final AbstractInsnNode[] instructions;
    private final Map<LabelNode, Integer> labels = new HashMap<>();
    private final int[] lines;
    private final Type[] parameters;
    private Flow flow;

    Routine(ClassNode owner, MethodNode method) {
        this.owner = owner;
        this.method = method;
        instructions = method.instructions.toArray();
        lines = new int[instructions.length];
        parameters = Type.getArgumentTypes(method.desc);
        int line = 0;
        for (int i = 0; i < instructions.length; i++) {
            if (instructions[i] instanceof LineNumberNode number) {
                line = number.line;
            } else if (instructions[i] instanceof LabelNode label) {
                labels.put(label, i);
            }
            lines[i] = line;
        }
    }

    /**
     * Reads every descriptor once.
     *
     * @throws IllegalArgumentException if one is none
     */
    void check() {
        Type.getReturnType(method.desc);
        for (AbstractInsnNode each : instructions) {
            if (each instanceof MethodInsnNode call) {
                Type.getMethodType(call.desc).getArgumentTypes();
            } else if (each instanceof InvokeDynamicInsnNode dynamic) {
                Type.getMethodType(dynamic.desc).getArgumentTypes();
            } else if (each instanceof FieldInsnNode field) {
                Type.getType(field.desc);
            }
        }
    }

    /** Returns the declaring class. */
    public ClassNode owner() {
        return owner;
    }

    /** Returns the method. */
    public MethodNode method() {
        return method;
    }

    /** Returns the number of instructions, labels and line marks among them. */
    public int length() {
        return instructions.length;
    }

    /** Returns an instruction. */
    public AbstractInsnNode at(int index) {
        return instructions[index];
    }

    /** Returns where a label stands. */
    public int indexOf(LabelNode label) {
        return labels.get(label);
    }

    /** Returns an instruction's source line; 0 where the class does not tell. */
    public int line(int index) {
        return lines[index];
    }

    /** Returns whether any instruction stands on a source line. */
    public boolean hasLine(int line) {
        for (int each : lines) {
            if (each == line) {
                return true;
            }
        }
        return false;
    }

    /** Returns the parameters' types, without the receiver. */
    public Type[] parameters() {
        return parameters.clone();
    }

    /** Returns the flow of control, worked out when first asked for. */
    public Flow flow() {
        if (flow == null) {
            flow = new Flow(this);
        }
        return flow;
    }

    /** Returns the source file's name; the class's where the class does not tell. */
    public String file() {
        return owner.sourceFile != null ? owner.sourceFile : owner.name.substring(owner.name.lastIndexOf('/') + 1);
    }

    /** Returns whether the method has an annotation of this simple name that the compiler kept. */
    public boolean isAnnotated(String name) {
        return has(method.visibleAnnotations, name) || has(method.invisibleAnnotations, name);
    }

    /** Returns whether the class has an annotation of this simple name that the compiler kept. */
    public boolean isInAnnotated(String name) {
        return has(owner.visibleAnnotations, name) || has(owner.invisibleAnnotations, name);
    }

    private static boolean has(List<AnnotationNode> annotations, String name) {
        return annotations != null
                && annotations.stream().anyMatch(each -> each.desc.matches("L(.*[/$])?" + name + ";"));
    }

    /** Returns whether the method is static. */
    public boolean isStatic() {
        return (method.access & Opcodes.ACC_STATIC) != 0;
    }

    /** Returns whether the method has no code. */
    public boolean isAbstract() {
        return instructions.length == 0;
    }

    /** Returns the name of a local variable at an instruction; null where the class does not tell. */
    public String variable(int slot, int index) {
        return local(slot, index).map(each -> each.name).orElse(null);
    }

    /** Returns whether a local variable at an instruction is a boolean, as far as the class tells. */
    public boolean isTruth(int slot, int index) {
        return local(slot, index).filter(each -> each.desc.equals("Z")).isPresent();
    }

    private Optional<LocalVariableNode> local(int slot, int index) {
        if (method.localVariables == null) {
            return Optional.empty();
        }
        return method.localVariables.stream()
                .filter(each ->
                        each.index == slot && labels.get(each.start) <= index + 1 && index <= labels.get(each.end))
                .findFirst();
    }

    @Override
    public String toString() {
        return owner.name.replace('/', '.') + "." + method.name;
    }
}
