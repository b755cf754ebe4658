package dev.rollcall.analyzer.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.report.view.SourceTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Opens the page in a real browser, where there is one. */
class BrowserTest {
    private static final int SECONDS = 240;

    @TempDir
    Path folder;

    @Test
    void opensWithoutAnErrorOrARequestAndShowsTheSentence() throws Exception {
        Path page = folder.resolve("report.html");
        String hostile = "<script>document.title='owned'</script><img src=\"http://example.invalid/x\">";
        Files.writeString(
                page,
                new HtmlReport(new SourceTree(List.of()))
                        .print(List.of(
                                ExampleVerdicts.extraBarrier(1024),
                                ExampleVerdicts.tie(),
                                ExampleVerdicts.hostile(hostile))));
        Path log = folder.resolve("browser.log");
        Path dom = folder.resolve("dom.html");

        Process browser = new ProcessBuilder(
                        chromium(),
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-quic",
                        "--no-first-run",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--disable-sync",
                        "--enable-logging=stderr",
                        "--user-data-dir=" + folder.resolve("profile"),
                        "--dump-dom",
                        page.toUri().toString())
                .redirectError(log.toFile())
                .redirectOutput(dom.toFile())
                .start();
        try {
            assertTrue(browser.waitFor(SECONDS, TimeUnit.SECONDS), "the browser took longer than " + SECONDS + " s");
        } finally {
            browser.descendants().forEach(ProcessHandle::destroyForcibly);
            browser.destroyForcibly().waitFor();
        }

        String shown = Files.readString(dom);
        assertEquals(0, browser.exitValue(), Files.readString(log));
        assertTrue(shown.contains("Rank 0 diverged: its call 12 on <code>world</code> is barrier"));
        assertFalse(shown.contains("<title>owned"));
        assertEquals(List.of(), consoleMessages(log));
    }

    private static List<String> consoleMessages(Path log) throws IOException {
        try (Stream<String> lines = Files.lines(log)) {
            return lines.filter(line -> line.contains("CONSOLE")).toList();
        }
    }

    private static String chromium() {
        for (String folder : System.getenv().getOrDefault("PATH", "").split(java.io.File.pathSeparator)) {
            for (String name : List.of("chromium", "chromium-browser", "google-chrome")) {
                Path program = Path.of(folder, name);
                if (Files.isExecutable(program)) {
                    return program.toString();
                }
            }
        }
        return Assumptions.abort("no Chromium on the path: the page was not opened in a browser");
    }
}
