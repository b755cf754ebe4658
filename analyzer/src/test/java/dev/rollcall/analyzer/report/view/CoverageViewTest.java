package dev.rollcall.analyzer.report.view;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.model.Coverage;
import dev.rollcall.analyzer.model.Coverage.Kind;
import dev.rollcall.analyzer.model.Coverage.Overwritten;
import dev.rollcall.analyzer.model.Coverage.Unreadable;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.report.ExampleJob;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CoverageViewTest {
    private static List<String> lines(Coverage coverage) {
        Job job = new ExampleJob(2).steps(1).build();
        return CoverageView.lines(
                new Job(job.id(), job.ranks(), job.communicators(), job.signatures(), job.sites(), coverage), 1);
    }

    @Test
    void saysThatAllWasRead() {
        assertEquals(List.of("2 of 2 ranks were read."), lines(new Coverage(2, 2, List.of(), List.of())));
    }

    @Test
    void namesTheRanksWithoutATrace() {
        assertEquals(
                List.of("2 of 4 ranks were read.", "No trace was read of ranks 2 and 3."),
                lines(new Coverage(4, 2, List.of(), List.of())));
    }

    @Test
    void saysWhatToDoWhereNothingTellsTheWorldSize() {
        assertEquals(
                List.of("2 ranks were read; nothing in the traces tells how many there are (--world N says it)."),
                lines(new Coverage(-1, 2, List.of(), List.of())));
    }

    @Test
    void namesUnreadableFilesUpToALimit() {
        Coverage coverage = new Coverage(
                2, 2, List.of(new Unreadable("a.trace", "empty"), new Unreadable("b.trace", "empty")), List.of());

        assertEquals(
                List.of("Not readable: a.trace: empty", "… and 1 further file like that (--format json names all)."),
                lines(coverage).subList(1, 3));
    }

    @Test
    void putsRanksWhoseFirstCallsAreGoneTogether() {
        Coverage coverage = new Coverage(
                2, 2, List.of(), List.of(new Overwritten(0, "world", 12), new Overwritten(1, "world", 1200)));

        assertEquals(
                "Ranks 0 and 1: the first calls on world are gone, up to 1,200, because the ring was used again (more"
                        + " slots keep more).",
                lines(coverage).get(1));
    }

    @Test
    void putsManyFilesTogetherThatTellNothingForOneReason() {
        List<Unreadable> files = IntStream.range(0, 5)
                .mapToObj(rank -> new Unreadable("/job/r" + rank, "another trace of rank " + rank, Kind.LEFT_ASIDE))
                .toList();

        assertEquals(
                List.of("Left aside: 5 files in /job, such as r0: another trace of a rank"),
                lines(new Coverage(2, 2, files, List.of())).subList(1, 2));
    }
}
