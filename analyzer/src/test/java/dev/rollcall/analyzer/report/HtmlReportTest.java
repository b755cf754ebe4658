package dev.rollcall.analyzer.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.ApprovedTexts;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.report.view.SourceTree;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class HtmlReportTest {
    @RegisterExtension
    static final ApprovedTexts TEXTS = new ApprovedTexts();

    private static final int MEGABYTE = 1_000_000;

    private static String page(Verdict... verdicts) {
        return new HtmlReport(new SourceTree(List.of())).print(List.of(verdicts));
    }

    /** Returns the words that a reader of a page hears, one element a line. */
    private static String words(String page) {
        return page.substring(page.indexOf("<body"), page.indexOf("<script"))
                // They differ on a host without fonts.
                .replaceAll("(?s)<section class=\"charts\">.*?</section>", "")
                .replaceAll("(?s)<svg [^>]*aria-label=\"([^\"]*)\".*?</svg>", "\n$1\n")
                .replaceAll("</?code>", "")
                .replaceAll("<[^>]*>", "\n")
                .replace("&#34;", "\"")
                .replace(Version.CURRENT, "VERSION")
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .collect(Collectors.joining("\n"));
    }

    @Test
    void showsAnExtraCall() {
        TEXTS.verify(words(page(ExampleVerdicts.extraBarrier(4))));
    }

    @Test
    void showsASuspectWithoutADump() {
        TEXTS.verify(words(page(ExampleVerdicts.missingDump())));
    }

    @Test
    void showsTheSuspectsOfATieAboveTheEvidence() {
        String words = words(page(ExampleVerdicts.tie()));

        assertTrue(words.contains("\nSuspects\nranks 0 and 2\nHost\nnode0\n"), words);
        assertTrue(words.contains("\nConfidence\nnot proven: look here first\n"), words);
        assertTrue(words.contains("\nFrozen since\n2026-09-21 14:13:26 UTC\n"), words);
        assertTrue(
                words.contains("\nRank 2 calls all_reduce at Trainer.java:22, as rank 3 does.\nTo settle it:\n"),
                words);
        assertTrue(words.indexOf("Look at first") < words.indexOf("What happened"), words);
        assertTrue(words.indexOf("Look at first") < words.indexOf("Stacks"), words);
    }

    @Test
    void saysWhatToDoWhereTheVerdictDoesNot() {
        String page = page(new Verdict(
                new ExampleJob(2).build(), Outcome.INCONCLUSIVE, List.of(), "The traces contain no call.", List.of()));

        assertTrue(page.contains("Collect the files of all ranks"), page);
    }

    @Test
    void hasTheSentenceInItsHeading() {
        String page = page(ExampleVerdicts.extraBarrier(4));

        String heading = page.substring(page.indexOf("<h1>"), page.indexOf("</h1>"));
        assertTrue(
                heading.contains("Rank 0 diverged: its call 12 on <code>world</code> is barrier at Trainer.save"),
                heading);
    }

    @Test
    void marksTheDivergentCellAlone() {
        String page = page(ExampleVerdicts.extraBarrier(4));

        assertEquals(1, page.split("<td class=\"marked\">", -1).length - 1);
        assertTrue(
                page.substring(page.indexOf("<td class=\"marked\">"))
                                .stripLeading()
                                .indexOf("barrier")
                        < 100,
                page);
    }

    @Test
    void groupsEqualRanks() {
        String page = page(ExampleVerdicts.extraBarrier(1024));

        assertTrue(page.contains("Ranks 1–1023"));
    }

    @Test
    void staysSmallWithManyRanks() {
        assertTrue(size(page(ReportedJobs.skipped(1024, 516))) < 2 * MEGABYTE);
        assertTrue(size(page(ReportedJobs.skipped(16_384, 8196))) < 5 * MEGABYTE);
    }

    private static int size(String page) {
        return page.getBytes(StandardCharsets.UTF_8).length;
    }

    @Test
    void needsNothingFromElsewhere() {
        String page = page(ExampleVerdicts.extraBarrier(4));

        assertFalse(page.matches("(?s).*(src=|href=\"(?!#)|url\\(|@import|<script |<link|<iframe).*"));
        assertTrue(page.contains("default-src 'none'"));
    }

    @Test
    void escapesEverythingThatComesFromATrace() {
        String page =
                page(ExampleVerdicts.hostile("\"'><script>alert(1)</script><img src=x onerror=alert(2)>\u0000\u202e"));

        assertEquals(2, page.split("<script", -1).length, "the page's own script, and no other");
        assertFalse(page.contains("<img"));
        assertFalse(page.contains("\u0000"));
        assertFalse(page.contains("\u202e"));
        assertTrue(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
    }

    @Test
    void listsSeveralJobsOnOnePage() {
        String page = page(ExampleVerdicts.healthy(), ExampleVerdicts.absentRank());

        List<String> jobs = Pattern.compile("<article class=\"[a-z]+\" id=\"([^\"]+)\"")
                .matcher(page)
                .results()
                .map(found -> found.group(1))
                .toList();
        assertEquals(2, jobs.stream().distinct().count(), jobs::toString);
        jobs.forEach(job -> assertTrue(page.contains("href=\"#" + job + "\""), job));
    }

    @Test
    void repeatsNoId() {
        String page = page(ExampleVerdicts.all().toArray(Verdict[]::new));

        List<String> ids = Pattern.compile("\\bid=\"([^\"]+)\"")
                .matcher(page)
                .results()
                .map(found -> found.group(1))
                .toList();
        assertEquals(ids.stream().distinct().toList(), ids);
        assertTrue(ids.size() > 8, ids::toString);
    }

    @Test
    void leavesOutEmptyColumns() {
        ExampleJob example = new ExampleJob(2).steps(2).host("");
        example.ending(0, Ending.UNKNOWN).ending(1, Ending.UNKNOWN);
        String page =
                page(new Verdict(example.build(), Outcome.HEALTHY, List.of(), "Nothing diverged: 2 ranks.", List.of()));

        TEXTS.verify(words(page));
    }

    @Test
    void putsAFindingThatIsNotTheHeadlineBelow() {
        Verdict verdict = ExampleVerdicts.extraBarrier(4);
        String page = page(new Verdict(
                verdict.job(), Outcome.HEALTHY, List.of(), "Nothing diverged: 4 ranks.", verdict.findings()));

        assertTrue(page.indexOf("A barrier returns only") > page.indexOf("<details class=\"finding\""), page);
    }
}
