package dev.rollcall.analyzer.wait;

import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.model.Thresholds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * How regularly a rank sends to a peer, or receives from it: every how many of its sends and receives on a communicator.
 * What a rank's own past announces tells which of two ranks left its way.
 */
public final class PeerHabit {
    private PeerHabit() {}

    /**
     * Returns whether a half that waits for its peer came when the rank's own habit announced it: at its turn, from a line that
     * such a half came from before, and of the size of one before, where they are not of several sizes.
     *
     * @param wait a wait in a send or a receive
     */
    public static boolean kept(Wait wait) {
        Membership member = wait.communicator().memberships().get(wait.rank());
        int peer = wait.call().signature().peer();
        List<Integer> turns = turns(
                member.pointToPoint(),
                wait.call().signature().operation(),
                peer,
                wait.call().sequence());
        int period = period(turns.subList(0, Math.max(0, turns.size() - 1)));
        int last = turns.size() - 1;
        return period > 0 && turns.get(last) - turns.get(last - 1) == period && alike(member.pointToPoint(), turns);
    }

    /**
     * Whether the last turn is from a place, and of a type and size, that one before had, and none came in between that was from
     * a place of its own: one too many there would have taken what the next was to get, and so on to the last.
     */
    private static boolean alike(CallSequence calls, List<Integer> turns) {
        int last = turns.get(turns.size() - 1);
        List<Integer> earlier = turns.subList(0, turns.size() - 1);
        Map<Integer, Integer> places = new HashMap<>();
        earlier.forEach(turn -> places.merge(calls.siteNumber(turn), 1, Integer::sum));
        return places.containsKey(calls.siteNumber(last))
                && earlier.stream().skip(1).noneMatch(turn -> places.get(calls.siteNumber(turn)) == 1)
                && (sameSize(calls, earlier.get(0), last)
                        || earlier.stream().anyMatch(turn -> !sameSize(calls, earlier.get(0), turn)));
    }

    private static boolean sameSize(CallSequence calls, int one, int other) {
        Signature a = calls.signature(one);
        Signature b = calls.signature(other);
        return a.count() == b.count() && Objects.equals(a.elementType(), b.elementType());
    }

    /**
     * Returns whether a half names another peer than all earlier halves of its kind from the same line, several of them.
     *
     * @param wait a wait in a send or a receive
     */
    static boolean strange(Wait wait) {
        CallSequence calls = wait.communicator().memberships().get(wait.rank()).pointToPoint();
        int own = (int) (wait.call().sequence() - calls.firstSequence());
        if (own < 0 || own >= calls.size() || calls.siteNumber(own) == 0) {
            return false;
        }
        int others = 0;
        for (int i = 0; i < own; i++) {
            boolean alike = calls.siteNumber(i) == calls.siteNumber(own)
                    && calls.signature(i)
                            .operation()
                            .equals(wait.call().signature().operation());
            if (alike && calls.signature(i).peer() == wait.call().signature().peer()) {
                return false;
            }
            others += alike ? 1 : 0;
        }
        return others >= Thresholds.FEWEST_MESSAGES;
    }

    /**
     * Returns whether the peer of a half, as far back as its calls are held, several times sent to or received from others, and
     * never this rank.
     *
     * @param wait a wait in a send or a receive that lacks its other half
     */
    public static boolean strangers(Wait wait) {
        Communicator communicator = wait.communicator();
        Membership peer = communicator.memberships().get(wait.absent().get(0));
        int own = communicator.members().indexOf(wait.rank());
        if (peer == null) {
            return false;
        }
        CallSequence calls = peer.pointToPoint();
        for (int i = 0; i < calls.size(); i++) {
            int other = calls.signature(i).peer();
            if (other < 0 || other == own) {
                return false;
            }
        }
        return calls.size() >= Thresholds.FEWEST_MESSAGES;
    }

    /** Returns the positions of the sends to, or receives from, a peer. */
    private static List<Integer> turns(CallSequence calls, String operation, int peer, long last) {
        List<Integer> turns = new ArrayList<>();
        for (int i = 0; i < calls.size() && calls.firstSequence() + i <= last; i++) {
            Signature signature = calls.signature(i);
            if (signature.operation().equals(operation) && signature.peer() == peer) {
                turns.add(i);
            }
        }
        return turns;
    }

    /** Returns the distance of the last few turns, 0 where it is not one and the same, or there are too few. */
    private static int period(List<Integer> turns) {
        if (turns.size() < Thresholds.FEWEST_MESSAGES) {
            return 0;
        }
        int last = turns.size() - 1;
        int period = turns.get(last) - turns.get(last - 1);
        return period == turns.get(last - 1) - turns.get(last - 2) ? period : 0;
    }
}
