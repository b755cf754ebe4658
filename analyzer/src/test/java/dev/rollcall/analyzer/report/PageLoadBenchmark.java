package dev.rollcall.analyzer.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Measures how long a browser needs until a report can be used. See docs/benchmarks.md. */
final class PageLoadBenchmark {
    private static final int RUNS = 7;

    /** Milliseconds from the start of the navigation to the end of parsing, and of the load event, in which the script has run. */
    private static final String LOADED = """
            const done = arguments[0];
            const [load] = performance.getEntriesByType('navigation');
            const poll = () => load.loadEventEnd ? done([load.domInteractive, load.loadEventEnd]) : setTimeout(poll, 10);
            poll();
            """;

    /** Milliseconds from a key in the filter of the processes to the frame that shows its effect. */
    private static final String FILTERED = """
            const done = arguments[0];
            document.querySelector('.facts').open = true;
            const input = document.querySelector('.facts input');
            const start = performance.now();
            if (input) {
              input.value = '7';
              input.dispatchEvent(new Event('input'));
            }
            requestAnimationFrame(() => requestAnimationFrame(() => done([performance.now() - start])));
            """;

    private PageLoadBenchmark() {}

    /** Prints a line for each report that is named. */
    public static void main(String[] reports) throws IOException {
        Path profile = Files.createTempDirectory("profile");
        try (Browser browser = Browser.start(profile)) {
            browser.screen(1280, 800);
            System.out.printf(
                    "%-24s %9s %12s %9s %9s%n", "best and median, ms", "MB", "interactive", "loaded", "filtered");
            for (String report : reports) {
                print(browser, Path.of(report).toAbsolutePath());
            }
        } finally {
            try (Stream<Path> files = Files.walk(profile)) {
                files.sorted(Comparator.reverseOrder())
                        .forEach(file -> file.toFile().delete());
            }
        }
    }

    private static void print(Browser browser, Path report) throws IOException {
        double[][] times = new double[3][RUNS];
        for (int run = 0; run < RUNS; run++) {
            browser.open(report);
            List<?> loaded = (List<?>) browser.driver().executeAsyncScript(LOADED);
            List<?> filtered = (List<?>) browser.driver().executeAsyncScript(FILTERED);
            times[0][run] = ((Number) loaded.get(0)).doubleValue();
            times[1][run] = ((Number) loaded.get(1)).doubleValue();
            times[2][run] = ((Number) filtered.get(0)).doubleValue();
        }
        StringBuilder line = new StringBuilder(
                String.format(Locale.ROOT, "%-24s %9.2f", report.getFileName(), Files.size(report) / 1e6));
        for (double[] each : times) {
            Arrays.sort(each);
            line.append(String.format(Locale.ROOT, "  %4.0f, %4.0f", each[0], each[RUNS / 2]));
        }
        System.out.println(line);
    }
}
