package dev.rollcall.analyzer.code.summary;

import dev.rollcall.analyzer.code.form.FunctionId;
import dev.rollcall.analyzer.code.form.SourcePlace;
import dev.rollcall.analyzer.code.value.Value;
import dev.rollcall.analyzer.code.value.ValuePool;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Makes words: simplified, and one object for equal ones; and knows their shape and ends. All words of a scan come from one pool. Not
 * thread-safe.
 */
public final class WordPool {
    private final ValuePool values;
    private final Map<List<Object>, Word> known = new HashMap<>();
    private final Map<Word, Integer> numbers = new IdentityHashMap<>();
    private final Map<List<Object>, Integer> shapes = new HashMap<>();
    private final Map<List<Object>, Integer> shapeOf = new HashMap<>();
    private final Map<Word, Set<PathEnd>> ends = new IdentityHashMap<>();
    private final Map<List<PathEnd>, Set<PathEnd>> sameEnds = new HashMap<>();
    private final Map<Word, Boolean> guarded = new IdentityHashMap<>();
    private final Map<Word, Boolean> mayCall = new IdentityHashMap<>();
    private final Map<Word, Boolean> calls = new IdentityHashMap<>();
    private final Map<Word, Boolean> hasHole = new IdentityHashMap<>();

    /** Makes an empty pool; the words' values come from {@code values}. */
    public WordPool(ValuePool values) {
        this.values = values;
    }

    /**
     * Returns the word that equals {@code raw} after simplification: a split with sides of equal shape is a side, an end without effect
     * vanishes.
     *
     * @param raw a word whose parts are of this pool
     */
    public Word of(Word raw) {
        if (numbers.containsKey(raw)) {
            return raw;
        }
        if (raw instanceof Word.Split split && shape(split.yes()) == shape(split.no())) {
            return split.yes();
        }
        if (raw instanceof Word.Call call && call.word().equals(Word.EMPTY)) {
            return of(Word.EMPTY);
        }
        return raw instanceof Word.Then then ? then(then) : interned(raw);
    }

    /** Returns a communicator with the world in place of null, also where it is chosen. */
    Value orWorld(Value communicator) {
        if (communicator.equals(Value.Constant.NULL)) {
            return values.of(Value.Communicator.WORLD);
        }
        if (!(communicator instanceof Value.Select select)) {
            return communicator;
        }
        Value yes = orWorld(select.yes());
        Value no = orWorld(select.no());
        return yes == select.yes() && no == select.no()
                ? communicator
                : values.of(new Value.Select(select.condition(), yes, no));
    }

    private Word then(Word.Then raw) {
        if (raw.first() instanceof Word.Done done) {
            return of(raw.next().getOrDefault(done.end(), done));
        }
        Map<PathEnd, Word> next = new LinkedHashMap<>(raw.next());
        Set<PathEnd> possible = ends(raw.first());
        next.entrySet()
                .removeIf(each ->
                        !possible.contains(each.getKey()) || each.getValue().equals(new Word.Done(each.getKey())));
        if (next.isEmpty()) {
            return of(raw.first());
        }
        if (raw.first() instanceof Word.Repeat loop) {
            Map<PathEnd, Word> thrown = new LinkedHashMap<>(next);
            thrown.entrySet().removeIf(each -> !isRaisedBehind(loop, each.getKey(), each.getValue()));
            if (!thrown.isEmpty()) {
                next.keySet().removeAll(thrown.keySet());
                Word body = ending(loop.body(), thrown);
                Word whole =
                        of(new Word.Repeat(loop.loop(), loop.trip(), body, loop.place(), loop.text(), loop.exit()));
                return of(new Word.Then(whole, next));
            }
        }
        // Ends that follow a choice belong to its sides, so that it shows which of them raises.
        return raw.first() instanceof Word.Split split && next.values().stream().allMatch(Word.Done.class::isInstance)
                ? of(new Word.Split(
                        split.guard(), of(new Word.Then(split.yes(), next)), of(new Word.Then(split.no(), next))))
                : interned(new Word.Then(raw.first(), next));
    }

    private static boolean isRaisedBehind(Word.Repeat loop, PathEnd end, Word word) {
        boolean leaves = end instanceof PathEnd.Leave leave
                && leave.loop().equals(loop.loop())
                && (leave.target() != loop.exit() || loop.trip() instanceof Trip.While);
        return (leaves || end instanceof PathEnd.Caught)
                && word instanceof Word.Done done
                && done.end().thrownType().isPresent();
    }

    private Word interned(Word word) {
        Word first = known.putIfAbsent(identity(word), word);
        numbers.putIfAbsent(first == null ? word : first, numbers.size());
        return first == null ? word : first;
    }

    /** Parts stand for themselves by number: a record's own hash would walk shared parts again and again. */
    private List<Object> identity(Word word) {
        List<Object> identity = new ArrayList<>(List.of(word.getClass()));
        parts(word).forEach(part -> identity.add(number(part)));
        if (word instanceof Word.Split split) {
            Guard guard = split.guard();
            identity.addAll(List.of(same(guard.condition()), guard.text(), guard.place(), guard.kind()));
        } else if (word instanceof Word.Then then) {
            identity.addAll(then.next().keySet());
        } else if (word instanceof Word.Repeat repeat) {
            identity.addAll(List.of(repeat.loop(), key(repeat.trip()), repeat.exit()));
        } else if (word instanceof Word.Call call) {
            identity.addAll(List.of(call.call(), call.function()));
        } else if (word instanceof Word.Ask ask) {
            identity.addAll(List.of(same(ask.function()), same(ask.arguments()), ask.place()));
        } else if (word instanceof Word.Again again) {
            identity.addAll(List.of(again.function(), same(again.arguments()), again.place()));
        } else {
            identity.add(word);
        }
        return identity;
    }

    private Same same(Value value) {
        return new Same(values.of(value));
    }

    private List<Same> same(List<Value> all) {
        return all.stream().map(this::same).toList();
    }

    private Object key(Trip trip) {
        if (trip instanceof Trip.Times times) {
            return List.of("times", same(times.number()));
        }
        return trip instanceof Trip.Over over ? List.of("over", same(over.iterable())) : trip;
    }

    /** Returns the words that a word is made of, in order. */
    public static List<Word> parts(Word word) {
        List<Word> parts = new ArrayList<>();
        if (word instanceof Word.Split split) {
            parts.addAll(List.of(split.yes(), split.no()));
        } else if (word instanceof Word.Then then) {
            parts.add(then.first());
            parts.addAll(then.next().values());
        } else if (word instanceof Word.Repeat repeat) {
            parts.add(repeat.body());
        } else if (word instanceof Word.Call call) {
            parts.add(call.word());
        }
        return parts;
    }

    /** Returns the values in a word itself, without its parts. */
    public static List<Value> values(Word word) {
        if (word instanceof Word.Act act) {
            List<Value> all = new ArrayList<>(act.call().fields().values());
            all.add(act.call().communicator());
            return all;
        }
        if (word instanceof Word.Split split) {
            return List.of(split.guard().condition());
        }
        if (word instanceof Word.Repeat repeat) {
            return repeat.trip() instanceof Trip.Times times
                    ? List.of(times.number())
                    : repeat.trip() instanceof Trip.Over over ? List.of(over.iterable()) : List.of();
        }
        if (word instanceof Word.Ask ask) {
            List<Value> all = new ArrayList<>(ask.arguments());
            all.add(ask.function());
            return all;
        }
        return word instanceof Word.Again again ? again.arguments() : List.of();
    }

    /** Returns the first collective call of a word, in the order of the source; empty if it has none. */
    public static Optional<CollectiveCall> firstCall(Word word) {
        return firstCall(word, call -> true);
    }

    /** Returns the first of some collective calls of a word, in the order of the source; empty if it has none. */
    public static Optional<CollectiveCall> firstCall(Word word, Predicate<CollectiveCall> some) {
        return firstCall(word, some, Collections.newSetFromMap(new IdentityHashMap<>()));
    }

    private static Optional<CollectiveCall> firstCall(Word word, Predicate<CollectiveCall> some, Set<Word> seen) {
        if (word instanceof Word.Act act && some.test(act.call())) {
            return Optional.of(act.call());
        }
        for (Word part : seen.add(word) ? parts(word) : List.<Word>of()) {
            Optional<CollectiveCall> found = firstCall(part, some, seen);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /** Returns a word with other parts, in the order of {@link #parts}. */
    private Word with(Word word, UnaryOperator<Word> part) {
        if (word instanceof Word.Split split) {
            return of(new Word.Split(split.guard(), part.apply(split.yes()), part.apply(split.no())));
        }
        if (word instanceof Word.Then then) {
            Map<PathEnd, Word> next = new LinkedHashMap<>();
            then.next().forEach((end, each) -> next.put(end, part.apply(each)));
            return of(new Word.Then(part.apply(then.first()), next));
        }
        if (word instanceof Word.Repeat loop) {
            return of(new Word.Repeat(
                    loop.loop(), loop.trip(), part.apply(loop.body()), loop.place(), loop.text(), loop.exit()));
        }
        return word instanceof Word.Call call
                ? of(new Word.Call(call.call(), call.function(), part.apply(call.word())))
                : word;
    }

    /**
     * Returns a word in which the conditions that decide whether a function runs stand at another place: those of a decorator at the
     * function that it decorates, of which there are many.
     */
    Word decidedAt(Word word, FunctionId function, SourcePlace place) {
        return decidedAt(word, function, place, new IdentityHashMap<>(), new IdentityHashMap<>());
    }

    private Word decidedAt(
            Word word, FunctionId function, SourcePlace place, Map<Word, Boolean> runs, Map<Word, Word> done) {
        Predicate<Word> isCall =
                each -> each instanceof Word.Call call && call.function().equals(function);
        if (isCall.test(word) || !any(word, isCall, runs)) {
            return word;
        }
        Word found = done.get(word);
        if (found == null) {
            found = with(word, part -> decidedAt(part, function, place, runs, done));
            if (found instanceof Word.Split split) {
                Guard guard = split.guard();
                Guard moved = new Guard(guard.condition(), guard.text(), place, Guard.Kind.DECORATOR);
                found = of(new Word.Split(moved, split.yes(), split.no()));
            }
            done.put(word, found);
        }
        return found;
    }

    /** Returns whether a word may call anything: a collective, what is not known, or a function that it gets. */
    public boolean mayCall(Word word) {
        return any(word, each -> each instanceof Word.Act || isUnknown(each), mayCall);
    }

    /** Returns whether a word calls anything, on some of its ways, that is not only possible. */
    public boolean calls(Word word) {
        return any(word, each -> each instanceof Word.Act act && act.call().certain() || isUnknown(each), calls);
    }

    /** Returns whether a word has the place of a block: that of a context manager. */
    boolean hasHole(Word word) {
        return any(word, Word.Hole.class::isInstance, hasHole);
    }

    private static boolean isUnknown(Word word) {
        return word instanceof Word.Gap
                || word instanceof Word.Ask
                || word instanceof Word.Hole
                || word instanceof Word.Again;
    }

    /** Returns whether something holds for a word or a part of it. */
    private static boolean any(Word word, Predicate<Word> itself, Map<Word, Boolean> known) {
        Boolean found = known.get(word);
        if (found == null) {
            found = itself.test(word) || parts(word).stream().anyMatch(part -> any(part, itself, known));
            known.put(word, found);
        }
        return found;
    }

    /**
     * Returns a word with other ends in place of some. What is behind a loop belongs to the pass that leaves it, so that it shows which side
     * of a choice raises.
     *
     * @param next words that only end, by the ends for which they stand
     */
    Word ending(Word word, Map<PathEnd, Word> next) {
        return ending(word, next, new IdentityHashMap<>());
    }

    private Word ending(Word word, Map<PathEnd, Word> next, Map<Word, Word> done) {
        if (word instanceof Word.Done end) {
            return next.getOrDefault(end.end(), word);
        }
        boolean handles =
                word instanceof Word.Then then && then.next().keySet().stream().anyMatch(next::containsKey);
        if (handles || word instanceof Word.Call) {
            return of(new Word.Then(word, next));
        }
        Word found = done.get(word);
        if (found == null) {
            found = with(word, part -> ending(part, next, done));
            done.put(word, found);
        }
        return found;
    }

    private int number(Word word) {
        return numbers.get(of(word));
    }

    /**
     * Returns a number that two words share if they make the same calls, on the same communicators, under the same conditions, wherever
     * they stand in the source.
     */
    public int shape(Word word) {
        return shape(of(word), List.of());
    }

    private int shape(Word word, List<Word.Repeat> around) {
        List<Object> key =
                List.of(number(word), around.stream().map(this::number).toList());
        Integer found = shapeOf.get(key);
        if (found == null) {
            List<Object> shape = shapeParts(word, around);
            found = shapes.computeIfAbsent(shape, each -> shapes.size());
            shapeOf.put(key, found);
        }
        return found;
    }

    private List<Object> shapeParts(Word word, List<Word.Repeat> around) {
        if (word instanceof Word.Done done) {
            return List.of("done", shape(done.end(), around));
        }
        if (word instanceof Word.Act act) {
            return List.of(
                    act.call().operation(),
                    act.call().communicator(),
                    act.call().fields());
        }
        if (word instanceof Word.Split split) {
            return List.of(
                    "split", same(split.guard().condition()), shape(split.yes(), around), shape(split.no(), around));
        }
        if (word instanceof Word.Then then) {
            return List.of("then", shape(then.first(), around), shape(then, around));
        }
        if (word instanceof Word.Repeat repeat) {
            return List.of("repeat", key(repeat.trip()), shape(repeat.body(), with(around, repeat)));
        }
        if (word instanceof Word.Call call) {
            return shapeParts(call.word(), List.of());
        }
        if (word instanceof Word.Ask ask) {
            return List.of("ask", same(ask.function()), same(ask.arguments()));
        }
        if (word instanceof Word.Again again) {
            return List.of("again", again.function(), same(again.arguments()));
        }
        return List.of(word);
    }

    private Map<Object, Integer> shape(Word.Then then, List<Word.Repeat> around) {
        List<Word.Repeat> left = then.first() instanceof Word.Repeat repeat ? with(around, repeat) : around;
        Map<Object, Integer> next = new HashMap<>();
        then.next().forEach((end, each) -> next.put(shape(end, left), shape(each, around)));
        return next;
    }

    private static List<Word.Repeat> with(List<Word.Repeat> around, Word.Repeat repeat) {
        List<Word.Repeat> within = new ArrayList<>(around);
        within.add(repeat);
        return within;
    }

    /** A loop is known by its depth, and the places behind it by their order, so that equal loops in two places are equal. */
    private Object shape(PathEnd end, List<Word.Repeat> around) {
        for (int depth = 0; depth < around.size(); depth++) {
            Word.Repeat loop = around.get(depth);
            if (end.equals(loop.next())) {
                return List.of("next", depth);
            }
            if (end instanceof PathEnd.Leave leave && leave.loop().equals(loop.loop())) {
                long before = ends(loop).stream()
                        .filter(each -> each instanceof PathEnd.Leave other
                                && other.loop().equals(loop.loop())
                                && other.target() < leave.target())
                        .count();
                return List.of("leave", depth, before);
            }
        }
        return end;
    }

    /** Returns how the ways through a word end, always in the same order. */
    public Set<PathEnd> ends(Word word) {
        Set<PathEnd> found = ends.get(word);
        if (found == null) {
            Set<PathEnd> own = ends(word, this::ends);
            found = sameEnds.computeIfAbsent(List.copyOf(own), each -> Collections.unmodifiableSet(own));
            ends.put(word, found);
        }
        return found;
    }

    /**
     * Returns how the ways through a word end.
     *
     * @param ofPart how a part of it ends
     */
    public static Set<PathEnd> ends(Word word, Function<Word, Set<PathEnd>> ofPart) {
        if (word instanceof Word.Done done) {
            return Set.of(done.end());
        }
        Set<PathEnd> found = new LinkedHashSet<>();
        if (word instanceof Word.Split split) {
            found.addAll(ofPart.apply(split.yes()));
            found.addAll(ofPart.apply(split.no()));
        } else if (word instanceof Word.Then then) {
            for (PathEnd end : ofPart.apply(then.first())) {
                found.addAll(
                        then.next().containsKey(end) ? ofPart.apply(then.next().get(end)) : Set.of(end));
            }
        } else if (word instanceof Word.Repeat repeat) {
            found.addAll(ofPart.apply(repeat.body()));
            found.remove(repeat.next());
            if (!(repeat.trip() instanceof Trip.While)) {
                found.add(repeat.left());
            }
        } else if (word instanceof Word.Call call) {
            for (PathEnd end : ofPart.apply(call.word())) {
                found.add(end.equals(PathEnd.RETURN) ? PathEnd.FALL : end);
            }
        } else {
            found.add(PathEnd.FALL);
        }
        return found;
    }

    /** Returns whether a word ends by exceptions and failures alone. */
    public boolean fails(Word word) {
        return ends(word).stream().allMatch(PathEnd::isFailure);
    }

    /** Returns whether anything in a word can differ between ranks: a condition, a number of passes, a call's communicator or field. */
    public boolean guarded(Word word) {
        return any(word, this::differs, guarded);
    }

    private boolean differs(Word word) {
        return word instanceof Word.Act act && differs(act.call())
                || word instanceof Word.Split split && differs(split.guard().condition())
                || word instanceof Word.Repeat repeat && differs(repeat.trip());
    }

    private boolean differs(CollectiveCall call) {
        return differs(call.communicator()) || call.fields().values().stream().anyMatch(this::differs);
    }

    private boolean differs(Trip trip) {
        return trip instanceof Trip.Times times && differs(times.number())
                || trip instanceof Trip.Over over && differs(over.iterable());
    }

    private boolean differs(Value value) {
        return !values.dependence(value).isNone();
    }
}
