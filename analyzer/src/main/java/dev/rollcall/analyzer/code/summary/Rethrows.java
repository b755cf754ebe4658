package dev.rollcall.analyzer.code.summary;

import dev.rollcall.analyzer.code.flow.ControlFlow;
import dev.rollcall.analyzer.code.flow.Dominators;
import dev.rollcall.analyzer.code.form.CodeFunction;
import dev.rollcall.analyzer.code.form.Expression;
import dev.rollcall.analyzer.code.form.Instruction;
import dev.rollcall.analyzer.code.form.Variable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Where a function throws again what a handler caught, as those of {@code finally} and {@code with} do. A variable that the handler sets to
 * something else is none that it caught.
 */
final class Rethrows {
    private final Map<Integer, Set<Variable>> caught = new HashMap<>();
    private final Map<Variable, List<Integer>> others = new HashMap<>();
    private final Map<Integer, Integer> handlers = new HashMap<>();
    private Dominators dominators;

    Rethrows(ControlFlow flow) {
        CodeFunction function = flow.function();
        Map<Integer, Variable> thrown = new HashMap<>();
        for (int at = 0; at < function.size(); at++) {
            if (function.at(at) instanceof Instruction.Throw end
                    && end.type().isEmpty()
                    && end.value() instanceof Variable variable) {
                thrown.put(at, variable);
            }
        }
        if (!thrown.isEmpty()) {
            dominators = Dominators.of(flow);
            collectVariables(function);
            thrown.forEach(this::find);
        }
    }

    /** A handler holds what it caught in its own variable, and in the one of the source that Java's compiler copies it to. */
    private void collectVariables(CodeFunction function) {
        Set<Integer> copies = new HashSet<>();
        for (int at = 0; at < function.size(); at++) {
            if (function.at(at) instanceof Instruction.Catch handler && handler.to() != null) {
                Set<Variable> variables = new HashSet<>(Set.of(handler.to()));
                caught.put(at, variables);
                int next = function.next(at)[0];
                if (next >= 0
                        && function.at(next) instanceof Instruction.Assign copy
                        && copy.value().equals(new Expression.Copy(handler.to()))) {
                    variables.add(copy.to());
                    copies.add(next);
                }
            }
        }
        for (int at = 0; at < function.size(); at++) {
            Variable assigned = function.at(at).assigned();
            if (assigned != null && !caught.containsKey(at) && !copies.contains(at)) {
                others.computeIfAbsent(assigned, each -> new ArrayList<>()).add(at);
            }
        }
    }

    private void find(int at, Variable variable) {
        caught.forEach((handler, variables) -> {
            boolean holds = variables.contains(variable)
                    && dominators.dominates(handler, at)
                    && others.getOrDefault(variable, List.of()).stream()
                            .noneMatch(other -> dominators.dominates(handler, other));
            Integer outer = handlers.get(at);
            if (holds && (outer == null || dominators.dominates(outer, handler))) {
                handlers.put(at, handler);
            }
        });
    }

    /** Returns whether a handler throws again what it caught, on some of its ways. */
    boolean isThrownAgain(int handler) {
        return handlers.containsValue(handler);
    }

    /** Returns the handler that caught what an instruction throws; {@link CodeFunction#LEAVES} if none did. */
    int caughtBy(int at) {
        return handlers.getOrDefault(at, CodeFunction.LEAVES);
    }

    /** Returns where a function throws again what a handler caught. */
    List<Integer> thrownAgain(int handler) {
        return handlers.keySet().stream()
                .filter(at -> handlers.get(at) == handler)
                .toList();
    }

    /** Returns whether control comes to an instruction through a handler alone. */
    boolean isBehind(int at, int handler) {
        return dominators.dominates(handler, at);
    }
}
