package dev.rollcall.analyzer.model;

import java.util.ArrayList;
import java.util.List;

/**
 * What each rank of a generated job calls: steps of sends, receives and collectives. A turn is what a rank issues at once and
 * then waits for: one collective, one half of a message, or a batch of halves.
 *
 * @param turns the turns of each rank, in order
 */
public record MessageProgram(List<List<Turn>> turns) {

    /** One send, receive or collective; of a collective, {@code peer} is -1. */
    public record Act(String operation, int peer, int tag, int step, int line) {

        /** Returns whether this is one half of a message. */
        public boolean half() {
            return peer >= 0;
        }
    }

    /** What a rank issues at once; {@code awaited} is false where the rank goes on without waiting for it. */
    public record Turn(List<Act> acts, boolean awaited) {

        /** Makes a turn of one act that the rank waits for. */
        static Turn of(Act act) {
            return new Turn(new ArrayList<>(List.of(act)), true);
        }
    }

    /** Adds the turns of one rank in one step. */
    @FunctionalInterface
    public interface Step {
        void add(int rank, int step, Writer writer);
    }

    /** Writes the turns of one rank. */
    public static final class Writer {
        private final List<Turn> turns = new ArrayList<>();
        private final int step;

        private Writer(int step) {
            this.step = step;
        }

        /** Sends to a peer and waits for it. */
        public Writer send(int peer, int line) {
            return add("send", peer, line);
        }

        /** Receives from a peer and waits for it. */
        public Writer recv(int peer, int line) {
            return add("recv", peer, line);
        }

        private Writer add(String operation, int peer, int line) {
            turns.add(Turn.of(new Act(operation, peer, 0, step, line)));
            return this;
        }

        /** Makes a collective of all ranks. */
        public Writer collective(String operation, int line) {
            turns.add(Turn.of(new Act(operation, -1, -1, step, line)));
            return this;
        }

        /** Issues the last turns at once. */
        public Writer batch(int size) {
            List<Act> acts = new ArrayList<>();
            List<Turn> last = turns.subList(turns.size() - size, turns.size());
            last.forEach(turn -> acts.addAll(turn.acts()));
            last.clear();
            turns.add(new Turn(acts, true));
            return this;
        }

        /** Goes on without waiting for the last turn. */
        public Writer unawaited() {
            turns.add(new Turn(turns.remove(turns.size() - 1).acts(), false));
            return this;
        }
    }

    /** Makes a program of this many steps. */
    public static MessageProgram of(int world, int steps, Step step) {
        List<List<Turn>> turns = new ArrayList<>();
        for (int rank = 0; rank < world; rank++) {
            List<Turn> own = new ArrayList<>();
            for (int s = 0; s < steps; s++) {
                Writer writer = new Writer(s);
                step.add(rank, s, writer);
                own.addAll(writer.turns);
            }
            turns.add(own);
        }
        return new MessageProgram(turns);
    }

    /** Returns how many ranks there are. */
    public int world() {
        return turns.size();
    }

    /** Adds a collective of all ranks at the end. */
    public MessageProgram closing(String operation, int line) {
        turns.forEach(own -> own.add(Turn.of(new Act(operation, -1, -1, Integer.MAX_VALUE, line))));
        return this;
    }

    /** Returns the halves of a rank in a step. */
    public List<Act> halves(int rank, int step) {
        return turns.get(rank).stream()
                .flatMap(turn -> turn.acts().stream())
                .filter(act -> act.half() && act.step() == step)
                .toList();
    }

    /** Replaces an act of a rank by others in the same turn, by none to leave it out. */
    public void replace(int rank, Act act, List<Act> others) {
        for (Turn turn : turns.get(rank)) {
            for (int i = 0; i < turn.acts().size(); i++) {
                if (turn.acts().get(i) == act) {
                    turn.acts().remove(i);
                    turn.acts().addAll(i, others);
                    return;
                }
            }
        }
        throw new IllegalArgumentException("no such act");
    }

    /** Lets a rank make the messages of a step once more. */
    public void repeat(int rank, int step) {
        List<Turn> own = turns.get(rank);
        List<Turn> copy = new ArrayList<>();
        int last = 0;
        for (int t = 0; t < own.size(); t++) {
            Turn turn = own.get(t);
            if (turn.acts().stream().anyMatch(act -> act.half() && act.step() == step)) {
                List<Act> acts = new ArrayList<>();
                turn.acts().forEach(act -> acts.add(new Act(act.operation(), act.peer(), act.tag(), step, act.line())));
                copy.add(new Turn(acts, turn.awaited()));
                last = t;
            }
        }
        own.addAll(last + 1, copy);
    }

    /** Lets a rank stop before the turn of an act. */
    public void stopBefore(int rank, Act act) {
        List<Turn> own = turns.get(rank);
        for (int t = 0; t < own.size(); t++) {
            if (own.get(t).acts().stream().anyMatch(one -> one == act)) {
                own.subList(t, own.size()).clear();
                return;
            }
        }
    }
}
