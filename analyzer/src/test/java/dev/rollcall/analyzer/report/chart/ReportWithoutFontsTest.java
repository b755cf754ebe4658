package dev.rollcall.analyzer.report.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A report made by a JVM that finds no fonts, as in a minimal container. */
class ReportWithoutFontsTest {
    private static final Path DUMPS = Path.of("src/test/resources/corpus/pytorch-fr/rank0_eval_metric");
    private static final long LIMIT_SECONDS = 120;

    @TempDir
    Path home;

    @Test
    void hasTablesInPlaceOfCharts() throws Exception {
        Path fonts = Files.writeString(home.resolve("fonts.conf"), "<?xml version=\"1.0\"?><fontconfig></fontconfig>");
        Path page = home.resolve("report.html");
        Path log = home.resolve("log");
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Duser.home=" + home,
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.rollcall.analyzer.cli.Main",
                        "analyze",
                        DUMPS.toString(),
                        "--html",
                        page.toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().put("FONTCONFIG_FILE", fonts.toString());
        builder.environment().put("HOME", home.toString());
        Process analyzer = builder.start();
        try {
            assertTrue(analyzer.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS), "it still runs");
        } finally {
            analyzer.destroyForcibly();
        }

        String said = Files.readString(log);
        assertEquals(1, analyzer.exitValue(), said);
        assertFalse(said.contains("Exception") || said.contains("Error"), said);
        String html = Files.readString(page);
        String charts = html.substring(html.indexOf("<section class=\"charts\">"));
        charts = charts.substring(0, charts.indexOf("</section>"));
        assertTrue(charts.contains("Progress over time"), charts);
        assertTrue(charts.contains("No charts: Java cannot draw"), charts);
        assertFalse(charts.contains("<svg"), charts);
        assertTrue(charts.contains("<details open>"), charts);
    }
}
