package dev.rollcall.analyzer.report.view;

import dev.rollcall.analyzer.align.CallShift;
import dev.rollcall.analyzer.align.SignatureMatcher;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.report.view.CallGrid.Cell;
import dev.rollcall.analyzer.report.view.CallGrid.Column;
import dev.rollcall.analyzer.verdict.Evidence;
import dev.rollcall.analyzer.verdict.Finding;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * Draws the {@link CallGrid} of a finding. Collectives are paired as the alignment pairs them: what a named rank made more than
 * the others has rows of its own, and what it left out is a gap.
 */
public final class CallGrids {
    private static final int BEFORE = 3;
    private static final int AFTER = 2;
    /** Evidence farther than this behind the divergence has its stack shown, but not its row. A longer run is shortened. */
    private static final int REACH = 6;
    /** So many columns are shown in any case. */
    private static final int FEW = 3;
    /** So many groups of named ranks are aligned: each comparison reads whole calls. */
    private static final int MOST_ALIGNED = 3;

    private final Finding finding;
    private final Communicator communicator;
    private final boolean pointToPoint;
    private final Set<Integer> read;
    private final Set<Integer> named;
    private final Set<Integer> unobserved;
    private final SignatureMatcher matcher;
    private final Set<Long> marked = new HashSet<>();
    private final CallCells cells;

    private CallGrids(Job job, Finding finding) {
        this.finding = finding;
        this.communicator = finding.communicator();
        this.read = job.ranks().stream().map(Rank::number).collect(Collectors.toSet());
        this.named = new HashSet<>(finding.ranks());
        this.unobserved = job.unobserved();
        this.matcher = new SignatureMatcher(job.signatures());
        this.pointToPoint = finding.isPointToPoint();
        this.cells = new CallCells(job, communicator, pointToPoint);
        mark();
    }

    /**
     * Returns the calls around a finding.
     *
     * @param job the finding's job
     * @param finding the finding
     * @param most how many columns there is room for
     * @return the grid, or null where the finding has no place on one communicator
     */
    public static CallGrid around(Job job, Finding finding, int most) {
        return finding.communicator() == null || finding.sequence() <= 0
                ? null
                : new CallGrids(job, finding).draw(most);
    }

    private void mark() {
        marked.add(finding.sequence());
        for (Evidence evidence : finding.evidence()) {
            Call call = evidence.call();
            if (call != null
                    && named.contains(evidence.rank())
                    && call.signature().traits().pointToPoint() == pointToPoint
                    && call.sequence() > finding.sequence()
                    && call.sequence() <= finding.sequence() + REACH) {
                marked.add(call.sequence());
            }
        }
    }

    /**
     * The place of a row among the reference's calls.
     *
     * @param sequence the number of the reference's call that the row shows, or that follows the row
     * @param extra the index of the row among the calls before it that the reference did not make; -1 for its own call
     */
    private record Place(long sequence, int extra) {
        /** Returns the number of a rank's call here; 0 where it made none. */
        long own(CallShift shift) {
            if (shift == null || sequence < shift.sequence()) {
                return extra < 0 ? sequence : 0;
            }
            if (extra >= 0) {
                return shift.extra() && sequence == shift.sequence() && extra < shift.length() ? sequence + extra : 0;
            }
            if (shift.extra()) {
                return sequence + shift.length();
            }
            return sequence < shift.sequence() + shift.length() ? 0 : sequence - shift.length();
        }
    }

    private CallGrid draw(int most) {
        long first = Math.max(1, finding.sequence() - BEFORE);
        long last = marked.stream().max(Long::compare).orElseThrow() + AFTER;
        List<Place> places = LongStream.rangeClosed(first, last)
                .mapToObj(sequence -> new Place(sequence, -1))
                .toList();
        Set<Integer> members = new TreeSet<>(communicator.memberships().keySet());
        members.addAll(named);
        List<Group> groups = ordered(group(members, places, null));
        Map<Group, CallShift> shifts = shifts(groups);
        if (!shifts.isEmpty()) {
            List<Place> paired = places(first, last, shifts.values());
            places = paired;
            groups = ordered(groups.stream()
                    .flatMap(group -> group(group.ranks, paired, shifts.get(group)).stream())
                    .toList());
        }
        // Every rank sends and receives in its own way: those that the finding does not speak of show nothing of it.
        long room = pointToPoint ? Math.max(FEW, groups.stream().filter(tells()).count()) : most;
        List<Group> shown = groups.subList(0, (int) Math.min(Math.min(room, most), groups.size()));
        Set<Integer> omitted = new TreeSet<>();
        groups.subList(shown.size(), groups.size()).forEach(group -> omitted.addAll(group.ranks));
        List<Integer> unread = communicator.members().stream()
                .filter(rank -> rank >= 0 && !read.contains(rank) && !named.contains(rank))
                .sorted()
                .toList();
        return new CallGrid(
                Printable.of(communicator.name()),
                pointToPoint,
                communicator.size(),
                shown.stream()
                        .map(group -> new Column(group.ranks, group.named))
                        .toList(),
                rows(shown, places, divergence(shifts.values(), first)),
                List.copyOf(omitted),
                unread);
    }

    private Predicate<Group> tells() {
        Set<Integer> telling =
                finding.evidence().stream().map(Evidence::rank).collect(Collectors.toCollection(HashSet::new));
        telling.addAll(named);
        return group -> group.ranks.stream().anyMatch(telling::contains);
    }

    private List<Group> ordered(Collection<Group> groups) {
        Predicate<Group> tells = tells();
        List<Group> ordered = new ArrayList<>(groups);
        ordered.sort(Comparator.comparing((Group group) -> !group.named)
                .thenComparing(group -> !tells.test(group))
                .thenComparing(group -> -group.ranks.size())
                .thenComparing(group -> group.ranks.get(0)));
        return ordered;
    }

    /** Puts ranks that called the same at some places into groups. */
    private Collection<Group> group(Collection<Integer> ranks, List<Place> places, CallShift shift) {
        long[] numbers = places.stream().mapToLong(place -> place.own(shift)).toArray();
        Map<Object, Group> groups = new LinkedHashMap<>();
        for (int rank : ranks) {
            boolean blamed = named.contains(rank);
            Membership member = communicator.memberships().get(rank);
            List<Cell> its = member == null ? cells.without(rank, numbers.length) : cells.of(member, numbers);
            List<Object> alike = new ArrayList<>(List.of(blamed));
            its.forEach(cell -> alike.add(cell.withState("", false)));
            groups.computeIfAbsent(alike, key -> new Group(blamed, shift, numbers))
                    .add(rank, its);
        }
        return groups.values();
    }

    /** Aligns the first groups of named ranks with the largest group of others. */
    private Map<Group, CallShift> shifts(List<Group> groups) {
        Map<Group, CallShift> shifts = new LinkedHashMap<>();
        Membership reference = groups.stream()
                .filter(group -> !group.named)
                .max(Comparator.comparingInt((Group group) -> group.ranks.size())
                        .thenComparing(group -> -group.ranks.get(0)))
                .map(group -> communicator.memberships().get(group.ranks.get(0)))
                .orElse(null);
        if (pointToPoint || reference == null) {
            return shifts;
        }
        groups.stream().filter(group -> group.named).limit(MOST_ALIGNED).forEach(group -> {
            Membership own = communicator.memberships().get(group.ranks.get(0));
            CallShift shift =
                    own == null || unobserved.contains(own.rank()) ? null : CallShift.between(own, reference, matcher);
            if (shift != null && shift.sequence() <= finding.sequence() + REACH) {
                shifts.put(group, shift);
            }
        });
        return shifts;
    }

    private static List<Place> places(long first, long last, Collection<CallShift> shifts) {
        TreeSet<Long> sequences =
                LongStream.rangeClosed(first, last).boxed().collect(Collectors.toCollection(TreeSet::new));
        Map<Long, Integer> extra = new TreeMap<>();
        for (CallShift shift : shifts) {
            long begin = shift.sequence();
            int shown = Math.min(shift.length(), REACH);
            if (shift.extra()) {
                extra.merge(begin, shown, Math::max);
            } else if (begin >= first) {
                LongStream.range(begin, begin + shown).forEach(sequences::add);
                LongStream.range(begin + shift.length(), begin + shift.length() + AFTER)
                        .forEach(sequences::add);
            }
        }
        List<Place> places = new ArrayList<>();
        for (long sequence : sequences) {
            for (int i = 0; i < extra.getOrDefault(sequence, 0); i++) {
                places.add(new Place(sequence, i));
            }
            places.add(new Place(sequence, -1));
        }
        return places;
    }

    /** Returns the place of the first difference. */
    private Place divergence(Collection<CallShift> shifts, long first) {
        return shifts.stream()
                .filter(shift -> shift.sequence() >= first)
                .min(Comparator.comparingLong(CallShift::sequence))
                .map(shift -> new Place(shift.sequence(), shift.extra() ? 0 : -1))
                .orElse(new Place(finding.sequence(), -1));
    }

    private List<CallGrid.Row> rows(List<Group> shown, List<Place> places, Place divergence) {
        List<CallGrid.Row> rows = new ArrayList<>();
        boolean numbered = communicator.numbersCalls();
        for (int at = 0; !shown.isEmpty() && at < places.size(); at++) {
            int row = at;
            Place place = places.get(at);
            boolean divergent = place.equals(divergence);
            boolean differ = divergent
                    || shown.stream()
                                    .map(group -> group.cells.get(row).call())
                                    .distinct()
                                    .count()
                            > 1;
            List<Cell> its = shown.stream()
                    .map(group -> group.cell(row, place).marked(differ && isMarked(group, row, place, divergent)))
                    .toList();
            if (divergent
                    || place.extra() < 0
                            && place.sequence() <= finding.sequence()
                            && its.stream().anyMatch(CallCells::says)
                    || its.stream().anyMatch(cell -> cell.made() || cell.marked())) {
                rows.add(new CallGrid.Row(
                        place.extra() < 0 && numbered ? place.sequence() : 0, place.extra() >= 0, divergent, its));
            }
        }
        return rows;
    }

    private boolean isMarked(Group group, int row, Place place, boolean divergent) {
        return group.named && (divergent || group.inRun(row, place) || marked.contains(group.numbers[row]));
    }

    /** Ranks that called the same. What became of their calls may differ, as when a launcher ends them one by one. */
    private static final class Group {
        private final boolean named;
        private final CallShift shift;
        private final long[] numbers;
        private final List<Integer> ranks = new ArrayList<>();
        private final List<Cell> cells = new ArrayList<>();
        private final List<Map<String, Integer>> states = new ArrayList<>();

        private Group(boolean named, CallShift shift, long[] numbers) {
            this.named = named;
            this.shift = shift;
            this.numbers = numbers;
        }

        private void add(int rank, List<Cell> its) {
            if (ranks.isEmpty()) {
                cells.addAll(its);
                its.forEach(cell -> states.add(new TreeMap<>()));
            }
            ranks.add(rank);
            for (int i = 0; i < its.size(); i++) {
                states.get(i).merge(its.get(i).state(), 1, Integer::sum);
            }
        }

        /** Returns whether a row shows a call that these ranks alone made, or alone left out. */
        private boolean inRun(int row, Place place) {
            if (shift == null || shift.extra() != (place.extra() >= 0)) {
                return false;
            }
            long at = shift.extra() ? numbers[row] : place.sequence();
            return at >= shift.sequence() && at < shift.sequence() + shift.length();
        }

        /** Returns the cell in a row, with the call's own number where that is not the row's. */
        private Cell cell(int row, Place place) {
            Cell cell = cells.get(row);
            Map<String, Integer> counts = states.get(row);
            StringJoiner state = new StringJoiner(", ");
            if (counts.size() > 1) {
                counts.forEach((each, count) -> state.add(count + " " + (each.isEmpty() ? "done" : each)));
            } else if (!cell.state().isEmpty()) {
                state.add(cell.state());
            }
            Cell placed = cell.withState(state.toString(), counts.containsKey(CallGrid.WAITING));
            return place.extra() >= 0 || numbers[row] != place.sequence() ? placed.numbered(numbers[row]) : placed;
        }
    }
}
