package dev.rollcall.analyzer.scan;

import dev.rollcall.analyzer.code.form.CodeFunction;
import dev.rollcall.analyzer.code.form.CodeProgram;
import dev.rollcall.analyzer.code.form.FunctionId;
import dev.rollcall.analyzer.code.form.SourcePlace;
import dev.rollcall.analyzer.code.match.Divergence;
import dev.rollcall.analyzer.code.summary.CollectiveCall;
import dev.rollcall.analyzer.code.summary.Guard;
import dev.rollcall.analyzer.code.summary.NodeFacts;
import dev.rollcall.analyzer.code.summary.Summaries;
import dev.rollcall.analyzer.code.value.Value;
import dev.rollcall.analyzer.code.value.ValueParts;
import dev.rollcall.analyzer.code.value.ValuePool;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Finds the branch that decides a divergence: the guard's own or, where ranks call one line with different values, objects or
 * communicators, the branch by which these were chosen, in the line's function or in the one that the program begins with. Not
 * thread-safe.
 */
final class DecidingBranches {
    private final CodeProgram program;
    private final Summaries summaries;
    private final ValuePool values;

    /**
     * A branch.
     *
     * @param place its line; that of the call where no branch is to blame
     * @param text its condition; empty where there is none
     */
    record Branch(SourcePlace place, String text) {}

    DecidingBranches(CodeProgram program, Summaries summaries, ValuePool values) {
        this.program = program;
        this.summaries = summaries;
        this.values = values;
    }

    /** Returns the branch of a guard that is one of the source. */
    static Branch branch(Guard guard) {
        return new Branch(guard.place(), guard.text());
    }

    /** Returns the branch that decides a divergence; {@code root} is the function with which the word began. */
    Branch of(Divergence divergence, FunctionId root) {
        Optional<Guard> guard = divergence.guard();
        if (guard.isPresent() && guard.get().isWritten()) {
            return branch(guard.get());
        }
        SourcePlace place = guard.map(Guard::place)
                .or(() -> divergence.call().map(CollectiveCall::place))
                .or(() -> divergence.othersCall().map(CollectiveCall::place))
                .orElseThrow();
        Set<Value> conditions = new LinkedHashSet<>();
        guard.ifPresent(each -> conditions.add(each.condition()));
        divergence
                .call()
                .ifPresent(call -> call.fields().values().forEach(each -> conditions.addAll(ValueParts.choices(each))));
        Stream.of(divergence.call(), divergence.othersCall())
                .flatMap(Optional::stream)
                .forEach(call -> conditions.addAll(ValueParts.choices(call.communicator())));
        // A choice has the branch's condition or the opposite of it.
        for (Value each : List.copyOf(conditions)) {
            conditions.add(values.not(each));
        }
        return program.function(place.function())
                .flatMap(function -> last(function, place.line(), conditions))
                .or(() -> program.function(root).flatMap(function -> last(function, Integer.MAX_VALUE, conditions)))
                .orElseGet(() -> new Branch(place, guard.map(Guard::text).orElse("")));
    }

    /** Returns the last branch on one of the conditions before a line; after it, if there is none before. */
    private Optional<Branch> last(CodeFunction function, int line, Set<Value> conditions) {
        Optional<NodeFacts> facts = summaries.facts(function.id());
        Branch found = null;
        for (int i = 0; i < function.size() && facts.isPresent(); i++) {
            boolean decides = facts.get()
                    .condition(i)
                    .filter(each -> conditions.contains(each) || conditions.contains(summaries.inRoot(function, each)))
                    .isPresent();
            if (decides && (found == null || function.line(i) <= line)) {
                found = new Branch(function.place(i), function.conditionText(i));
            }
        }
        return Optional.ofNullable(found);
    }
}
