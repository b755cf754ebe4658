package dev.rollcall.analyzer.code.summary;

import dev.rollcall.analyzer.code.form.CodeFunction;
import dev.rollcall.analyzer.code.form.CodeProgram;
import dev.rollcall.analyzer.code.form.FormalParameter;
import dev.rollcall.analyzer.code.form.FunctionId;
import dev.rollcall.analyzer.code.library.Libraries;
import dev.rollcall.analyzer.code.value.Dependence;
import dev.rollcall.analyzer.code.value.Origin;
import dev.rollcall.analyzer.code.value.Substitution;
import dev.rollcall.analyzer.code.value.Value;
import dev.rollcall.analyzer.code.value.ValuePool;
import java.util.Optional;

/** What the values of a function are where nothing visible calls it. Not thread-safe. */
final class RootValues {
    private final SummarySolver solver;
    private final CodeProgram program;
    private final Libraries libraries;
    private final ValuePool values;
    private final FieldValues fields;

    RootValues(SummaryContext shared, SummarySolver solver) {
        this.solver = solver;
        program = shared.program();
        libraries = shared.libraries();
        values = shared.values();
        fields = new FieldValues(shared, solver, this);
    }

    /** Returns the values of a root's parameters and fields. */
    Substitution of(CodeFunction function) {
        Substitution[] own = new Substitution[1];
        own[0] = new Substitution(
                values,
                value -> {
                    if (value instanceof Value.Parameter parameter
                            && parameter.index() < function.parameters().size()) {
                        return Optional.of(
                                argument(function, function.parameters().get(parameter.index())));
                    }
                    if (value instanceof Value.Captured captured) {
                        return captured(function.id(), captured.name());
                    }
                    if (value instanceof Value.FieldOf field) {
                        Value.FieldOf place = new Value.FieldOf(own[0].of(field.of()), field.owner(), field.name());
                        Value whole = values.of(place);
                        return Optional.of(
                                whole instanceof Value.FieldOf unknown
                                        ? fields.value(unknown, function.id().unit())
                                                .orElse(whole)
                                        : whole);
                    }
                    return Optional.empty();
                },
                0);
        return own[0];
    }

    /** Returns what an inner function that nothing visible calls, such as a callback, holds of the function around it. */
    private Optional<Value> captured(FunctionId inner, String name) {
        return program.enclosing(inner)
                .flatMap(outer -> closure(outer, inner, name).map(of(outer)::of));
    }

    /** Returns what an inner function captures, as the function around it has it. */
    private Optional<Value> closure(CodeFunction outer, FunctionId inner, String name) {
        return solver.facts(outer.id())
                .flatMap(made -> Optional.ofNullable(made.closure(inner).get(name)));
    }

    /** Returns whether a value is an argument of a function, or of one around it, as it came. */
    boolean isArgument(FunctionId function, Value value) {
        return value instanceof Value.Parameter
                || value instanceof Value.Captured captured
                        && program.enclosing(function)
                                .filter(outer -> closure(outer, function, captured.name())
                                        .filter(of -> isArgument(outer.id(), of))
                                        .isPresent())
                                .isPresent();
    }

    private Value argument(CodeFunction function, FormalParameter parameter) {
        String name = parameter.variable().name();
        Origin origin = new Origin("argument `" + name + "`", Optional.empty());
        Value plain = values.of(new Value.Input("argument " + name + " of " + function.id(), Dependence.NONE, origin));
        return libraries
                .parameter(name)
                .map(found -> values.of(FactValues.ofName(found.fact(), plain, origin)))
                .orElse(plain);
    }
}
