package dev.rollcall.analyzer.report.view;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.ApprovedTexts;
import dev.rollcall.analyzer.model.Coverage;
import dev.rollcall.analyzer.model.Coverage.Kind;
import dev.rollcall.analyzer.model.Coverage.MissingCalls;
import dev.rollcall.analyzer.model.Coverage.Unreadable;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.report.ExampleJob;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CoverageViewTest {
    @RegisterExtension
    static final ApprovedTexts TEXTS = new ApprovedTexts();

    private static List<String> lines(Coverage coverage) {
        Job job = new ExampleJob(2).steps(1).build();
        return CoverageView.lines(
                new Job(job.id(), job.ranks(), job.communicators(), job.signatures(), job.stacks(), coverage), 1);
    }

    @Test
    void saysThatAllWasRead() {
        TEXTS.verify(String.join("\n", lines(new Coverage(2, 2, List.of(), List.of()))));
    }

    @Test
    void namesTheRanksWithoutATrace() {
        TEXTS.verify(String.join("\n", lines(new Coverage(4, 2, List.of(), List.of()))));
    }

    @Test
    void saysWhatToDoWhereNothingTellsTheWorldSize() {
        TEXTS.verify(String.join("\n", lines(new Coverage(-1, 2, List.of(), List.of()))));
    }

    @Test
    void namesUnreadableFilesUpToALimit() {
        Coverage coverage = new Coverage(
                2, 2, List.of(new Unreadable("a.trace", "empty"), new Unreadable("b.trace", "empty")), List.of());

        TEXTS.verify(String.join("\n", lines(coverage).subList(1, 3)));
    }

    @Test
    void putsRanksWhoseFirstCallsAreGoneTogether() {
        Coverage coverage = new Coverage(
                2, 2, List.of(), List.of(new MissingCalls(0, "world", 12), new MissingCalls(1, "world", 1200)));

        TEXTS.verify(lines(coverage).get(1));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "RING | were overwritten in the ring (slots= enlarges it).",
                "FLIGHT_RECORDER_RING | were overwritten in the flight recorder's ring"
                        + " (TORCH_NCCL_TRACE_BUFFER_SIZE enlarges it).",
                "CUT | are lost: the file is incomplete.",
                "UNKNOWN | are not in the files."
            })
    void saysWhyTheFirstCallsAreMissing(Coverage.Missing why, String words) {
        Coverage coverage = new Coverage(2, 2, List.of(), List.of(new MissingCalls(0, "world", 12, why)));

        assertEquals("Rank 0: calls up to 12 on world " + words, lines(coverage).get(1));
    }

    @Test
    void putsManyFilesTogetherThatTellNothingForOneReason() {
        List<Unreadable> files = IntStream.range(0, 5)
                .mapToObj(rank -> new Unreadable("/job/r" + rank, "another trace of rank " + rank, Kind.LEFT_ASIDE))
                .toList();

        TEXTS.verify(
                String.join("\n", lines(new Coverage(2, 2, files, List.of())).subList(1, 2)));
    }
}
