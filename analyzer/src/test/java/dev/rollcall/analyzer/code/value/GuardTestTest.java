package dev.rollcall.analyzer.code.value;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.code.form.FunctionId;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GuardTestTest {
    private final ValuePool pool = new ValuePool();
    private final Evaluator evaluator = new Evaluator(new FewFunctions(), FunctionResults.NONE);
    private final GuardTest test = new GuardTest(pool, evaluator);

    private Value value(String text) {
        return ValueText.parse(pool, text);
    }

    private RankVariation condition(String text) {
        return test.condition(value(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rank == 0",
                "rank != size - 1",
                "rank % 2 == 1",
                "rank >= 4",
                "rank == 40",
                "rank < size // 2",
                "rank and cfg",
                "cfg.a and rank == 0",
                "cfg.a and not cfg.b and rank == 0",
                "rank == 0 and local(exists)",
                "rank == cfg.saver",
                "rank in [0, 2]",
                "rank in cfg.ranks",
                "\"saver\" == (rank == 0 ? \"saver\" : \"worker\")",
                "rank == cfg.a + 1",
                "str(rank) == cfg.name",
                "role(rank) == \"saver\"",
                "role(rank % 2) != 0 and cfg.x",
                "[10, 20][rank % 2] == 10",
                "{0: \"a\", 1: \"b\"}[rank % 2] == \"a\"",
                "rank@tp == 0",
                "rank@tp == 3",
                "rank@pp == size@pp - 1",
                "element(1, range(size)) == rank",
                "induction(1, rank, size) % 2 == 0",
                "rank in collected(1, range(size), element(1, range(size)) % 2 == 0, element(1, range(size)))",
                "int rank * 2 == 2",
                "max(rank, 1) == 1",
                "n - size >= rank + 2",
                "size >= n + n - (rank + size)",
                "(p ? n : 7) - size < size + rank"
            })
    void differsByTheRank(String text) {
        RankVariation verdict = condition(text);
        RankVariation.Differs differs = assertInstanceOf(RankVariation.Differs.class, verdict, text + " is " + verdict);
        Object one = evaluator.evaluate(value(text), differs.one());
        Object other = evaluator.evaluate(value(text), differs.other());
        assertNotEquals(Operators.truth(one), Operators.truth(other), text);
        assertEquals(differs.one(), differs.other().at(differs.one().rank()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cfg.a",
                "size > 4",
                "n > 3 and m == 2",
                "f(n) == 1",
                "lost(n)",
                "rank >= 0",
                "(rank ^ rank) == 0",
                "rank - rank == 0",
                "int rank - rank == 0",
                "rank < size",
                "max(n, rank) < n and n < 0 - 1",
                "rank == 0 or rank != 0",
                "rank == 0 ? cfg.a : cfg.a",
                "rank * 0 == n",
                "(rank + 1) * s - rank * s == s",
                "role(rank * 0) == \"saver\"",
                "size@tp == 2",
                "rank@tp < size@tp",
                "rank == 0 - 1",
                "rank in range(size)",
                "len([rank, rank]) == 2",
                "local(n) == 1 ? true : true"
            })
    void isTheSameOnAllRanks(String text) {
        assertEquals(new RankVariation.Same(), condition(text), text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "local(exists)",
                "local(n) > 3",
                "len(local(xs)) == 0",
                "clock(now) > 10",
                "exception(e)",
                "rank >= 0 and local(exists)"
            })
    void isOpenWhereDataMayDiffer(String text) {
        RankVariation.Open open = assertInstanceOf(RankVariation.Open.class, condition(text), text);
        assertFalse(open.sources().contains(Dependence.Source.RANK), text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ranked(x)",
                "f(rank)",
                "lost(rank)",
                "lost(rank) == 3",
                "cfg.roles[rank] == \"a\"",
                "roles.get(cfg.map, rank) == \"a\"",
                "rank == 0 ? cfg.a : cfg.b",
                "rank == 0 and cfg.a or rank != 0 and cfg.b",
                "len(files[rank::size]) > 0",
                "isinstance(rank)"
            })
    void isOpenWhereTheRankIsNotFollowed(String text) {
        RankVariation.Open open = assertInstanceOf(RankVariation.Open.class, condition(text), text);
        assertTrue(open.sources().contains(Dependence.Source.RANK), text);
    }

    @Test
    void aConditionOfManyTruthsIsNeverCalledTheSameByChance() {
        StringBuilder text = new StringBuilder("rank == 0");
        for (int i = 0; i < 16; i++) {
            text.append(" and ")
                    .append(i % 2 == 0 ? "" : "not ")
                    .append("cfg.x")
                    .append(i);
        }
        assertFalse(condition(text.toString()) instanceof RankVariation.Same);
    }

    @Test
    void numbersOfPassesAreComparedAsNumbers() {
        assertInstanceOf(RankVariation.Differs.class, test.length(value("range(rank, 10, size)")));
        assertEquals(new RankVariation.Same(), test.length(value("range(rank * s, (rank + 1) * s)")));
        assertEquals(new RankVariation.Same(), test.length(value("[rank, 1]")));
        assertInstanceOf(RankVariation.Differs.class, test.value(value("rank == 0 ? 3 : 4")));
        assertEquals(new RankVariation.Same(), test.value(value("rank == 0 ? 3 : 3")));
        assertInstanceOf(RankVariation.Open.class, test.length(value("rank == 0 ? xs : ys")));
    }

    @Test
    void theRankInAGroupIsItsPlaceThere() {
        Value even = pool.of(new Value.Communicator(new Members.Listed(value("range(0, size, 2)")), "even"));
        Value rank = pool.of(new Value.Rank(new Axis.Group(even)));
        assertEquals(1L, evaluator.evaluate(rank, RankModel.of(4, 2)));
        assertEquals(-1L, evaluator.evaluate(rank, RankModel.of(4, 1)));
        Value parts = pool.of(
                new Value.Communicator(new Members.Coloured(Value.Communicator.WORLD, value("rank // 2")), "parts"));
        assertEquals(List.of(2L, 3L), evaluator.members(parts, RankModel.of(4, 3)));
    }

    @Test
    void theGroupOfAnAxisHasTheRanksThatDifferInIt() {
        Value tp = pool.of(new Value.Communicator(new Members.Along("tp"), "tp"));
        Value pp = pool.of(new Value.Communicator(new Members.Along("pp"), "pp"));
        RankModel rank = new RankModel(8, List.of("tp", "pp"), 2, 6, Map.of());
        assertEquals(List.of(6L, 7L), evaluator.members(tp, rank));
        assertEquals(List.of(4L, 6L), evaluator.members(pp, rank));
    }

    @Test
    void aFunctionOfTheProgramIsApplied() {
        FunctionId id = new FunctionId("test", "", "isSaver", "");
        Value result = value("param0 == param1");
        Evaluator applying = new Evaluator(
                new FewFunctions(), function -> function.equals(id) ? Optional.of(result) : Optional.empty());
        Value function = pool.of(new Value.Function(id, Map.of("0", value("rank"))));
        Value mapped = pool.of(new Value.Result("map", List.of(function, value("[0, 1]")), 0));
        assertEquals(List.of(false, true), applying.evaluate(mapped, RankModel.of(2, 1)));
    }

    @Test
    void aPassOfALoopIsAssigned() {
        Value element = value("element(1, [5, 6])");
        Value pass = pool.of(ValuePool.pass(ValueText.loop(1)));
        assertEquals(6L, evaluator.evaluate(element, RankModel.of(2, 0).with(pass, 1L)));
        assertEquals(
                Evaluator.OPEN, evaluator.evaluate(element, RankModel.of(2, 0).with(pass, 2L)));
        assertEquals(Evaluator.OPEN, evaluator.evaluate(element, RankModel.of(2, 0)));
        assertEquals(
                Evaluator.OPEN, evaluator.evaluate(element, RankModel.of(2, 0).with(pass, -1L)));
        assertEquals(
                7L,
                evaluator.evaluate(
                        value("induction(1, 3, 2)"), RankModel.of(2, 0).with(pass, 2L)));
    }

    @Test
    void aComprehensionInsideOthersIsOpenAndEnds() {
        String text = "rank";
        for (int loop = 1; loop <= 4; loop++) {
            text = "collected(" + loop + ", range(500), true, " + text + ")";
        }
        assertInstanceOf(RankVariation.Open.class, test.length(value(text)));
    }

    @Test
    void noValueIsTooStrangeForTheTest() {
        long seed = System.nanoTime();
        RandomValues random = new RandomValues(new Random(seed));
        for (int round = 0; round < 500; round++) {
            Value value = random.any(3);
            try {
                Value known = pool.of(value);
                test.condition(known);
                test.value(known);
                test.length(known);
                pool.mixed("key", List.of(known), Dependence.NONE, new Origin("", Optional.empty()));
            } catch (RuntimeException | StackOverflowError e) {
                throw new AssertionError("seed " + seed + " round " + round + " " + value, e);
            }
        }
    }

    /** What is called the same must be the same with any of the shared values that are tried; what differs must differ as its witness says. */
    @Test
    void verdictsHoldInRandomJobs() {
        long seed = System.nanoTime();
        RandomValues random = new RandomValues(new Random(seed));
        int same = 0;
        int differs = 0;
        for (int round = 0; round < 3000; round++) {
            Value value = pool.of(random.truth(3));
            RankVariation verdict = test.condition(value);
            String message = "seed " + seed + " round " + round + " " + value;
            if (verdict instanceof RankVariation.Same && !pool.dependence(value).isNone()) {
                same++;
                for (int job = 0; job < 40; job++) {
                    RankModel model = random.job();
                    Set<Object> answers = new HashSet<>();
                    for (int rank = 0; rank < model.world(); rank++) {
                        Object known = evaluator.evaluate(value, model.at(rank));
                        answers.add(known == Evaluator.OPEN ? known : Operators.truth(known));
                    }
                    assertEquals(1, answers.size(), message + " " + model);
                }
            } else if (verdict instanceof RankVariation.Differs found) {
                differs++;
                assertNotEquals(
                        Operators.truth(evaluator.evaluate(value, found.one())),
                        Operators.truth(evaluator.evaluate(value, found.other())),
                        message);
            }
        }
        assertTrue(same > 50 && differs > 200, "seed " + seed + " " + same + " " + differs);
    }
}
