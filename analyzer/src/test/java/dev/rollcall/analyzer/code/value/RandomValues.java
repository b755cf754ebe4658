package dev.rollcall.analyzer.code.value;

import dev.rollcall.analyzer.code.form.Arithmetic;
import dev.rollcall.analyzer.code.form.Operator;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Random conditions over the rank, the number of ranks, the shared numbers n and m, and the shared truth p; of no pool. */
final class RandomValues {
    static final Value N = input("n");
    static final Value M = input("m");
    static final Value P = input("p");
    private static final List<Operator> TESTS = List.of(Operator.EQ, Operator.NE, Operator.LT, Operator.GE);
    private static final List<Operator> SUMS =
            List.of(Operator.ADD, Operator.SUB, Operator.MUL, Operator.XOR, Operator.MOD);

    private final Random random;

    RandomValues(Random random) {
        this.random = random;
    }

    private static Value input(String name) {
        return new Value.Input(name, Dependence.NONE, new Origin(name, Optional.empty()));
    }

    /** Returns a rank of a job with values for n, m and p that {@link GuardTest} tries, too. */
    RankModel job() {
        return RankModel.of(2 + random.nextInt(4), 0)
                .with(N, (long) random.nextInt(5) - 1)
                .with(M, (long) random.nextInt(5) - 1)
                .with(P, random.nextBoolean());
    }

    private static Value operation(Operator operator, Value... operands) {
        return new Value.Operation(operator, Arithmetic.DYNAMIC, List.of(operands));
    }

    Value truth(int depth) {
        if (depth == 0) {
            return random.nextBoolean() ? P : operation(Operator.EQ, new Value.Rank(Axis.WORLD), Value.Constant.of(0));
        }
        return switch (random.nextInt(7)) {
            case 0 -> random.nextBoolean() ? P : new Value.Constant(random.nextBoolean());
            case 1 -> operation(random.nextBoolean() ? Operator.NOT : Operator.TRUTH, truth(depth - 1));
            case 2 -> new Value.Select(truth(depth - 1), truth(depth - 1), truth(depth - 1));
            default -> operation(TESTS.get(random.nextInt(TESTS.size())), number(depth - 1), number(depth - 1));
        };
    }

    Value number(int depth) {
        return switch (random.nextInt(depth == 0 ? 5 : 9)) {
            case 0 -> new Value.Rank(Axis.WORLD);
            case 1 -> new Value.Size(Axis.WORLD);
            case 2 -> N;
            case 3 -> M;
            case 4 -> Value.Constant.of(random.nextInt(3));
            case 5 -> new Value.Select(truth(depth - 1), number(depth - 1), number(depth - 1));
            default -> operation(SUMS.get(random.nextInt(SUMS.size())), number(depth - 1), number(depth - 1));
        };
    }
}
