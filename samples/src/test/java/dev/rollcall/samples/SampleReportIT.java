package dev.rollcall.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.report.PageInspector;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Opens the report of every sample in one browser, where there is one. */
@RealRanks
@Execution(ExecutionMode.SAME_THREAD)
class SampleReportIT {

    private static PageInspector inspector;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start(@TempDir Path profile) {
        inspector = PageInspector.start(profile);
    }

    @AfterAll
    static void close() {
        if (inspector != null) {
            inspector.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void isSoundInABrowser(Sample sample) throws Exception {
        String page = SharedRuns.of(sample, folder.resolve("run")).page();

        inspector.open(Files.writeString(folder.resolve("report.html"), page));

        assertEquals(List.of(), inspector.faults());
    }
}
