package dev.rollcall.analyzer.code.library;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.code.form.Literal;
import dev.rollcall.analyzer.code.value.Evaluator;
import dev.rollcall.analyzer.code.value.KnownFunctions.Calling;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.Function;
import java.util.function.ToLongBiFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PureFunctionsTest {
    private static final Object OPEN = Evaluator.OPEN;
    private static final int ROUNDS = 300;

    private final PureFunctions functions = new PureFunctions();
    private final long seed = new Random().nextLong();
    private final Random random = new Random(seed);

    /** Calls Java lambdas, which stand for functions of a program. */
    @SuppressWarnings("unchecked")
    private static final Calling CALLING =
            (function, arguments) -> ((Function<Object, Object>) function).apply(arguments.get(0));

    private Object call(String name, Object... arguments) {
        return functions.apply(name, Arrays.asList(arguments), CALLING);
    }

    @Test
    void aFunctionOfIntsReturnsWhatTheJdkReturns() {
        ints("java.lang.Math.max", Math::max);
        ints("java.lang.Integer.min", Integer::min);
        ints("java.lang.Math.floorMod", Math::floorMod);
        ints("java.lang.Math.floorDiv", Math::floorDiv);
        ints("java.lang.Math.addExact", Math::addExact);
        ints("java.lang.Math.subtractExact", Math::subtractExact);
        ints("java.lang.Math.multiplyExact", Math::multiplyExact);
        ints("java.lang.Integer.compare", Integer::compare);
        ints("java.lang.Integer.sum", Math::addExact);
        anInt("java.lang.Math.abs", Math::abs);
        anInt("java.lang.Integer.signum", Integer::signum);
        anInt("java.lang.Integer.bitCount", Integer::bitCount);
        anInt("java.lang.Integer.highestOneBit", Integer::highestOneBit);
        anInt("java.lang.Integer.lowestOneBit", Integer::lowestOneBit);
        anInt("java.lang.Integer.numberOfTrailingZeros", Integer::numberOfTrailingZeros);
        anInt("java.lang.Integer.valueOf", each -> each);
    }

    @Test
    void aFunctionOfLongsReturnsWhatTheJdkReturns() {
        for (int i = 0; i < ROUNDS; i++) {
            long one = random.nextInt(4) == 0 ? random.nextLong() : random.nextInt(20) - 10;
            long other = random.nextInt(4) == 0 ? random.nextLong() : random.nextInt(20) - 10;
            same("java.lang.Math.max", () -> Math.max(one, other), one, other);
            same("java.lang.Long.compare", () -> (long) Long.compare(one, other), one, other);
            same("java.lang.Math.floorMod", () -> Math.floorMod(one, other), one, other);
            same("java.lang.Math.floorDiv", () -> Math.floorDiv(one, other), one, other);
            same("java.lang.Math.toIntExact", () -> (long) Math.toIntExact(one), one);
            same("java.lang.Math.abs", () -> Math.abs(one), one);
            same("java.lang.Long.bitCount", () -> (long) Long.bitCount(one), one);
            same("java.lang.Long.highestOneBit", () -> Long.highestOneBit(one), one);
            same("java.lang.Long.lowestOneBit", () -> Long.lowestOneBit(one), one);
            same("java.lang.Long.numberOfTrailingZeros", () -> (long) Long.numberOfTrailingZeros(one), one);
            same("java.lang.Long.toString", () -> Long.toString(one), one);
        }
    }

    @Test
    void aFunctionOfDoublesReturnsWhatTheJdkReturns() {
        for (int i = 0; i < ROUNDS; i++) {
            double one = random.nextGaussian() * 100;
            double other = random.nextInt(5);
            same("java.lang.Math.sqrt", () -> Math.sqrt(one), one);
            same("java.lang.Math.floor", () -> Math.floor(one), one);
            same("java.lang.Math.ceil", () -> Math.ceil(one), one);
            same("java.lang.Math.round", () -> Math.round(one), one);
            same("java.lang.Math.abs", () -> Math.abs(one), one);
            same("java.lang.Math.pow", () -> Math.pow(one, other), one, other);
            same("java.lang.Math.max", () -> Math.max(one, other), one, other);
        }
    }

    @Test
    void aFunctionOfTextsReturnsWhatTheJdkReturns() {
        for (int i = 0; i < ROUNDS; i++) {
            String one = text();
            String other = text();
            long at = random.nextInt(6) - 1;
            same("java.lang.String.length", () -> (long) one.length(), one);
            same("java.lang.String.isEmpty", one::isEmpty, one);
            same("java.lang.String.isBlank", one::isBlank, one);
            same("java.lang.String.hashCode", () -> (long) one.hashCode(), one);
            same("java.lang.String.trim", one::trim, one);
            same("java.lang.String.strip", one::strip, one);
            same("java.lang.String.startsWith", () -> one.startsWith(other), one, other);
            same("java.lang.String.endsWith", () -> one.endsWith(other), one, other);
            same("java.lang.String.contains", () -> one.contains(other), one, other);
            same("java.lang.String.equals", () -> one.equals(other), one, other);
            same("java.lang.String.equalsIgnoreCase", () -> one.equalsIgnoreCase(other), one, other);
            same("java.lang.String.concat", () -> one.concat(other), one, other);
            same("java.lang.String.indexOf", () -> (long) one.indexOf(other), one, other);
            same("java.lang.String.indexOf", () -> (long) one.indexOf('a'), one, (long) 'a');
            same("java.lang.String.charAt", () -> (long) one.charAt((int) at), one, at);
            same("java.lang.String.substring", () -> one.substring((int) at), one, at);
            same("java.lang.String.substring", () -> one.substring((int) at, 3), one, at, 3L);
            same("java.lang.String.repeat", () -> one.repeat((int) at), one, at);
            same("java.lang.String.replace", () -> one.replace(other, "x"), one, other, "x");
            same("java.lang.String.split", () -> List.of(one.split(",")), one, ",");
            same("java.lang.String.join", () -> String.join("-", one, other), "-", List.of(one, other));
            same("java.lang.String.toUpperCase", one::toUpperCase, one);
            same("java.lang.Integer.parseInt", () -> (long) Integer.parseInt(one), one);
            same("java.lang.Long.parseLong", () -> Long.parseLong(one), one);
            same("java.lang.Boolean.parseBoolean", () -> Boolean.parseBoolean(one), one);
            same("java.util.Objects.equals", () -> Objects.equals(one, other), one, other);
        }
    }

    @Test
    void aFunctionOfCollectionsReturnsWhatTheJdkReturns() {
        for (int i = 0; i < ROUNDS; i++) {
            List<Object> all = LongStream.generate(() -> random.nextInt(5))
                    .limit(random.nextInt(6))
                    .boxed()
                    .collect(Collectors.toList());
            long of = random.nextInt(6);
            same("java.util.List.contains", () -> all.contains(of), all, of);
            same("java.util.Set.contains", () -> new HashSet<>(all).contains(of), all, of);
            same("java.util.ArrayList.indexOf", () -> (long) all.indexOf(of), all, of);
            same("java.util.List.get", () -> all.get((int) of), all, of);
            same("java.util.Collection.size", () -> (long) all.size(), all);
            same("java.util.LinkedList.isEmpty", all::isEmpty, all);
            same(
                    "java.util.Collections.max",
                    () -> Collections.max(all.stream().map(Long.class::cast).toList()),
                    all);
            same(
                    "java.util.Collections.min",
                    () -> Collections.min(all.stream().map(Long.class::cast).toList()),
                    all);
            same(
                    "java.util.stream.IntStream.sum",
                    () -> all.stream().mapToLong(Long.class::cast).sum(),
                    all);
            same("java.util.stream.Stream.count", () -> all.stream().count(), all);
            same(
                    "java.util.stream.Stream.distinct",
                    () -> all.stream().distinct().toList(),
                    all);
            same(
                    "java.util.stream.LongStream.sorted",
                    () -> all.stream().sorted().toList(),
                    all);
            same(
                    "java.util.stream.IntStream.range",
                    () -> LongStream.range(2, of).boxed().toList(),
                    2L,
                    of);
            same(
                    "java.util.stream.IntStream.rangeClosed",
                    () -> LongStream.rangeClosed(2, of).boxed().toList(),
                    2L,
                    of);
            Function<Object, Object> even = each -> (Long) each % 2 == 0;
            same(
                    "java.util.stream.Stream.filter",
                    () -> all.stream()
                            .filter(each -> (Boolean) even.apply(each))
                            .toList(),
                    all,
                    even);
            same(
                    "java.util.stream.Stream.anyMatch",
                    () -> all.stream().anyMatch(each -> (Boolean) even.apply(each)),
                    all,
                    even);
            same(
                    "java.util.stream.IntStream.allMatch",
                    () -> all.stream().allMatch(each -> (Boolean) even.apply(each)),
                    all,
                    even);
            same(
                    "java.util.stream.Stream.noneMatch",
                    () -> all.stream().noneMatch(each -> (Boolean) even.apply(each)),
                    all,
                    even);
            Map<Object, Object> map = Map.of(1L, "a", 2L, "b");
            same("java.util.Map.get", () -> map.get(of), map, of);
            same("java.util.HashMap.getOrDefault", () -> map.getOrDefault(of, "c"), map, of, "c");
            same("java.util.TreeMap.containsKey", () -> map.containsKey(of), map, of);
        }
    }

    @Test
    void pythonsFunctionsReturnWhatPythonReturns() {
        PythonCases cases = new PythonCases(random);
        List<PythonCases.Case> all = cases.random(ROUNDS);
        List<String> expected = PythonCases.run(all);
        int known = 0;
        for (int i = 0; i < all.size(); i++) {
            PythonCases.Case each = all.get(i);
            Object found = functions.apply(each.function(), each.arguments(), CALLING);
            known += found == OPEN ? 0 : 1;
            if (found != OPEN) {
                assertEquals(
                        expected.get(i),
                        PythonCases.encoded(found, each.isSet()),
                        "seed " + seed + ": " + each.expression());
            }
        }
        assertTrue(known > all.size() / 2, "seed " + seed + ": only " + known + " of " + all.size() + " are known");
    }

    @Test
    void eachOfPythonsFunctionsKnowsSomeResult() {
        PythonCases cases = new PythonCases(random);
        HashSet<String> silent = new HashSet<>(cases.functions());
        cases.random(ROUNDS).stream()
                .filter(each -> functions.apply(each.function(), each.arguments(), CALLING) != OPEN)
                .forEach(each -> silent.remove(each.function()));
        assertEquals(new HashSet<String>(), silent, "seed " + seed);
    }

    @Test
    void aFunctionOfTheProgramIsCalledForEachElement() {
        Function<Object, Object> twice = each -> (Long) each * 2;
        assertEquals(List.of(2L, 4L), call("map", twice, List.of(1L, 2L)));
        assertEquals(List.of(2L), call("filter", (Function<Object, Object>) each -> each.equals(2L), List.of(1L, 2L)));
        assertEquals(List.of(2L, 4L), call("java.util.stream.IntStream.map", List.of(1L, 2L), twice));
        assertSame(OPEN, call("map", (Function<Object, Object>) each -> OPEN, List.of(1L)));
    }

    @Test
    void whatIsTooLongIsNotKnown() {
        assertSame(OPEN, call("range", 1L << 40));
        assertSame(OPEN, call("range", 0L, Long.MAX_VALUE, 1L << 62));
        assertSame(OPEN, call("range", 0L, 10L, 0L));
        assertSame(OPEN, call("java.util.stream.IntStream.range", 0L, Long.MAX_VALUE));
        assertSame(OPEN, call("java.lang.String.repeat", "ab", 1_000_000_000L));
        assertSame(OPEN, call("replace", "a".repeat(500), "a", "b".repeat(500)));
        assertSame(OPEN, call("pow", 10L, 100L));
        assertSame(OPEN, call("join", "-".repeat(500), List.of("a", "b", "c")));
    }

    @Test
    void whatDependsOnAnOpenElementIsNotKnown() {
        assertSame(OPEN, call("sum", List.of(1L, OPEN)));
        assertSame(OPEN, call("get", Map.of("a", OPEN), "b"));
        assertSame(OPEN, call("java.util.List.contains", List.of(List.of(OPEN)), 1L));
    }

    @Test
    void anyArgumentsAreTaken() {
        List<Object> objects = Arrays.asList(
                null,
                true,
                false,
                0L,
                -1L,
                7L,
                Long.MIN_VALUE,
                Long.MAX_VALUE,
                0.5,
                Double.NaN,
                Double.NEGATIVE_INFINITY,
                "",
                "a,b",
                "é😀",
                List.of(),
                List.of(1L, "a"),
                Map.of(),
                Map.of("a", 1L),
                new Literal.Name("torch.float32"),
                new Object());
        for (String function : functions.names()) {
            String name = function.matches("[A-Z].*") ? "java.util." + function : function;
            for (int i = 0; i < ROUNDS; i++) {
                List<Object> arguments = new ArrayList<>();
                for (int j = random.nextInt(4); j > 0; j--) {
                    arguments.add(objects.get(random.nextInt(objects.size())));
                }
                Object result = functions.apply(name, arguments, (called, with) -> OPEN);
                assertTrue(
                        result == null || result == OPEN || isObject(result),
                        () -> "seed " + seed + ": " + name + arguments + " is " + result);
            }
        }
    }

    private static boolean isObject(Object of) {
        return of instanceof Boolean
                || of instanceof Long
                || of instanceof Double
                || of instanceof String
                || of instanceof Map<?, ?>
                || of instanceof Literal.Name
                || of instanceof List<?> all && all.size() <= Evaluator.MOST_ELEMENTS
                || of.getClass() == Object.class;
    }

    @Test
    void aboutHundredAndTwentyFunctionsAreKnown() {
        assertTrue(
                functions.names().size() > 120,
                () -> "only " + functions.names().size());
    }

    private String text() {
        String letters = "ab,A 1-";
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(5); i > 0; i--) {
            text.append(letters.charAt(random.nextInt(letters.length())));
        }
        return random.nextInt(4) == 0 ? String.valueOf(random.nextInt(200) - 100) : text.toString();
    }

    private void ints(String name, ToLongBiFunction<Integer, Integer> real) {
        for (int i = 0; i < ROUNDS; i++) {
            int one = random.nextInt(4) == 0 ? random.nextInt() : random.nextInt(20) - 10;
            int other = random.nextInt(4) == 0 ? random.nextInt() : random.nextInt(20) - 10;
            same(name, () -> real.applyAsLong(one, other), (long) one, (long) other);
        }
    }

    private void anInt(String name, ToLongFunction<Integer> real) {
        for (int i = 0; i < ROUNDS; i++) {
            int one = random.nextInt(4) == 0 ? random.nextInt() : random.nextInt(20) - 10;
            same(name, () -> real.applyAsLong(one), (long) one);
        }
    }

    private interface Real {
        Object call();
    }

    /** Compares a result that is known with the real one; where that throws, none may be known. */
    private void same(String name, Real real, Object... arguments) {
        Object expected;
        try {
            expected = real.call();
        } catch (RuntimeException e) {
            expected = OPEN;
        }
        Object found = call(name, arguments);
        if (found != OPEN) {
            assertEquals(expected, found, "seed " + seed + ": " + name + Arrays.toString(arguments));
        }
    }
}
