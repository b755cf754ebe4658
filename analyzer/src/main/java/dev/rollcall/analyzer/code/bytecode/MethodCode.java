package dev.rollcall.analyzer.code.bytecode;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/** A method's nodes (instructions, labels, line marks), numbered from 0, with their lines, names and handlers. */
final class MethodCode {
    private static final int MOST_NODES = 60_000;
    private static final int MOST_NAMES = 4_096;
    /** Bounds the memory of the analysis: it keeps all slots at each instruction, and visits each handler from each instruction. */
    private static final long MOST_SLOTS = 4_000_000;

    private static final long MOST_HANDLED = 1_000_000;

    private final MethodNode method;
    private final AbstractInsnNode[] nodes;
    private final int[] lines;
    private final BitSet targets = new BitSet();
    private final List<List<Handler>> handlers = new ArrayList<>();

    /**
     * A handler of exceptions.
     *
     * @param at the label where its code begins
     * @param types the types that it takes, internal names; empty for all
     */
    record Handler(int at, List<String> types) {}

    MethodCode(MethodNode method) {
        this.method = method;
        nodes = method.instructions.toArray();
        lines = new int[nodes.length];
        int line = 0;
        for (int i = 0; i < nodes.length; i++) {
            if (nodes[i] instanceof LineNumberNode number) {
                line = number.line;
            }
            lines[i] = line;
            targetsOf(nodes[i]).forEach(target -> targets.set(indexOf(target)));
        }
        readHandlers();
    }

    /** Returns why a method is not analysed; empty if it can be. */
    static String obstacle(MethodNode method) {
        long size = method.instructions.size();
        long handled = 0;
        for (TryCatchBlockNode block : method.tryCatchBlocks) {
            handled += method.instructions.indexOf(block.end) - method.instructions.indexOf(block.start);
        }
        if (size > MOST_NODES || size * (method.maxLocals + method.maxStack) > MOST_SLOTS || handled > MOST_HANDLED) {
            return "too large";
        }
        for (AbstractInsnNode node : method.instructions) {
            if (node.getOpcode() == Opcodes.JSR || node.getOpcode() == Opcodes.RET) {
                return "subroutines of old class files";
            }
        }
        return "";
    }

    private static List<LabelNode> targetsOf(AbstractInsnNode node) {
        if (node instanceof JumpInsnNode jump) {
            return List.of(jump.label);
        }
        List<LabelNode> labels = new ArrayList<>(cases(node).values());
        if (otherwise(node) != null) {
            labels.add(otherwise(node));
        }
        return labels;
    }

    /** Returns the labels of a switch by its keys, in their order, without those of the default. */
    static Map<Long, LabelNode> cases(AbstractInsnNode node) {
        Map<Long, LabelNode> cases = new TreeMap<>();
        if (node instanceof TableSwitchInsnNode table) {
            for (int i = 0; i < table.labels.size(); i++) {
                cases.put((long) table.min + i, table.labels.get(i));
            }
        } else if (node instanceof LookupSwitchInsnNode lookup) {
            for (int i = 0; i < lookup.labels.size(); i++) {
                cases.put(lookup.keys.get(i).longValue(), lookup.labels.get(i));
            }
        }
        cases.values().removeIf(label -> label.equals(otherwise(node)));
        return cases;
    }

    /** Returns the default of a switch; null if the instruction is none. */
    static LabelNode otherwise(AbstractInsnNode node) {
        if (node instanceof TableSwitchInsnNode table) {
            return table.dflt;
        }
        return node instanceof LookupSwitchInsnNode lookup ? lookup.dflt : null;
    }

    private void readHandlers() {
        for (int i = 0; i < nodes.length; i++) {
            handlers.add(List.of());
        }
        method.tryCatchBlocks.removeIf(block -> releasesMonitor(indexOf(block.handler)));
        Map<List<Handler>, List<Handler>> known = new HashMap<>();
        for (TryCatchBlockNode block : method.tryCatchBlocks) {
            int at = indexOf(block.handler);
            targets.set(at);
            Handler handler = new Handler(at, block.type == null ? List.of() : List.of(block.type));
            for (int i = indexOf(block.start); i < indexOf(block.end); i++) {
                List<Handler> more = with(handlers.get(i), handler);
                handlers.set(i, known.computeIfAbsent(more, same -> same));
            }
        }
    }

    /** Adds a handler behind others; what a handler for all exceptions hides is left out. */
    private static List<Handler> with(List<Handler> before, Handler handler) {
        Handler last = before.isEmpty() ? null : before.get(before.size() - 1);
        if (last != null && last.types.isEmpty()) {
            return before;
        }
        List<Handler> all = new ArrayList<>(before);
        if (last != null && last.at == handler.at && !handler.types.isEmpty()) {
            List<String> types = new ArrayList<>(last.types);
            types.addAll(handler.types);
            all.set(all.size() - 1, new Handler(last.at, List.copyOf(types)));
        } else {
            all.add(handler);
        }
        return List.copyOf(all);
    }

    /** The handler that javac adds to a synchronized block, and that is no handler of the program, stores the exception, leaves the monitor and throws it again. */
    private boolean releasesMonitor(int at) {
        int[] expected = {Opcodes.ASTORE, Opcodes.ALOAD, Opcodes.MONITOREXIT, Opcodes.ALOAD, Opcodes.ATHROW};
        int i = at;
        for (int opcode : expected) {
            i = real(i);
            if (i >= nodes.length || nodes[i].getOpcode() != opcode) {
                return false;
            }
            i++;
        }
        return true;
    }

    /** Returns the first and the last source line of a method; 0 where the class file has none. */
    static int[] lines(MethodNode method) {
        int first = 0;
        int last = 0;
        for (AbstractInsnNode node : method.instructions) {
            if (node instanceof LineNumberNode number) {
                first = first == 0 ? number.line : Math.min(first, number.line);
                last = Math.max(last, number.line);
            }
        }
        return new int[] {first, last};
    }

    MethodNode method() {
        return method;
    }

    int size() {
        return nodes.length;
    }

    AbstractInsnNode at(int index) {
        return nodes[index];
    }

    int indexOf(AbstractInsnNode node) {
        return method.instructions.indexOf(node);
    }

    /** Returns a node's source line; 0 where the class file has none. */
    int line(int index) {
        return lines[index];
    }

    /** Returns the line of the first instruction at or after a label. */
    int lineAt(int label) {
        int first = real(label);
        return first < nodes.length ? lines[first] : lines[label];
    }

    /** Returns whether a jump, switch or exception may lead to a node. */
    boolean isTarget(int index) {
        return targets.get(index);
    }

    /** Returns the handlers of an instruction, the nearest first. */
    List<Handler> handlers(int index) {
        return handlers.get(index);
    }

    /** Returns the first instruction at or after a node; {@link #size} without one. */
    int real(int index) {
        int i = index;
        while (i < nodes.length && nodes[i].getOpcode() < 0) {
            i++;
        }
        return i;
    }

    /** Returns the instruction that alone follows one: no jump leads between them. Empty at the end of a block. */
    Optional<AbstractInsnNode> following(int index) {
        int next = real(index + 1);
        int target = targets.nextSetBit(index + 1);
        boolean alone = next < nodes.length && (target < 0 || target > next);
        return alone ? Optional.of(nodes[next]) : Optional.empty();
    }

    /** Returns the declared local variable in a slot where a node stands; empty where the class file has none. */
    Optional<LocalVariableNode> local(int slot, int index) {
        List<LocalVariableNode> all = method.localVariables;
        if (all == null || all.size() > MOST_NAMES) {
            return Optional.empty();
        }
        return all.stream()
                .filter(each -> each.index == slot && indexOf(each.start) <= index && index < indexOf(each.end))
                .findFirst();
    }

    /** Returns the label of the block that holds an instruction, if nothing but loads of variables lies between; else null. */
    LabelNode blockBefore(int index) {
        int start = targets.previousSetBit(index);
        for (int i = index - 1; i > start; i--) {
            boolean loads = nodes[i] instanceof VarInsnNode && nodes[i].getOpcode() < Opcodes.ISTORE;
            if (nodes[i].getOpcode() >= 0 && !loads) {
                return null;
            }
        }
        return start >= 0 && nodes[start] instanceof LabelNode label ? label : null;
    }

    /** Returns whether the instruction at a label takes a boolean from the stack. */
    boolean takesTruth(int label) {
        int first = real(label);
        if (first >= nodes.length) {
            return false;
        }
        AbstractInsnNode node = nodes[first];
        switch (node.getOpcode()) {
            case Opcodes.IFEQ, Opcodes.IFNE:
                return true;
            case Opcodes.IRETURN:
                return method.desc.endsWith(")Z");
            case Opcodes.ISTORE:
                return local(((VarInsnNode) node).var, first + 1)
                        .filter(each -> each.desc.equals("Z"))
                        .isPresent();
            case Opcodes.PUTFIELD, Opcodes.PUTSTATIC:
                return ((FieldInsnNode) node).desc.equals("Z");
            default:
                return node instanceof MethodInsnNode call && call.desc.contains("Z)");
        }
    }
}
