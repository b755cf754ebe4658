package dev.rollcall.analyzer.code.summary;

import dev.rollcall.analyzer.code.form.CodeFunction;
import dev.rollcall.analyzer.code.form.CodeProgram;
import dev.rollcall.analyzer.code.form.FunctionId;
import dev.rollcall.analyzer.code.library.Libraries;
import dev.rollcall.analyzer.code.value.Axis;
import dev.rollcall.analyzer.code.value.FunctionResults;
import dev.rollcall.analyzer.code.value.Substitution;
import dev.rollcall.analyzer.code.value.Value;
import dev.rollcall.analyzer.code.value.ValuePool;
import dev.rollcall.catalogue.ArgumentRole;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The summaries of a program's functions: of each over its parameters, and of those that nothing calls as the program starts with them. The
 * words generalize the barrier sequences of Aiken and Gay, <i>Barrier Inference</i> (POPL 1998), and what PARCOACH reads off the
 * post-dominance frontier (Saillard, Carribault and Barthou, 2014). Not thread-safe; needs a thread with a large stack for functions whose
 * branches nest deeply.
 */
public final class Summaries implements FunctionResults {
    private final SummaryContext shared;
    private final CodeProgram program;
    private final ValuePool values;
    private final WordPool words;
    private final SummarySolver solver;
    private final RootValues roots;
    private final Map<FunctionId, Map<Same, Value>> assumedInRoots = new HashMap<>();

    /** Makes the summaries of a program; their values and words come from these pools. */
    public Summaries(CodeProgram program, Libraries libraries, ValuePool values, WordPool words) {
        this.program = program;
        this.values = values;
        this.words = words;
        shared = new SummaryContext(program, libraries, values, words);
        solver = new SummarySolver(shared);
        roots = new RootValues(shared, solver);
    }

    /** Returns the summary of a function, over its parameters; a function that the program does not have does nothing. */
    public Summary of(FunctionId function) {
        return of(function, "");
    }

    /**
     * Returns the summary of a function.
     *
     * @param self the class of its object; empty for the class that declares it
     */
    public Summary of(FunctionId function, String self) {
        return solver.of(function, self);
    }

    /**
     * Returns whether a function may make calls that depend on anything: on its arguments, or on a condition that differs between ranks.
     */
    public boolean isOpen(FunctionId function) {
        Word word = of(function).word();
        return words.mayCall(word) && (solver.isOpen(word) || words.guarded(word));
    }

    /** Returns what the analysis found at the instructions of a function; empty if it could not be analysed. */
    public Optional<NodeFacts> facts(FunctionId function) {
        return solver.facts(function).map(NodeFacts.class::cast);
    }

    @Override
    public Optional<Value> result(FunctionId function) {
        return program.function(function).map(each -> of(function).result());
    }

    /**
     * Returns the summary of a function that nothing visible calls. Its parameters are what the rule of names says, or opaque and the same
     * on all ranks; fields of its object hold what the class stores in them; functions that stay unknown do nothing. Of a communicator that
     * stays unknown the members are assumed, see {@link AssumedGroups}.
     */
    public Summary root(FunctionId function, String self) {
        Summary summary = of(function, self);
        CodeFunction code = program.function(function).orElse(null);
        if (code == null || !solver.isOpen(summary.word()) && !words.guarded(summary.word())) {
            return summary;
        }
        Substitution known = roots.of(code);
        FunctionAnalysis own = code.gap().isEmpty() ? new FunctionAnalysis(shared, solver, code, self) : null;
        Word word = new WordApplication(
                        words, known, ask -> Optional.ofNullable(own).map(analysis -> analysis.answer(ask)))
                .fromOutside(value -> roots.isArgument(function, value))
                .of(summary.word());
        Map<Same, Value> assumed = given(summary, known);
        AssumedGroups unknown = new AssumedGroups(values);
        unknown.add(word);
        assumed.putAll(unknown.found());
        assumedInRoots.put(function, assumed);
        Substitution groups = assuming(assumed);
        Word whole = new WordApplication(words, groups, ask -> Optional.of(shared.empty()))
                .withoutQuestions(new IdleRecursion(id -> of(id).word())::isIdle)
                .of(word);
        return new Summary(whole, groups.of(known.of(summary.result())), List.of());
    }

    /** Returns a value of a function that nothing visible calls, as {@link #root} has it. */
    public Value inRoot(CodeFunction function, Value value) {
        Substitution own = roots.of(function);
        Value known = own.of(value);
        AssumedGroups unknown = new AssumedGroups(values);
        unknown.add(known);
        Map<Same, Value> assumed = given(of(function.id()), own);
        assumed.putAll(unknown.found());
        assumed.putAll(assumedInRoots.getOrDefault(function.id(), Map.of()));
        return assuming(assumed).of(known);
    }

    /**
     * An input, such as an argument of the command line, is the rank if a program that begins here creates its first communicator with it,
     * and not only on some ranks.
     */
    private Map<Same, Value> given(Summary root, Substitution known) {
        Map<Same, Value> given = new HashMap<>();
        for (Effect each : root.effects()) {
            boolean size = each.place().equals(FactValues.ofJob(ArgumentRole.SIZE, values));
            if (size || each.place().equals(FactValues.ofJob(ArgumentRole.RANK, values))) {
                Value value = known.of(each.value());
                while (value instanceof Value.Select select
                        && values.dependence(select.condition()).isNone()) {
                    value = select.yes().equals(each.place()) ? select.no() : select.yes();
                }
                boolean input = (value instanceof Value.Input
                                || value instanceof Value.FieldOf
                                || value instanceof Value.Result)
                        && values.dependence(value).isNone();
                if (input) {
                    given.put(new Same(value), size ? new Value.Size(Axis.WORLD) : new Value.Rank(Axis.WORLD));
                }
            }
        }
        return given;
    }

    private Substitution assuming(Map<Same, Value> assumed) {
        return new Substitution(values, each -> Optional.ofNullable(assumed.get(new Same(each))), 0);
    }

    /** Returns the functions that could not be summarized, with the reason. */
    public Map<FunctionId, String> gaps() {
        return solver.gaps();
    }

    /** Returns the number of steps that the analysis took so far: the measure of its cost. */
    public long visited() {
        return shared.visits();
    }
}
