package dev.rollcall.analyzer.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Builds a job for a test, rank by rank and call by call, in any state and at any time, possible or not. Not thread-safe.
 */
public final class HandmadeJob {
    private static final long START = 1_700_000_000_000_000_000L;
    private static final long MILLI = 1_000_000L;

    private final InternTable<Signature> signatures = new InternTable<>();
    private final InternTable<CallStack> stacks = Job.newStacks();
    private final Map<Integer, Rank> ranks = new TreeMap<>();
    private final Map<String, Group> groups = new LinkedHashMap<>();
    private final int world;

    /** Starts a job of this world size without any rank read. */
    public HandmadeJob(int world) {
        this.world = world;
    }

    /** Returns a time that is so many milliseconds after the start. */
    public static long time(long millis) {
        return START + millis * MILLI;
    }

    /** Adds a rank that was last alive {@code lastAlive} milliseconds after the start. */
    public HandmadeJob rank(int number, long lastAlive, Ending ending) {
        return add(number, ending, time(lastAlive), List.of());
    }

    /** Adds a rank. */
    public HandmadeJob rank(Rank rank) {
        ranks.put(rank.number(), rank);
        return this;
    }

    private HandmadeJob add(int number, Ending ending, long lastAlive, List<ThreadSnapshot> threads) {
        // A source that does not know how a process ended has no heartbeat either.
        boolean heartbeat = !ending.isUnknown();
        return rank(new Rank(
                number,
                "host",
                100 + number,
                number + ".trace",
                Call.NO_TIME,
                ending,
                lastAlive,
                heartbeat,
                threads,
                List.of()));
    }

    /** Adds a rank whose main thread was seen asleep in the application's code {@code since} milliseconds after the start. */
    public HandmadeJob asleep(int number, long since, long lastAlive) {
        CallStack stack = new CallStack(
                List.of(
                        new StackFrame("java.lang.Thread", "sleep", "Thread.java", 0),
                        new StackFrame("demo.Train", "load", "Train.java", 70)),
                1);
        ThreadSnapshot main = new ThreadSnapshot("main", "TIMED_WAITING", stack, time(since));
        return add(number, Ending.ALIVE, time(lastAlive), List.of(main));
    }

    /** Adds ranks 0 to {@code world - 1}, all alive. */
    public HandmadeJob allAlive(long lastAlive) {
        for (int number = 0; number < world; number++) {
            rank(number, lastAlive, Ending.ALIVE);
        }
        return this;
    }

    /** Adds ranks 0 to {@code world - 1} from sources without a time. */
    public HandmadeJob allWithoutClock() {
        for (int number = 0; number < world; number++) {
            withoutClock(number);
        }
        return this;
    }

    /** Adds a rank from a source without a time. */
    public HandmadeJob withoutClock(int number) {
        return add(number, Ending.UNKNOWN, Call.NO_TIME, List.of());
    }

    /** Returns the communicator of this name, with unknown size and members. */
    public Group unknownGroup(String name) {
        return groups.computeIfAbsent(name, key -> new Group(key, -1, List.of()));
    }

    /** Returns the communicator of this name with these members; none has joined at first. */
    public Group group(String name, Integer... members) {
        return groups.computeIfAbsent(name, key -> new Group(key, members.length, List.of(members)));
    }

    /** Returns the communicator of all ranks; none has joined at first. */
    public Group everyone() {
        return group("world", IntStream.range(0, world).boxed().toArray(Integer[]::new));
    }

    /** Returns the job. */
    public Job job() {
        return new Job(
                "job",
                List.copyOf(ranks.values()),
                groups.values().stream().map(Group::communicator).toList(),
                signatures,
                stacks,
                new Coverage(world, ranks.size(), List.of(), List.of()));
    }

    /** An ending with an exit code. */
    public static Ending exit(int code) {
        return new Ending(Ending.Kind.EXITED, code, "", "", CallStack.UNKNOWN, Call.NO_TIME);
    }

    /** Returns the ending of a process that a thread without calls ended with code 0. */
    public static Ending stoppedBy(String thread) {
        return Ending.stopped(thread, CallStack.UNKNOWN, Call.NO_TIME);
    }

    /** An ending without a record. */
    public static Ending died() {
        return new Ending(Ending.Kind.DIED, -1, "", "", CallStack.UNKNOWN, Call.NO_TIME);
    }

    /** One communicator. */
    public final class Group {
        private final String name;
        private final int size;
        private final List<Integer> members;
        private final Map<Integer, List<Call>> collectives = new TreeMap<>();
        private final Map<Integer, List<Call>> pointToPoint = new TreeMap<>();
        private final Map<Integer, Call> carried = new TreeMap<>();
        private final Map<Integer, Long> overwritten = new TreeMap<>();
        private final Map<Integer, JoinRecord> births = new TreeMap<>();
        private final Map<Integer, SummedResults> results = new TreeMap<>();
        private CallStack place = CallStack.UNKNOWN;
        private String thread = "main";

        private Group(String name, int size, List<Integer> members) {
            this.name = name;
            this.size = size;
            this.members = members;
        }

        /** Lets a rank join. */
        public Group join(int rank) {
            collectives.computeIfAbsent(rank, key -> new ArrayList<>());
            pointToPoint.computeIfAbsent(rank, key -> new ArrayList<>());
            return this;
        }

        /** Lets a rank start to join {@code since} milliseconds after the start and never finish. */
        public Group joining(int rank, long since) {
            join(rank);
            births.put(rank, JoinRecord.of(Membership.Phase.JOINING, time(since)));
            return this;
        }

        /** Lets ranks complete {@code calls} all_reduce calls, one every 10 ms, each within 1 ms. */
        public Group steps(int calls, int... who) {
            for (int rank : who) {
                join(rank);
                for (int i = 0; i < calls; i++) {
                    long time = 10L * collectives.get(rank).size();
                    call(rank, "all_reduce", CallState.COMPLETED, time, time + 1);
                }
            }
            return this;
        }

        /** Lets a rank make a collective call; times in milliseconds after the start, {@code to} -1 if it has not ended. */
        public Group call(int rank, String operation, CallState state, long from, long to) {
            join(rank);
            Signature signature = operation.equals("barrier")
                    ? Signature.of("barrier")
                    : new Signature(operation, "f32", 8, 8, "sum", operation.equals("broadcast") ? 0 : -1, -1, 0);
            List<Call> calls = collectives.get(rank);
            calls.add(call(calls.size() + 1, signature, state, from, to));
            return this;
        }

        /** Adds a collective call as it is; the first one's sequence number starts the rank's lane. */
        public Group call(int rank, Call call) {
            join(rank);
            // Numbers signatures and lines in the order of the calls.
            signatures.id(call.signature());
            stackId(call);
            collectives.get(rank).add(call);
            return this;
        }

        /** Sets the sums of the results of a rank's first collectives. */
        public Group results(int rank, long... sums) {
            long[] sequences = LongStream.rangeClosed(1, sums.length).toArray();
            long[] bytes = new long[sums.length];
            String[] types = new String[sums.length];
            Arrays.fill(types, "f32");
            results.put(rank, new SummedResults(sequences, sums, bytes, types));
            return this;
        }

        /** Lets a rank make a collective call that fails with this error. */
        public Group failed(int rank, String operation, String error, long from, long to) {
            call(rank, operation, CallState.FAILED, from, to);
            List<Call> calls = collectives.get(rank);
            Call call = calls.remove(calls.size() - 1);
            calls.add(new Call(
                    call.sequence(),
                    call.signature(),
                    call.function(),
                    call.state(),
                    call.enqueued(),
                    call.started(),
                    call.completed(),
                    call.stack(),
                    call.thread(),
                    error));
            return this;
        }

        /** Sets the thread that makes the following calls. */
        public Group in(String name) {
            thread = name;
            return this;
        }

        /** Sets the line of the application that makes the following calls. */
        public Group from(int line) {
            place = new CallStack(List.of(new StackFrame("demo.Train", "step", "Train.java", line)), 0);
            return this;
        }

        /** Lets a rank send to, or receive from, a peer. */
        public Group half(int rank, String operation, int peer, CallState state, long from) {
            return half(rank, operation, peer, 8, -1, state, from);
        }

        /** Lets a rank send {@code count} elements to, or receive them from, a peer under a tag. */
        public Group half(int rank, String operation, int peer, long count, int tag, CallState state, long from) {
            join(rank);
            Signature signature = new Signature(operation, "f32", count, -1, null, -1, peer, tag, 0);
            List<Call> calls = pointToPoint.get(rank);
            calls.add(call(calls.size() + 1, signature, state, from, state.pending() ? -1 : from + 1));
            return this;
        }

        /** Declares that this many sends and receives of a rank were overwritten before the added ones. */
        public Group wrapped(int rank, long calls) {
            overwritten.put(rank, calls);
            return this;
        }

        /** Gives a rank a pending call whose slot was overwritten. */
        public Group carried(int rank, String operation, long sequence, long from) {
            join(rank);
            Signature signature = new Signature(operation, "f32", 8, -1, null, -1, 0, 0);
            carried.put(rank, call(sequence, signature, CallState.STARTED, from, -1));
            return this;
        }

        private Call call(long sequence, Signature signature, CallState state, long from, long to) {
            return new Call(
                    sequence,
                    signature,
                    signature.operation(),
                    state,
                    time(from),
                    time(from),
                    to < 0 ? Call.NO_TIME : time(to),
                    place,
                    thread,
                    state == CallState.FAILED ? "Connection closed by peer" : "");
        }

        private Communicator communicator() {
            Map<Integer, Membership> memberships = new TreeMap<>();
            for (int rank : collectives.keySet()) {
                memberships.put(
                        rank,
                        new Membership(
                                rank,
                                births.getOrDefault(rank, JoinRecord.of(Membership.Phase.JOINED, START)),
                                sequence(collectives.get(rank), firstSequence(collectives.get(rank))),
                                sequence(pointToPoint.get(rank), 1 + overwritten.getOrDefault(rank, 0L)),
                                carried.get(rank),
                                LibraryProgress.UNKNOWN,
                                results.getOrDefault(rank, SummedResults.NONE)));
            }
            return new Communicator(name, name, size, members, memberships);
        }

        private int stackId(Call call) {
            return stacks.id(call.stack().ofApplication());
        }

        private static long firstSequence(List<Call> calls) {
            return calls.isEmpty() ? 1 : calls.get(0).sequence();
        }

        private CallSequence sequence(List<Call> calls, long first) {
            int[] numbers = new int[calls.size()];
            int[] places = new int[calls.size()];
            byte[] states = new byte[calls.size()];
            for (int i = 0; i < numbers.length; i++) {
                numbers[i] = signatures.id(calls.get(i).signature());
                places[i] = stackId(calls.get(i));
                states[i] = (byte) calls.get(i).state().ordinal();
            }
            return new CallSequence(first, numbers, places, states, calls::get);
        }
    }
}
