package dev.rollcall.analyzer.align;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.Interned;
import dev.rollcall.analyzer.model.Job;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Finds the ranks that left their own way across all communicators. Of ranks that wait for each other, one that called what
 * its past does not announce is the one that left, unless others, in the same place of their own programs, did the same: then
 * the program says so.
 *
 * <p>Not safe for use by several threads.
 */
public final class Departures {
    private static final int MOST_RANKS = 128;
    private static final int MOST_OTHERS = 512;
    private static final int LOOK_BACK = 128;
    private static final int SHORTEST_PAST = 4;
    private static final int LONGEST_CONTEXT = 64;

    private final Job job;
    private final Comparability comparability;
    private final Interned<Timeline.Token> tokens = new Interned<>();
    private final Map<Integer, Timeline> timelines = new HashMap<>();

    /** Looks at a job. */
    public Departures(Job job) {
        this.job = job;
        this.comparability = new Comparability(job.signatures());
    }

    /** Returns those of some ranks that left, by rank, ascending; nobody where there are too many to look at. */
    public Map<Integer, Departure> among(Collection<Integer> ranks) {
        Map<Integer, Departure> departures = new TreeMap<>();
        if (ranks.size() <= MOST_RANKS) {
            for (int rank : ranks) {
                Departure departure = of(rank);
                if (departure != null) {
                    departures.put(rank, departure);
                }
            }
        }
        return departures;
    }

    /** Returns whether a rank made a call before that is like one of its calls, from the same place. */
    public boolean repeats(int rank, Call call) {
        return timeline(rank).repeats(call);
    }

    private Departure of(int rank) {
        Timeline own = timeline(rank);
        int from = Math.max(1, own.length() - LOOK_BACK);
        // What others do for the first time, too, is left out of the past: after it, all goes on as before.
        int[] kept = IntStream.range(0, own.length()).toArray();
        int length = Math.min(from, own.length());
        for (int i = from; i < own.length(); i++) {
            Habit habit = Habit.of(
                    IntStream.range(0, length).map(k -> own.token(kept[k])).toArray());
            kept[length++] = i;
            if (habit.reach() < SHORTEST_PAST || habit.expected(0) == own.token(i)) {
                continue;
            }
            boolean fresh = !habit.calledBefore(own.token(i));
            if (!shared(rank, own, i, fresh ? 0 : Math.min(habit.reach(), LONGEST_CONTEXT))) {
                Timeline.Made made = own.made(i);
                Timeline.Made announced = own.made(kept[habit.position(0)]);
                return new Departure(
                        rank, made.communicator(), made.call(), fresh, announced.call(), announced.communicator());
            }
            length -= fresh ? 1 : 0;
        }
        return null;
    }

    private boolean shared(int rank, Timeline own, int position, int context) {
        return job.ranks().stream()
                .limit(MOST_OTHERS)
                .filter(other -> other.number() != rank)
                .anyMatch(other -> timeline(other.number()).holds(own, position - context, position + 1));
    }

    private Timeline timeline(int rank) {
        return timelines.computeIfAbsent(rank, number -> Timeline.of(job, number, comparability, tokens));
    }
}
