package dev.rollcall.analyzer.code.trace;

import dev.rollcall.analyzer.code.form.FunctionId;
import dev.rollcall.analyzer.code.form.Instruction;
import dev.rollcall.analyzer.code.summary.CollectiveCall;
import dev.rollcall.analyzer.code.summary.NodeFacts;
import dev.rollcall.analyzer.code.summary.Word;
import dev.rollcall.analyzer.code.summary.WordPool;
import dev.rollcall.analyzer.code.value.Value;
import dev.rollcall.analyzer.model.CodeStructure.Matter;
import dev.rollcall.analyzer.model.StackFrame;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** The path of a recorded call in the code. Frames whose code is not at hand, such as a library's, are left out. */
final class RecordedWay {
    private final JobCode code;
    private final List<Step> steps = new ArrayList<>();
    private final List<CollectiveCall> calls;
    private int start;

    /**
     * A frame.
     *
     * @param flow its function
     * @param facts what the analysis knows of the function
     * @param nodes the instructions at which control may be in this frame, at least one
     */
    record Step(FunctionFlow flow, NodeFacts facts, List<Integer> nodes) {
        /** Returns the likeliest instruction: of the calls of one line, the last one is around the others. */
        int node() {
            return nodes.get(nodes.size() - 1);
        }

        /** Returns whether another frame is at the same instructions. */
        boolean isAt(Step other) {
            return function().equals(other.function()) && nodes.equals(other.nodes);
        }

        /** Returns whether the code shows that the instruction calls a function. */
        boolean calls(FunctionId callee) {
            return RecordedWay.calls(facts, node(), callee);
        }

        FunctionId function() {
            return flow.function().id();
        }
    }

    RecordedWay(JobCode code, List<StackFrame> path, Matter matter) {
        this.code = code;
        Step inner = null;
        for (StackFrame frame : path) {
            Step step = step(frame, inner, matter);
            if (step != null) {
                steps.add(0, step);
                inner = step;
            }
        }
        while (start < steps.size() - 1 && !isLinkedFrom(start)) {
            start++;
        }
        Set<CollectiveCall> found = new LinkedHashSet<>();
        if (inner != null) {
            Step last = last();
            Set<Word> seen = Collections.newSetFromMap(new IdentityHashMap<>());
            last.nodes.forEach(node -> collect(last.facts.word(node), found, seen));
        }
        calls = List.copyOf(found);
    }

    private Step step(StackFrame frame, Step inner, Matter matter) {
        FunctionFlow flow = code.locator().find(frame).orElse(null);
        NodeFacts facts = flow == null ? null : code.facts(flow.function()).orElse(null);
        if (facts == null) {
            return null;
        }
        Predicate<Integer> isCall = node -> flow.function().at(node) instanceof Instruction.Invoke;
        Predicate<Integer> ends = node -> flow.function().at(node) instanceof Instruction.Throw;
        boolean java = !flow.function().id().descriptor().isEmpty();
        boolean ended = inner == null && matter == Matter.END;
        if (java && !ended && flow.at(frame.line()).stream().noneMatch(isCall)) {
            // The classes are of another build.
            return null;
        }
        Predicate<Integer> goesIn = inner == null
                ? node -> !facts.word(node).equals(Word.EMPTY)
                : node -> calls(facts, node, inner.function());
        List<Integer> nodes = FunctionFlow.narrowed(FunctionFlow.narrowed(flow.at(frame.line()), isCall), goesIn);
        if (ended) {
            List<Integer> thrown = flow.at(frame.line()).stream().filter(ends).toList();
            nodes = thrown.isEmpty() ? nodes : thrown;
        }
        return new Step(flow, facts, nodes);
    }

    private static boolean calls(NodeFacts facts, int node, FunctionId function) {
        return facts.inCall(node, function, Value.Constant.NULL).isPresent();
    }

    private boolean isLinkedFrom(int first) {
        for (int i = first; i + 1 < steps.size(); i++) {
            Step step = steps.get(i);
            if (!step.calls(steps.get(i + 1).function())) {
                return false;
            }
        }
        return true;
    }

    private static void collect(Word word, Set<CollectiveCall> found, Set<Word> seen) {
        if (word instanceof Word.Act act) {
            found.add(act.call());
        }
        if (seen.add(word)) {
            WordPool.parts(word).forEach(each -> collect(each, found, seen));
        }
    }

    /** Returns the frames, outermost first. */
    List<Step> steps() {
        return steps;
    }

    Step last() {
        return steps.get(steps.size() - 1);
    }

    /** Returns the index of the outermost frame from which the code shows each further call up to the end. */
    int start() {
        return start;
    }

    /** Returns the collectives that the end may be, over the parameters of its function. */
    List<CollectiveCall> calls() {
        return calls;
    }

    /** Returns a value of a frame's function as it is on the way, the outermost function being called from outside. */
    Value outermost(int step, Value value) {
        Value found = value;
        int at = step;
        while (at > 0) {
            Step caller = steps.get(at - 1);
            Value inCall = caller.facts
                    .inCall(caller.node(), steps.get(at).function(), found)
                    .orElse(null);
            if (inCall == null) {
                break;
            }
            found = inCall;
            at--;
        }
        return code.summaries().inRoot(steps.get(at).flow.function(), found);
    }
}
