package dev.rollcall.analyzer.scan.run;

import dev.rollcall.analyzer.scan.run.Oracle.Choice;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Runs a program as all ranks of one world, again and again, each time with one unknown turned out another way: first those
 * that decide over collectives and were not seen that way.
 */
public final class Ways {
    private static final int MOST_PATHS = 64;
    private static final long MOST_STEPS = 2_000_000;
    /** Choices beyond are made in loops that nobody bounds, and turned like those before them. */
    private static final int MOST_CHOICES = 4_096;

    /** Programs that run for too long are run again with loops this short, if these are as long on all ranks. */
    private static final int[] ROUNDS = {Integer.MAX_VALUE, 8, 3};

    private final int mostPaths;
    private final int vain;
    private final long mostSteps;
    private final Set<String> seen = new HashSet<>();
    private long steps;
    private boolean asked;

    /** Makes it for programs that are small enough to be followed as far as any. */
    public Ways() {
        this(MOST_PATHS, MOST_PATHS, MOST_STEPS);
    }

    /**
     * Makes it.
     *
     * @param mostPaths how many ways are tried at most
     * @param vain after how many ways none of which asked for the rank no more are tried
     * @param mostSteps after how many steps no more are tried
     */
    public Ways(int mostPaths, int vain, long mostSteps) {
        this.mostPaths = mostPaths;
        this.vain = vain;
        this.mostSteps = mostSteps;
    }

    /** A way to try: the first choices of one that was tried, the last of them turned. */
    private record Plan(BitSet outcomes, int length, int weight, int number) {

        List<Boolean> script() {
            List<Boolean> script = new ArrayList<>();
            for (int i = 0; i < length; i++) {
                script.add(outcomes.get(i) != (i == length - 1));
            }
            return script;
        }
    }

    /** Runs a program as one rank. */
    public interface Runner {
        /**
         * Runs it.
         *
         * @param oracle decides what is not known
         * @param rank from 0
         * @return what the rank did
         */
        Behaviour run(Oracle oracle, int rank);
    }

    /** Returns whether a way was tried on which the ranks could do different things. */
    public boolean asked() {
        return asked;
    }

    /** Returns how many steps were taken. */
    public long steps() {
        return steps;
    }

    /** Hands every way to the sink, until that has seen enough. */
    public void explore(Runner runner, int world, Predicate<Path> sink) {
        PriorityQueue<Plan> plans =
                new PriorityQueue<>(Comparator.comparingInt(Plan::weight).thenComparingInt(Plan::number));
        plans.add(new Plan(new BitSet(), 0, 0, 0));
        int number = 0;
        int paths = 0;
        int shortened = 0;
        while (!plans.isEmpty()) {
            if (paths == mostPaths || steps > mostSteps || !asked && paths >= vain) {
                return;
            }
            paths++;
            Plan plan = plans.remove();
            List<Boolean> script = plan.script();
            Oracle oracle = new Oracle(script, ROUNDS[shortened]);
            List<Behaviour> ranks = new ArrayList<>();
            for (int rank = 0; rank < world; rank++) {
                // Where no rank asks which it is, the others do what the first one does.
                boolean alike = rank > 0 && !ranks.get(0).asked;
                Behaviour behaviour = alike ? ranks.get(0) : runner.run(oracle, rank);
                steps += alike ? 0 : behaviour.steps;
                asked |= behaviour.asked;
                ranks.add(behaviour);
                if (behaviour.cutBecause == Ended.Why.AGAIN) {
                    oracle = new Oracle(script, ROUNDS[shortened]);
                    ranks.clear();
                    rank = -1;
                    continue;
                }
                if (behaviour.cutBecause == Ended.Why.TOO_LONG && shortened + 1 < ROUNDS.length) {
                    oracle = new Oracle(script, ROUNDS[++shortened]);
                    ranks.clear();
                    rank = -1;
                }
            }
            if (!sink.test(new Path(ranks, oracle))) {
                return;
            }
            List<Choice> choices = oracle.choices();
            choices.forEach(choice -> seen.add(choice.place() + choice.outcome()));
            BitSet outcomes = new BitSet();
            for (int i = 0; i < choices.size(); i++) {
                outcomes.set(i, choices.get(i).outcome());
            }
            for (int i = plan.length(); i < Math.min(choices.size(), MOST_CHOICES); i++) {
                Choice choice = choices.get(i);
                if (choice.free()) {
                    int weight = (choice.minor() ? 2 : 0) + (seen.contains(choice.place() + !choice.outcome()) ? 1 : 0);
                    plans.add(new Plan(outcomes, i + 1, weight, ++number));
                }
            }
        }
    }
}
