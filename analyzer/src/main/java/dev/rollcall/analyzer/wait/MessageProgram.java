package dev.rollcall.analyzer.wait;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.Signature;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The sends and receives of one rank on one communicator, and its collectives between them, in the order in which it issued
 * them. Each call is a number. Two ranks have equal numbers where they do the same as seen from their own place, such as
 * sending to the next rank. Without times there are no collectives, because the lanes have no common order. Immutable.
 */
final class MessageProgram {
    /** The newest calls of each lane that are read: a hang follows its fault within a few steps. */
    private static final int MOST_CALLS = 1024;

    /** The newest calls of all lanes together: the search for a usual order takes time by their square. */
    private static final int MOST_STEPS = 2048;

    private final int place;
    private final int size;
    private final boolean whole;
    private final CallSequence halves;
    private final List<Step> steps;

    private MessageProgram(int place, int size, boolean whole, CallSequence halves, List<Step> steps) {
        this.place = place;
        this.size = size;
        this.whole = whole;
        this.halves = halves;
        this.steps = steps;
    }

    /**
     * What makes two calls equal.
     *
     * @param operation the operation
     * @param distance how far behind the rank its peer is, around the communicator; -1 for a collective
     * @param tag the message tag; the size of the communicator for a collective
     */
    record Token(String operation, int distance, int tag) {}

    /** One call: its number, its token, when it was issued, the communicator of a collective, and its sequence number there. */
    private record Step(int number, Token token, long time, Communicator collectiveOf, long sequence) {
        boolean collective() {
            return token.distance() < 0;
        }
    }

    /**
     * Reads a rank's program; null where the rank is no known member or a record is lost.
     *
     * @param tokens numbers the calls of all ranks
     */
    static MessageProgram of(Job job, Communicator communicator, int rank, InternTable<Token> tokens) {
        Membership own = communicator.memberships().get(rank);
        int place = communicator.members().indexOf(rank);
        if (own == null || place < 0) {
            return null;
        }
        int size = communicator.members().size();
        CallSequence halves = own.pointToPoint();
        List<Step> steps = new ArrayList<>();
        int first = Math.max(0, halves.size() - MOST_CALLS);
        for (int i = first; i < halves.size(); i++) {
            Signature signature = halves.signature(i);
            if (signature.equals(Signature.LOST)) {
                return null;
            }
            int distance = signature.peer() < 0 ? size : Math.floorMod(signature.peer() - place, size);
            Token token = new Token(signature.operation(), distance, signature.tag());
            steps.add(new Step(tokens.id(token), token, halves.enqueued(i), null, halves.firstSequence() + i));
        }
        boolean timed = steps.stream().noneMatch(step -> step.time() == Call.NO_TIME);
        boolean whole = halves.firstSequence() == 1 && first == 0;
        for (Communicator other : timed ? job.communicators() : List.<Communicator>of()) {
            Membership member = other.memberships().get(rank);
            CallSequence calls = member == null ? halves : member.collectives();
            int from = member == null ? calls.size() : Math.max(0, calls.size() - MOST_CALLS);
            whole &= member == null || from == 0 && calls.firstSequence() <= 1;
            for (int i = from; i < calls.size(); i++) {
                long time = calls.enqueued(i);
                if (time != Call.NO_TIME) {
                    Token token = new Token(calls.signature(i).operation(), -1, other.size());
                    steps.add(new Step(tokens.id(token), token, time, other, calls.firstSequence() + i));
                }
            }
        }
        if (timed) {
            steps.sort(Comparator.comparingLong(Step::time));
        }
        int oldest = Math.max(0, steps.size() - MOST_STEPS);
        return new MessageProgram(
                place, size, whole && oldest == 0, halves, List.copyOf(steps.subList(oldest, steps.size())));
    }

    /** Returns the calls after a collective of a communicator; without calls where it is not held. */
    MessageProgram after(Communicator communicator, long sequence) {
        for (int i = 0; i < steps.size(); i++) {
            if (steps.get(i).collectiveOf() == communicator && steps.get(i).sequence() == sequence) {
                return new MessageProgram(place, size, true, halves, steps.subList(i + 1, steps.size()));
            }
        }
        return new MessageProgram(place, size, true, halves, List.of());
    }

    /** Returns the first collective of a communicator that is held after the first send or receive that is held; 0 for none. */
    long firstCollective(Communicator communicator) {
        boolean seen = false;
        for (Step step : steps) {
            seen |= !step.collective();
            if (seen && step.collectiveOf() == communicator) {
                return step.sequence();
            }
        }
        return 0;
    }

    /** Returns whether the source holds the program from its start. */
    boolean whole() {
        return whole;
    }

    int length() {
        return steps.size();
    }

    /** Returns the number of a call. */
    int number(int position) {
        return steps.get(position).number();
    }

    /** Returns the half of a message that the call at a position of another program is when this rank makes it; null for none. */
    Half half(MessageProgram program, int position) {
        Token token = program.steps.get(position).token();
        boolean message = token.distance() >= 0 && token.distance() < size;
        return message ? new Half(token.operation(), (place + token.distance()) % size, token.tag()) : null;
    }

    /** Returns whether a stretch of calls has a collective. */
    boolean hasCollective(int from, int to) {
        return steps.subList(from, to).stream().anyMatch(Step::collective);
    }

    /** Returns how many calls from two positions on are equal up to the end of one of them; -1 where they differ before. */
    int agrees(int position, MessageProgram other, int otherPosition, int most) {
        int length = Math.min(Math.min(length() - position, other.length() - otherPosition), most);
        for (int i = 0; i < length; i++) {
            if (number(position + i) != other.number(otherPosition + i)) {
                return -1;
            }
        }
        return Math.max(0, length);
    }

    /**
     * Returns how many calls from a position on repeat the turn that ends there.
     *
     * @param skipped how many calls of the turn are left out first
     * @param added whether the first call is none of the turn's
     */
    int repeats(int position, int turn, int skipped, boolean added) {
        int from = position + (added ? 1 : 0);
        int calls = 0;
        while (from + calls < length() && number(from + calls) == number(position - turn + (skipped + calls) % turn)) {
            calls++;
        }
        return calls;
    }

    /** Returns whether the calls at two positions are sends or receives with equal stacks. */
    boolean haveOneStack(int position, int other) {
        Step one = steps.get(position);
        Step two = steps.get(other);
        return !one.collective()
                && !two.collective()
                && stack(one).siteFrame() != null
                && stack(one).equals(stack(two));
    }

    private CallStack stack(Step half) {
        return halves.call((int) (half.sequence() - halves.firstSequence())).stack();
    }

    /** Returns whether a stretch of another program is anywhere in this one. */
    boolean contains(MessageProgram other, int from, int to) {
        for (int start = 0; start + to - from <= length(); start++) {
            if (agrees(start, other, from, to - from) == to - from) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether the call at a position was made before. */
    boolean madeBefore(int position) {
        for (int i = 0; i < position; i++) {
            if (number(i) == number(position)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether a stretch of calls has one with this number. */
    boolean makes(int from, int to, int number) {
        for (int i = from; i < Math.min(to, length()); i++) {
            if (number(i) == number) {
                return true;
            }
        }
        return false;
    }

    /**
     * One half of a message.
     *
     * @param operation send or receive
     * @param peer the peer's rank in the communicator
     * @param tag the tag; -1 where unknown
     */
    record Half(String operation, int peer, int tag) {
        static Half of(Signature signature) {
            return new Half(signature.operation(), signature.peer(), signature.tag());
        }

        /** Returns the other half, as the peer makes it. */
        static Half other(Signature signature, int issuerPlace) {
            return new Half(signature.traits().sends() ? "recv" : "send", issuerPlace, signature.tag());
        }
    }
}
