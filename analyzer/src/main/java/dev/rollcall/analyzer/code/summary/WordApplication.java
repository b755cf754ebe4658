package dev.rollcall.analyzer.code.summary;

import dev.rollcall.analyzer.code.value.Substitution;
import dev.rollcall.analyzer.code.value.Value;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/** Puts a call's values in place of the parameters in a summary's word. Parts that do not mention any stay as they are. Not thread-safe. */
final class WordApplication {
    private final WordPool words;
    private final Substitution values;
    private final Function<Word.Ask, Optional<Word>> answers;
    private final Map<Word, Word> done = new IdentityHashMap<>();
    private int made;
    private Predicate<Word.Again> idle;
    private Predicate<Value> given = value -> false;
    private boolean filled;

    /**
     * Makes the application of a call.
     *
     * @param answers the word of a call of a function that is known now
     */
    WordApplication(WordPool words, Substitution values, Function<Word.Ask, Optional<Word>> answers) {
        this.words = words;
        this.values = values;
        this.answers = answers;
    }

    /**
     * Makes this an application without callers: calls of functions that stay unknown do nothing.
     *
     * @param idle whether a recursive call does nothing then
     */
    WordApplication withoutQuestions(Predicate<Word.Again> idle) {
        this.idle = idle;
        return this;
    }

    /**
     * Makes this the application of a function that nothing visible calls: its argument that is a call's root is one, whatever its name.
     *
     * @param given whether a value is an argument as it came
     */
    WordApplication fromOutside(Predicate<Value> given) {
        this.given = given;
        return this;
    }

    /** Makes this the application of a generator whose elements nothing is done with: a place for a block does nothing. */
    WordApplication withoutBlocks() {
        filled = true;
        return this;
    }

    /** Returns the number of words that were made. */
    int made() {
        return made;
    }

    /** Returns the word in the caller. */
    Word of(Word word) {
        Word found = done.get(word);
        if (found == null) {
            Word raw = made > Limits.WORD_PARTS ? word : rebuilt(word);
            found = raw == word ? word : words.of(raw);
            made += raw == word ? 0 : 1;
            done.put(word, found);
        }
        return found;
    }

    private Value of(Value value) {
        return values.of(value);
    }

    private Word rebuilt(Word word) {
        if (word instanceof Word.Act act) {
            CollectiveCall call = applied(act.call());
            return call.equals(act.call()) ? word : new Word.Act(call);
        }
        if (word instanceof Word.Split split) {
            Guard guard = split.guard();
            Value condition = of(guard.condition());
            if (condition instanceof Value.Constant) {
                return of(condition.equals(Value.Constant.TRUE) ? split.yes() : split.no());
            }
            Word yes = of(split.yes());
            Word no = of(split.no());
            boolean same = condition == guard.condition() && yes == split.yes() && no == split.no();
            return same
                    ? word
                    : new Word.Split(new Guard(condition, guard.text(), guard.place(), guard.kind()), yes, no);
        }
        if (word instanceof Word.Then then) {
            Word first = of(then.first());
            Map<PathEnd, Word> next = new LinkedHashMap<>();
            then.next().forEach((end, each) -> next.put(end, of(each)));
            boolean same = first == then.first()
                    && next.entrySet().stream()
                            .allMatch(each -> each.getValue() == then.next().get(each.getKey()));
            return same ? word : new Word.Then(first, next);
        }
        if (word instanceof Word.Repeat repeat) {
            Trip trip = applied(repeat.trip());
            Word body = of(repeat.body());
            return trip.equals(repeat.trip()) && body == repeat.body()
                    ? word
                    : new Word.Repeat(repeat.loop(), trip, body, repeat.place(), repeat.text(), repeat.exit());
        }
        if (word instanceof Word.Call call) {
            Word inner = of(call.word());
            return inner == call.word() ? call : new Word.Call(call.call(), call.function(), inner);
        }
        if (word instanceof Word.Ask ask) {
            Word.Ask applied = new Word.Ask(of(ask.function()), of(ask.arguments()), ask.place());
            return applied.equals(ask) && idle == null
                    ? word
                    : answers.apply(applied).orElse(applied);
        }
        if (word instanceof Word.Again again) {
            Word.Again applied = new Word.Again(again.function(), of(again.arguments()), again.place());
            if (idle != null && idle.test(applied)) {
                return Word.EMPTY;
            }
            return applied.equals(again) ? word : applied;
        }
        return filled && word instanceof Word.Hole ? Word.EMPTY : word;
    }

    private List<Value> of(List<Value> all) {
        return all.stream().map(this::of).toList();
    }

    private Trip applied(Trip trip) {
        if (trip instanceof Trip.Times times) {
            return new Trip.Times(of(times.number()));
        }
        return trip instanceof Trip.Over over ? new Trip.Over(of(over.iterable())) : trip;
    }

    private CollectiveCall applied(CollectiveCall call) {
        Map<CollectiveCall.Field, Value> fields = new EnumMap<>(CollectiveCall.Field.class);
        call.fields().forEach((field, value) -> {
            if (field != CollectiveCall.Field.ROOT || !given.test(value)) {
                fields.put(field, of(value));
            }
        });
        Value given = of(call.communicator());
        return new CollectiveCall(
                call.operation(),
                call.worldIfNull() ? words.orWorld(given) : given,
                fields,
                call.place(),
                call.certain(),
                call.worldIfNull(),
                call.library());
    }
}
