package dev.rollcall.analyzer.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Makes a job call by call, with times of the test's own, where a program of the ranks would say too little. */
public final class HandmadeJob {
    private static final long START = 1_700_000_000_000_000_000L;
    private static final long MILLI = 1_000_000L;

    private final InternTable<Signature> signatures = new InternTable<>();
    private final InternTable<StackFrame> sites = new InternTable<>();
    private final Map<Integer, Rank> ranks = new TreeMap<>();
    private final Map<String, Group> groups = new LinkedHashMap<>();
    private final int world;

    /** Starts a job of so many ranks, of which none was read so far. */
    public HandmadeJob(int world) {
        this.world = world;
        sites.id(Job.UNKNOWN_SITE);
    }

    /** Adds a rank that was last alive so many milliseconds after the start. */
    public HandmadeJob rank(int number, long lastAlive, Ending ending) {
        return add(number, ending, START + lastAlive * MILLI, List.of());
    }

    private HandmadeJob add(int number, Ending ending, long lastAlive, List<ThreadSnapshot> threads) {
        ranks.put(
                number,
                new Rank(number, "host", 100 + number, number + ".trace", ending, lastAlive, threads, List.of()));
        return this;
    }

    /** Adds a rank whose main thread sleeps in the application's code since so many milliseconds after the start. */
    public HandmadeJob asleep(int number, long since, long lastAlive) {
        CallStack stack = new CallStack(
                List.of(
                        new StackFrame("java.lang.Thread", "sleep", "Thread.java", 0),
                        new StackFrame("demo.Train", "load", "Train.java", 70)),
                1);
        ThreadSnapshot main = new ThreadSnapshot("main", "TIMED_WAITING", stack, START + since * MILLI);
        return add(number, Ending.ALIVE, START + lastAlive * MILLI, List.of(main));
    }

    /** Adds ranks 0 to {@code world - 1}, all alive. */
    public HandmadeJob allAlive(long lastAlive) {
        for (int number = 0; number < world; number++) {
            rank(number, lastAlive, Ending.ALIVE);
        }
        return this;
    }

    /** Adds ranks 0 to {@code world - 1}, of which nothing tells when their traces were written. */
    public HandmadeJob allWithoutClock() {
        for (int number = 0; number < world; number++) {
            add(number, Ending.UNKNOWN, Call.NO_TIME, List.of());
        }
        return this;
    }

    /** Returns the communicator of this name, of which nothing tells the size or the members. */
    public Group unknownGroup(String name) {
        return groups.computeIfAbsent(name, its -> new Group(its, -1, List.of()));
    }

    /** Returns the communicator of this name, which has these members and so far no membership. */
    public Group group(String name, Integer... members) {
        return groups.computeIfAbsent(name, its -> new Group(its, members.length, List.of(members)));
    }

    /** Returns the communicator of all ranks, which so far has no membership. */
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
                sites,
                new Coverage(world, ranks.size(), List.of(), List.of()));
    }

    /** An ending with an exit code. */
    public static Ending exit(int code) {
        return new Ending(Ending.Kind.EXITED, code, "", "", CallStack.UNKNOWN, Call.NO_TIME);
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
        private CallStack place = CallStack.UNKNOWN;

        private Group(String name, int size, List<Integer> members) {
            this.name = name;
            this.size = size;
            this.members = members;
        }

        /** Lets a rank join. */
        public Group join(int rank) {
            collectives.computeIfAbsent(rank, its -> new ArrayList<>());
            pointToPoint.computeIfAbsent(rank, its -> new ArrayList<>());
            return this;
        }

        /** Lets a rank begin to join so many milliseconds after the start, and not get through. */
        public Group joining(int rank, long since) {
            join(rank);
            births.put(rank, JoinRecord.of(Membership.Phase.JOINING, START + since * MILLI));
            return this;
        }

        /** Lets ranks make so many all_reduce calls, one every ten milliseconds, each done after one. */
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

        /** Lets a rank make a collective call; times in milliseconds after the start, the end -1 where there is none. */
        public Group call(int rank, String operation, CallState state, long from, long to) {
            join(rank);
            Signature signature = operation.equals("barrier")
                    ? Signature.of("barrier")
                    : new Signature(operation, "f32", 8, 8, "sum", operation.equals("broadcast") ? 0 : -1, -1, 0);
            List<Call> calls = collectives.get(rank);
            calls.add(call(calls.size() + 1, signature, state, from, to));
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

        /** Lets the calls that follow come from a line of the application. */
        public Group from(int line) {
            place = new CallStack(List.of(new StackFrame("demo.Train", "step", "Train.java", line)), 0);
            return this;
        }

        /** Lets a rank send to, or receive from, the member at a place. */
        public Group half(int rank, String operation, int peer, CallState state, long from) {
            return half(rank, operation, peer, 8, -1, state, from);
        }

        /** Lets a rank send to, or receive from, the member at a place so many elements under a tag. */
        public Group half(int rank, String operation, int peer, long count, int tag, CallState state, long from) {
            join(rank);
            Signature signature = new Signature(operation, "f32", count, -1, null, -1, peer, tag, 0);
            List<Call> calls = pointToPoint.get(rank);
            calls.add(call(calls.size() + 1, signature, state, from, state.pending() ? -1 : from + 1));
            return this;
        }

        /** Lets so many sends and receives of a rank be overwritten before those that it still holds. */
        public Group wrapped(int rank, long calls) {
            overwritten.put(rank, calls);
            return this;
        }

        /** Gives a rank an unfinished call whose place in the ring was used again. */
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
                    START + from * MILLI,
                    START + from * MILLI,
                    to < 0 ? Call.NO_TIME : START + to * MILLI,
                    place,
                    "main",
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
                                sequence(collectives.get(rank), 0),
                                sequence(pointToPoint.get(rank), overwritten.getOrDefault(rank, 0L)),
                                carried.get(rank)));
            }
            return new Communicator(name, name, size, members, memberships);
        }

        private CallSequence sequence(List<Call> calls, long before) {
            int[] numbers = new int[calls.size()];
            int[] places = new int[calls.size()];
            byte[] states = new byte[calls.size()];
            for (int i = 0; i < numbers.length; i++) {
                numbers[i] = signatures.id(calls.get(i).signature());
                StackFrame site = calls.get(i).stack().siteFrame();
                places[i] = site == null ? 0 : sites.id(site);
                states[i] = (byte) calls.get(i).state().ordinal();
            }
            return new CallSequence(1 + before, numbers, places, states, calls::get);
        }
    }
}
