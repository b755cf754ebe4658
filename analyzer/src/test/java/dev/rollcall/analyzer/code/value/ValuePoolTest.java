package dev.rollcall.analyzer.code.value;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.code.form.Arithmetic;
import dev.rollcall.analyzer.code.form.FunctionId;
import dev.rollcall.analyzer.code.form.Operator;
import dev.rollcall.analyzer.code.value.Dependence.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValuePoolTest {
    private final ValuePool pool = new ValuePool();
    private final Evaluator evaluator = new Evaluator(KnownFunctions.NONE, FunctionResults.NONE);

    private Value value(String text) {
        return ValueText.parse(pool, text);
    }

    private Set<Source> sources(String text) {
        return pool.dependence(value(text)).sources();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "1 + 2; 3",
                "7 // 2; 3",
                "int 7 / 2; 3",
                "not (rank == 0); rank != 0",
                "not (n < 3); n >= 3",
                "not (k in xs); not k in xs",
                "true ? a : b; a",
                "c ? a : a; a",
                "(c == 1) ? true : false; c == 1",
                "(c == 1) ? false : true; c != 1",
                "(c != 1) ? a : b; (c == 1) ? b : a",
                "(not c) ? a : b; c ? b : a",
                "c ? (c ? a : b) : d; c ? a : d",
                "((rank == 0) ? 1 : 0) != 0; rank == 0",
                "((rank == 0) ? 1 : 0) == 0; rank != 0",
                "0 == ((rank == 0) ? 1 : 0); rank != 0",
                "((rank == 0) ? 3 : 5) == 3; rank == 0",
                "((rank == 0) ? 0 : 1) ? a : b; (rank == 0) ? b : a",
                "(c ? false : (n == 1)) ? true : (n == 1); n == 1",
                "(c ? false : (n == 1)) ? (c ? 5 : 7) : 7; 7",
                "(c ? true : (n == 1)) ? (n == 1) : (c ? true : (n == 1)); n == 1",
                "rank == rank; true",
                "rank - rank; 0",
                "int n ^ n; 0",
                "len([a, b]); 2",
                "[a, b][1]; b",
                "{\"x\": a, \"y\": b}[\"y\"]; b",
                "(rank == 0) == 0; rank != 0"
            })
    void equalValuesAreOneObject(String text, String simple) {
        assertSame(value(simple), value(text));
    }

    @Test
    void differencesOfWhatMayBeNoNumbersStay() {
        assertNotEquals(Value.Constant.of(0), value("n - n"));
    }

    /** Simplification may make known what was not, and never changes what is known. */
    @Test
    void simpleValuesHaveTheValueOfWhatTheyStandFor() {
        long seed = System.nanoTime();
        RandomValues random = new RandomValues(new Random(seed));
        for (int round = 0; round < 20_000; round++) {
            Value raw = round % 2 == 0 ? random.truth(4) : random.number(4);
            RankModel job = random.job();
            RankModel model = job.at(job.world() - 1);
            Object known = evaluator.evaluate(raw, model);
            Value simple = pool.of(raw);
            if (known != Evaluator.OPEN && !(simple instanceof Value.Mixed)) {
                Object found = evaluator.evaluate(simple, model);
                boolean lost = mentionsMixed(simple);
                assertTrue(lost || Operators.equal(known, found), "seed " + seed + " round " + round + " " + raw);
            }
            assertSame(simple, pool.of(simple));
        }
    }

    @Test
    void whereAConditionIsKnownAValueIsWhatItIsThere() {
        long seed = System.nanoTime();
        RandomValues random = new RandomValues(new Random(seed));
        int compared = 0;
        for (int round = 0; round < 20_000; round++) {
            Value condition = pool.of(random.truth(2));
            Value value = pool.of(new Value.Select(condition, random.number(3), random.number(3)));
            Value sum =
                    pool.of(new Value.Operation(Operator.ADD, Arithmetic.DYNAMIC, List.of(value, random.number(2))));
            RankModel job = random.job();
            RankModel model = job.at(job.world() - 1);
            Optional<Boolean> truth = evaluator.truth(condition, model);
            Object known = evaluator.evaluate(sum, model);
            if (truth.isPresent() && known != Evaluator.OPEN) {
                Value there = Substitution.where(pool, sum, condition, truth.get());
                Object found = evaluator.evaluate(there, model);
                assertTrue(
                        mentionsMixed(there) || Operators.equal(known, found),
                        "seed " + seed + " round " + round + " " + sum + " where " + condition);
                compared++;
            }
        }
        assertTrue(compared > 10_000, "compared " + compared);
    }

    private static boolean mentionsMixed(Value value) {
        return value instanceof Value.Mixed || ValueParts.of(value).stream().anyMatch(ValuePoolTest::mentionsMixed);
    }

    @Test
    void aValueDependsOnWhatItsPartsDependOn() {
        assertEquals(Set.of(Source.RANK), sources("rank * 2 + n"));
        assertEquals(Set.of(Source.RANK, Source.LOCAL_DATA), sources("rank == 0 and local(x)"));
        assertEquals(Set.of(Source.RANK), sources("rank == 0 ? a : b"));
        assertEquals(Set.of(), sources("size + param0"));
        assertEquals(Set.of(Source.CLOCK), sources("f(clock(x))"));
        assertTrue(pool.dependence(value("lost(rank)")).precision() == Dependence.Precision.LOST);
        assertTrue(pool.dependence(value("rank + lost(n)")).isExactlyRank());
    }

    @Test
    void whatIsTooLargeIsLostAndKeepsItsDependenceAndParameters() {
        Value sum = value("rank");
        for (int i = 0; i < 100; i++) {
            sum = pool.of(new Value.Result("f", List.of(sum, value("param1")), 0));
            assertTrue(pool.size(sum) <= ValuePool.MOST_NODES);
        }
        assertEquals(Set.of(Source.RANK), pool.dependence(sum).sources());
        assertTrue(pool.isOpen(sum));
    }

    @Test
    void aLostValueOfManyFieldsStaysSmall() {
        List<Value> fields = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            Value field = value("param1");
            for (int depth = 0; depth < 60; depth++) {
                field = pool.of(new Value.FieldOf(field, "demo.T", "f" + i));
            }
            fields.add(field);
        }
        Value lost = pool.mixed("lost", fields, Dependence.NONE, new Origin("lost", Optional.empty()));
        assertTrue(pool.size(lost) <= ValuePool.MOST_NODES_OF_OBJECT);
        assertTrue(pool.isOpen(lost));
    }

    @Test
    void aValueThatDoublesItselfStaysSmall() {
        Value tree = value("a");
        for (int i = 0; i < 1000; i++) {
            tree = pool.of(new Value.Result("f", List.of(tree, tree), 0));
        }
        assertTrue(pool.size(tree) <= ValuePool.MOST_NODES);
    }

    @Test
    void theArgumentsOfACallReplaceParameters() {
        Substitution call =
                Substitution.ofArguments(pool, List.of(value("size"), value("rank")), Optional.of(value("model")), 0);
        assertSame(value("rank == 0 and size > 2"), call.of(value("param1 == 0 and param0 > 2")));
        assertSame(value("f(model, param2)"), call.of(value("f(self, param2)")));
    }

    @Test
    void aLostValueOfAParameterDependsOnItsArgument() {
        Value lost = value("lost(param0)");
        assertTrue(pool.dependence(lost).isNone());
        Value byRank = Substitution.ofArguments(pool, List.of(value("rank")), Optional.empty(), 0)
                .of(lost);
        assertEquals(new Dependence(Set.of(Source.RANK), Dependence.Precision.LOST), pool.dependence(byRank));
        Value one = Substitution.ofArguments(pool, List.of(value("a")), Optional.empty(), 0)
                .of(lost);
        Value other = Substitution.ofArguments(pool, List.of(value("b")), Optional.empty(), 0)
                .of(lost);
        assertNotEquals(one, other);
        assertFalse(pool.isOpen(one));
    }

    @Test
    void eachCallMakesObjectsOfItsOwn() {
        FunctionId function = new FunctionId("test", "", "f", "");
        Value made = pool.of(new Value.Result("torch.zeros", List.of(), ValuePool.site(0, function, 3)));
        Value first = Substitution.ofArguments(pool, List.of(), Optional.empty(), ValuePool.site(0, function, 7))
                .of(made);
        Value second = Substitution.ofArguments(pool, List.of(made), Optional.empty(), ValuePool.site(0, function, 8))
                .of(made);
        assertNotSame(first, second);
        assertSame(
                made,
                Substitution.ofArguments(pool, List.of(made), Optional.empty(), 5)
                        .of(value("param0")));
    }

    @Test
    void aFieldOfAKnownObjectIsItsValue() {
        Value object = pool.of(new Value.Instance("demo.T", 1, Map.of("first", value("rank == 0"))));
        assertSame(value("rank == 0"), pool.of(new Value.FieldOf(object, "demo.T", "first")));
        assertInstanceOf(Value.FieldOf.class, pool.of(new Value.FieldOf(object, "demo.T", "other")));
    }
}
