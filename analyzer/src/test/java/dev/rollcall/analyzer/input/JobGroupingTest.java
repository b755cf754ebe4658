package dev.rollcall.analyzer.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.input.job.LoadedJob;
import dev.rollcall.analyzer.input.pytorch.RecordedDump;
import dev.rollcall.analyzer.model.Coverage;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.trace.TraceIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which traces in one folder belong to one job. */
class JobGroupingTest {
    @TempDir
    Path folder;

    private TraceFolder traces;

    @BeforeEach
    void open() {
        traces = new TraceFolder(folder);
    }

    private void part(String host, String job, int rank, String communicator) throws IOException {
        TraceIdentity identity =
                new TraceIdentity(job, rank, 4, host, 4000 + rank, RecordedRank.START_MILLIS, "test", "", "");
        try (RecordedRank recorded = RecordedRank.of(folder, identity, TraceFolder.SLOTS)) {
            recorded.steps(recorded.join(communicator, "world", rank, 4), 3);
        }
    }

    @Test
    void joinsThePartsOfAJobThatWasStartedByHandOnEachHost() throws IOException {
        part("a", "parent-a", 0, "10.0.0.1:29500");
        part("a", "parent-a", 1, "10.0.0.1:29500");
        part("b", "parent-b", 2, "10.0.0.1:29500");
        part("b", "parent-b", 3, "10.0.0.1:29500");

        Job job = traces.onlyJob();

        assertEquals(4, job.ranks().size());
        assertEquals(4, job.communicators().get(0).memberships().size());
    }

    @Test
    void joinsRanksOfOneHostThatHaveAUniqueIdInCommon() throws IOException {
        part("a", "parent-1", 0, "nccl:0x1234");
        part("a", "parent-2", 1, "nccl:0x1234");
        part("a", "parent-3", 2, "10.0.0.1:29500");
        part("a", "parent-4", 3, "10.0.0.1:29500");

        assertEquals(3, traces.read().jobs().size());
    }

    @Test
    void keepsJobsApartThatOnlyMeetAtPortsOfOneName() throws IOException {
        part("a", "parent-a", 0, "127.0.0.1:29500");
        part("b", "parent-b", 0, "127.0.0.1:29500");

        assertEquals(2, traces.read().jobs().size());
    }

    @Test
    void keepsJobsApartThatShareNoCommunicator() throws IOException {
        part("a", "parent-a", 0, "10.0.0.1:29500");
        part("b", "parent-b", 1, "10.0.0.2:29500");

        assertEquals(2, traces.read().jobs().size());
    }

    @Test
    void separatesJobsInOneFolder() throws IOException {
        traces.hang(2);
        for (int number = 0; number < 3; number++) {
            try (RecordedRank rank = RecordedRank.of(folder.resolve("other"), "job-8", number, 3, TraceFolder.SLOTS)) {
                rank.steps(rank.join("store-1", "world", number, 3), 2);
            }
        }

        List<LoadedJob> jobs = traces.read().jobs();

        assertEquals(
                List.of("job-7", "job-8"),
                jobs.stream().map(evidence -> evidence.job().id()).sorted().toList());
        assertEquals(
                5,
                jobs.stream()
                        .mapToInt(evidence -> evidence.job().ranks().size())
                        .sum());
    }

    private void again(long startedLater, int pid, int rank, boolean joins) throws IOException {
        TraceIdentity again = new TraceIdentity(
                "job-7", rank, 2, "elsewhere", pid, RecordedRank.START_MILLIS + startedLater, "test", "", "");
        try (RecordedRank recorded = RecordedRank.of(folder, again, TraceFolder.SLOTS)) {
            if (joins) {
                recorded.steps(recorded.join("store-2", "world", rank, 2), 2);
            }
        }
    }

    @Test
    void usesTheLaterOfTwoProcessesOfOneRank() throws IOException {
        traces.hang(2);
        again(1_000, 5000, 0, true);

        Job job = traces.onlyJob();

        assertEquals(5000, job.rank(0).pid());
        Coverage.Unreadable left = job.coverage().unreadable().get(0);
        assertTrue(
                left.file().contains("4000") && left.reason().startsWith("rank 0 is judged by another file"),
                left::toString);
    }

    @Test
    void separatesTwoRunsFromOneShell() throws IOException {
        traces.hang(4);
        again(60_000, 5000, 0, true);
        again(60_000, 5001, 1, true);

        List<LoadedJob> jobs = traces.read().jobs();

        assertEquals(
                List.of(4, 2),
                jobs.stream().map(evidence -> evidence.job().ranks().size()).toList());
        assertEquals(
                List.of(4, 2),
                jobs.stream()
                        .map(evidence -> evidence.job().coverage().expected())
                        .toList());
    }

    @Test
    void prefersAProcessWithCommunicatorsToALaterOneWithout() throws IOException {
        traces.hang(2);
        again(60_000, 5000, 0, false);

        assertEquals(4000, traces.onlyJob().rank(0).pid());
    }

    /** Ranks 0 and 1 of the one run left files, and ranks 2 and 3 of the other. */
    @Test
    void separatesARunThatBeganLongAfterAnotherEnded() throws IOException {
        tenMinutesApart("host", "host");

        assertEquals(
                List.of(2, 2),
                traces.read().jobs().stream()
                        .map(evidence -> evidence.job().ranks().size())
                        .toList());
    }

    @Test
    void keepsHostsTogetherWhoseClocksAreMinutesApart() throws IOException {
        tenMinutesApart("host-a", "host-b");

        assertEquals(4, traces.onlyJob().ranks().size());
    }

    private void tenMinutesApart(String early, String late) throws IOException {
        for (int rank = 0; rank < 4; rank++) {
            String host = rank < 2 ? early : late;
            long started = RecordedRank.START_MILLIS + (rank < 2 ? 0 : 600_000);
            TraceIdentity identity = new TraceIdentity("job-7", rank, 4, host, 7000 + rank, started, "test", "", "");
            try (RecordedRank recorded = RecordedRank.of(folder, identity, TraceFolder.SLOTS)) {
                recorded.steps(recorded.join("store-1", "world", rank, 4), 2);
                recorded.alive(rank < 2 ? 5 : 605);
            }
        }
    }

    /** The dump of the rank does not hide that its trace is missing. */
    @Test
    void addsADamagedTraceToTheJobThatAlsoHasADumpOfItsRank() throws IOException {
        traces.hang(4);
        cutOffStrings(folder.resolve("3-elsewhere-4003.trace"));
        for (int rank = 0; rank < 4; rank++) {
            dump(rank);
        }

        assertEquals(4, traces.onlyJob().ranks().size());
    }

    /** The dumps give no time, which leaves the time of the traced job as it is. */
    @Test
    void keepsADamagedTraceOfAnEarlierRunApartFromAJobWithDumps() throws IOException {
        for (int rank = 0; rank < 4; rank++) {
            long later = rank == 3 ? 0 : 3_600;
            TraceIdentity identity = new TraceIdentity(
                    "job-7", rank, 4, "host", 7000 + rank, RecordedRank.START_MILLIS + later * 1000, "test", "", "");
            try (RecordedRank recorded = RecordedRank.of(folder, identity, TraceFolder.SLOTS)) {
                recorded.steps(recorded.join("store-1", "world", rank, 4), 2);
                recorded.alive(later + 5);
            }
        }
        cutOffStrings(folder.resolve("3-host-7003.trace"));
        dump(0);

        assertEquals(
                List.of(1, 3),
                traces.read().jobs().stream()
                        .map(evidence -> evidence.job().ranks().size())
                        .sorted()
                        .toList());
    }

    private static void cutOffStrings(Path trace) throws IOException {
        byte[] bytes = Files.readAllBytes(trace);
        Files.write(trace, Arrays.copyOf(bytes, bytes.length - RecordedRank.HEAP));
    }

    private void dump(int rank) throws IOException {
        new RecordedDump()
                .group("0", "default_pg", 0, 1, 2, 3)
                .pending("0", "all_reduce", 41)
                .pickle(folder.resolve("nccl_trace_rank_" + rank));
    }
}
