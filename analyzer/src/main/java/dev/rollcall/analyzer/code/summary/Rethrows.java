package dev.rollcall.analyzer.code.summary;

import dev.rollcall.analyzer.code.form.CodeFunction;
import dev.rollcall.analyzer.code.form.Expression;
import dev.rollcall.analyzer.code.form.Instruction;
import dev.rollcall.analyzer.code.form.Operand;
import dev.rollcall.analyzer.code.form.Variable;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which handlers of a function throw again what they caught, as those of {@code finally} and {@code with} do. */
final class Rethrows {
    private final Map<Integer, Set<Variable>> caught = new HashMap<>();
    private final Map<Integer, Variable> thrown = new HashMap<>();
    private final Map<Integer, Boolean> goingOn = new HashMap<>();
    private final CodeFunction function;

    Rethrows(CodeFunction function) {
        this.function = function;
        Set<Variable> others = new HashSet<>();
        Set<Integer> copies = new HashSet<>();
        for (int at = 0; at < function.size(); at++) {
            if (function.at(at) instanceof Instruction.Catch handler && handler.to() != null) {
                Set<Variable> variables = new HashSet<>(Set.of(handler.to()));
                int next = function.next(at)[0];
                if (next >= 0
                        && function.at(next) instanceof Instruction.Assign copy
                        && copy.value() instanceof Expression.Copy of
                        && of.of().equals(handler.to())) {
                    variables.add(copy.to());
                    copies.add(next);
                }
                caught.put(at, variables);
            }
        }
        for (int at = 0; at < function.size(); at++) {
            if (!caught.containsKey(at) && !copies.contains(at)) {
                others.add(FunctionAnalysis.assigned(function.at(at)));
            }
        }
        for (int at = 0; at < function.size(); at++) {
            if (function.at(at) instanceof Instruction.Throw end && end.type().isEmpty()) {
                Operand value = end.value();
                if (value instanceof Variable variable && !others.contains(variable)) {
                    thrown.put(at, variable);
                }
            }
        }
        caught.values().removeIf(each -> Collections.disjoint(each, thrown.values()));
    }

    /** Returns whether a handler throws again what it caught, on some of its ways. */
    boolean isThrownAgain(int handler) {
        return caught.containsKey(handler);
    }

    /** Returns whether the function goes on behind a handler, unless it throws again what it caught. */
    boolean goesOn(int handler) {
        return goingOn.computeIfAbsent(handler, this::reachesReturn);
    }

    private boolean reachesReturn(int from) {
        BitSet seen = new BitSet();
        Deque<Integer> open = new ArrayDeque<>(List.of(function.next(from)[0]));
        while (!open.isEmpty()) {
            int at = open.remove();
            if (at >= 0 && !seen.get(at)) {
                if (function.at(at) instanceof Instruction.Return) {
                    return true;
                }
                seen.set(at);
                Arrays.stream(function.next(at)).forEach(open::add);
            }
        }
        return false;
    }

    /** Returns whether an instruction throws what a handler caught. */
    boolean throwsAgain(int at) {
        return thrown.containsKey(at);
    }

    /** Returns whether an instruction throws what this handler caught. */
    boolean throwsAgain(int at, int handler) {
        return caught.getOrDefault(handler, Set.of()).contains(thrown.get(at));
    }
}
