package dev.rollcall.analyzer.code.summary;

import dev.rollcall.analyzer.code.form.Arithmetic;
import dev.rollcall.analyzer.code.form.CodeFunction;
import dev.rollcall.analyzer.code.form.Instruction;
import dev.rollcall.analyzer.code.form.Operator;
import dev.rollcall.analyzer.code.value.Dependence;
import dev.rollcall.analyzer.code.value.LoopId;
import dev.rollcall.analyzer.code.value.Origin;
import dev.rollcall.analyzer.code.value.Value;
import dev.rollcall.analyzer.code.value.ValuePool;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;

/**
 * Turns the control flow of an analysed function into its word. A fork becomes a choice of the words of its ways up to where they meet,
 * and what follows is appended once; ways that end before (return, raise, break) keep their own ends. Parts are built once for each place
 * at which they stop, so that a word is not larger than the code. An exception that a handler may throw again is an end of its own, to which
 * the handler is appended where the region ends, or where its ways meet others. Not thread-safe.
 */
final class WordBuilder {
    private final SummaryContext shared;
    private final FunctionFacts facts;
    private final Map<Integer, LoopVariables> loops;
    private final WordPool words;
    private final ValuePool values;
    private final CodeFunction function;
    private final Rethrows rethrows;
    private final Map<Integer, Boolean> goingOn = new HashMap<>();
    private final Map<Integer, Boolean> comingBack = new HashMap<>();
    private final Map<Part, Word> parts = new HashMap<>();
    private final Map<Handled, Word> handled = new HashMap<>();
    private final Map<Word, Boolean> silent = new IdentityHashMap<>();

    private record Part(Region region, int from, int stop) {}

    private record Handled(Region region, PathEnd.Caught caught, int stop) {}

    /** A word, and the item at which control goes on after it; {@link Region#NONE} if all of its ways are in the word. */
    private record Step(Word word, int next) {}

    WordBuilder(SummaryContext shared, FunctionFacts facts, Map<Integer, LoopVariables> loops) {
        this.shared = shared;
        this.facts = facts;
        this.loops = loops;
        words = shared.words();
        values = shared.values();
        function = facts.function();
        rethrows = new Rethrows(facts.flow());
    }

    /** Returns the word of the function. */
    Word word() {
        Region region = facts.region();
        Word word = withHandlers(region, chain(region, 0, Region.NONE), Region.NONE);
        word = collapsed(atEnd(rethrown(rethrown(word, true), false), new IdentityHashMap<>()));
        Set<Same> all = new LinkedHashSet<>();
        collect(word, all);
        boolean ends = !words.ends(word).isEmpty();
        return ends && isSilent(word) && all.size() > Limits.SILENT_PARTS ? shortened(word, all) : word;
    }

    private static void collect(Word word, Set<Same> all) {
        if (all.add(new Same(word))) {
            WordPool.parts(word).forEach(each -> collect(each, all));
        }
    }

    /** Checks that only throw are one choice for each type, of a condition that mixes all. */
    private Word shortened(Word word, Set<Same> all) {
        Set<Same> conditions = new LinkedHashSet<>();
        all.forEach(each -> conditions.addAll(Same.all(WordPool.values((Word) each.of()))));
        List<Value> mixed = conditions.stream().map(each -> (Value) each.of()).toList();
        Origin origin = new Origin("a check in `" + function.id().name() + "`", Optional.of(function.place(0)));
        Word whole = null;
        for (PathEnd end : words.ends(word)) {
            Value condition = values.mixed(end + " of " + function.id(), mixed, Dependence.NONE, origin);
            Guard guard = new Guard(condition, "", function.place(0), Guard.Kind.BRANCH);
            whole = whole == null ? done(end) : words.of(new Word.Split(guard, done(end), whole));
        }
        return whole;
    }

    /** Nothing follows the end of a function: to return there is to fall. */
    private Word atEnd(Word word, Map<Word, Word> done) {
        if (!(word instanceof Word.Split || word instanceof Word.Then)
                || !words.ends(word).contains(PathEnd.RETURN)) {
            return word.equals(new Word.Done(PathEnd.RETURN)) ? done(PathEnd.FALL) : word;
        }
        Word found = done.get(word);
        if (found == null && word instanceof Word.Split split) {
            found = words.of(new Word.Split(split.guard(), atEnd(split.yes(), done), atEnd(split.no(), done)));
        } else if (found == null) {
            Map<PathEnd, Word> next = new LinkedHashMap<>();
            ((Word.Then) word).next().forEach((end, each) -> next.put(end, atEnd(each, done)));
            found = then(((Word.Then) word).first(), next);
        }
        done.put(word, found);
        return found;
    }

    private Word done(PathEnd end) {
        return words.of(new Word.Done(end));
    }

    /** Returns what happens from a target on, up to an item at which the word falls. */
    private Word word(Region region, int target, int stop) {
        Word end = end(region, target, stop);
        return end == null ? chain(region, target, stop) : end;
    }

    private Word end(Region region, int target, int stop) {
        if (target == stop) {
            return done(PathEnd.FALL);
        }
        if (target == facts.flow().exit()) {
            return done(region.loop() == null && stop == Region.NONE ? PathEnd.FALL : PathEnd.RETURN);
        }
        if (region.isInside(target)) {
            return null;
        }
        LoopId loop = facts.loopId(region.header());
        return done(target == region.header() ? new PathEnd.Next(loop) : new PathEnd.Leave(loop, target));
    }

    private Word chain(Region region, int from, int stop) {
        List<Integer> passed = new ArrayList<>();
        List<Word> before = new ArrayList<>();
        int at = from;
        Word rest = null;
        while (rest == null) {
            rest = passed.isEmpty() ? null : end(region, at, stop);
            rest = rest == null ? parts.get(new Part(region, at, stop)) : rest;
            if (rest == null) {
                Step step = step(region, at, stop);
                passed.add(at);
                before.add(step.word);
                at = step.next;
                rest = at == Region.NONE ? done(PathEnd.FALL) : null;
            }
        }
        for (int i = passed.size() - 1; i >= 0; i--) {
            rest = then(before.get(i), Map.of(PathEnd.FALL, rest));
            parts.put(new Part(region, passed.get(i), stop), rest);
        }
        return rest;
    }

    private Word then(Word first, Map<PathEnd, Word> next) {
        return words.of(new Word.Then(first, next));
    }

    private Step step(Region region, int at, int stop) {
        shared.visit();
        if (region.inner(at) != null) {
            Word loop = then(facts.iterated(at), Map.of(PathEnd.FALL, loop(region.inner(at))));
            return fork(region, at, stop, loop, Map.of());
        }
        Instruction instruction = function.at(at);
        int[] ways = region.ways(at);
        if (instruction instanceof Instruction.Branch || instruction instanceof Instruction.Advance) {
            return branch(region, at, stop);
        }
        if (instruction instanceof Instruction.Throw thrown) {
            return raise(region, at, stop, new PathEnd.Throw(thrown.type()));
        }
        Word word = facts.word(at);
        int handler = function.handlerOf(at);
        if (handler < 0 || !instruction.mayThrow()) {
            return fork(region, at, stop, word, Map.of(PathEnd.FALL, ways[0]));
        }
        PathEnd unknown = PathEnd.UNKNOWN_THROW;
        int first = takes(handler, "");
        if (first >= 0 && goesOn(target(first)) && mayFail(region, at)) {
            Word split = words.of(new Word.Split(handling(at, handler), done(unknown), words.of(Word.EMPTY)));
            word = then(split, Map.of(PathEnd.FALL, word));
        }
        Map<PathEnd, Integer> targets = new LinkedHashMap<>(Map.of(PathEnd.FALL, ways[0]));
        Map<PathEnd, Word> caught = new LinkedHashMap<>();
        for (PathEnd end : words.ends(word)) {
            int taking = takenBy(at, end);
            if (taking >= 0 && rethrows.isThrownAgain(taking)) {
                caught.put(end, done(caught(end, taking)));
            } else if (taking >= 0) {
                targets.put(end, target(taking));
            }
        }
        return fork(region, at, stop, caught.isEmpty() ? word : then(word, caught), targets);
    }

    /**
     * Returns the handler that takes an exception, the handlers' types being known; {@link CodeFunction#LEAVES} if it leaves. A handler
     * that begins a loop takes all.
     */
    private int takes(int first, String type) {
        int at = first;
        while (at >= 0 && function.at(at) instanceof Instruction.Catch handler && loops.get(at) == null) {
            boolean takes =
                    handler.types().isEmpty() || handler.types().stream().anyMatch(each -> mayBe(type, each));
            if (takes) {
                return at;
            }
            int[] next = function.next(at);
            at = next.length > 1 ? next[1] : CodeFunction.LEAVES;
        }
        return at;
    }

    /** Returns whether an exception of one type may be of another; an unknown one may be of any. */
    private boolean mayBe(String type, String other) {
        List<String> types = shared.program().supertypes(type);
        return type.isEmpty()
                || ExceptionTypes.takesAll(other, types)
                || types.stream().anyMatch(each -> ExceptionTypes.isA(each, other));
    }

    /** Returns where control goes on in a handler that takes an exception. */
    private int target(int handler) {
        boolean begins = function.at(handler) instanceof Instruction.Catch && loops.get(handler) == null;
        return begins ? function.next(handler)[0] : handler;
    }

    private PathEnd.Caught caught(PathEnd end, int handler) {
        return new PathEnd.Caught(end, handler, target(handler), leaves(end, handler));
    }

    private boolean leaves(PathEnd end, int handler) {
        return !comesBack(handler)
                && rethrows.thrownAgain(handler).stream().allMatch(at -> {
                    int next = takenBy(at, end);
                    return next < 0 || rethrows.isThrownAgain(next) && next != handler && leaves(end, next);
                });
    }

    /** Appends to a word what the handlers of its region do that throw again what they catch, up to an item or the end of the region. */
    private Word withHandlers(Region region, Word word, int stop) {
        Map<PathEnd, Word> next = new LinkedHashMap<>();
        for (PathEnd end : words.ends(word)) {
            if (end instanceof PathEnd.Caught caught && region.isInside(caught.at())) {
                next.put(end, handled(region, caught, stop));
            }
        }
        return next.isEmpty() ? word : then(word, next);
    }

    private Word handled(Region region, PathEnd.Caught caught, int stop) {
        Handled key = new Handled(region, caught, stop);
        Word known = handled.get(key);
        if (known != null) {
            return known;
        }
        // A handler that covers itself, as compilers make them, does not run again.
        handled.put(key, done(caught.end()));
        Word word = word(region, caught.at(), stop);
        Map<PathEnd, Word> ends = new LinkedHashMap<>();
        Map<PathEnd, Word> next = new LinkedHashMap<>();
        for (PathEnd end : words.ends(word)) {
            if (end instanceof PathEnd.Rethrow again && rethrows.caughtBy(again.at()) == caught.handler()) {
                Word thrown = thrown(region, again.at(), caught.end(), stop);
                (thrown instanceof Word.Done ? ends : next).put(end, thrown);
            } else if (end instanceof PathEnd.Leave leave
                    && region.loop() != null
                    && leave.loop().equals(facts.loopId(region.header()))
                    && rethrows.isBehind(leave.target(), caught.handler())) {
                PathEnd behind = new PathEnd.Caught(caught.end(), caught.handler(), leave.target(), caught.leaves());
                ends.put(end, done(behind));
            }
        }
        Word whole = withHandlers(region, then(words.ending(word, ends), next), stop);
        handled.put(key, whole);
        return whole;
    }

    /** Returns the handler that takes what ends an instruction; {@link CodeFunction#LEAVES} if it leaves, or is no exception. */
    private int takenBy(int at, PathEnd end) {
        return end.thrownType().map(type -> takes(function.handlerOf(at), type)).orElse(CodeFunction.LEAVES);
    }

    /** Returns what happens up to an item, or to the end of the region, where an instruction throws an exception. */
    private Word thrown(Region region, int at, PathEnd end, int stop) {
        int handler = takenBy(at, end);
        if (handler < 0) {
            return done(end);
        }
        return rethrows.isThrownAgain(handler) ? done(caught(end, handler)) : word(region, target(handler), stop);
    }

    /** Returns the word of a function in which what a handler throws again is of an unknown type, where control did not come by an end. */
    private Word rethrown(Word word, boolean handles) {
        Map<PathEnd, Word> next = new LinkedHashMap<>();
        for (PathEnd end : words.ends(word)) {
            if (end instanceof PathEnd.Rethrow again && handles) {
                Word thrown = thrown(facts.region(), again.at(), PathEnd.UNKNOWN_THROW, Region.NONE);
                next.put(end, withHandlers(facts.region(), thrown, Region.NONE));
            } else if (end instanceof PathEnd.Rethrow || end instanceof PathEnd.Caught) {
                next.put(end, done(PathEnd.UNKNOWN_THROW));
            }
        }
        return next.isEmpty() ? word : then(word, next);
    }

    /** Returns whether control comes back from a handler that is in a region, so that its ways may meet others. */
    private boolean comesBack(Region region, PathEnd.Caught caught) {
        return region.isInside(caught.at()) && comesBack(caught.handler());
    }

    private boolean comesBack(int handler) {
        return comingBack.computeIfAbsent(
                handler,
                each -> reaches(target(each), function::next, at -> function.at(at) instanceof Instruction.Return));
    }

    /** An exception between two collective calls is asked for once: at the last call that may throw it. */
    private boolean mayFail(Region region, int at) {
        if (!facts.fails(at) || isMadeToThrow(at)) {
            return false;
        }
        int next = facts.word(at).equals(Word.EMPTY)
                ? region.ways(at)[0]
                : facts.flow().exit();
        while (region.isInside(next)
                && region.inner(next) == null
                && region.predecessors(next).size() == 1) {
            if (function.handlerOf(next) == function.handlerOf(at) && facts.fails(next)) {
                return false;
            }
            boolean plain = facts.word(next).equals(Word.EMPTY) && function.next(next).length == 1;
            next = plain ? region.ways(next)[0] : facts.flow().exit();
        }
        return true;
    }

    /** The constructor of an exception that is thrown at once fails nowhere else. */
    private boolean isMadeToThrow(int at) {
        int next = function.next(at)[0];
        return function.at(at) instanceof Instruction.Invoke made
                && made.to() != null
                && next >= 0
                && function.at(next) instanceof Instruction.Throw end
                && made.to().equals(end.value());
    }

    /** A handler that only throws again, or ends the process, changes nothing for the ranks that go on. */
    private boolean goesOn(int handler) {
        return goingOn.computeIfAbsent(
                handler,
                first -> reaches(
                        first,
                        at -> words.ends(facts.word(at)).contains(PathEnd.FALL)
                                ? facts.flow().successors(at)
                                : new int[0],
                        at -> function.at(at) instanceof Instruction.Return
                                || !facts.around(at).isEmpty()));
    }

    private boolean reaches(int from, IntFunction<int[]> next, IntPredicate found) {
        BitSet seen = new BitSet();
        Deque<Integer> open = new ArrayDeque<>(List.of(from));
        while (!open.isEmpty()) {
            int at = open.remove();
            if (at >= 0 && at < function.size() && !seen.get(at)) {
                if (found.test(at)) {
                    return true;
                }
                seen.set(at);
                Arrays.stream(next.apply(at)).forEach(open::add);
            }
        }
        return false;
    }

    private Guard handling(int at, int handler) {
        return new Guard(facts.exception(at), function.conditionText(handler), function.place(at), Guard.Kind.HANDLER);
    }

    private Step raise(Region region, int at, int stop, PathEnd end) {
        if (rethrows.caughtBy(at) >= 0) {
            return new Step(done(new PathEnd.Rethrow(at)), Region.NONE);
        }
        int handler = takenBy(at, end);
        if (handler < 0) {
            return new Step(done(end), Region.NONE);
        }
        if (!rethrows.isThrownAgain(handler)) {
            return new Step(words.of(Word.EMPTY), target(handler));
        }
        PathEnd.Caught caught = caught(end, handler);
        return new Step(comesBack(region, caught) ? handled(region, caught, stop) : done(caught), Region.NONE);
    }

    /** Appends what follows the ends of a word that control takes to other items. */
    private Step fork(Region region, int at, int stop, Word first, Map<PathEnd, Integer> known) {
        Map<PathEnd, Integer> targets = new LinkedHashMap<>(known);
        Region inner = region.inner(at);
        for (PathEnd end : words.ends(first)) {
            if (inner != null
                    && end instanceof PathEnd.Leave leave
                    && leave.loop().equals(facts.loopId(at))) {
                targets.put(end, leave.target());
            }
        }
        targets.keySet().retainAll(words.ends(first));
        List<Integer> distinct = targets.values().stream().distinct().toList();
        List<PathEnd.Caught> back = words.ends(first).stream()
                .filter(PathEnd.Caught.class::isInstance)
                .map(PathEnd.Caught.class::cast)
                .filter(each -> comesBack(region, each))
                .toList();
        if (distinct.isEmpty() && back.isEmpty()) {
            return new Step(collapsed(first), Region.NONE);
        }
        Word falls = words.of(Word.EMPTY);
        Map<PathEnd, Word> next = new LinkedHashMap<>();
        if (distinct.size() == 1 && back.isEmpty()) {
            targets.keySet().forEach(end -> next.put(end, falls));
            return new Step(collapsed(then(first, next)), distinct.get(0));
        }
        int meet = region.meet(at);
        int to = meet == Region.NONE ? stop : meet;
        targets.forEach((end, target) -> next.put(end, word(region, target, to)));
        back.forEach(each -> next.put(each, handled(region, each, to)));
        return new Step(collapsed(then(first, next)), meet);
    }

    private Step branch(Region region, int at, int stop) {
        int[] ways = region.ways(at);
        Value condition = facts.condition(at).orElse(null);
        if (condition == null) {
            return new Step(words.of(Word.EMPTY), Region.NONE);
        }
        if (condition instanceof Value.Constant) {
            return new Step(words.of(Word.EMPTY), ways[condition.equals(Value.Constant.TRUE) ? 0 : 1]);
        }
        int meet = region.meet(at);
        int to = meet == Region.NONE ? stop : meet;
        boolean leaves = region.loop() != null
                && (!region.loop().contains(ways[0]) || !region.loop().contains(ways[1]));
        Guard.Kind kind = leaves || function.at(at) instanceof Instruction.Advance
                ? Guard.Kind.LOOP
                : isOnce(condition) ? Guard.Kind.ONCE : Guard.Kind.BRANCH;
        Guard guard = new Guard(condition, function.conditionText(at), function.place(at), kind);
        Word split = words.of(new Word.Split(guard, word(region, ways[0], to), word(region, ways[1], to)));
        return new Step(collapsed(split), meet);
    }

    /** Returns whether a condition asks if a field or global variable is missing, or false, which the function stores itself. */
    private boolean isOnce(Value condition) {
        Value asked = condition;
        while (asked instanceof Value.Operation operation
                && (operation.operands().size() == 1 || operation.operands().contains(Value.Constant.NULL))) {
            asked = operation.operands().get(0);
        }
        return asked instanceof Value.FieldOf field
                && function.instructions().stream()
                        .anyMatch(each -> each instanceof Instruction.Store store
                                && store.to().isNamed(field.name()));
    }

    private Word loop(Region inner) {
        int header = inner.header();
        int test = test(inner);
        if (test >= 0) {
            boolean goesOnIfTrue = inner.loop().contains(inner.ways(test)[0]);
            Trip trip = trip(inner, test, goesOnIfTrue);
            if (trip != null) {
                int[] ways = inner.ways(test);
                Word body = withHandlers(inner, word(inner, ways[goesOnIfTrue ? 0 : 1], Region.NONE), Region.NONE);
                return repeat(header, trip, body, function.conditionText(test), ways[goesOnIfTrue ? 1 : 0]);
            }
        }
        int exit = inner.exits().length == 0 ? facts.flow().exit() : inner.exits()[0];
        String text = test < 0 ? "" : function.conditionText(test);
        return repeat(
                header,
                new Trip.While(),
                withHandlers(inner, chain(inner, header, Region.NONE), Region.NONE),
                text,
                exit);
    }

    private Word repeat(int header, Trip trip, Word body, String text, int exit) {
        LoopId loop = facts.loopId(header);
        return words.of(new Word.Repeat(loop, trip, collapsed(body), function.place(header), text, exit));
    }

    /** Returns the fork that decides about a pass at its beginning, before anything happens; -1 without one. */
    private int test(Region inner) {
        int at = inner.header();
        while (inner.inner(at) == null && facts.word(at).equals(Word.EMPTY)) {
            int[] ways = inner.ways(at);
            if (ways.length == 1 && inner.isInside(ways[0])) {
                at = ways[0];
            } else {
                boolean leaves = inner.loop().contains(ways[0])
                        != (ways.length > 1 && inner.loop().contains(ways[1]));
                return function.next(at).length == 2
                                && leaves
                                && facts.condition(at).isPresent()
                        ? at
                        : -1;
            }
        }
        return -1;
    }

    private Trip trip(Region inner, int test, boolean goesOnIfTrue) {
        Value condition = facts.condition(test).orElseThrow();
        LoopVariables variables = loops.get(inner.header());
        Value goesOn = goesOnIfTrue ? condition : values.not(condition);
        if (goesOn instanceof Value.More more) {
            boolean own = more.loop().equals(facts.loopId(inner.header()));
            return own && variables.isInvariant(more.of()) ? new Trip.Over(more.of()) : null;
        }
        if (!(goesOn instanceof Value.Operation operation)
                || operation.operands().size() != 2) {
            return null;
        }
        Value left = operation.operands().get(0);
        Value right = operation.operands().get(1);
        boolean counts = left instanceof Value.Induction counter
                && counter.loop().equals(facts.loopId(inner.header()))
                && variables.isInvariant(right);
        return counts ? times((Value.Induction) left, operation.operator(), right) : null;
    }

    /** Returns the number of passes for a counter that is compared with a bound at the beginning of each. */
    private Trip times(Value.Induction counter, Operator operator, Value bound) {
        if (!(counter.step() instanceof Value.Constant constant) || !(constant.value() instanceof Long step)) {
            return times(counter.start(), counter.step(), operator, bound);
        }
        boolean up = step > 0 && (operator == Operator.LT || operator == Operator.LE);
        boolean down = step < 0 && (operator == Operator.GT || operator == Operator.GE);
        if (!up && !down) {
            return null;
        }
        boolean included = operator == Operator.LE || operator == Operator.GE;
        Value way =
                up ? operation(Operator.SUB, bound, counter.start()) : operation(Operator.SUB, counter.start(), bound);
        long size = Math.abs(step);
        long more = (included ? 1 : 0) + size - 1;
        Value rounded = more == 0 ? way : operation(Operator.ADD, way, Value.Constant.of(more));
        Value number = size == 1 ? rounded : operation(Operator.FLOOR_DIV, rounded, Value.Constant.of(size));
        Value some = operation(Operator.GT, number, Value.Constant.of(0));
        return new Trip.Times(values.of(new Value.Select(some, number, Value.Constant.of(0))));
    }

    /** Returns the number of passes where the step is no constant; with a step in the other direction all ranks run for ever. */
    private Trip times(Value start, Value step, Operator operator, Value bound) {
        boolean up = operator == Operator.LT || operator == Operator.LE;
        if (!up && operator != Operator.GT && operator != Operator.GE) {
            return null;
        }
        Value zero = Value.Constant.of(0);
        Value before = operator == Operator.LT || operator == Operator.GT
                ? operation(
                        Operator.SUB, zero, operation(Operator.FLOOR_DIV, operation(Operator.SUB, start, bound), step))
                : operation(
                        Operator.ADD,
                        operation(Operator.FLOOR_DIV, operation(Operator.SUB, bound, start), step),
                        Value.Constant.of(1));
        Value some = operation(Operator.GT, before, zero);
        Value ends = operation(up ? Operator.GT : Operator.LT, step, zero);
        Value endless = values.of(
                new Value.Input("endless", Dependence.NONE, new Origin("a loop that does not end", Optional.empty())));
        Value number = values.of(new Value.Select(some, before, zero));
        return new Trip.Times(values.of(new Value.Select(ends, number, endless)));
    }

    private Value operation(Operator operator, Value... operands) {
        return values.of(new Value.Operation(operator, Arithmetic.DYNAMIC, List.of(operands)));
    }

    /** Returns a word without calls and with one end as that end: its conditions decide nothing. */
    private Word collapsed(Word word) {
        List<PathEnd> ends = List.copyOf(words.ends(word));
        return ends.size() == 1 && isSilent(word) ? done(ends.get(0)) : word;
    }

    private boolean isSilent(Word word) {
        if (word instanceof Word.Done) {
            return true;
        }
        if (WordPool.parts(word).isEmpty()) {
            return false;
        }
        Boolean found = silent.get(word);
        if (found == null) {
            found = WordPool.parts(word).stream().allMatch(this::isSilent);
            silent.put(word, found);
        }
        return found;
    }
}
