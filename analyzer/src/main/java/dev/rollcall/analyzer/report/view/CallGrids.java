package dev.rollcall.analyzer.report.view;

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

/** Draws the {@link CallGrid} of a finding. */
public final class CallGrids {
    private static final int BEFORE = 3;
    private static final int AFTER = 2;
    /** Evidence farther than this behind the divergence has its stack shown, but not its row. */
    private static final int REACH = 6;
    /** So many columns are shown in any case. */
    private static final int FEW = 3;

    private final Finding finding;
    private final Communicator communicator;
    private final boolean pointToPoint;
    private final Set<Integer> read;
    private final Set<Integer> named;
    private final Set<Long> marked = new HashSet<>();
    private final long first;
    private final CallCells cells;
    private final Map<Object, Group> groups = new LinkedHashMap<>();

    private CallGrids(Job job, Finding finding) {
        this.finding = finding;
        this.communicator = finding.communicator();
        this.read = job.ranks().stream().map(Rank::number).collect(Collectors.toSet());
        this.named = new HashSet<>(finding.ranks());
        this.pointToPoint = finding.evidence().stream()
                .map(Evidence::call)
                .anyMatch(call -> call != null
                        && call.sequence() == finding.sequence()
                        && call.signature().traits().pointToPoint());
        mark();
        this.first = Math.max(1, marked.stream().min(Long::compare).orElseThrow() - BEFORE);
        long last = marked.stream().max(Long::compare).orElseThrow() + AFTER;
        this.cells = new CallCells(job, communicator, pointToPoint, first, last);
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
        if (finding.communicator() == null || finding.sequence() <= 0) {
            return null;
        }
        CallGrids grid = new CallGrids(job, finding);
        grid.group();
        return grid.draw(most);
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

    private void group() {
        for (Membership member : communicator.memberships().values()) {
            group(member.rank(), cells.of(member));
        }
        for (int rank : finding.ranks()) {
            if (!communicator.memberships().containsKey(rank)) {
                group(rank, cells.without(read.contains(rank) ? "never joined" : "no trace"));
            }
        }
    }

    private void group(int rank, List<Cell> its) {
        boolean blamed = named.contains(rank);
        List<Object> alike = new ArrayList<>(List.of(blamed));
        its.forEach(cell -> alike.add(cell.withState("")));
        groups.computeIfAbsent(alike, key -> new Group(blamed)).add(rank, its);
    }

    private CallGrid draw(int most) {
        List<Group> ordered = new ArrayList<>(groups.values());
        Set<Integer> telling =
                finding.evidence().stream().map(Evidence::rank).collect(Collectors.toCollection(HashSet::new));
        telling.addAll(named);
        Predicate<Group> tells = group -> group.ranks.stream().anyMatch(telling::contains);
        ordered.sort(Comparator.comparing((Group group) -> !group.named)
                .thenComparing(group -> !tells.test(group))
                .thenComparing(group -> -group.ranks.size())
                .thenComparing(group -> group.ranks.get(0)));
        // Every rank sends and receives in its own way: those that the finding does not speak of show nothing of it.
        long room = pointToPoint ? Math.max(FEW, ordered.stream().filter(tells).count()) : most;
        List<Group> shown = ordered.subList(0, (int) Math.min(Math.min(room, most), ordered.size()));
        Set<Integer> omitted = new TreeSet<>();
        ordered.subList(shown.size(), ordered.size()).forEach(group -> omitted.addAll(group.ranks));
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
                rows(shown),
                List.copyOf(omitted),
                unread);
    }

    private List<CallGrid.Row> rows(List<Group> shown) {
        List<CallGrid.Row> rows = new ArrayList<>();
        for (int at = 0; !shown.isEmpty() && at < shown.get(0).cells.size(); at++) {
            int row = at;
            long sequence = first + row;
            boolean mark = marked.contains(sequence);
            boolean differ = sequence == finding.sequence()
                    || shown.stream()
                                    .map(group -> group.cells.get(row).call())
                                    .distinct()
                                    .count()
                            > 1;
            List<Cell> its = shown.stream()
                    .map(group -> group.cell(row).marked(mark && differ && group.named))
                    .toList();
            if (mark || sequence <= finding.sequence() || its.stream().anyMatch(Cell::made)) {
                rows.add(new CallGrid.Row(sequence, sequence == finding.sequence(), its));
            }
        }
        return rows;
    }

    /** Ranks that called the same. What became of their calls may differ, as when a launcher ends them one by one. */
    private static final class Group {
        private final boolean named;
        private final List<Integer> ranks = new ArrayList<>();
        private final List<Cell> cells = new ArrayList<>();
        private final List<Map<String, Integer>> states = new ArrayList<>();

        private Group(boolean named) {
            this.named = named;
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

        private Cell cell(int row) {
            Map<String, Integer> counts = states.get(row);
            if (counts.size() == 1) {
                return cells.get(row);
            }
            StringJoiner mixed = new StringJoiner(", ");
            counts.forEach((state, count) -> mixed.add(count + " " + (state.isEmpty() ? "done" : state)));
            return cells.get(row).withState(mixed.toString());
        }
    }
}
