package dev.rollcall.analyzer.code.summary;

import dev.rollcall.analyzer.code.form.CodeFunction;
import dev.rollcall.analyzer.code.form.FunctionId;
import dev.rollcall.analyzer.code.value.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What happens at the two ends of a {@code with} block: a class's {@code __enter__} and {@code __exit__}, a generator's word before and
 * behind its {@code yield}, or what the catalogue says. Not thread-safe.
 */
final class ContextBlocks {
    private final SummaryContext shared;
    private final FunctionFacts facts;
    private final CallEvaluation calls;
    private final LibraryCalls known;
    private final WordPool words;

    ContextBlocks(SummaryContext shared, FunctionFacts facts, CallEvaluation calls, LibraryCalls known) {
        this.shared = shared;
        this.facts = facts;
        this.calls = calls;
        this.known = known;
        words = shared.words();
    }

    CallOutcome enter(int node, Value manager, CodeState state) {
        return run(node, manager, state, true);
    }

    CallOutcome leave(int node, Value manager, CodeState state) {
        return run(node, manager, state, false);
    }

    private CallOutcome run(int node, Value manager, CodeState state, boolean enters) {
        if (manager instanceof Value.Select select) {
            CallOutcome yes = run(node, select.yes(), state, enters);
            CallOutcome no = run(node, select.no(), state, enters);
            Word word = words.of(new Word.Split(calls.guard(node, select.condition()), yes.word(), no.word()));
            Value value = shared.values().of(new Value.Select(select.condition(), yes.value(), no.value()));
            return new CallOutcome(word, value, facts.places().chosen(select.condition(), yes.state(), no.state()));
        }
        if (manager instanceof Value.Instance object) {
            Optional<FunctionId> method = shared.program().method(object.type(), enters ? "__enter__" : "__exit__", "");
            if (method.isPresent()) {
                Value none = shared.values().of(Value.Constant.NULL);
                List<Value> all = enters ? List.of(object) : List.of(object, none, none, none);
                return calls.function(node, method.get(), Map.of(), PassedArguments.of(all), state);
            }
        }
        if (manager instanceof Value.Function generator && isContext(generator)) {
            Word whole = calls.word(
                    node, generator.function(), PassedArguments.boundBy(generator), generator.bound(), state);
            Word part = enters ? before(whole) : behind(whole);
            return new CallOutcome(part, manager, calls.around(node, generator, state, enters));
        }
        return known.around(node, manager, enters, state).orElseGet(() -> {
            facts.mayFail(node);
            return new CallOutcome(shared.empty(), manager, state);
        });
    }

    private boolean isContext(Value.Function function) {
        return shared.program()
                .function(function.function())
                .map(each -> each.marks().contains(CodeFunction.Mark.CONTEXT))
                .orElse(false);
    }

    /** Returns the part of a word up to the block; it falls there. */
    private Word before(Word word) {
        if (!words.hasHole(word)) {
            return word;
        }
        if (word instanceof Word.Split split) {
            return words.of(new Word.Split(split.guard(), before(split.yes()), before(split.no())));
        }
        if (word instanceof Word.Call call) {
            return words.of(new Word.Call(call.call(), call.function(), before(call.word())));
        }
        if (!(word instanceof Word.Then then)) {
            return shared.empty();
        }
        boolean inFirst = words.hasHole(then.first());
        Map<PathEnd, Word> next = new LinkedHashMap<>();
        then.next().forEach((end, each) -> {
            if (!inFirst || !end.equals(PathEnd.FALL)) {
                next.put(end, before(each));
            }
        });
        return words.of(new Word.Then(inFirst ? before(then.first()) : then.first(), next));
    }

    /** Returns the part of a word behind the block. */
    private Word behind(Word word) {
        if (word instanceof Word.Split split && words.hasHole(split.yes()) && words.hasHole(split.no())) {
            return words.of(new Word.Split(split.guard(), behind(split.yes()), behind(split.no())));
        }
        if (word instanceof Word.Call call) {
            return words.of(new Word.Call(call.call(), call.function(), behind(call.word())));
        }
        if (word instanceof Word.Then then && words.hasHole(then.first())) {
            return words.of(new Word.Then(behind(then.first()), then.next()));
        }
        return WordPool.parts(word).stream()
                .filter(words::hasHole)
                .findFirst()
                .map(this::behind)
                .orElse(shared.empty());
    }
}
