package dev.rollcall.analyzer.decision;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.HandmadeJob;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.JoinRecord;
import dev.rollcall.analyzer.model.LibraryProgress;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.model.StackFrame;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Runs the programs of a job's ranks one millisecond at a time, and shows what a source of each kind records of it.
 *
 * <p>A collective completes when all members of its group have issued it and every call before it on the group is complete.
 * A rank issues its next call while fewer than {@code depth} of its calls are incomplete. Not thread-safe.
 */
final class SimulatedJob {
    /** What a source records beside the calls. */
    enum Source {
        /** Times of calls, signs of life and endings, as a trace. */
        TRACE,
        /** Times of calls only, as a flight recorder's dump. */
        TIMED_DUMP,
        /** No times, as a dump without timing. */
        BARE_DUMP
    }

    /** A call of a program. */
    record Step(String group, Signature signature, int line) {}

    private static final class Issued {
        private final Step step;
        private final int ordinal;
        private final long time;
        private long completed = Long.MAX_VALUE;

        private Issued(Step step, int ordinal, long time) {
            this.step = step;
            this.ordinal = ordinal;
            this.time = time;
        }
    }

    private static final long START = 1_700_000_000_000_000_000L;
    private static final long MILLI = 1_000_000L;
    private static final int STEP_LINE = 40;

    private final int world;
    private final Map<String, List<Integer>> groups = new LinkedHashMap<>();
    private final List<List<Step>> programs = new ArrayList<>();
    private final List<List<Issued>> issued = new ArrayList<>();
    private final Map<Integer, Integer> stuckFrom = new HashMap<>();
    private final Set<Integer> unread = new TreeSet<>();
    private final Set<Integer> unstarted = new TreeSet<>();
    private final Set<Integer> launching = new TreeSet<>();
    private final Map<Integer, Ending> endings = new HashMap<>();
    private final Map<Integer, Long> earlier = new HashMap<>();
    private boolean counted;
    private String failure = "";
    private long now;
    private long silence;

    private SimulatedJob(int world) {
        this.world = world;
        for (int rank = 0; rank < world; rank++) {
            programs.add(new ArrayList<>());
            issued.add(new ArrayList<>());
        }
    }

    /** Returns a job of one group of all ranks. */
    static SimulatedJob flat(int world, int steps) {
        SimulatedJob job = new SimulatedJob(world);
        job.group("world", IntStream.range(0, world).boxed().toList());
        return job.train(steps);
    }

    /** Returns a job whose ranks, an even number, form pairs beside the group of all. */
    static SimulatedJob paired(int world, int steps) {
        SimulatedJob job = new SimulatedJob(world);
        for (int first = 0; first < world; first += 2) {
            job.group("tensor " + first / 2, List.of(first, first + 1));
        }
        job.group("world", IntStream.range(0, world).boxed().toList());
        return job.train(steps);
    }

    /** Returns a job whose ranks form rows and columns, and no group of all. */
    static SimulatedJob grid(int rows, int columns, int steps) {
        SimulatedJob job = new SimulatedJob(rows * columns);
        for (int row = 0; row < rows; row++) {
            int first = row * columns;
            job.group(
                    "row " + row,
                    IntStream.range(first, first + columns).boxed().toList());
        }
        for (int column = 0; column < columns; column++) {
            int first = column;
            job.group(
                    "column " + column,
                    IntStream.range(0, rows)
                            .map(row -> first + row * columns)
                            .boxed()
                            .toList());
        }
        return job.train(steps);
    }

    /** Returns a job whose ranks form rows that have nothing to do with each other. */
    static SimulatedJob rows(int rows, int columns, int steps) {
        SimulatedJob job = new SimulatedJob(rows * columns);
        for (int row = 0; row < rows; row++) {
            int first = row * columns;
            job.group(
                    "row " + row,
                    IntStream.range(first, first + columns).boxed().toList());
        }
        return job.train(steps);
    }

    /** Returns one of the shapes. */
    static SimulatedJob random(Random dice, int steps) {
        return switch (dice.nextInt(3)) {
            case 0 -> flat(4 + dice.nextInt(9), steps);
            case 1 -> paired(4 + 2 * dice.nextInt(5), steps);
            default -> grid(3 + dice.nextInt(2), 3 + dice.nextInt(2), steps);
        };
    }

    /** Returns one of the shapes that have a group of all ranks. */
    static SimulatedJob withWorld(Random dice, int steps) {
        return dice.nextBoolean() ? flat(4 + dice.nextInt(9), steps) : paired(4 + 2 * dice.nextInt(5), steps);
    }

    private void group(String name, List<Integer> members) {
        groups.put(name, members);
    }

    private SimulatedJob train(int steps) {
        for (int step = 0; step < steps; step++) {
            groups.forEach((name, members) -> {
                int line = name.equals("world") ? STEP_LINE : STEP_LINE + 1;
                for (int rank : members) {
                    programs.get(rank).add(new Step(name, reduce(1024), line));
                    if (name.equals("world")) {
                        programs.get(rank).add(new Step(name, reduce(16), line + 2));
                    }
                }
            });
        }
        return this;
    }

    static Signature reduce(long count) {
        return new Signature("all_reduce", "f32", count, count, "sum", -1, -1, 0);
    }

    int world() {
        return world;
    }

    Set<Integer> ranks() {
        return new TreeSet<>(IntStream.range(0, world).boxed().toList());
    }

    /** Returns the calls of a rank's program; the list may be changed before the run. */
    List<Step> program(int rank) {
        return programs.get(rank);
    }

    /** Returns a number of calls after the first few and before the last ones of a rank's program. */
    int within(Random dice, int rank) {
        return 4 + dice.nextInt(program(rank).size() - 5);
    }

    /** Ends a rank's calls after so many. */
    SimulatedJob stop(int rank, int after) {
        programs.get(rank).subList(after, programs.get(rank).size()).clear();
        return this;
    }

    /** Lets a rank's device stop before a call that the rank issues. */
    SimulatedJob stuckDevice(int rank, int from) {
        stuckFrom.put(rank, from);
        return this;
    }

    /** Leaves out a rank's source. */
    SimulatedJob without(int rank) {
        unread.add(rank);
        return this;
    }

    /** Ends a rank's process. */
    SimulatedJob ending(int rank, Ending ending) {
        endings.put(rank, ending);
        return this;
    }

    /** Reads a rank's source this many milliseconds before the others. */
    SimulatedJob readBefore(int rank, long millis) {
        earlier.put(rank, millis);
        return this;
    }

    /** Lets the library count, and these ranks be inside its function for their oldest incomplete call. */
    SimulatedJob launching(Set<Integer> ranks) {
        counted = true;
        launching.addAll(ranks);
        return this;
    }

    /** Lets the calls that are incomplete fail with an error. */
    SimulatedJob failing(String error) {
        failure = error;
        return this;
    }

    /** Lets a rank's process start and load, and enter no group; the others wait for it where they create theirs. */
    SimulatedJob unstarted(int rank) {
        unstarted.add(rank);
        programs.forEach(List::clear);
        return this;
    }

    /** Runs until nothing moves any more, and reads the sources some milliseconds later. */
    SimulatedJob hang(Random dice, int depth, long readAfter) {
        return run(dice, depth, Long.MAX_VALUE, readAfter);
    }

    /** Runs so many milliseconds, and reads the sources then. */
    SimulatedJob live(Random dice, int depth, long millis) {
        return run(dice, depth, millis, 0);
    }

    private SimulatedJob run(Random dice, int depth, long millis, long readAfter) {
        while (now < millis) {
            List<Integer> ready = ranks().stream()
                    .filter(rank -> issued.get(rank).size() < programs.get(rank).size() && open(rank) < depth)
                    .toList();
            if (ready.isEmpty()) {
                break;
            }
            now++;
            issue(ready.get(dice.nextInt(ready.size())));
        }
        silence = readAfter;
        return this;
    }

    private long open(int rank) {
        return issued.get(rank).stream()
                .filter(call -> call.completed == Long.MAX_VALUE)
                .count();
    }

    /** Returns whether any source shows a call that is incomplete for good, or at the moment of the last look. */
    boolean anyPending() {
        return ranks().stream()
                .filter(rank -> !unread.contains(rank))
                .anyMatch(rank -> issued.get(rank).stream()
                        .anyMatch(call -> call.time <= end(rank) && call.completed == Long.MAX_VALUE));
    }

    /** Returns whom each rank that waits waits for: the members of its oldest incomplete call that have not made it so. */
    Map<Integer, Set<Integer>> waits() {
        Map<Integer, Set<Integer>> waits = new TreeMap<>();
        for (int rank : ranks()) {
            issued.get(rank).stream()
                    .filter(call -> call.completed == Long.MAX_VALUE)
                    .findFirst()
                    .ifPresent(oldest -> waits.put(rank, lacking(oldest)));
        }
        return waits;
    }

    private Set<Integer> lacking(Issued call) {
        Set<Integer> lacking = new TreeSet<>(groups.get(call.step.group()));
        lacking.removeIf(member -> calls(member, call.step.group()).stream()
                .anyMatch(its ->
                        its.ordinal == call.ordinal && its.step.signature().equals(call.step.signature())));
        return lacking;
    }

    private void issue(int rank) {
        List<Issued> its = issued.get(rank);
        Step step = programs.get(rank).get(its.size());
        its.add(new Issued(step, calls(rank, step.group()).size() + 1, now));
        complete(step.group());
    }

    private List<Issued> calls(int rank, String group) {
        return issued.get(rank).stream()
                .filter(call -> call.step.group().equals(group))
                .toList();
    }

    private void complete(String group) {
        List<Integer> members = groups.get(group);
        int ordinal = 1;
        while (true) {
            int next = ordinal++;
            List<Issued> call = new ArrayList<>();
            members.forEach(member -> calls(member, group).stream()
                    .filter(its -> its.ordinal == next)
                    .forEach(call::add));
            boolean equal =
                    call.stream().map(its -> its.step.signature()).distinct().count() == 1;
            if (call.size() < members.size() || !equal) {
                return;
            }
            // A device that stopped before an earlier call takes no part in this one.
            if (members.stream().anyMatch(member -> place(member, group, next) > stuck(member))) {
                return;
            }
            for (int member : members) {
                Issued own = calls(member, group).get(next - 1);
                if (place(member, group, next) < stuck(member) && own.completed == Long.MAX_VALUE) {
                    own.completed = now;
                }
            }
        }
    }

    private int place(int rank, String group, int ordinal) {
        return issued.get(rank).indexOf(calls(rank, group).get(ordinal - 1));
    }

    private int stuck(int rank) {
        return stuckFrom.getOrDefault(rank, Integer.MAX_VALUE);
    }

    /** Returns the verdict on the job as a kind of source shows it. */
    Verdict diagnose(Source source) {
        return new Diagnosis().of(job(source, rank -> rank, null));
    }

    /** Returns the verdict on the job with its ranks and groups in a random order. */
    Verdict shuffled(Source source, Random order) {
        return new Diagnosis().of(job(source, rank -> rank, order));
    }

    /**
     * Returns the verdict on the job with other rank numbers.
     *
     * @param numbers the new number of each rank
     */
    Verdict renumbered(Source source, List<Integer> numbers) {
        return new Diagnosis().of(job(source, numbers::get, null));
    }

    private Job job(Source source, IntUnaryOperator number, Random order) {
        HandmadeJob job = new HandmadeJob(world);
        List<Integer> ranks = new ArrayList<>(ranks());
        ranks.removeAll(unread);
        List<String> names = new ArrayList<>(groups.keySet());
        if (order != null) {
            Collections.shuffle(ranks, order);
            Collections.shuffle(names, order);
        }
        for (String name : names) {
            HandmadeJob.Group group = job.group(
                    name,
                    groups.get(name).stream().map(number::applyAsInt).sorted().toArray(Integer[]::new));
            for (int rank : ranks) {
                if (groups.get(name).contains(rank) && !unstarted.isEmpty()) {
                    if (!unstarted.contains(rank)) {
                        group.joining(number.applyAsInt(rank), 0);
                    }
                } else if (groups.get(name).contains(rank)) {
                    group.join(number.applyAsInt(rank));
                    calls(rank, name).stream()
                            .filter(call -> call.time <= end(rank))
                            .forEach(call -> group.call(number.applyAsInt(rank), call(rank, call, source)));
                }
            }
        }
        ranks.forEach(rank -> job.rank(rank(rank, number.applyAsInt(rank), source)));
        return asRecorded(job.job(), source, number);
    }

    private long end(int rank) {
        return now + silence - earlier.getOrDefault(rank, 0L);
    }

    private boolean completed(int rank, Issued call) {
        return call.completed <= end(rank);
    }

    private Call call(int rank, Issued call, Source source) {
        boolean timed = source != Source.BARE_DUMP;
        boolean completed = completed(rank, call);
        boolean failed = !completed && !failure.isEmpty();
        CallState pending = source == Source.TRACE ? CallState.STARTED : CallState.ENQUEUED;
        long ended = failed ? now : call.completed;
        return new Call(
                call.ordinal,
                call.step.signature(),
                call.step.signature().operation(),
                completed ? CallState.COMPLETED : failed ? CallState.FAILED : pending,
                timed ? time(call.time) : Call.NO_TIME,
                timed && source == Source.TRACE ? time(call.time) : Call.NO_TIME,
                timed && (completed || failed) ? time(ended) : Call.NO_TIME,
                new CallStack(List.of(new StackFrame("demo.Train", "step", "Train.java", call.step.line())), 0),
                "main",
                failed ? failure : "");
    }

    private static long time(long millis) {
        return START + millis * MILLI;
    }

    private Rank rank(int rank, int number, Source source) {
        long newest = issued.get(rank).stream()
                .mapToLong(call -> completed(rank, call) ? call.completed : call.time)
                .max()
                .orElse(0);
        boolean trace = source == Source.TRACE;
        return new Rank(
                number,
                "node" + number,
                100 + number,
                number + ".trace",
                unstarted.contains(rank) ? time(0) : Call.NO_TIME,
                trace ? endings.getOrDefault(rank, Ending.ALIVE) : Ending.UNKNOWN,
                trace ? time(end(rank)) : source == Source.TIMED_DUMP ? time(newest) : Call.NO_TIME,
                trace,
                List.of(),
                List.of());
    }

    /** Adds what a handmade job does not have: the library's counters, and creations without a time. */
    private Job asRecorded(Job job, Source source, IntUnaryOperator number) {
        Map<Integer, Integer> ranks = new HashMap<>();
        ranks().forEach(rank -> ranks.put(number.applyAsInt(rank), rank));
        List<Communicator> communicators = new ArrayList<>();
        for (Communicator communicator : job.communicators()) {
            Map<Integer, Membership> members = new HashMap<>();
            communicator.memberships().forEach((member, its) -> {
                members.put(
                        member,
                        new Membership(
                                member,
                                source == Source.TRACE ? its.join() : JoinRecord.unseen(),
                                its.collectives(),
                                its.pointToPoint(),
                                null,
                                counted ? progress(ranks.get(member), communicator.name()) : LibraryProgress.UNKNOWN));
            });
            communicators.add(new Communicator(
                    communicator.identity(),
                    communicator.name(),
                    communicator.size(),
                    communicator.members(),
                    members));
        }
        return new Job(job.id(), job.ranks(), communicators, job.signatures(), job.stacks(), job.coverage());
    }

    private LibraryProgress progress(int rank, String group) {
        List<Issued> its = calls(rank, group);
        long completed = its.stream().filter(call -> completed(rank, call)).count();
        return new LibraryProgress(launching.contains(rank) ? completed : its.size(), completed, completed);
    }

    /** Returns the ranks of the group of that name. */
    List<Integer> members(String group) {
        return groups.get(group);
    }

    /** Returns a random rank other than some. */
    int other(Random dice, Integer... than) {
        Set<Integer> left = new HashSet<>(ranks());
        left.removeAll(Arrays.asList(than));
        List<Integer> sorted = new ArrayList<>(new TreeSet<>(left));
        return sorted.get(dice.nextInt(sorted.size()));
    }
}
