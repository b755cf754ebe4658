package dev.rollcall.analyzer.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Runs a {@link MessageProgram} until no rank can go on, and writes what a source would hold of it. The n-th send of a rank to
 * another under a tag belongs to the n-th receive there. Not thread-safe.
 */
public final class MessageSimulation {
    /** What wrote the evidence. */
    public enum Source {
        /** Tags, times, states, endings. */
        TRACE,
        /** Times and states, neither tags nor endings. */
        DUMP,
        /** As a dump, and nothing tells when it was written. */
        DUMP_WITHOUT_TIMES,
        /** That calls were issued, and nothing more. */
        LOG
    }

    private final MessageProgram program;
    private final boolean eager;
    private final boolean ahead;
    private final int[] turn;
    private final List<List<int[]>> done = new ArrayList<>();
    private final List<List<Long>> issued = new ArrayList<>();
    private long now;

    /**
     * Runs a program.
     *
     * @param eager whether a send completes without its receive
     * @param ahead whether ranks issue calls up to the end of the next step while the device waits
     */
    public MessageSimulation(MessageProgram program, boolean eager, boolean ahead) {
        this.program = program;
        this.eager = eager;
        this.ahead = ahead;
        this.turn = new int[program.world()];
        for (int rank = 0; rank < program.world(); rank++) {
            List<int[]> states = new ArrayList<>();
            program.turns()
                    .get(rank)
                    .forEach(turn -> states.add(new int[turn.acts().size()]));
            done.add(states);
            issued.add(new ArrayList<>());
        }
        run();
    }

    private record Way(int from, int to, int tag) {}

    private void run() {
        boolean moved = true;
        while (moved) {
            now += 10;
            for (int rank = 0; rank < program.world(); rank++) {
                issue(rank, turn[rank]);
            }
            complete();
            moved = false;
            for (int rank = 0; rank < program.world(); rank++) {
                while (turn[rank] < program.turns().get(rank).size() && passes(rank)) {
                    turn[rank]++;
                    issue(rank, turn[rank]);
                    moved = true;
                }
            }
        }
        for (int rank = 0; ahead && rank < program.world(); rank++) {
            List<MessageProgram.Turn> turns = program.turns().get(rank);
            int last = turn[rank];
            while (last + 1 < turns.size() && step(turns, last + 1) <= (long) step(turns, turn[rank]) + 1) {
                issue(rank, ++last);
            }
        }
    }

    private static int step(List<MessageProgram.Turn> turns, int at) {
        List<MessageProgram.Act> acts = turns.get(at).acts();
        return acts.isEmpty() ? 0 : acts.get(0).step();
    }

    private boolean passes(int rank) {
        if (!program.turns().get(rank).get(turn[rank]).awaited()) {
            return true;
        }
        for (int state : done.get(rank).get(turn[rank])) {
            if (state == 0) {
                return false;
            }
        }
        return true;
    }

    private void issue(int rank, int upTo) {
        List<Long> times = issued.get(rank);
        while (times.size() <= upTo && times.size() < program.turns().get(rank).size()) {
            times.add(now++);
        }
    }

    /** Completes what can complete among the turns that the ranks have come to. */
    private void complete() {
        Map<Way, List<int[]>> sends = new HashMap<>();
        Map<Way, List<int[]>> receives = new HashMap<>();
        int[] collectives = new int[program.world()];
        Map<Integer, List<int[]>> joined = new HashMap<>();
        for (int rank = 0; rank < program.world(); rank++) {
            List<MessageProgram.Turn> turns = program.turns().get(rank);
            for (int t = 0; t <= turn[rank] && t < turns.size(); t++) {
                List<MessageProgram.Act> acts = turns.get(t).acts();
                for (int a = 0; a < acts.size(); a++) {
                    MessageProgram.Act act = acts.get(a);
                    int[] place = {rank, t, a};
                    if (!act.half()) {
                        joined.computeIfAbsent(collectives[rank]++, key -> new ArrayList<>())
                                .add(place);
                    } else if (act.operation().equals("send")) {
                        sends.computeIfAbsent(new Way(rank, act.peer(), act.tag()), key -> new ArrayList<>())
                                .add(place);
                        if (eager) {
                            done.get(rank).get(t)[a] = 1;
                        }
                    } else {
                        receives.computeIfAbsent(new Way(act.peer(), rank, act.tag()), key -> new ArrayList<>())
                                .add(place);
                    }
                }
            }
        }
        sends.forEach((way, sent) -> {
            List<int[]> received = receives.getOrDefault(way, List.of());
            for (int i = 0; i < Math.min(sent.size(), received.size()); i++) {
                end(sent.get(i));
                end(received.get(i));
            }
        });
        joined.values().stream()
                .filter(places -> places.size() == program.world())
                .forEach(places -> places.forEach(this::end));
    }

    private void end(int[] place) {
        done.get(place[0]).get(place[1])[place[2]] = 1;
    }

    /** Returns whether all ranks came to the end of their program. */
    public boolean finished() {
        for (int rank = 0; rank < program.world(); rank++) {
            if (turn[rank] < program.turns().get(rank).size()) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether a rank came to the end of its program. */
    public boolean finished(int rank) {
        return turn[rank] >= program.turns().get(rank).size();
    }

    /** Returns the job as a source holds it, a minute after the last call. */
    public HandmadeJob job(Source source) {
        HandmadeJob job = new HandmadeJob(program.world());
        HandmadeJob.Group world = job.everyone();
        long joinedByAll = IntStream.range(0, program.world())
                .mapToLong(this::collectives)
                .min()
                .orElse(0);
        for (int rank = 0; rank < program.world(); rank++) {
            Ending ending =
                    source != Source.TRACE ? Ending.UNKNOWN : finished(rank) ? HandmadeJob.exit(0) : Ending.ALIVE;
            if (source == Source.TRACE || source == Source.DUMP) {
                job.rank(rank, now + 60_000, ending);
            } else {
                job.withoutClock(rank);
            }
            world.join(rank);
            int collectives = 0;
            for (int t = 0; t < issued.get(rank).size(); t++) {
                List<MessageProgram.Act> acts = program.turns().get(rank).get(t).acts();
                for (int a = 0; a < acts.size(); a++) {
                    MessageProgram.Act act = acts.get(a);
                    collectives += act.half() ? 0 : 1;
                    CallState state = state(source, done.get(rank).get(t)[a] == 1);
                    // A reader of logs knows that a collective which some rank has not joined is pending.
                    boolean pending = source == Source.LOG && !act.half() && collectives > joinedByAll;
                    add(
                            world,
                            rank,
                            act,
                            pending ? CallState.ENQUEUED : state,
                            issued.get(rank).get(t),
                            source);
                }
            }
        }
        return job;
    }

    private long collectives(int rank) {
        return program.turns().get(rank).stream()
                .limit(issued.get(rank).size())
                .flatMap(turn -> turn.acts().stream())
                .filter(act -> !act.half())
                .count();
    }

    private static CallState state(Source source, boolean done) {
        if (source == Source.LOG) {
            return CallState.UNKNOWN;
        }
        return done ? CallState.COMPLETED : source == Source.TRACE ? CallState.STARTED : CallState.ENQUEUED;
    }

    private static void add(
            HandmadeJob.Group world, int rank, MessageProgram.Act act, CallState state, long time, Source source) {
        world.from(source == Source.LOG ? 0 : act.line());
        if (act.half()) {
            int tag = source == Source.TRACE ? act.tag() : -1;
            world.half(rank, act.operation(), act.peer(), 8, tag, state, time);
        } else {
            world.call(rank, act.operation(), state, time, state.pending() ? -1 : time + 1);
        }
    }
}
