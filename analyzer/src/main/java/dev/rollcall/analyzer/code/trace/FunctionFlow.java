package dev.rollcall.analyzer.code.trace;

import dev.rollcall.analyzer.code.flow.ControlDependence;
import dev.rollcall.analyzer.code.flow.ControlFlow;
import dev.rollcall.analyzer.code.flow.Dominators;
import dev.rollcall.analyzer.code.flow.LoopForest;
import dev.rollcall.analyzer.code.form.Callee;
import dev.rollcall.analyzer.code.form.CodeFunction;
import dev.rollcall.analyzer.code.form.Expression;
import dev.rollcall.analyzer.code.form.Instruction;
import dev.rollcall.analyzer.code.form.Operand;
import dev.rollcall.analyzer.code.form.Variable;
import dev.rollcall.analyzer.code.python.PythonFileFinder;
import dev.rollcall.analyzer.model.CodeStructure.Effect;
import dev.rollcall.analyzer.model.CodeStructure.Loop;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** A function's control flow, and what it says about lines. Immutable and thread-safe. */
final class FunctionFlow {
    private final CodeFunction function;
    private final ControlFlow flow;
    private final LoopForest forest;
    private final ControlDependence control;

    /**
     * A condition that has a part in whether an instruction runs.
     *
     * @param node the branch, or the head of a loop over elements
     * @param other where control goes on where the instruction does not run
     * @param effect on which side of it the instruction runs
     */
    record Condition(int node, int other, Effect effect) {}

    FunctionFlow(CodeFunction function) {
        this.function = function;
        flow = new ControlFlow(function);
        forest = new LoopForest(flow);
        control = new ControlDependence(flow, Dominators.reverseOf(flow));
    }

    CodeFunction function() {
        return function;
    }

    /** Returns the instructions of a line. */
    List<Integer> at(int line) {
        return IntStream.range(0, function.size())
                .filter(node -> function.line(node) == line)
                .boxed()
                .toList();
    }

    /** Returns the loops that hold a call of a line, innermost first; not a comprehension beside other calls. */
    List<Loop> loopsAround(int line) {
        Predicate<Integer> isCall = node -> function.at(node) instanceof Instruction.Invoke;
        List<Integer> nodes = narrowed(narrowed(at(line), isCall), node -> !isInComprehension(node));
        Set<LoopForest.Loop> around = new HashSet<>();
        nodes.forEach(node -> around.addAll(forest.around(node)));
        return around.stream()
                .sorted(Comparator.comparingInt(loop -> loop.nodes().cardinality()))
                .map(loop -> new Loop(lines(loop.nodes())))
                .toList();
    }

    /** Returns those that fit, or all if none does. */
    static List<Integer> narrowed(List<Integer> nodes, Predicate<Integer> to) {
        List<Integer> some = nodes.stream().filter(to).toList();
        return some.isEmpty() ? nodes : some;
    }

    /** The innermost loop of a comprehension adds to a collection that has no name. */
    private boolean isInComprehension(int node) {
        LoopForest.Loop loop = forest.around(node).stream().findFirst().orElse(null);
        return loop != null
                && loop.nodes().stream()
                        .anyMatch(each -> function.at(each) instanceof Instruction.Invoke call
                                && call.callee() instanceof Callee.Virtual add
                                && isUnnamedCollection(add.receiver())
                                && forest.around(each).get(0).equals(loop));
    }

    private boolean isUnnamedCollection(Operand operand) {
        return operand instanceof Variable variable
                && variable.isTemporary()
                && function.instructions().stream()
                        .anyMatch(each -> each instanceof Instruction.Assign made
                                && made.to().equals(variable)
                                && made.value() instanceof Expression.Build);
    }

    private Set<Integer> lines(BitSet nodes) {
        Set<Integer> lines = new HashSet<>();
        nodes.stream().map(function::line).filter(line -> line > 0).forEach(lines::add);
        return lines;
    }

    /** Returns whether control can pass from one line to another without going round a loop again. */
    boolean leads(int from, int to) {
        BitSet seen = new BitSet();
        Deque<Integer> open = new ArrayDeque<>(at(from));
        while (!open.isEmpty()) {
            int node = open.remove();
            if (node == flow.exit() || seen.get(node)) {
                continue;
            }
            seen.set(node);
            if (function.line(node) == to) {
                return true;
            }
            for (int next : flow.successors(node)) {
                if (!forest.isBack(node, next)) {
                    open.add(next);
                }
            }
        }
        return false;
    }

    /** Returns whether control can come from a line to that line again, through others, without passing a third one. */
    boolean comesAgain(int line, int without) {
        BitSet seen = new BitSet();
        Deque<Integer> open = new ArrayDeque<>(at(line));
        while (!open.isEmpty()) {
            int node = open.remove();
            for (int next : flow.successors(node)) {
                if (next == flow.exit() || function.line(next) == without || seen.get(next)) {
                    continue;
                }
                if (function.line(next) == line && (function.line(node) != line || forest.isBack(node, next))) {
                    return true;
                }
                seen.set(next);
                open.add(next);
            }
        }
        return false;
    }

    /** Returns whether an instruction leads to another one without an exception and without going round a loop again. */
    private boolean comes(int from, int to) {
        BitSet seen = new BitSet();
        Deque<Integer> open = new ArrayDeque<>(List.of(from));
        while (!open.isEmpty()) {
            int node = open.remove();
            if (node == to) {
                return true;
            }
            for (int next : function.next(node)) {
                if (next >= 0 && !seen.get(next) && !forest.isBack(node, next)) {
                    seen.set(next);
                    open.add(next);
                }
            }
        }
        return false;
    }

    /** Returns the conditions that have a part in whether an instruction runs, the nearest first. */
    List<Condition> conditions(int node) {
        Map<Integer, Boolean> holding = new HashMap<>();
        List<Condition> found = new ArrayList<>();
        for (ControlDependence.Decision each : decisions(node)) {
            int fork = each.fork();
            // A loop's next element can raise: that way is none of the condition's.
            if (isCondition(fork) && each.way() < function.next(fork).length) {
                int other = flow.successors(fork)[1 - each.way()];
                found.add(new Condition(fork, other, effect(fork, each.way(), node, holding)));
            }
        }
        return found;
    }

    /** Returns the handlers of exceptions that have a part in whether an instruction runs, the nearest first. */
    List<Condition> handlers(int node) {
        List<Condition> found = new ArrayList<>();
        for (ControlDependence.Decision each : decisions(node)) {
            int handler = function.handlerOf(each.fork());
            int[] next = function.next(each.fork());
            if (handler >= 0 && next.length == 1) {
                if (each.way() == 0) {
                    found.add(new Condition(handler, handler, Effect.TRIED));
                } else if (!comes(next[0], node)) {
                    found.add(new Condition(handler, next[0], Effect.CAUGHT));
                }
            }
        }
        return found.stream().distinct().toList();
    }

    /** Returns the ways out of forks that have a part in whether an instruction runs, the nearest first. */
    private List<ControlDependence.Decision> decisions(int node) {
        List<ControlDependence.Decision> found = new ArrayList<>();
        BitSet seen = new BitSet();
        Deque<Integer> open = new ArrayDeque<>(List.of(node));
        while (!open.isEmpty()) {
            List<ControlDependence.Decision> decisions = control.of(open.remove());
            for (int i = decisions.size() - 1; i >= 0; i--) {
                int fork = decisions.get(i).fork();
                if (!seen.get(fork)) {
                    seen.set(fork);
                    open.add(fork);
                    found.add(decisions.get(i));
                }
            }
        }
        return found;
    }

    /** Returns the branches that decide by which instruction a variable is set that an instruction reads, directly or not. */
    Set<Integer> defining(int node) {
        Set<Integer> around = new HashSet<>();
        conditions(node).forEach(each -> around.add(each.node()));
        Set<Integer> found = new HashSet<>();
        Set<Integer> seen = new HashSet<>(List.of(node));
        Deque<Integer> open = new ArrayDeque<>(seen);
        while (!open.isEmpty()) {
            for (Operand read : read(function.at(open.remove()))) {
                for (int at = 0; at < function.size(); at++) {
                    if (read.equals(assigned(function.at(at))) && seen.add(at)) {
                        open.add(at);
                        conditions(at).forEach(each -> found.add(each.node()));
                    }
                }
            }
        }
        found.removeAll(around);
        return found;
    }

    private static Variable assigned(Instruction instruction) {
        return instruction instanceof Instruction.Assign assign
                ? assign.to()
                : instruction instanceof Instruction.Invoke call ? call.to() : null;
    }

    private static List<Operand> read(Instruction instruction) {
        List<Operand> read = new ArrayList<>();
        if (instruction instanceof Instruction.Invoke call) {
            call.arguments().forEach(each -> read.add(each.value()));
            if (call.callee() instanceof Callee.Virtual method) {
                read.add(method.receiver());
            }
        } else if (instruction instanceof Instruction.Assign assign) {
            if (assign.value() instanceof Expression.Copy copy) {
                read.add(copy.of());
            } else if (assign.value() instanceof Expression.Apply apply) {
                read.addAll(apply.operands());
            } else if (assign.value() instanceof Expression.Build build) {
                read.addAll(build.parts());
            } else if (assign.value() instanceof Expression.Allocate array) {
                read.addAll(array.lengths());
            }
        }
        read.removeIf(each -> !(each instanceof Variable));
        return read;
    }

    private boolean isCondition(int node) {
        return function.at(node) instanceof Instruction.Branch || function.at(node) instanceof Instruction.Advance;
    }

    private Effect effect(int fork, int way, int node, Map<Integer, Boolean> holding) {
        if (!holds(fork, way, holding)) {
            return Effect.PAST;
        }
        int other = flow.successors(fork)[1 - way];
        boolean repeats = forest.around(node).stream()
                .filter(loop -> loop.contains(fork))
                .anyMatch(loop -> !loop.contains(other) && isTest(fork, loop));
        return repeats ? Effect.LOOP : Effect.INSIDE;
    }

    /** A loop's condition stands at its beginning or leads back to it; any other way out of a loop is a {@code break}. */
    private boolean isTest(int fork, LoopForest.Loop loop) {
        return function.line(fork) == function.line(loop.header())
                || Arrays.stream(flow.successors(fork)).anyMatch(to -> to == loop.header());
    }

    /**
     * Returns whether the condition, as its text has it, holds on a way out of a branch. In Python a text stands for all branches of an
     * {@code and}, {@code or} or {@code not}.
     *
     * @param holding by the last branch of a text, whether it holds where a way leaves its branches
     */
    private boolean holds(int fork, int way, Map<Integer, Boolean> holding) {
        int first = fork;
        int last = fork;
        for (int at = fork; at >= 0 && isOneText(fork, at); at--) {
            first = isCondition(at) ? at : first;
        }
        for (int at = fork; at < function.size() && isOneText(fork, at); at++) {
            last = isCondition(at) ? at : last;
        }
        int to = flow.successors(fork)[way];
        if (first == last) {
            return way == (isNegated(function.conditionText(fork)) ? 1 : 0);
        }
        if (to <= first || to > last) {
            holding.putIfAbsent(last, (to == last + 1) != isCheck(last));
        }
        return holding.getOrDefault(last, true);
    }

    private boolean isOneText(int fork, int at) {
        boolean python = function.range().file().endsWith(PythonFileFinder.SUFFIX);
        return at == fork
                || python
                        && (!isCondition(at)
                                || function.line(at) == function.line(fork)
                                        && function.conditionText(at).equals(function.conditionText(fork)));
    }

    /** Behind the condition of Python's {@code if} is what runs if it holds, behind that of an {@code assert} what runs if not. */
    private boolean isCheck(int branch) {
        int at = branch + 1;
        while (at < function.size() && function.line(at) == function.line(branch)) {
            if (function.at(at) instanceof Instruction.Throw thrown) {
                return thrown.type().equals("AssertionError");
            }
            at++;
        }
        return false;
    }

    private static boolean isNegated(String text) {
        boolean negated = false;
        String rest = text;
        while (rest.startsWith("not ")) {
            negated = !negated;
            rest = rest.substring(4).strip();
        }
        return negated;
    }

    /**
     * Returns whether control comes to an instruction where conditions are known.
     *
     * @param ways the way that is taken at a condition; both where that is unknown and the same for all; null where it is unknown
     * @return empty if an unknown one decides
     */
    Optional<Boolean> reaches(int node, Ways ways) {
        BitSet deciding = control.forksOf(node);
        BitSet seen = new BitSet();
        Deque<Integer> open = new ArrayDeque<>(List.of(0));
        while (!open.isEmpty()) {
            int at = open.remove();
            if (at == node) {
                return Optional.of(true);
            }
            if (at == flow.exit() || seen.get(at)) {
                continue;
            }
            seen.set(at);
            int[] next = function.next(at);
            if (deciding.get(at) && isCondition(at)) {
                Optional<List<Integer>> taken = ways.of(at);
                if (taken.isEmpty()) {
                    return Optional.empty();
                }
                taken.get().forEach(way -> open.add(next[way]));
            } else {
                Arrays.stream(next).filter(to -> to >= 0).forEach(open::add);
            }
        }
        return Optional.of(false);
    }

    /** Which ways one rank takes. */
    interface Ways {
        /** Returns the ways out of a condition that may be taken; empty where nothing is known. */
        Optional<List<Integer>> of(int node);
    }
}
