package dev.rollcall.analyzer.code.bytecode;

import dev.rollcall.analyzer.code.form.Expression;
import dev.rollcall.analyzer.code.form.Instruction;
import dev.rollcall.analyzer.code.form.Literal;
import dev.rollcall.analyzer.code.form.Operand;
import dev.rollcall.analyzer.code.form.Place;
import dev.rollcall.analyzer.code.form.Variable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * The operand stack of one method. Inside of a block it holds references to what was computed; at the borders of blocks each position
 * is a variable of its own. An array whose elements are stored in their order at once is one {@link Expression.Build}.
 */
final class OperandStack {
    private static final int LONGEST_ARRAY = 512;

    private final InstructionEmitter emitter;
    private final List<Operand> entries = new ArrayList<>();
    private final List<Variable> positions = new ArrayList<>();
    private final Set<Operand> isPosition = new HashSet<>();
    private final Map<AbstractInsnNode, Variable> objects = new HashMap<>();
    private final Map<Operand, NewArray> arrays = new HashMap<>();

    /** An array whose elements are being stored. */
    private record NewArray(Variable to, String type, int length, List<Operand> parts) {}

    OperandStack(InstructionEmitter emitter) {
        this.emitter = emitter;
    }

    void push(Operand operand) {
        entries.add(operand);
    }

    Operand pop() {
        return used(drop());
    }

    /** Removes an operand that nothing reads. */
    Operand drop() {
        return entries.remove(entries.size() - 1);
    }

    /** Removes operands and returns them in the order in which they were pushed. */
    List<Operand> pop(int count) {
        List<Operand> popped = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            popped.add(pop());
        }
        Collections.reverse(popped);
        return popped;
    }

    /** Returns whether something on the stack needs an operand. */
    boolean needs(Operand operand) {
        return entries.contains(operand) || arrays.values().stream().anyMatch(each -> each.parts.contains(operand));
    }

    /** Has a literal 0 or 1 on top as the truth that it is. */
    void asTruth() {
        push(InstructionEmitter.typed(drop(), "Z"));
    }

    int size() {
        return entries.size();
    }

    /** Does what DUP to DUP2_X2 and SWAP do; a long or double is one entry. */
    void rearrange(int opcode, Frame<BasicValue> before) {
        int top = entries.size() - 1;
        if (opcode == Opcodes.SWAP) {
            Collections.swap(entries, top, top - 1);
            return;
        }
        boolean two = opcode >= Opcodes.DUP2;
        int copied = two ? count(before, top, 2) : 1;
        int skipped = count(before, top - copied, (opcode - (two ? Opcodes.DUP2 : Opcodes.DUP)));
        entries.addAll(
                entries.size() - copied - skipped, List.copyOf(entries.subList(entries.size() - copied, top + 1)));
    }

    /** Returns how many entries take a number of words, from a position downwards. */
    static int count(Frame<BasicValue> frame, int from, int words) {
        int count = 0;
        for (int left = words; left > 0; count++) {
            left -= frame.getStack(from - count).getSize();
        }
        return count;
    }

    /** Copies what the stack holds of a local variable that is about to change. */
    void keep(Variable changing) {
        if (needs(changing)) {
            Variable copy = emitter.assign(new Expression.Copy(changing));
            entries.replaceAll(each -> each.equals(changing) ? copy : each);
            arrays.values().forEach(array -> array.parts.replaceAll(each -> each.equals(changing) ? copy : each));
        }
    }

    /** Returns the variable of the object that a NEW makes. */
    Variable object(AbstractInsnNode made) {
        return objects.computeIfAbsent(made, node -> emitter.temporary());
    }

    /** Pushes a new array. */
    void pushArray(String type, Operand length) {
        if (length instanceof Literal literal && literal.value() instanceof Long n && n >= 0 && n <= LONGEST_ARRAY) {
            Variable to = emitter.temporary();
            arrays.put(to, new NewArray(to, type, n.intValue(), new ArrayList<>()));
            push(to);
        } else {
            push(emitter.assign(new Expression.Allocate(type, List.of(length))));
        }
    }

    /** Does what xASTORE does. */
    void storeElement() {
        Operand value = pop();
        Operand index = pop();
        Operand array = drop();
        NewArray pending = arrays.get(array);
        if (pending != null
                && entries.contains(array)
                && pending.parts.size() < pending.length
                && index.equals(new Literal((long) pending.parts.size()))) {
            pending.parts.add(value);
        } else {
            emitter.emit(new Instruction.Store(new Place.Item(used(array), index), value));
        }
    }

    private Operand used(Operand operand) {
        NewArray array = arrays.remove(operand);
        if (array == null) {
            return operand;
        }
        boolean whole = array.parts.size() == array.length;
        Expression value = whole
                ? new Expression.Build(Expression.Build.Kind.ARRAY, array.parts)
                : new Expression.Allocate(array.type, List.of(new Literal((long) array.length)));
        emitter.define(array.to, value);
        for (int i = 0; i < array.parts.size() && !whole; i++) {
            emitter.emit(new Instruction.Store(new Place.Item(array.to, new Literal((long) i)), array.parts.get(i)));
        }
        return operand;
    }

    /**
     * Moves the entries to the variables of their positions.
     *
     * @param after what the stack holds where the block that follows begins
     */
    void leave(Frame<BasicValue> after) {
        for (int i = 0; i < entries.size(); i++) {
            Operand entry = used(entries.get(i));
            if (isPosition.contains(entry) && entry != position(i)) {
                Variable copy = emitter.assign(new Expression.Copy(entry));
                entries.replaceAll(each -> each == entry ? copy : each);
            }
        }
        for (int i = 0; i < entries.size(); i++) {
            if (entries.get(i) != position(i) && !(after.getStack(i) instanceof StackSlots.Unmade)) {
                emitter.emit(new Instruction.Assign(position(i), new Expression.Copy(entries.get(i))));
            }
        }
    }

    /** Begins a block with what its positions hold. */
    void enter(Frame<BasicValue> frame) {
        entries.clear();
        for (int i = 0; i < frame.getStackSize(); i++) {
            boolean unmade = frame.getStack(i) instanceof StackSlots.Unmade;
            push(unmade ? object(((StackSlots.Unmade) frame.getStack(i)).made()) : position(i));
        }
    }

    /** Returns the variable of a position, from 0. */
    Variable position(int depth) {
        while (positions.size() <= depth) {
            positions.add(emitter.temporary());
            isPosition.add(positions.get(positions.size() - 1));
        }
        return positions.get(depth);
    }
}
