package dev.rollcall.analyzer.rule;

import dev.rollcall.analyzer.wait.Gathering;
import dev.rollcall.analyzer.wait.Wait;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Who, of ranks that wait for each other, made its calls in another order than most: of all ranks that use the communicators of
 * the cycle, most made one of the calls first, and a few did not.
 *
 * <p>Who is not in the cycle, because nothing tells what it does now, made the calls that its trace holds in their order none
 * the less.
 */
final class AgainstMost {

    private AgainstMost() {}

    /**
     * Returns those of the cycle that are against most, ascending; the whole cycle where that cannot be told.
     *
     * @param places where the ranks of the cycle wait
     */
    static List<Integer> of(Set<Integer> cycle, List<Gathering> places) {
        Set<Integer> sharing = new TreeSet<>();
        for (Gathering place : places) {
            sharing.addAll(place.first().communicator().memberships().keySet());
        }
        places.forEach(place -> sharing.removeIf(rank -> !uses(rank, place)));
        for (Gathering place : places) {
            List<Integer> rest =
                    sharing.stream().filter(rank -> !made(rank, place)).toList();
            if (!rest.isEmpty() && 2 * rest.size() < sharing.size() && cycle.containsAll(rest)) {
                return rest;
            }
        }
        return List.copyOf(cycle);
    }

    private static boolean uses(int rank, Gathering place) {
        return byCall(place)
                ? place.first().communicator().memberships().containsKey(rank)
                : place.ranks().contains(rank) || place.first().awaits(rank);
    }

    private static boolean made(int rank, Gathering place) {
        Wait wait = place.first();
        return byCall(place)
                ? wait.communicator().memberships().get(rank).collectives().lastSequence()
                        >= wait.call().sequence()
                : place.ranks().contains(rank);
    }

    private static boolean byCall(Gathering place) {
        return !place.first().joining() && !place.first().pointToPoint();
    }
}
