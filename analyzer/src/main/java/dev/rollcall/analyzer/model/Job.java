package dev.rollcall.analyzer.model;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One job: its ranks, communicators and calls. Immutable, but for calls that are read on demand and the tables, which grow.
 *
 * @param id the job's identity, as its sources have it; empty where they have none
 * @param ranks the ranks that were read, ascending
 * @param communicators in the order of their creation
 * @param signatures the table that {@link CallSequence#signature} refers to
 * @param stacks the {@linkplain CallStack#ofApplication application's frames} of the calls' stacks, the table that
 *     {@link CallSequence#siteNumber} refers to; its value 0 is {@link CallStack#UNKNOWN}
 * @param coverage how much of the job the sources show
 * @param launcher how the job was started
 */
public record Job(
        String id,
        List<Rank> ranks,
        List<Communicator> communicators,
        InternTable<Signature> signatures,
        InternTable<CallStack> stacks,
        Coverage coverage,
        Launcher launcher) {

    /** Returns an empty table of stacks. */
    public static InternTable<CallStack> newStacks() {
        InternTable<CallStack> stacks = new InternTable<>();
        stacks.id(CallStack.UNKNOWN);
        return stacks;
    }

    public Job {
        id = BoundedText.of(id);
        ranks = List.copyOf(ranks);
        communicators = List.copyOf(communicators);
    }

    /** Makes a job of which nothing shows how it was started. */
    public Job(
            String id,
            List<Rank> ranks,
            List<Communicator> communicators,
            InternTable<Signature> signatures,
            InternTable<CallStack> stacks,
            Coverage coverage) {
        this(id, ranks, communicators, signatures, stacks, coverage, Launcher.UNKNOWN);
    }

    /** Returns the numbers of the ranks whose recording stopped, ascending. */
    public Set<Integer> unobserved() {
        Set<Integer> unobserved = new TreeSet<>();
        for (Rank rank : ranks) {
            if (rank.ending().isUnobserved()) {
                unobserved.add(rank.number());
            }
        }
        return unobserved;
    }

    /**
     * Returns whether a call that a rank made would be in its file, up to the time at which the file was read. Otherwise a call that
     * the file lacks is not recorded, which does not mean that the rank did not make it.
     *
     * @param number a global rank; false where it was not read
     */
    public boolean seesAllCalls(int number) {
        return rank(number) != null && !partlySeen().contains(number);
    }

    /** Returns the ranks that were read and of which {@link #seesAllCalls} is false, ascending. */
    public Set<Integer> partlySeen() {
        Set<String> incomplete = coverage.incompleteFiles();
        Set<Integer> partly = unobserved();
        ranks.stream()
                .filter(rank -> incomplete.contains(rank.source()) || seenByStackAlone(rank))
                .map(Rank::number)
                .forEach(partly::add);
        return partly;
    }

    /**
     * Returns whether a process was stopped by a thread of its own as few of the job were. Where most ranks end so, the job has a watchdog or
     * a timer, and which of them ended first shows nothing.
     */
    public boolean isStoppedAlone(Rank rank) {
        long stopped = ranks.stream().filter(each -> each.ending().isStopped()).count();
        return rank.ending().isStopped() && 2 * stopped <= ranks.size();
    }

    /** Returns whether the source of a rank shows its stacks and no call. Rollcall's own traces show both. */
    private boolean seenByStackAlone(Rank rank) {
        return !rank.heartbeat()
                && !rank.threads().isEmpty()
                && communicators.stream()
                        .noneMatch(communicator -> communicator.memberships().containsKey(rank.number()));
    }

    /**
     * Returns whether a rank may still be starting: its process is alive and young, and has entered no communicator. Loading
     * classes and native libraries takes as long as it takes, so such a rank has not diverged.
     *
     * @param number a global rank
     */
    public boolean starting(int number) {
        Rank rank = rank(number);
        return rank != null
                && rank.ending().isAlive()
                && rank.started() != Call.NO_TIME
                && rank.lastAlive() - rank.started() <= Thresholds.SHORTEST_STUCK_JOINING
                && communicators.stream()
                        .noneMatch(communicator -> communicator.memberships().containsKey(number));
    }

    /**
     * Returns the snapshots that still show where a rank's threads are. A thread can have gone on since a snapshot that is older
     * than the rank's last call, or the end of that call. One of unknown time counts: people collect it from a job that hangs.
     *
     * @param number a global rank
     * @return the oldest first; empty where none is new enough, or the rank was not read
     */
    public List<ThreadSnapshot> currentSnapshots(int number) {
        Rank rank = rank(number);
        if (rank == null || rank.threads().isEmpty()) {
            return List.of();
        }
        long last = communicators.stream()
                .map(communicator -> communicator.memberships().get(number))
                .filter(Objects::nonNull)
                .mapToLong(Membership::lastProgress)
                .max()
                .orElse(Call.NO_TIME);
        return rank.threads().stream()
                .filter(seen -> seen.time() >= last || seen.time() == Call.NO_TIME)
                .toList();
    }

    /** Returns the {@linkplain #currentSnapshots current snapshot} that shows best what a rank does; null for none. */
    public ThreadSnapshot currentSnapshot(int number) {
        return ThreadSnapshot.mostRelevant(currentSnapshots(number));
    }

    /**
     * Returns the deadlock that keeps a rank from its next call: a thread that makes its calls, or its main thread where it made
     * none, is in it or waits behind it. Other deadlocks of the process may have nothing to do with its calls.
     *
     * @param number a global rank
     * @return null for none
     */
    public LockCycle deadlock(int number) {
        Rank rank = rank(number);
        List<LockCycle> cycles = rank == null ? List.of() : rank.lockCycles();
        if (cycles.isEmpty()) {
            return null;
        }
        Set<String> callers = communicators.stream()
                .map(communicator -> communicator.memberships().get(number))
                .filter(Objects::nonNull)
                .flatMap(member -> Stream.of(member.collectives(), member.pointToPoint()))
                .filter(calls -> calls.size() > 0)
                .map(calls -> calls.call(calls.size() - 1).thread())
                .filter(thread -> !thread.isEmpty())
                .collect(Collectors.toSet());
        return cycles.stream()
                .filter(cycle -> callers.isEmpty()
                        ? cycle.stops(ThreadSnapshot.MAIN)
                        : callers.stream().anyMatch(cycle::stops))
                .findFirst()
                .orElse(null);
    }

    /** Returns whether the sources of some ranks show up to when they hold everything. Others end before the last wait does. */
    public boolean seenToTheEnd(List<Integer> numbers) {
        return numbers.stream().map(this::rank).allMatch(rank -> rank == null || rank.heartbeat());
    }

    /** Returns the rank with this number, or null where it was not read. */
    public Rank rank(int number) {
        int low = 0;
        int high = ranks.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int found = ranks.get(middle).number();
            if (found == number) {
                return ranks.get(middle);
            }
            if (found < number) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return null;
    }
}
