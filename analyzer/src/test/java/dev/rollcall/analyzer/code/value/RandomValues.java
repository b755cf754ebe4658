package dev.rollcall.analyzer.code.value;

import dev.rollcall.analyzer.code.form.Arithmetic;
import dev.rollcall.analyzer.code.form.Expression.Build;
import dev.rollcall.analyzer.code.form.Operator;
import java.util.List;
import java.util.Map;
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

    /** Returns a value of any kind, in which nothing need fit. */
    Value any(int depth) {
        if (depth == 0) {
            List<Value> leaves = List.of(
                    N,
                    P,
                    new Value.Rank(Axis.WORLD),
                    new Value.Rank(new Axis.Grid("tp")),
                    new Value.Size(new Axis.Grid("pp")),
                    new Value.Parameter(0),
                    new Value.Self(),
                    Value.Constant.NULL,
                    Value.Constant.of(random.nextLong() >> random.nextInt(64)),
                    new Value.Constant(random.nextDouble() * 10),
                    new Value.Constant("abc"),
                    Value.Constant.name("torch.float32"),
                    Value.Communicator.WORLD);
            return leaves.get(random.nextInt(leaves.size()));
        }
        LoopId loop = ValueText.loop(random.nextInt(2));
        Value one = any(depth - 1);
        Value other = any(random.nextInt(depth));
        return switch (random.nextInt(14)) {
            case 0 -> new Value.Select(one, other, any(depth - 1));
            case 1 -> new Value.Result(Value.Result.ITEM, List.of(one, other), 0);
            case 2 -> new Value.Result(Value.Result.TYPE_TEST, List.of(one, other), 0);
            case 3 -> new Value.Result(random.nextBoolean() ? "range" : "f", List.of(one, other), 0);
            case 4 -> new Value.Parts(Build.Kind.values()[random.nextInt(6)], List.of(one, other), 0);
            case 5 -> new Value.Induction(loop, one, other);
            case 6 -> new Value.Element(loop, one);
            case 7 -> new Value.More(loop, one);
            case 8 -> new Value.Collected(loop, one, other, any(depth - 1), new Value.Element(loop, other));
            case 9 -> new Value.FieldOf(new Value.Instance("demo.T", 1, Map.of("x", one)), "demo.T", "x");
            case 10 -> new Value.Rank(new Axis.Group(new Value.Communicator(new Members.Listed(one), "listed")));
            case 11 ->
                new Value.Size(new Axis.Group(
                        new Value.Communicator(new Members.Coloured(Value.Communicator.WORLD, one), "coloured")));
            default -> {
                Operator operator = Operator.values()[random.nextInt(Operator.values().length)];
                Arithmetic arithmetic = Arithmetic.values()[random.nextInt(4)];
                boolean alone = operator == Operator.NOT
                        || operator == Operator.TRUTH
                        || operator == Operator.LEN
                        || operator == Operator.NEG
                        || operator.name().startsWith("TO_");
                List<Value> all = operator == Operator.SLICE
                        ? List.of(one, other, Value.Constant.NULL, Value.Constant.of(2))
                        : alone ? List.of(one) : List.of(one, other);
                yield new Value.Operation(operator, arithmetic, all);
            }
        };
    }
}
