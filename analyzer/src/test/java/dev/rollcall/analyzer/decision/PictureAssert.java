package dev.rollcall.analyzer.decision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.model.NumberText;
import dev.rollcall.analyzer.report.picture.RankLevel;
import dev.rollcall.analyzer.report.picture.RankMap;
import dev.rollcall.analyzer.report.picture.RankMaps;
import dev.rollcall.analyzer.report.picture.RollCall;
import dev.rollcall.analyzer.report.picture.RollCalls;
import dev.rollcall.analyzer.report.picture.WaitPicture;
import dev.rollcall.analyzer.report.picture.WaitPictures;
import dev.rollcall.analyzer.report.view.FindingGrids;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Asserts that the pictures of a verdict say what its sentence says. */
public final class PictureAssert {
    private static final int MOST_NODES = 12;
    private static final int MOST_COLUMNS = 8;
    private static final Pattern CALL = Pattern.compile("\\b(after )?call ([\\d,]+)");
    private static final Set<Cause> SKIPS = Set.of(Cause.SKIPPED_COLLECTIVE, Cause.SHORT_LOOP);
    private static final Pattern FIRST_RANK = Pattern.compile("^Ranks? (\\d+)");

    private PictureAssert() {}

    /** Compares all pictures of a verdict with its named ranks, its waits and its main finding. */
    public static void assertAgrees(Verdict verdict, String about) {
        RankMap map = RankMaps.of(verdict);
        if (map == null) {
            return;
        }
        Map<Integer, RankLevel> levels = new HashMap<>();
        for (RankMap.Cell cell : map.cells()) {
            cell.ranks().forEach(rank -> assertEquals(null, levels.put(rank, cell.level()), about + ": twice " + rank));
        }
        if (verdict.mainFinding() != null) {
            assertRollCalls(verdict, verdict.mainFinding(), about);
        }
        if (map.cells().stream().anyMatch(cell -> cell.ranks().size() > 1)) {
            // A host has the level of its most important rank.
            verdict.named().forEach(rank -> assertTrue(levels.get(rank).compareTo(RankLevel.SUSPECT) <= 0, about));
            return;
        }
        assertEquals(new TreeSet<>(verdict.culprits()), ranks(levels, RankLevel.CULPRIT), about);
        assertEquals(new TreeSet<>(verdict.suspects()), ranks(levels, RankLevel.SUSPECT), about);
        verdict.waits().classes().stream()
                .filter(each -> each.call() != null)
                .flatMap(each -> each.ranks().stream())
                .forEach(
                        rank -> assertTrue(levels.get(rank).compareTo(RankLevel.ENDED) < 0, about + ": waits " + rank));
        assertSentence(verdict, levels, about);
        WaitPicture graph = WaitPictures.of(verdict);
        if (graph != null) {
            assertGraph(verdict, graph, levels, about);
        }
    }

    private static void assertSentence(Verdict verdict, Map<Integer, RankLevel> levels, String about) {
        Matcher first = FIRST_RANK.matcher(verdict.summary());
        if (!verdict.culprits().isEmpty() && first.find()) {
            assertEquals(RankLevel.CULPRIT, levels.get(Integer.parseInt(first.group(1))), about);
        }
    }

    private static void assertGraph(Verdict verdict, WaitPicture graph, Map<Integer, RankLevel> levels, String about) {
        assertTrue(graph.nodes().size() <= MOST_NODES, about);
        Set<Integer> named = new TreeSet<>();
        Set<Integer> led = new HashSet<>();
        for (int i = 0; i < graph.nodes().size(); i++) {
            WaitPicture.Node node = graph.nodes().get(i);
            node.ranks().forEach(rank -> assertEquals(levels.get(rank), node.level(), about + ": node of " + rank));
            if (node.level().compareTo(RankLevel.SUSPECT) <= 0) {
                named.addAll(node.ranks());
                led.add(i);
            }
        }
        assertEquals(new TreeSet<>(verdict.named()), named, about);
        for (int turn = 0; turn < graph.nodes().size(); turn++) {
            graph.edges().stream().filter(edge -> led.contains(edge.to())).forEach(edge -> led.add(edge.from()));
        }
        for (int i = 0; i < graph.nodes().size(); i++) {
            assertTrue(
                    led.contains(i) || graph.nodes().get(i).cycle(),
                    about + ": no way from " + graph.nodes().get(i));
        }
    }

    private static void assertRollCalls(Verdict verdict, Finding finding, String about) {
        List<RollCall> pictures =
                RollCalls.of(FindingGrids.of(verdict.job(), finding, MOST_COLUMNS), finding, verdict.waits());
        for (RollCall picture : pictures) {
            for (RollCall.Row row : picture.rows()) {
                assertEquals(finding.ranks().containsAll(row.ranks()), row.named(), about + ": " + row.whole());
                for (RollCall.Cell cell : row.cells()) {
                    boolean mark =
                            cell.marked() || cell.kind() == RollCall.Kind.SKIPPED || cell.kind() == RollCall.Kind.EXTRA;
                    assertTrue(row.named() || !mark, about + ": " + cell.tip());
                }
            }
        }
        if (!pictures.isEmpty() && finding.cause() == Cause.SKIPPED_COLLECTIVE) {
            assertTrue(
                    kinds(pictures).contains(RollCall.Kind.SKIPPED),
                    about + ": nothing skipped in " + FindingGrids.of(verdict.job(), finding, MOST_COLUMNS));
        }
        if (!SKIPS.contains(finding.cause())) {
            assertTrue(!kinds(pictures).contains(RollCall.Kind.SKIPPED), about + ": skipped");
        }
        if (!pictures.isEmpty()) {
            assertNumbers(verdict.summary(), pictures, about);
        }
    }

    /** The numbers of the sentence's calls stand above columns, or in the tips of moved calls. */
    private static void assertNumbers(String summary, List<RollCall> pictures, String about) {
        Set<String> shown = new HashSet<>();
        for (RollCall picture : pictures) {
            picture.heads().forEach(head -> shown.add(head.text()));
            picture.rows()
                    .forEach(row -> row.cells().forEach(cell -> {
                        Matcher own = CALL.matcher(cell.tip());
                        while (own.find()) {
                            shown.add(own.group(2));
                        }
                    }));
        }
        Matcher told = CALL.matcher(summary);
        while (told.find()) {
            String number = told.group(2).replaceAll(",$", "");
            // A picture of the call that a rank did not make need not show the one before it.
            boolean next = told.group(1) != null
                    && shown.contains(NumberText.grouped(Long.parseLong(number.replace(",", "")) + 1));
            assertTrue(next || shown.contains(number), () -> about + ": call " + number + " is not in " + shown);
        }
    }

    private static Set<RollCall.Kind> kinds(List<RollCall> pictures) {
        Set<RollCall.Kind> kinds = new HashSet<>();
        pictures.forEach(picture -> picture.rows().forEach(row -> row.cells().forEach(cell -> kinds.add(cell.kind()))));
        return kinds;
    }

    private static Set<Integer> ranks(Map<Integer, RankLevel> levels, RankLevel level) {
        Set<Integer> ranks = new TreeSet<>();
        levels.forEach((rank, its) -> {
            if (its == level) {
                ranks.add(rank);
            }
        });
        return ranks;
    }
}
