package dev.rollcall.analyzer.decision;

import dev.rollcall.analyzer.decision.RankScript.Planned;
import dev.rollcall.analyzer.model.CodeStructure;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.model.StackFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A random training program: epochs with calls before, in and after an inner loop, then two calls behind the loops. No two
 * lines make calls of equal signatures. The outer loop covers lines 200 to 399 of {@code train}, the inner one line 250.
 */
final class NestedLoops {
    static final String IN_TRAIN = "<main:10";
    private static final String[] OPERATIONS = {"all_reduce", "broadcast", "all_gather", "reduce_scatter"};

    /** Where a call stands. */
    enum Part {
        SETUP,
        HEAD,
        BODY,
        TAIL,
        AFTER
    }

    /**
     * One call of the program.
     *
     * @param epoch the epoch, from 0; -1 outside
     * @param turn the turn of the inner loop, from 0; -1 outside
     * @param index the ordinal in its part, from 0
     */
    record Step(Part part, int epoch, int turn, int index, Planned call) {}

    final List<Step> steps = new ArrayList<>();
    final int epochs;
    final int turns;
    final int heads;
    final int bodies;
    final int tails;
    private int counts = 100;

    /**
     * Makes a program.
     *
     * @param heads how many calls an epoch makes before its inner loop
     * @param turns how often the inner loop runs in each epoch
     * @param bodies how many calls one turn makes
     * @param tails how many calls an epoch makes after its inner loop
     */
    NestedLoops(Random dice, int heads, int turns, int bodies, int tails) {
        this.epochs = 4 + dice.nextInt(3);
        this.heads = heads;
        this.turns = turns;
        this.bodies = bodies;
        this.tails = tails;
        List<Planned> head = calls(dice, heads, 200, "train:%d" + IN_TRAIN);
        List<Planned> body = calls(dice, bodies, 40, "step:%d<train:250" + IN_TRAIN);
        List<Planned> tail = calls(dice, tails, 300, "train:%d" + IN_TRAIN);
        if (dice.nextBoolean()) {
            add(Part.SETUP, -1, -1, calls(dice, 1 + dice.nextInt(3), 50, "setup:%d<main:9"));
        }
        for (int epoch = 0; epoch < epochs; epoch++) {
            add(Part.HEAD, epoch, -1, head);
            for (int turn = 0; turn < turns; turn++) {
                add(Part.BODY, epoch, turn, body);
            }
            add(Part.TAIL, epoch, -1, tail);
        }
        add(Part.AFTER, -1, -1, calls(dice, 2, 12, "main:%d"));
    }

    private List<Planned> calls(Random dice, int number, int line, String place) {
        return IntStream.range(0, number)
                .mapToObj(i -> new Planned(
                        signature(OPERATIONS[dice.nextInt(OPERATIONS.length)], counts += 1 + dice.nextInt(5)),
                        RankScript.stack(String.format(place, line + i)),
                        "main"))
                .toList();
    }

    static Signature signature(String operation, long count) {
        boolean reduces = operation.contains("reduce");
        int root = operation.equals("broadcast") ? 0 : -1;
        return operation.equals("barrier")
                ? Signature.of(operation)
                : new Signature(operation, "f32", count, count, reduces ? "sum" : null, root, -1, 0);
    }

    private void add(Part part, int epoch, int turn, List<Planned> calls) {
        for (int i = 0; i < calls.size(); i++) {
            steps.add(new Step(part, epoch, turn, i, calls.get(i)));
        }
    }

    /** Returns the position of the first call of a part in an epoch, or of the call that follows if the part is empty. */
    int position(Part part, int epoch) {
        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            if (step.part() == Part.AFTER
                    || step.epoch() == epoch && step.part().compareTo(part) >= 0
                    || step.epoch() > epoch) {
                return i;
            }
        }
        return steps.size();
    }

    List<Planned> calls() {
        return steps.stream().map(Step::call).collect(Collectors.toCollection(ArrayList::new));
    }

    /**
     * Returns what the source says.
     *
     * @param conditional the first line of each path behind a condition on the rank
     */
    static CodeStructure code(Set<Integer> conditional) {
        return new CodeStructure() {
            @Override
            public Optional<List<Loop>> loopsAround(StackFrame frame) {
                List<Loop> loops = new ArrayList<>();
                if (frame.method().equals("train") && within(frame.line(), 250, 250)) {
                    loops.add(loop(250, 250));
                }
                if (frame.method().equals("train") && within(frame.line(), 200, 399)) {
                    loops.add(loop(200, 399));
                }
                return Optional.of(loops);
            }

            @Override
            public Optional<Boolean> leadsTo(StackFrame from, StackFrame to) {
                boolean sameLoop = loopsAround(from).equals(loopsAround(to))
                        || loopsAround(to).orElseThrow().size()
                                > loopsAround(from).orElseThrow().size();
                return Optional.of(from.line() < to.line() && sameLoop);
            }

            @Override
            public Optional<Boolean> madeByAll(List<StackFrame> way) {
                return Optional.of(way.stream().noneMatch(frame -> conditional.contains(frame.line())));
            }
        };
    }

    private static CodeStructure.Loop loop(int first, int last) {
        return new CodeStructure.Loop(IntStream.rangeClosed(first, last).boxed().collect(Collectors.toSet()));
    }

    private static boolean within(int line, int first, int last) {
        return first <= line && line <= last;
    }
}
