package dev.rollcall.analyzer.report.view;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.ApprovedTexts;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.Coverage;
import dev.rollcall.analyzer.model.Coverage.Kind;
import dev.rollcall.analyzer.model.Coverage.MissingCalls;
import dev.rollcall.analyzer.model.Coverage.Unreadable;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.HandmadeJob;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.RankSource;
import dev.rollcall.analyzer.report.ExampleJob;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CoverageViewTest {
    @RegisterExtension
    static final ApprovedTexts TEXTS = new ApprovedTexts();

    private static final String OF_DUMPS =
            "A flight-recorder dump cannot show roots and reductions, which ranks may disagree on,"
                    + " nor the end of a process.";
    private static final String OF_LOGS = "A log of NCCL cannot show lines of code, nor whether a call completed.";
    private static final String OF_CONSOLES =
            "A console cannot show calls that reported no failure, nor their lines of code.";
    private static final String OF_RAS = "A RAS report cannot show the order of calls, nor their lines of code.";
    private static final String OF_STALLS = "A stall report cannot show calls that did not stall, nor lines of code.";
    private static final String OF_STACKS = "Stacks cannot show calls that returned.";

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

    /** {@code +} stands between the sources of one rank, {@code ,} between ranks, {@code ;} between the lines. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "trace, trace | ''",
                "dump, dump | " + OF_DUMPS,
                "log, log | " + OF_LOGS,
                "console, console | " + OF_CONSOLES,
                "RAS report, RAS report | " + OF_RAS,
                "stall report, stall report | " + OF_STALLS,
                "stacks, stacks | " + OF_STACKS,
                "dump+stacks, stacks | " + OF_DUMPS,
                "trace, stacks | ''",
                "dump+log, console | " + OF_DUMPS + ";" + OF_LOGS + ";" + OF_CONSOLES
            })
    void saysWhatTheSourcesCannotShow(String sources, String lines) {
        HandmadeJob job = new HandmadeJob(2);
        String[] ranks = sources.split(", ");
        for (int rank = 0; rank < ranks.length; rank++) {
            job.rank(new Rank(
                    rank,
                    "",
                    -1,
                    Stream.of(ranks[rank].split("\\+"))
                            .map(kind -> new RankSource(kind, "a file"))
                            .toList(),
                    Call.NO_TIME,
                    Ending.UNKNOWN,
                    Call.NO_TIME,
                    false,
                    List.of(),
                    List.of()));
        }

        assertEquals(
                lines,
                CoverageView.lines(job.job(), 1).stream()
                        .filter(line -> line.contains("cannot show"))
                        .collect(Collectors.joining(";")));
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
