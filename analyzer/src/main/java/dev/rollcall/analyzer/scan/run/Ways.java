package dev.rollcall.analyzer.scan.run;

import dev.rollcall.analyzer.scan.run.Oracle.Choice;
import java.util.ArrayList;
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
    private static final long MOST_STEPS = 6_000_000;

    private final Set<String> seen = new HashSet<>();

    private record Plan(List<Boolean> script, int weight, int number) {}

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

    /** Hands every way to the sink, until that has seen enough. */
    public void explore(Runner runner, int world, Predicate<Path> sink) {
        PriorityQueue<Plan> plans =
                new PriorityQueue<>(Comparator.comparingInt(Plan::weight).thenComparingInt(Plan::number));
        plans.add(new Plan(List.of(), 0, 0));
        long steps = 0;
        int number = 0;
        int paths = 0;
        while (!plans.isEmpty()) {
            if (paths++ == MOST_PATHS || steps > MOST_STEPS) {
                return;
            }
            Plan plan = plans.remove();
            Oracle oracle = new Oracle(plan.script());
            List<Behaviour> ranks = new ArrayList<>();
            for (int rank = 0; rank < world; rank++) {
                Behaviour behaviour = runner.run(oracle, rank);
                steps += behaviour.steps;
                ranks.add(behaviour);
            }
            if (!sink.test(new Path(ranks, oracle))) {
                return;
            }
            List<Choice> choices = oracle.choices();
            choices.forEach(choice -> seen.add(choice.place() + choice.outcome()));
            for (int i = plan.script().size(); i < choices.size(); i++) {
                Choice choice = choices.get(i);
                if (choice.free()) {
                    List<Boolean> script = new ArrayList<>(
                            choices.subList(0, i).stream().map(Choice::outcome).toList());
                    script.add(!choice.outcome());
                    int weight = (choice.minor() ? 2 : 0) + (seen.contains(choice.place() + !choice.outcome()) ? 1 : 0);
                    plans.add(new Plan(script, weight, ++number));
                }
            }
        }
    }
}
