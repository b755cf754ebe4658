package dev.rollcall.analyzer.code.bytecode;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.code.form.CodeFunction;
import dev.rollcall.analyzer.code.form.FormText;
import dev.rollcall.analyzer.code.form.Instruction;
import dev.rollcall.analyzer.code.form.Variable;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/** What holds for every function that a front end makes. */
final class FormInvariants {
    private final CodeFunction function;

    private FormInvariants(CodeFunction function) {
        this.function = function;
    }

    /** Fails with the function's text if it breaks one. */
    static void check(CodeFunction function) {
        FormInvariants invariants = new FormInvariants(function);
        invariants.checkEdges();
        invariants.checkTextsAndLines();
        invariants.checkReads();
    }

    private String at(int i) {
        return function.id() + " at " + i + "\n" + FormText.print(function);
    }

    private void checkEdges() {
        for (int i = 0; i < function.size(); i++) {
            boolean handles = function.at(i) instanceof Instruction.Catch;
            for (int next : function.next(i)) {
                assertTrue(next < function.size() && (next >= 0 || handles), () -> at(0));
            }
            int handler = function.handlerOf(i);
            if (handler != CodeFunction.LEAVES && !(function.at(handler) instanceof Instruction.Catch)) {
                throw new AssertionError("no handler: " + at(i));
            }
        }
    }

    private void checkTextsAndLines() {
        for (int i = 0; i < function.size(); i++) {
            int at = i;
            int line = function.line(i);
            boolean known = function.range().first() > 0 && line > 0;
            assertTrue(
                    !known
                            || line >= function.range().first()
                                    && line <= function.range().last(),
                    () -> at(at));
            boolean silent = function.at(i) instanceof Instruction.Branch
                    && function.conditionText(i).isEmpty();
            assertFalse(silent, () -> at(at));
        }
    }

    /** Every variable that an instruction reads was set on some way to it. */
    private void checkReads() {
        BitSet[] set = new BitSet[function.size()];
        set[0] = new BitSet();
        function.parameters().forEach(each -> set[0].set(each.variable().number()));
        Deque<Integer> open = new ArrayDeque<>(List.of(0));
        while (!open.isEmpty()) {
            int i = open.remove();
            BitSet after = (BitSet) set[i].clone();
            Variable written = written(function.at(i));
            if (written != null) {
                after.set(written.number());
            }
            for (int next : function.next(i)) {
                flow(set, next, after, open);
            }
            flow(set, function.handlerOf(i), set[i], open);
        }
        for (int i = 0; i < function.size(); i++) {
            if (set[i] == null) {
                throw new AssertionError("unreachable: " + at(i));
            }
            BitSet read = new BitSet();
            collect(function.at(i), written(function.at(i)), read);
            read.andNot(set[i]);
            if (!read.isEmpty()) {
                throw new AssertionError("reads " + read + " before it is set: " + at(i));
            }
        }
    }

    private static void flow(BitSet[] set, int to, BitSet from, Deque<Integer> open) {
        if (to < 0) {
            return;
        }
        int before = set[to] == null ? -1 : set[to].cardinality();
        if (set[to] == null) {
            set[to] = new BitSet();
        }
        set[to].or(from);
        if (set[to].cardinality() != before) {
            open.add(to);
        }
    }

    static Variable written(Instruction instruction) {
        if (instruction instanceof Instruction.Assign assign) {
            return assign.to();
        }
        if (instruction instanceof Instruction.Invoke call) {
            return call.to();
        }
        return instruction instanceof Instruction.Catch handler ? handler.to() : null;
    }

    /** Collects the variables in a tree of records, without the one that the instruction writes at its top. */
    private static void collect(Instruction instruction, Variable written, BitSet into) {
        boolean left = written == null;
        for (var component : instruction.getClass().getRecordComponents()) {
            try {
                Object part = component.getAccessor().invoke(instruction);
                if (!left && component.getName().equals("to")) {
                    left = true;
                } else {
                    collectIn(part, into);
                }
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static void collectIn(Object node, BitSet into) {
        if (node instanceof Variable variable) {
            into.set(variable.number());
        } else if (node instanceof Collection<?> all) {
            all.forEach(each -> collectIn(each, into));
        } else if (node instanceof Map<?, ?> map) {
            map.values().forEach(each -> collectIn(each, into));
        } else if (node instanceof Record) {
            for (var component : node.getClass().getRecordComponents()) {
                try {
                    collectIn(component.getAccessor().invoke(node), into);
                } catch (ReflectiveOperationException e) {
                    throw new IllegalStateException(e);
                }
            }
        }
    }
}
