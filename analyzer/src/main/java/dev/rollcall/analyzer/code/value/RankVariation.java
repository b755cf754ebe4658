package dev.rollcall.analyzer.code.value;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/** Whether a condition, or a number of passes, can differ between the ranks of one job. */
public sealed interface RankVariation {

    /** It is the same on all ranks of every job that was tried. */
    record Same() implements RankVariation {}

    /** It differs between these two ranks of one job. */
    record Differs(RankModel one, RankModel other) implements RankVariation {}

    /**
     * It may differ: a part of it could not be evaluated.
     *
     * @param sources where differences could come from, at least one
     */
    record Open(Set<Dependence.Source> sources) implements RankVariation {
        public Open {
            sources = Collections.unmodifiableSet(new TreeSet<>(sources));
        }
    }
}
