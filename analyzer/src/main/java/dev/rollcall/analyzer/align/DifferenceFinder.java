package dev.rollcall.analyzer.align;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.Interned;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Turns the places where lanes leave the consensus into differences with their facts. */
final class DifferenceFinder {
    private static final int LONGEST_LOOK_BACK = 4096;
    private static final int MOST_AHEAD = 256;
    private static final int LONGEST_MOVE = 64;

    private final Lineup lineup;
    private final Consensus consensus;
    private final Places places;

    DifferenceFinder(Lineup lineup, Consensus consensus, Places places) {
        this.lineup = lineup;
        this.consensus = consensus;
        this.places = places;
    }

    /** Returns the differences of the lanes that leave at a split, one for each group of them. */
    List<Difference> at(Consensus.Split split) {
        List<Difference> differences = new ArrayList<>();
        List<Lane> staying = split.groups().get(0);
        boolean open = !split.majority() && !Sides.firstKept(split.groups(), split.position(), places);
        Lane reference = staying.contains(consensus.reference()) ? consensus.reference() : longest(staying);
        if (open && split.groups().size() > 2) {
            List<Lane> leaving =
                    split.groups().stream().skip(1).flatMap(List::stream).toList();
            differences.add(difference(leaving, staying, reference, split.position(), false, false));
            return differences;
        }
        for (List<Lane> leaving : split.groups().subList(1, split.groups().size())) {
            differences.add(difference(leaving, staying, reference, split.position(), !open, split.majority()));
        }
        return differences;
    }

    private Difference difference(
            List<Lane> leaving, List<Lane> staying, Lane reference, int split, boolean sided, boolean majority) {
        Lane own = longest(leaving);
        int from = Math.max(Math.max(0, split - LONGEST_LOOK_BACK), firstOtherPlace(own, reference, split) - 1);
        List<Edit> edits = EditScript.between(own, reference, places, from);
        Edit first = edits.isEmpty() ? new Edit(Shape.OPEN, split, split, 1, false) : edits.get(0);
        if (!first.followed()) {
            first = new Edit(Shape.OPEN, split, split, 1, false);
        } else if (first.shape() == Shape.SWAPPED && goesOn(own, reference, first)) {
            first = new Edit(Shape.MISSING, first.at(), first.there(), 1, true);
        } else if (edits.size() > 1 && moved(own, reference, first, edits.get(1))) {
            first = new Edit(Shape.SWAPPED, first.at(), first.there(), first.length(), true);
        }
        return describe(leaving, staying, own, reference, first, sided, majority);
    }

    /**
     * Whether what looks like two calls in the other order, at the end of both lanes, comes from the very lines that the
     * others' calls come from: then the first was skipped, and the second is the first one of the next turn.
     */
    private boolean goesOn(Lane own, Lane reference, Edit swap) {
        int at = swap.at();
        int there = swap.there();
        return own.length() == at + 2
                && places.at(own, at) == places.at(reference, there + 1)
                && places.at(own, at + 1) == places.at(reference, there)
                && places.at(own, at) != places.at(own, at + 1);
    }

    /** Whether two edits are one: the calls that are extra at the one place are those that are missing at the other. */
    private static boolean moved(Lane own, Lane reference, Edit first, Edit second) {
        boolean earlier = first.shape() == Shape.EXTRA && second.shape() == Shape.MISSING;
        boolean later = first.shape() == Shape.MISSING && second.shape() == Shape.EXTRA;
        if (!earlier && !later || first.length() != second.length() || second.at() - first.at() > LONGEST_MOVE) {
            return false;
        }
        Edit extra = earlier ? first : second;
        Edit missing = earlier ? second : first;
        for (int i = 0; i < first.length(); i++) {
            if (!own.same(extra.at() + i, reference, missing.there() + i)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Lanes that agree in every signature and yet are of different lengths, where the places tell that one made a call
     * more or less long before: an extra call shaped like its neighbours pairs with the others' next one, and only the
     * end shows it.
     */
    List<Difference> shifted() {
        List<Difference> differences = new ArrayList<>();
        List<Lane> lanes = consensus.followers();
        Lane reference = mostAgreedPlaces(lanes);
        for (Lane lane : lanes) {
            if (lane == reference || lane.length() == reference.length()) {
                continue;
            }
            int shared = Math.min(lane.length(), reference.length());
            int away = firstOtherPlace(lane, reference, shared);
            if (away == 0 || away >= shared) {
                continue;
            }
            List<Edit> edits = EditScript.between(lane, reference, places, Math.max(0, away - 1));
            if (edits.size() == 1 && edits.get(0).followed() && agreesAfter(lane, reference, edits.get(0))) {
                List<Lane> staying =
                        lanes.stream().filter(other -> other != lane).toList();
                int ranks = lane.ranks().size();
                int rest =
                        staying.stream().mapToInt(other -> other.ranks().size()).sum();
                Edit edit = edits.get(0);
                boolean majority = rest > ranks && rest >= ranks + lineup.missing();
                boolean compared = edit.at() < lane.length() && edit.there() < reference.length();
                if (!majority && compared && Sides.kept(lane, reference, edit.at(), edit.there(), places)) {
                    differences.add(describe(staying, List.of(lane), reference, lane, mirrored(edit), true, false));
                    continue;
                }
                boolean kept = compared && Sides.kept(reference, lane, edit.there(), edit.at(), places);
                differences.add(describe(List.of(lane), staying, lane, reference, edit, majority || kept, majority));
            }
        }
        return differences;
    }

    /** The same edit as the other side sees it. */
    private static Edit mirrored(Edit edit) {
        Shape shape = edit.shape() == Shape.EXTRA ? Shape.MISSING : Shape.EXTRA;
        return new Edit(shape, edit.there(), edit.at(), edit.length(), edit.followed());
    }

    private boolean agreesAfter(Lane lane, Lane reference, Edit edit) {
        int i = edit.at() + (edit.shape() == Shape.EXTRA ? edit.length() : 0);
        int j = edit.there() + (edit.shape() == Shape.MISSING ? edit.length() : 0);
        for (; i < lane.length() && j < reference.length(); i++, j++) {
            if (places.at(lane, i) != places.at(reference, j)) {
                return false;
            }
        }
        return true;
    }

    private Lane mostAgreedPlaces(List<Lane> lanes) {
        Lane best = null;
        int most = -1;
        for (Lane lane : lanes) {
            int agreeing = 0;
            for (Lane other : lanes) {
                int shared = Math.min(lane.length(), other.length());
                agreeing += firstOtherPlace(lane, other, shared) >= shared
                        ? other.ranks().size()
                        : 0;
            }
            if (agreeing > most) {
                most = agreeing;
                best = lane;
            }
        }
        return best;
    }

    /** Returns the first position before an end where two lanes come from different places; the end where none does. */
    private int firstOtherPlace(Lane lane, Lane other, int end) {
        for (int i = Math.max(0, end - LONGEST_LOOK_BACK); i < end; i++) {
            if (lane.site(i) != other.site(i) || places.at(lane, i) != places.at(other, i)) {
                return i;
            }
        }
        return end;
    }

    private Difference describe(
            List<Lane> leaving,
            List<Lane> staying,
            Lane own,
            Lane reference,
            Edit edit,
            boolean sided,
            boolean majority) {
        Interned<Long> tokens = new Interned<>();
        int at = edit.at();
        int there = edit.there();
        Habit habit = Habit.of(Sides.past(reference, there, places, tokens));
        int call = at < own.length() ? Sides.token(own, at, places, tokens) : -1;
        int othersCall = there < reference.length() ? Sides.token(reference, there, places, tokens) : -1;
        int ahead = edit.shape() == Shape.OPEN ? ahead(own, at, reference, there, tokens) : 0;
        int missing = edit.shape() == Shape.MISSING ? edit.length() : ahead;
        Call mine = at < own.length() ? own.call(at) : null;
        Call theirs = there < reference.length() ? reference.call(there) : null;
        boolean both = mine != null && theirs != null;
        return new Difference(
                lineup.communicator(),
                ranks(leaving, at),
                ranks(staying, there),
                sided,
                majority,
                own,
                at,
                reference,
                there,
                edit.shape(),
                edit.length(),
                ahead,
                missing > 0 && wholeTurns(reference, there, missing, tokens),
                call < 0 ? Manner.NEW : Sides.manner(own, at, places, tokens),
                othersCall < 0 ? Manner.NEW : Sides.manner(reference, there, places, tokens),
                habit.turn(),
                habit.turnBegins(),
                othersCall < 0 ? 0 : habit.timesInTurn(othersCall),
                call >= 0 && habit.calledBefore(call),
                both ? Comparability.differences(mine.signature(), theirs.signature()) : Set.of(),
                both && places.at(own, at) != Places.UNKNOWN && places.at(own, at) == places.at(reference, there));
    }

    /** How many calls after their own at a position the others make, or by their habit will make, the lane's call. */
    private int ahead(Lane own, int at, Lane reference, int there, Interned<Long> tokens) {
        if (at >= own.length()) {
            return 0;
        }
        int call = Sides.token(own, at, places, tokens);
        int made = reference.length();
        for (int i = there + 1; i < Math.min(made, there + MOST_AHEAD); i++) {
            if (Sides.token(reference, i, places, tokens) == call) {
                return i - there;
            }
        }
        Habit habit = Habit.of(Sides.past(reference, made, places, tokens));
        if (!habit.known() || there >= made) {
            return 0;
        }
        for (int i = made; i < there + MOST_AHEAD; i++) {
            if (habit.expected(i - made) == call) {
                return i - there;
            }
        }
        return 0;
    }

    /** Whether the calls from a position on repeat those just before, so that they are turns of a loop. */
    private boolean wholeTurns(Lane reference, int there, int length, Interned<Long> tokens) {
        int made = Math.min(reference.length(), there + length);
        int[] stretch = new int[there + length];
        System.arraycopy(Sides.past(reference, made, places, tokens), 0, stretch, 0, made);
        if (made < there + length) {
            Habit habit = Habit.of(Sides.past(reference, made, places, tokens));
            for (int i = made; i < there + length; i++) {
                stretch[i] = habit.expected(i - made);
            }
        }
        for (int turn = 1; turn <= Math.min(length, there); turn++) {
            boolean repeats = length % turn == 0;
            for (int i = there; repeats && i < there + length; i++) {
                repeats = stretch[i] == stretch[i - turn];
            }
            if (repeats) {
                return true;
            }
        }
        return false;
    }

    private static Lane longest(Collection<Lane> lanes) {
        Lane longest = null;
        for (Lane lane : lanes) {
            if (longest == null || lane.length() > longest.length()) {
                longest = lane;
            }
        }
        return longest;
    }

    private static List<Integer> ranks(List<Lane> lanes, int position) {
        TreeSet<Integer> ranks = new TreeSet<>();
        lanes.stream().filter(lane -> lane.length() > position).forEach(lane -> ranks.addAll(lane.ranks()));
        if (ranks.isEmpty()) {
            lanes.forEach(lane -> ranks.addAll(lane.ranks()));
        }
        return List.copyOf(ranks);
    }
}
