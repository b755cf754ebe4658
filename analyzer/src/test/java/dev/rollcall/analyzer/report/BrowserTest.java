package dev.rollcall.analyzer.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.report.view.PageScript;
import dev.rollcall.analyzer.report.view.SourceTree;
import dev.rollcall.analyzer.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.interactions.Actions;

/** Opens the page in a real browser, where there is one. */
class BrowserTest {
    private static final List<String> HOSTILE = List.of(
            "</title></style></script><script>window.owned=1</script>",
            "\"'><img src=x onerror=\"window.owned=1\"><svg onload=\"window.owned=1\">",
            "javascript:window.owned=1",
            "<iframe srcdoc=\"<script>parent.owned=1</script>\"></iframe><base href=\"http://example.invalid/\">",
            "${7*7} @raw <!-- ]]> \u202e\u0000&#x3c;script&#x3e;",
            "<style>*{display:none}</style><link rel=stylesheet href=\"http://example.invalid/x.css\">");

    @TempDir
    static Path folder;

    private static Browser browser;
    private static PageInspector inspector;
    private static int pages;

    @BeforeAll
    static void start() throws IOException {
        browser = Browser.start(Files.createDirectory(folder.resolve("profile")));
        inspector = new PageInspector(browser);
    }

    @AfterAll
    static void close() {
        if (browser != null) {
            browser.close();
        }
    }

    private static String html(Verdict... verdicts) {
        return new HtmlReport(new SourceTree(List.of())).print(List.of(verdicts));
    }

    private static void open(String html) {
        Path page = folder.resolve("report-" + pages++ + ".html");
        try {
            Files.writeString(page, html);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        inspector.open(page);
    }

    static Stream<Arguments> reports() {
        Map<String, Verdict> jobs = ReportedJobs.all();
        Stream<Arguments> each =
                jobs.entrySet().stream().map(job -> Arguments.of(job.getKey(), List.of(job.getValue())));
        return Stream.concat(
                each,
                Stream.of(Arguments.of("several jobs", ExampleVerdicts.all().subList(0, 3))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("reports")
    void isSoundInABrowser(String name, List<Verdict> verdicts) {
        open(html(verdicts.toArray(Verdict[]::new)));

        assertEquals(List.of(), inspector.faults());
    }

    @Test
    void runsNothingThatComesFromATrace() {
        for (String hostile : HOSTILE) {
            open(html(ExampleVerdicts.hostile(hostile), ExampleVerdicts.hostile(hostile)));

            assertEquals(1L, browser.value("document.scripts.length"), hostile);
            assertEquals(
                    List.of(),
                    browser.texts(
                            "[...document.querySelectorAll('img,iframe,object,embed,form,base,link')].map(e => e.outerHTML)"),
                    hostile);
            assertEquals(
                    List.of(),
                    browser.texts("[...document.querySelectorAll('*')].flatMap(e => [...e.attributes])"
                            + ".filter(a => a.name.startsWith('on') || /^\\s*(javascript|data|http)/i.test(a.value))"
                            + ".map(a => a.name + '=' + a.value)"),
                    hostile);
            assertEquals(null, browser.value("window.owned"), hostile);
            assertEquals(List.of(), browser.console(), hostile);
            assertEquals(List.of(), browser.requests(), hostile);
        }
    }

    @Test
    void allowsNoScriptButItsOwn() {
        String page = html(ReportedJobs.skipped(64, 42));

        open(page.replace("<footer>", "<script>window.owned = 1</script><footer onclick=\"window.owned = 1\">"));
        browser.driver().findElement(By.tagName("footer")).click();

        assertEquals(null, browser.value("window.owned"));
        assertFalse(browser.console().isEmpty());
        assertTrue(page.contains(PageScript.OF_REPORT.policy().replace("'", "&#39;"))
                || page.contains(PageScript.OF_REPORT.policy()));
    }

    @Test
    void showsTheSameWithoutTheScriptAndNoButtons() {
        String page = html(ReportedJobs.skipped(64, 42));
        open(page);
        assertTrue((long) browser.value("document.querySelectorAll('button, input').length") > 0);
        String words = words();

        open(page.replaceAll("script-src [^\"]*", "script-src &#39;none&#39;"));

        assertEquals(0L, browser.value("document.querySelectorAll('button, input').length"));
        assertEquals(words, words());
    }

    /** Returns what the page says, without what the script adds. */
    private static String words() {
        return (String)
                browser.value("(() => { document.querySelectorAll('details').forEach(fold => (fold.open = true));"
                        + " document.querySelectorAll('.tools, .copy').forEach(added => added.remove());"
                        + " return document.body.innerText.replace(/\\s+/g, ' '); })()");
    }

    @Test
    void twoReportsPastedIntoOnePageStayApart() {
        String one = html(ReportedJobs.skipped(64, 42));
        String other = html(ReportedJobs.crashed(64, 13));

        open(one.replace("</body>", other.substring(other.indexOf("<main>"), other.indexOf("</body>")) + "</body>"));

        assertEquals(List.of(), browser.texts(PageFaults.REPEATED_IDS));
        assertEquals(List.of(), browser.texts(PageFaults.DEAD_LINKS));
        assertEquals(List.of(), browser.console());
        assertEquals(
                List.of(),
                browser.texts("[...document.querySelectorAll('.tools + .tools, .copy + * + .copy')]"),
                "the script ran once for each report");
    }

    @Test
    void foldsAndUnfolds() {
        open(html(ReportedJobs.skipped(64, 42)));

        for (WebElement summary : browser.driver().findElements(By.cssSelector("article > details > summary"))) {
            WebElement fold = summary.findElement(By.xpath(".."));
            boolean open = fold.getDomProperty("open").equals("true");
            summary.sendKeys(Keys.ENTER);
            assertEquals(!open, fold.getDomProperty("open").equals("true"), summary.getText());
        }
    }

    @Test
    void unfoldsWhereALinkLeads() {
        open(html(ReportedJobs.skipped(64, 42)));

        browser.driver().findElement(By.cssSelector("header a[href$='cause']")).click();

        assertEquals(true, browser.value("document.querySelector('details[id$=cause]').open"));
    }

    @Test
    void filtersTheProcesses() {
        open(html(ReportedJobs.skipped(64, 42)));
        unfold();
        WebElement filter = browser.driver().findElement(By.cssSelector(".facts input"));

        type(filter, "42");
        assertEquals(List.of("42"), shownRanks());
        assertEquals(
                "1 of 64 rows",
                browser.driver()
                        .findElement(By.cssSelector(".facts output"))
                        .getText()
                        .strip());

        type(filter, "NODE0003");
        assertEquals(8, shownRanks().size());

        type(filter, "4017");
        assertEquals(List.of("17"), shownRanks());

        type(filter, "" + Keys.DELETE);
        assertEquals(64, shownRanks().size());
    }

    @Test
    void filtersTheRawCalls() {
        open(html(ReportedJobs.skipped(64, 42)));
        browser.value("document.querySelector('.calls').open = true");
        WebElement filter = browser.driver().findElement(By.cssSelector(".calls input"));

        type(filter, "42 all_reduce started");

        assertEquals(
                List.of("42 started"),
                browser.texts("[...document.querySelectorAll('.calls tbody tr')].filter(row => !row.hidden)"
                        + ".map(row => row.dataset.ranks + ' ' + row.cells[5].textContent.trim())"));
    }

    @Test
    void leadsFromAMarkedCallToTheRawCallsOfItsRank() {
        open(html(ReportedJobs.skipped(64, 42)));
        browser.value("document.querySelectorAll('.fold').forEach(fold => (fold.open = true))");

        browser.driver().findElement(By.cssSelector(".grid .marked a")).click();

        assertEquals(true, browser.value("document.querySelector('.calls').open"));
        assertEquals("42", browser.value("document.querySelector(location.hash).dataset.ranks"));
    }

    private static void type(WebElement input, String text) {
        input.sendKeys(Keys.chord(Keys.CONTROL, "a"), text);
    }

    @Test
    void sortsTheProcesses() {
        open(html(ReportedJobs.skipped(64, 42)));
        unfold();
        WebElement rank = browser.driver().findElement(By.cssSelector(".facts th button"));

        rank.sendKeys(Keys.ENTER);
        assertEquals("0", shownRanks().get(0));
        rank.sendKeys(Keys.ENTER);
        assertEquals("63", shownRanks().get(0));
        assertEquals("descending", browser.value("document.querySelector('.facts th').getAttribute('aria-sort')"));
    }

    private static void unfold() {
        browser.value("document.querySelector('.facts').open = true");
    }

    private static List<String> shownRanks() {
        return browser.texts("[...document.querySelectorAll('.facts tbody tr')].filter(row => !row.hidden)"
                + ".map(row => row.cells[0].textContent.trim())");
    }

    @Test
    void leadsFromACellToTheRowOfItsRank() {
        open(html(ReportedJobs.skipped(64, 42)));
        browser.value("document.querySelector('.map [data-ranks=\"41\"]').focus()");

        new Actions(browser.driver()).sendKeys(Keys.ARROW_RIGHT).perform();
        assertEquals("42", browser.value("document.activeElement.dataset.ranks"));
        assertTrue((long) browser.value("document.querySelectorAll('tr.lit').length") > 0);
        new Actions(browser.driver()).sendKeys(Keys.ENTER).perform();

        assertEquals(
                "TR 42", browser.value("document.activeElement.tagName + ' ' + document.activeElement.dataset.ranks"));
        assertEquals(true, browser.value("document.querySelector('.facts').open"));
        assertEquals(1L, browser.value("document.querySelectorAll('.map [tabindex=\"0\"]:not(.scroll)').length"));
    }

    @Test
    void copiesTheTicket() {
        open(html(ReportedJobs.skipped(64, 42)));
        browser.driver()
                .executeCdpCommand(
                        "Browser.grantPermissions",
                        Map.of("permissions", List.of("clipboardReadWrite", "clipboardSanitizedWrite")));

        browser.driver().findElement(By.cssSelector("header a[href$='ticket']")).click();

        Object copied = browser.driver()
                .executeAsyncScript("navigator.clipboard.readText().then(arguments[0], e => arguments[0]('' + e))");
        assertEquals(browser.value("document.querySelector('[data-copy]').textContent"), copied);
        assertEquals(
                true,
                browser.value(
                        "[...document.querySelectorAll('header [role=status]')].some(e => /Copied/.test(e.textContent))"));
    }
}
