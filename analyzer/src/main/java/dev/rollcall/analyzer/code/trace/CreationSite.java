package dev.rollcall.analyzer.code.trace;

import dev.rollcall.analyzer.code.form.Callee;
import dev.rollcall.analyzer.code.form.CodeFunction;
import dev.rollcall.analyzer.code.form.Expression;
import dev.rollcall.analyzer.code.form.FunctionId;
import dev.rollcall.analyzer.code.form.Instruction;
import dev.rollcall.analyzer.code.summary.NodeFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The place where the program makes the function or object that a frame runs: a lambda that a list or an executor runs later, an object
 * whose class overrides a method.
 *
 * @param flow the function that makes it
 * @param facts what the analysis knows of that
 * @param node the instruction
 */
record CreationSite(FunctionFlow flow, NodeFacts facts, int node) {

    /**
     * Returns the only place, if it is in a class of the job's stacks; empty where a frame's function is called without an object
     * that selects it.
     *
     * @param caller the frame that calls it; null where no code does
     * @param units the classes and files to look in
     */
    static Optional<CreationSite> of(RecordedWay.Step step, RecordedWay.Step caller, Set<String> units, JobCode code) {
        FunctionId id = step.function();
        Optional<CreationSite> closure = only(List.of(id.unit()), each -> isClosure(each, id), code);
        return closure.isPresent() || !isSelected(id, caller)
                ? closure
                : only(units, each -> isNew(each, id.unit()), code);
    }

    private static Optional<CreationSite> only(Iterable<String> units, Predicate<Instruction> makes, JobCode code) {
        List<CreationSite> found = new ArrayList<>();
        for (String unit : units) {
            for (FunctionId id : code.functions(unit)) {
                FunctionFlow flow = code.locator().flow(id).orElse(null);
                for (int node = 0; flow != null && node < flow.function().size(); node++) {
                    NodeFacts facts = makes.test(flow.function().at(node))
                            ? code.facts(flow.function()).orElse(null)
                            : null;
                    if (facts != null) {
                        found.add(new CreationSite(flow, facts, node));
                    }
                }
            }
        }
        return found.size() == 1 ? Optional.of(found.get(0)) : Optional.empty();
    }

    private static boolean isClosure(Instruction instruction, FunctionId id) {
        return instruction instanceof Instruction.Assign made
                && made.value() instanceof Expression.Closure closure
                && closure.function().equals(id);
    }

    private static boolean isNew(Instruction instruction, String type) {
        return instruction instanceof Instruction.Invoke made
                && made.callee() instanceof Callee.Constructor constructor
                && constructor.type().equals(type);
    }

    /** Returns whether the class of an object decides that the function is called. */
    private static boolean isSelected(FunctionId id, RecordedWay.Step caller) {
        if (caller == null) {
            return true;
        }
        CodeFunction function = caller.flow().function();
        return function.at(caller.node()) instanceof Instruction.Invoke call
                && call.callee() instanceof Callee.Virtual method
                && !method.owner().equals(id.unit());
    }
}
