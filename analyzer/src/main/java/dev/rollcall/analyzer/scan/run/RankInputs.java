package dev.rollcall.analyzer.scan.run;

import java.util.HashSet;
import java.util.Set;

/**
 * Inputs of the program that turn out to be the rank or the number of ranks, because the program creates a communicator with
 * them: arguments of the command line, for instance. Whoever finds one begins again, so that the run knows it from the start.
 */
final class RankInputs {
    private final Set<String> ranks = new HashSet<>();
    private final Set<String> sizes = new HashSet<>();

    /** Returns what an input of this key is on a rank, null where it is neither the rank nor the number of ranks. */
    Long value(String key, Machine machine) {
        return ranks.contains(key)
                ? Long.valueOf(machine.rank())
                : sizes.contains(key) ? Long.valueOf(machine.world()) : null;
    }

    /**
     * Takes the rank and size of the first communicator that a program creates with inputs for the job's.
     *
     * @param rank the rank that the program passes; null where it passes none
     * @param size the size; null where it passes none
     * @return whether something was learnt
     */
    boolean learn(Value rank, Value size) {
        if (!ranks.isEmpty() || !isInput(rank)) {
            return false;
        }
        ranks.add(rank.key());
        if (isInput(size)) {
            sizes.add(size.key());
        }
        return true;
    }

    private static boolean isInput(Value value) {
        return value instanceof Sym symbol && symbol.operation().equals(Sym.INPUT);
    }
}
