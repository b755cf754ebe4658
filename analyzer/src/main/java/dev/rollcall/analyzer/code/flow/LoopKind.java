package dev.rollcall.analyzer.code.flow;

import dev.rollcall.analyzer.code.form.Callee;
import dev.rollcall.analyzer.code.form.CodeFunction;
import dev.rollcall.analyzer.code.form.Expression;
import dev.rollcall.analyzer.code.form.Instruction;
import dev.rollcall.analyzer.code.form.Literal;
import dev.rollcall.analyzer.code.form.Operand;
import dev.rollcall.analyzer.code.form.Operator;
import dev.rollcall.analyzer.code.form.Variable;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Set;

/** What a loop goes on for, as its code shows it. */
public enum LoopKind {
    /** As long as a counter, which steps by a constant, is on one side of a bound. */
    COUNTED,
    /** Once for each element. */
    ITERATED,
    /** As long as another condition holds, or until one does. */
    CONDITION,
    /** Until it succeeds: every way back begins at an exception. Not the job's loop. */
    RETRY,
    /** For ever, or until an exception. */
    ENDLESS;

    private static final Set<Operator> BOUNDS = Set.of(Operator.LT, Operator.LE, Operator.GT, Operator.GE, Operator.NE);
    private static final Set<String> MORE = Set.of("hasNext", "hasMoreElements");

    /** Returns the kind of a loop. */
    public static LoopKind of(ControlFlow flow, LoopForest.Loop loop) {
        if (!comesBackWithoutException(flow, loop)) {
            return RETRY;
        }
        boolean leaves = false;
        for (int node : loop.nodes().stream().toArray()) {
            Instruction instruction = flow.function().at(node);
            if (!leaves(flow, loop, node)) {
                continue;
            }
            leaves = true;
            if (instruction instanceof Instruction.Advance && node == loop.header()) {
                return ITERATED;
            }
            if (instruction instanceof Instruction.Branch branch) {
                LoopKind kind = decidedBy(flow.function(), loop, branch.condition());
                if (kind != CONDITION) {
                    return kind;
                }
            }
        }
        return leaves ? CONDITION : ENDLESS;
    }

    private static boolean leaves(ControlFlow flow, LoopForest.Loop loop, int node) {
        int[] ways = flow.successors(node);
        for (int way = 0; way < ways.length; way++) {
            if (!loop.contains(ways[way]) && !flow.isExceptional(node, way)) {
                return true;
            }
        }
        return false;
    }

    private static boolean comesBackWithoutException(ControlFlow flow, LoopForest.Loop loop) {
        BitSet seen = new BitSet();
        Deque<Integer> open = new ArrayDeque<>(List.of(loop.header()));
        while (!open.isEmpty()) {
            int node = open.remove();
            int[] ways = flow.successors(node);
            for (int way = 0; way < ways.length; way++) {
                int to = ways[way];
                if (loop.contains(to) && !flow.isExceptional(node, way)) {
                    if (to == loop.header()) {
                        return true;
                    }
                    if (!seen.get(to)) {
                        seen.set(to);
                        open.add(to);
                    }
                }
            }
        }
        return false;
    }

    private static LoopKind decidedBy(CodeFunction function, LoopForest.Loop loop, Operand condition) {
        for (Instruction each : definitions(function, loop, condition)) {
            if (each instanceof Instruction.Invoke call
                    && call.callee() instanceof Callee.Virtual method
                    && MORE.contains(method.name())) {
                return ITERATED;
            }
            if (each instanceof Instruction.Assign assign
                    && assign.value() instanceof Expression.Apply apply
                    && BOUNDS.contains(apply.operator())
                    && apply.operands().stream().anyMatch(operand -> steps(function, loop, operand))) {
                return COUNTED;
            }
        }
        return CONDITION;
    }

    private static List<Instruction> definitions(CodeFunction function, LoopForest.Loop loop, Operand variable) {
        return loop.nodes().stream()
                .mapToObj(function::at)
                .filter(each ->
                        each instanceof Instruction.Assign assign && assign.to().equals(variable)
                                || each instanceof Instruction.Invoke call && variable.equals(call.to()))
                .toList();
    }

    /** A counter has one assignment in the loop: itself and a constant. */
    private static boolean steps(CodeFunction function, LoopForest.Loop loop, Operand operand) {
        List<Instruction> changes = operand instanceof Variable ? definitions(function, loop, operand) : List.of();
        return changes.size() == 1
                && changes.get(0) instanceof Instruction.Assign assign
                && assign.value() instanceof Expression.Apply apply
                && (apply.operator() == Operator.ADD || apply.operator() == Operator.SUB)
                && apply.operands().contains(operand)
                && apply.operands().stream().anyMatch(Literal.class::isInstance);
    }
}
