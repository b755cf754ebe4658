package dev.rollcall.analyzer.code.value;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.code.form.Arithmetic;
import dev.rollcall.analyzer.code.form.Operator;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class OperatorsTest {

    private static Object apply(Operator operator, Arithmetic arithmetic, Object... operands) {
        return Operators.apply(operator, arithmetic, Arrays.asList(operands));
    }

    private static Object python(Operator operator, Object... operands) {
        return apply(operator, Arithmetic.DYNAMIC, operands);
    }

    @Test
    void javasIntegersWrap() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 10_000; i++) {
            int a = random.nextInt() >> random.nextInt(32);
            int b = random.nextInt() >> random.nextInt(32);
            String message = "seed " + seed + " " + a + " " + b;
            Map<Operator, Integer> expected = Map.of(
                    Operator.ADD,
                    a + b,
                    Operator.SUB,
                    a - b,
                    Operator.MUL,
                    a * b,
                    Operator.AND,
                    a & b,
                    Operator.XOR,
                    a ^ b,
                    Operator.SHL,
                    a << b,
                    Operator.SHR,
                    a >> b,
                    Operator.USHR,
                    a >>> b);
            expected.forEach((operator, result) -> assertEquals(
                    (long) result, apply(operator, Arithmetic.INT, (long) a, (long) b), message + operator));
            if (b != 0) {
                assertEquals((long) (a / b), apply(Operator.DIV, Arithmetic.INT, (long) a, (long) b), message);
                assertEquals((long) (a % b), apply(Operator.MOD, Arithmetic.INT, (long) a, (long) b), message);
            }
        }
    }

    @Test
    void javasLongsWrap() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 10_000; i++) {
            long a = random.nextLong() >> random.nextInt(64);
            long b = random.nextLong() >> random.nextInt(64);
            Map<Operator, Long> expected = Map.of(
                    Operator.ADD,
                    a + b,
                    Operator.SUB,
                    a - b,
                    Operator.MUL,
                    a * b,
                    Operator.OR,
                    a | b,
                    Operator.SHL,
                    a << b,
                    Operator.SHR,
                    a >> b,
                    Operator.USHR,
                    a >>> b);
            expected.forEach((operator, result) -> assertEquals(
                    result, apply(operator, Arithmetic.LONG, a, b), "seed " + seed + " " + a + operator + b));
        }
    }

    @Test
    void javasConversionsCut() {
        assertEquals((long) (byte) 300, apply(Operator.TO_BYTE, Arithmetic.INT, 300L));
        assertEquals((long) (char) -1, apply(Operator.TO_CHAR, Arithmetic.INT, -1L));
        assertEquals((long) (int) 1e10, apply(Operator.TO_INT, Arithmetic.FLOATING, 1e10));
    }

    @Test
    void pythonsDivisionsFollowTheDivisor() {
        assertEquals(3.5, python(Operator.DIV, 7L, 2L));
        assertEquals(-4L, python(Operator.FLOOR_DIV, -7L, 2L));
        assertEquals(1L, python(Operator.MOD, -7L, 2L));
        assertEquals(Evaluator.OPEN, python(Operator.FLOOR_DIV, 7L, 0L));
    }

    @Test
    void pythonsIntegersThatDoNotFitAreOpen() {
        assertEquals(Evaluator.OPEN, python(Operator.MUL, Long.MAX_VALUE, 2L));
        assertEquals(Evaluator.OPEN, python(Operator.SHL, 1L, 100L));
        assertEquals(Evaluator.OPEN, python(Operator.SHL, 1L, 63L));
    }

    @Test
    void collectionsAreComparedSlicedAndSearched() {
        List<Object> list = List.of(0L, 1L, 2L, 3L, 4L);
        assertEquals(true, python(Operator.IN, 3L, list));
        assertEquals(false, python(Operator.NOT_IN, true, list));
        assertEquals(List.of(1L, 3L), python(Operator.SLICE, list, 1L, null, 2L));
        assertEquals(List.of(3L, 4L), python(Operator.SLICE, list, -2L, null, null));
        assertEquals("bc", python(Operator.SLICE, "abcd", 1L, 3L, null));
        assertEquals(true, python(Operator.EQ, List.of(1L, "a"), List.of(1.0, "a")));
        assertEquals(5L, python(Operator.LEN, list));
    }

    @Test
    void whatIsTooLongIsOpen() {
        String text = "x".repeat(400);
        assertEquals(Evaluator.OPEN, python(Operator.ADD, text, text));
    }

    @Test
    void truthIsPythons() {
        assertEquals(false, python(Operator.TRUTH, ""));
        assertEquals(false, python(Operator.TRUTH, (Object) null));
        assertEquals(true, python(Operator.NOT, 0.0));
        assertEquals(true, python(Operator.TRUTH, List.of(0L)));
    }

    @Test
    void zerosAreEqualAndNothingIsOrderedBesideNaN() {
        for (Operator operator : List.of(Operator.LT, Operator.LE, Operator.GT, Operator.GE)) {
            boolean orEqual = operator == Operator.LE || operator == Operator.GE;
            assertEquals(orEqual, apply(operator, Arithmetic.FLOATING, -0.0, 0.0), operator.name());
            assertEquals(false, apply(operator, Arithmetic.FLOATING, Double.NaN, 1.0), operator.name());
            assertEquals(false, python(operator, 1L, Double.NaN), operator.name());
        }
    }
}
