package dev.rollcall.analyzer.code.summary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.code.form.Arithmetic;
import dev.rollcall.analyzer.code.form.FunctionId;
import dev.rollcall.analyzer.code.form.Operator;
import dev.rollcall.analyzer.code.form.SourcePlace;
import dev.rollcall.analyzer.code.value.Axis;
import dev.rollcall.analyzer.code.value.LoopId;
import dev.rollcall.analyzer.code.value.Value;
import dev.rollcall.analyzer.code.value.ValuePool;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WordPoolTest {
    private static final FunctionId FUNCTION = new FunctionId("test.py", "", "f", "");
    private final ValuePool values = new ValuePool();
    private final WordPool words = new WordPool(values);
    private final Value first = values.of(new Value.Operation(
            Operator.EQ, Arithmetic.DYNAMIC, List.of(new Value.Rank(Axis.WORLD), Value.Constant.of(0))));
    private final Word empty = words.of(Word.EMPTY);

    private static SourcePlace line(int line) {
        return new SourcePlace(FUNCTION, "test.py", line);
    }

    private Word act(String operation, int line) {
        return words.of(new Word.Act(new CollectiveCall(
                operation, Value.Communicator.WORLD, Map.of(), line(line), true, "torch.distributed")));
    }

    private Word split(Value condition, int line, Word yes, Word no) {
        Guard guard = new Guard(condition, "", line(line), Guard.Kind.BRANCH);
        return words.of(new Word.Split(guard, yes, no));
    }

    private Word then(Word one, Word next) {
        return words.of(new Word.Then(one, Map.of(PathEnd.FALL, next)));
    }

    private Word loop(int header, Value trips, Word body, int exit) {
        LoopId loop = new LoopId(FUNCTION, header);
        Word pass =
                words.of(new Word.Then(body, Map.of(PathEnd.FALL, words.of(new Word.Done(new PathEnd.Next(loop))))));
        return words.of(new Word.Repeat(loop, new Trip.Times(trips), pass, line(header), "", exit));
    }

    @Test
    void equalWordsAreOneObject() {
        assertSame(then(act("barrier", 1), act("broadcast", 2)), then(act("barrier", 1), act("broadcast", 2)));
    }

    @Test
    void aSplitWithSidesOfEqualShapeIsASide() {
        Word barrier = act("barrier", 2);
        assertSame(barrier, split(first, 1, barrier, act("barrier", 4)));
        assertSame(empty, split(first, 1, empty, empty));
    }

    @Test
    void nothingVanishesBeforeAndBehindAWord() {
        Word barrier = act("barrier", 1);
        assertSame(barrier, then(empty, barrier));
        assertSame(barrier, then(barrier, empty));
        Word end = words.of(new Word.Done(new PathEnd.Exit(false, Optional.empty())));
        assertSame(end, then(end, barrier));
        assertSame(empty, words.of(new Word.Call(line(1), FUNCTION, empty)));
    }

    @Test
    void whatFollowsAnEndThatCannotBeIsLeftOut() {
        Word barrier = act("barrier", 1);
        assertSame(barrier, words.of(new Word.Then(barrier, Map.of(PathEnd.RETURN, barrier))));
    }

    @Test
    void shapesTellCallsApartAndNotPlaces() {
        assertEquals(words.shape(act("barrier", 1)), words.shape(act("barrier", 9)));
        assertNotEquals(words.shape(act("barrier", 1)), words.shape(act("broadcast", 1)));
        Word barrier = act("barrier", 1);
        Word called = words.of(new Word.Call(line(7), FUNCTION, barrier));
        assertEquals(words.shape(barrier), words.shape(called));
        assertNotEquals(
                words.shape(then(barrier, act("broadcast", 2))), words.shape(then(act("broadcast", 2), barrier)));
    }

    @Test
    void equalLoopsInTwoPlacesHaveOneShape() {
        Value n = values.of(new Value.Parameter(0));
        Word one = loop(3, n, act("barrier", 4), 8);
        Word other = loop(13, n, act("barrier", 14), 18);
        assertEquals(words.shape(one), words.shape(other));
        assertNotEquals(words.shape(one), words.shape(loop(23, Value.Constant.of(2), act("barrier", 24), 28)));
        Word behind = words.of(new Word.Then(
                one, Map.of(new PathEnd.Leave(new LoopId(FUNCTION, 3), 8), act("broadcast", 8))));
        Word behindOther = words.of(new Word.Then(
                other, Map.of(new PathEnd.Leave(new LoopId(FUNCTION, 13), 18), act("broadcast", 18))));
        assertEquals(words.shape(behind), words.shape(behindOther));
    }

    @Test
    void theEndsOfAWordAreThoseOfItsWays() {
        Word early = split(first, 1, words.of(new Word.Done(PathEnd.RETURN)), empty);
        assertEquals(Set.of(PathEnd.RETURN, PathEnd.FALL), words.ends(early));
        Word whole = then(early, act("barrier", 3));
        assertEquals(Set.of(PathEnd.RETURN, PathEnd.FALL), words.ends(whole));
        assertEquals(Set.of(PathEnd.FALL), words.ends(words.of(new Word.Call(line(5), FUNCTION, whole))));
        Word loop = loop(3, Value.Constant.of(2), act("barrier", 4), 8);
        assertEquals(Set.of(new PathEnd.Leave(new LoopId(FUNCTION, 3), 8)), words.ends(loop));
    }

    @Test
    void aWordIsGuardedIfAnythingInItDependsOnTheRank() {
        Word barrier = act("barrier", 2);
        Value n = values.of(new Value.Parameter(0));
        assertTrue(words.guarded(then(barrier, split(first, 1, barrier, empty))));
        assertFalse(words.guarded(then(barrier, split(n, 1, barrier, empty))));
        assertTrue(words.guarded(loop(3, values.of(new Value.Rank(Axis.WORLD)), barrier, 8)));
    }

    @Test
    void sharedPartsAreVisitedOnce() {
        Word word = act("barrier", 1);
        for (int i = 0; i < 500; i++) {
            Value choice = values.of(new Value.Parameter(i));
            word = then(split(choice, i, word, then(word, act("broadcast", 2))), empty);
        }
        assertFalse(words.guarded(word));
        assertEquals(Set.of(PathEnd.FALL), words.ends(word));
    }
}
