package dev.rollcall.analyzer.code.summary;

import dev.rollcall.analyzer.code.form.Argument;
import dev.rollcall.analyzer.code.form.Callee;
import dev.rollcall.analyzer.code.form.CodeFunction;
import dev.rollcall.analyzer.code.form.Decorator;
import dev.rollcall.analyzer.code.form.Expression;
import dev.rollcall.analyzer.code.form.FormalParameter;
import dev.rollcall.analyzer.code.form.FunctionBuilder;
import dev.rollcall.analyzer.code.form.Instruction;
import dev.rollcall.analyzer.code.form.Literal;
import dev.rollcall.analyzer.code.form.SourcePlace;
import dev.rollcall.analyzer.code.form.Variable;
import dev.rollcall.analyzer.code.library.LibraryFact;
import dev.rollcall.analyzer.code.library.ReceiverHint;
import dev.rollcall.analyzer.code.value.Axis;
import dev.rollcall.analyzer.code.value.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What the callers of a decorated function run. A decorator that nobody knows leaves the function as it is. */
final class DecoratedSummary {
    private final SummaryContext shared;
    private final CalledSummaries summaries;
    private final CodeFunction function;

    DecoratedSummary(SummaryContext shared, CalledSummaries summaries, CodeFunction function) {
        this.shared = shared;
        this.summaries = summaries;
        this.function = function;
    }

    /** Returns the summary with all decorators. */
    Summary of(Summary plain) {
        Summary summary = plain;
        for (Decorator each : function.decorators()) {
            summary = of(each, summary);
        }
        if (function.marks().contains(CodeFunction.Mark.RETURNS_RANK)) {
            Value rank = shared.values().of(new Value.Rank(Axis.WORLD));
            summary = new Summary(summary.word(), rank, summary.effects());
        }
        return summary;
    }

    private Summary of(Decorator decorator, Summary plain) {
        Optional<LibraryFact> fact = shared.libraries()
                .find(shared.program(), decorator.callee(), hint(decorator.callee()))
                .map(found -> found.fact());
        if (fact.isPresent()) {
            return FactValues.runsOn(fact.get(), shared.values())
                    .map(condition -> gated(plain, condition, decorator.line()))
                    .orElse(plain);
        }
        return decorator.callee() instanceof Callee.Exact exact && returnsFunction(exact, decorator)
                ? called(exact, decorator, plain)
                : plain;
    }

    private static ReceiverHint hint(Callee callee) {
        if (callee instanceof Callee.Virtual method
                && method.receiver() instanceof Literal literal
                && literal.value() instanceof Literal.Name object) {
            String name = object.name().substring(object.name().lastIndexOf('.') + 1);
            return new ReceiverHint(List.of(), Set.of(method.name()), name);
        }
        return ReceiverHint.NONE;
    }

    private Summary gated(Summary plain, Value condition, int line) {
        SourcePlace place = new SourcePlace(function.id(), function.range().file(), line);
        Guard guard = new Guard(condition, "", place, Guard.Kind.DECORATOR);
        Word word = shared.words().of(new Word.Split(guard, plain.word(), shared.empty()));
        Value none = shared.values().of(Value.Constant.NULL);
        List<Effect> effects = plain.effects().stream()
                .map(each -> new Effect(each.place(), chosen(condition, each.value(), each.place())))
                .toList();
        return new Summary(word, chosen(condition, plain.result(), none), effects);
    }

    private Value chosen(Value condition, Value yes, Value no) {
        return shared.values().of(new Value.Select(condition, yes, no));
    }

    private boolean returnsFunction(Callee.Exact exact, Decorator decorator) {
        Summary summary = summaries.request(exact.function(), "");
        Value result = summary == null ? null : summary.result();
        if (decorator.arguments().isPresent() && result instanceof Value.Function inner) {
            Summary made = summaries.request(inner.function(), "");
            result = made == null ? null : made.result();
        }
        return result != null && isFunction(result);
    }

    /** A decorator may return the function as it is where nothing runs in parallel. */
    private static boolean isFunction(Value value) {
        return value instanceof Value.Select select
                ? isFunction(select.yes()) && isFunction(select.no())
                : value instanceof Value.Function || value instanceof Value.Parameter;
    }

    /** Calls what the program's own decorator makes of the function. */
    private Summary called(Callee.Exact exact, Decorator decorator, Summary plain) {
        summaries.plain(function.id(), plain);
        FunctionBuilder builder = new FunctionBuilder(function.id(), function.form());
        builder.range(function.range());
        function.parameters().forEach(each -> {
            builder.variable(each.variable().name(), each.variable().type());
            builder.parameter(each);
        });
        while (builder.temporary().number() <= largest()) {
            continue;
        }
        Variable closure = builder.temporary();
        Variable wrapper = builder.temporary();
        Variable result = builder.temporary();
        int line = decorator.line();
        builder.emit(
                new Instruction.Assign(
                        closure,
                        new Expression.Closure(function.id(), Map.of(CalledSummaries.PLAIN, new Literal(true)))),
                line);
        Callee makes = exact;
        if (decorator.arguments().isPresent()) {
            Variable factory = builder.temporary();
            builder.emit(
                    new Instruction.Invoke(factory, exact, decorator.arguments().get()), line);
            makes = new Callee.Computed(factory);
        }
        builder.emit(new Instruction.Invoke(wrapper, makes, List.of(Argument.of(closure))), line);
        List<Argument> passed =
                function.parameters().stream().map(DecoratedSummary::passed).toList();
        builder.emit(new Instruction.Invoke(result, new Callee.Computed(wrapper), passed), line);
        builder.emit(new Instruction.Return(result), line);
        Summary whole = new FunctionAnalysis(shared, summaries, builder.build(), "").summary();
        // A decorator of another file serves many functions; this one calls what it lets some ranks alone run.
        boolean isElsewhere = !exact.function().unit().equals(function.id().unit());
        if (!isElsewhere || !shared.words().calls(plain.word())) {
            return whole;
        }
        SourcePlace place = new SourcePlace(function.id(), function.range().file(), line);
        Word word = shared.words().decidedAt(whole.word(), function.id(), place);
        return new Summary(word, whole.result(), whole.effects());
    }

    private int largest() {
        return function.parameters().stream()
                .mapToInt(each -> each.variable().number())
                .max()
                .orElse(0);
    }

    private static Argument passed(FormalParameter parameter) {
        String name = switch (parameter.kind()) {
            case PLAIN -> "";
            case KEYWORD -> parameter.variable().name();
            case REST -> Argument.SEQUENCE;
            case NAMED_REST -> Argument.MAPPING;
        };
        return new Argument(name, parameter.variable());
    }
}
