package dev.rollcall.analyzer.wait;

import java.util.List;

/**
 * The ranks that wait in one call.
 *
 * @param first the wait that began first
 * @param ranks the global ranks, ascending
 */
public record Gathering(Wait first, List<Integer> ranks) {

    public Gathering {
        ranks = List.copyOf(ranks);
    }
}
