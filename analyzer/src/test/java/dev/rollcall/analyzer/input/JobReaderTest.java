package dev.rollcall.analyzer.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Coverage;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.trace.CommunicatorWriter;
import dev.rollcall.trace.Operation;
import dev.rollcall.trace.TraceIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobReaderTest {
    private static final int SLOTS = 64;

    @TempDir
    Path folder;

    private Reading read() {
        return new JobReader(-1).read(List.of(folder));
    }

    private Job onlyJob() {
        Reading reading = read();
        assertEquals(1, reading.jobs().size(), () -> reading.unreadable().toString());
        return reading.jobs().get(0).job();
    }

    private RecordedRank rank(int rank, int world) throws IOException {
        return RecordedRank.of(folder, "job-7", rank, world, SLOTS);
    }

    private void hang(int world) throws IOException {
        for (int number = 0; number < world; number++) {
            try (RecordedRank rank = rank(number, world)) {
                CommunicatorWriter all = rank.join("store-1", "world", number, world);
                rank.steps(all, 5);
                rank.call(all, number == 0 ? Operation.BARRIER : Operation.ALL_REDUCE, 1024, "save", 88 - number);
                rank.alive(30);
            }
        }
    }

    @Test
    void joinsTheRanksOfOneJobOnTheirCommunicator() throws IOException {
        hang(4);

        Job job = onlyJob();

        assertEquals("job-7", job.id());
        assertEquals(List.of(0, 1, 2, 3), job.ranks().stream().map(Rank::number).toList());
        assertEquals(1, job.communicators().size());
        Communicator world = job.communicators().get(0);
        assertEquals("world", world.name());
        assertEquals(4, world.size());
        assertEquals(List.of(0, 1, 2, 3), world.members());
        assertEquals(4, world.memberships().size());
        assertEquals(new Coverage(4, 4, List.of(), List.of()), job.coverage());
    }

    @Test
    void keepsCallsCompactAndLoadsThemWholeWhenAsked() throws IOException {
        hang(2);

        Job job = onlyJob();
        CallSequence calls = job.communicators().get(0).memberships().get(0).collectives();

        assertEquals(1, calls.firstSequence());
        assertEquals(6, calls.lastSequence());
        assertEquals(
                "all_reduce(1,024 × f32, sum)",
                job.signatures().value(calls.signature(0)).describe());
        assertEquals("Trainer.java:22", job.sites().value(calls.site(0)).place());
        assertEquals(CallState.COMPLETED, calls.state(0));
        assertEquals(CallState.STARTED, calls.state(5));
        Call last = calls.call(5);
        assertEquals("barrier", last.signature().describe());
        assertEquals("Trainer.java:88", last.stack().siteFrame().place());
        assertEquals(3, last.stack().frames().size());
        assertEquals("main", last.thread());
        assertEquals("allreduce", last.function());
        assertEquals((RecordedRank.START_MILLIS + 6_000) * 1_000_000, last.enqueued());
        assertEquals(Call.NO_TIME, last.completed());
    }

    @Test
    void givesEqualCallsOfAllRanksEqualNumbers() throws IOException {
        hang(3);

        Communicator world = onlyJob().communicators().get(0);

        CallSequence first = world.memberships().get(1).collectives();
        CallSequence second = world.memberships().get(2).collectives();
        assertEquals(first.signature(5), second.signature(5));
        assertEquals(first.site(0), second.site(0));
    }

    @Test
    void tellsJobsInOneFolderApart() throws IOException {
        hang(2);
        for (int number = 0; number < 3; number++) {
            try (RecordedRank rank = RecordedRank.of(folder.resolve("other"), "job-8", number, 3, SLOTS)) {
                rank.steps(rank.join("store-1", "world", number, 3), 2);
            }
        }

        List<JobEvidence> jobs = read().jobs();

        assertEquals(
                List.of("job-7", "job-8"),
                jobs.stream().map(evidence -> evidence.job().id()).sorted().toList());
        assertEquals(
                5,
                jobs.stream()
                        .mapToInt(evidence -> evidence.job().ranks().size())
                        .sum());
    }

    private void part(String host, String job, int rank, String communicator) throws IOException {
        TraceIdentity identity =
                new TraceIdentity(job, rank, 4, host, 4000 + rank, RecordedRank.START_MILLIS, "test", "", "");
        try (RecordedRank recorded = RecordedRank.of(folder, identity, SLOTS)) {
            recorded.steps(recorded.join(communicator, "world", rank, 4), 3);
        }
    }

    @Test
    void joinsThePartsOfAJobThatWasStartedByHandOnEachHost() throws IOException {
        part("a", "parent-a", 0, "10.0.0.1:29500");
        part("a", "parent-a", 1, "10.0.0.1:29500");
        part("b", "parent-b", 2, "10.0.0.1:29500");
        part("b", "parent-b", 3, "10.0.0.1:29500");

        Job job = onlyJob();

        assertEquals(4, job.ranks().size());
        assertEquals(4, job.communicators().get(0).memberships().size());
    }

    @Test
    void keepsJobsApartThatOnlyMeetAtPortsOfOneName() throws IOException {
        part("a", "parent-a", 0, "127.0.0.1:29500");
        part("b", "parent-b", 0, "127.0.0.1:29500");

        assertEquals(2, read().jobs().size());
    }

    @Test
    void keepsJobsApartThatShareNoCommunicator() throws IOException {
        part("a", "parent-a", 0, "10.0.0.1:29500");
        part("b", "parent-b", 1, "10.0.0.2:29500");

        assertEquals(2, read().jobs().size());
    }

    @Test
    void countsAMissingRankAsExpected() throws IOException {
        hang(4);
        Files.delete(folder.resolve("2-elsewhere-4002.trace"));

        Job job = onlyJob();

        assertEquals(4, job.coverage().expected());
        assertEquals(3, job.coverage().read());
        assertNull(job.rank(2));
        assertEquals(List.of(0, 1, 2, 3), job.communicators().get(0).members());
    }

    @Test
    void believesTheUserOverTheTraces() throws IOException {
        hang(2);

        assertEquals(
                8,
                new JobReader(8)
                        .read(List.of(folder))
                        .jobs()
                        .get(0)
                        .job()
                        .coverage()
                        .expected());
    }

    @Test
    void takesTheLargestCommunicatorWhereNothingElseTellsTheWorld() throws IOException {
        try (RecordedRank rank = rank(-1, -1)) {
            rank.steps(rank.join("store-1", "", 3, 4), 1);
        }

        Job job = onlyJob();

        assertEquals(4, job.coverage().expected());
        assertEquals(List.of(3), job.ranks().stream().map(Rank::number).toList());
        assertEquals("world", job.communicators().get(0).name());
    }

    @Test
    void readsOneProcessThatHoldsSeveralRanks() throws IOException {
        try (RecordedRank process = rank(-1, 2)) {
            for (int number = 0; number < 2; number++) {
                CommunicatorWriter communicator = process.join("store-1", "world", number, 2);
                communicator.globalRank(number);
                process.steps(communicator, 3 + number);
            }
        }

        Job job = onlyJob();

        assertEquals(List.of(0, 1), job.ranks().stream().map(Rank::number).toList());
        Communicator world = job.communicators().get(0);
        assertEquals(3, world.memberships().get(0).collectives().size());
        assertEquals(4, world.memberships().get(1).collectives().size());
    }

    @Test
    void saysWhatWasOverwrittenAndStillKnowsTheLastSequenceNumber() throws IOException {
        try (RecordedRank rank = RecordedRank.of(folder, "job-7", 0, 1, 16)) {
            CommunicatorWriter all = rank.join("store-1", "world", 0, 1);
            rank.steps(all, 40);
        }

        Job job = onlyJob();
        CallSequence calls = job.communicators().get(0).memberships().get(0).collectives();

        assertEquals(40, calls.lastSequence());
        assertEquals(25, calls.firstSequence());
        assertEquals(
                List.of(new Coverage.Overwritten(0, "world", 24)),
                job.coverage().overwritten());
    }

    @Test
    void keepsAnUnfinishedCallWhoseSlotIsGone() throws IOException {
        try (RecordedRank rank = RecordedRank.of(folder, "job-7", 0, 1, 16)) {
            CommunicatorWriter tp = rank.join("store-tp", "tp", 0, 1);
            CommunicatorWriter dp = rank.join("store-dp", "dp", 0, 1);
            rank.call(tp, Operation.ALL_REDUCE, 7, "stuck", 31);
            rank.steps(dp, 40);
        }

        Membership member = onlyJob().communicators().get(0).memberships().get(0);

        assertEquals(1, member.overwrittenPending().sequence());
        assertEquals(
                "Trainer.java:31",
                member.overwrittenPending().stack().siteFrame().place());
        assertEquals(0, member.collectives().size());
        assertEquals(1, member.collectives().lastSequence());
    }

    @Test
    void numbersSendsAndReceivesByThemselves() throws IOException {
        try (RecordedRank rank = rank(0, 2)) {
            CommunicatorWriter all = rank.join("store-1", "world", 0, 2);
            rank.steps(all, 3);
            rank.call(all, Operation.SEND, 16, "push", 40);
        }

        Job job = onlyJob();
        Membership member = job.communicators().get(0).memberships().get(0);

        assertEquals(3, member.collectives().size());
        assertEquals(1, member.pointToPoint().size());
        assertEquals(
                "send(16 × f32, to 1)",
                member.pointToPoint().call(0).signature().describe());
    }

    @Test
    void keepsARankThatIsStillJoining() throws IOException {
        try (RecordedRank rank = rank(0, 2)) {
            rank.enter("store-1", "world", 2);
        }

        Membership member = onlyJob().communicators().get(0).memberships().get(0);

        assertEquals(Membership.Phase.JOINING, member.phase());
        assertEquals(0, member.collectives().size());
    }

    @Test
    void readsATraceWhileItIsWritten() throws IOException {
        try (RecordedRank rank = rank(0, 1)) {
            CommunicatorWriter all = rank.join("store-1", "world", 0, 1);
            rank.steps(all, 3);
            Job job = onlyJob();

            rank.steps(all, 300);

            CallSequence calls = job.communicators().get(0).memberships().get(0).collectives();
            assertEquals(3, calls.size());
            Call gone = calls.call(0);
            assertEquals("all_reduce(1,024 × f32, sum)", gone.signature().describe());
            assertEquals(CallState.COMPLETED, gone.state());
        }
    }

    @Test
    void usesWhatATruncatedTraceStillHoldsAndSaysSo() throws IOException {
        hang(2);
        Path file = folder.resolve("1-elsewhere-4001.trace");
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, java.util.Arrays.copyOf(bytes, bytes.length - 4096));

        Job job = onlyJob();

        assertEquals(2, job.ranks().size());
        assertEquals(1, job.coverage().unreadable().size());
        assertTrue(job.coverage().unreadable().get(0).reason().startsWith("truncated"));
    }

    @Test
    void namesEveryFileItCannotReadAndWhy() throws IOException {
        hang(2);
        Path newer = folder.resolve("2-elsewhere-4002.trace");
        byte[] bytes = Files.readAllBytes(folder.resolve("1-elsewhere-4001.trace"));
        bytes[12] = 99;
        Files.write(newer, bytes);
        Files.write(folder.resolve("3-elsewhere-4003.trace"), java.util.Arrays.copyOf(bytes, 100));
        Files.write(folder.resolve("4-elsewhere-4004.trace"), new byte[0]);
        Files.writeString(folder.resolve("5-elsewhere-4005.trace"), "something else");
        Files.writeString(folder.resolve("notes.txt"), "not taken for a trace");

        List<Coverage.Unreadable> unreadable = onlyJob().coverage().unreadable();

        assertEquals(4, unreadable.size(), unreadable::toString);
        assertReason(unreadable, "2-elsewhere", "newer format");
        assertReason(unreadable, "3-elsewhere", "truncated");
        assertReason(unreadable, "4-elsewhere", "empty");
        assertReason(unreadable, "5-elsewhere", "not a trace");
    }

    private static void assertReason(List<Coverage.Unreadable> unreadable, String file, String reason) {
        assertTrue(
                unreadable.stream()
                        .anyMatch(
                                one -> one.file().contains(file) && one.reason().contains(reason)),
                () -> file + " because " + reason + ": " + unreadable);
    }

    @Test
    void findsNothingInAnEmptyFolder() {
        assertEquals(new Reading(List.of(), List.of()), read());
    }

    @Test
    void saysOfANamedFileThatItIsNoTrace() throws IOException {
        Path file = Files.writeString(folder.resolve("notes.txt"), "hello");

        Reading reading = new JobReader(-1).read(List.of(file, folder.resolve("absent")));

        assertEquals(
                List.of("not a trace", "no such file or folder"),
                reading.unreadable().stream().map(Coverage.Unreadable::reason).toList());
    }

    private void again(long startedLater, int pid, int rank, boolean joins) throws IOException {
        TraceIdentity again = new TraceIdentity(
                "job-7", rank, 2, "elsewhere", pid, RecordedRank.START_MILLIS + startedLater, "test", "", "");
        try (RecordedRank recorded = RecordedRank.of(folder, again, SLOTS)) {
            if (joins) {
                recorded.steps(recorded.join("store-2", "world", rank, 2), 2);
            }
        }
    }

    @Test
    void believesTheLaterOfTwoProcessesThatHoldOneRankAtOnce() throws IOException {
        hang(2);
        again(1_000, 5000, 0, true);

        Job job = onlyJob();

        assertEquals(5000, job.rank(0).pid());
        assertReason(job.coverage().unreadable(), "4000", "another trace of rank 0");
    }

    @Test
    void tellsTwoRunsFromOneShellApart() throws IOException {
        hang(4);
        again(60_000, 5000, 0, true);
        again(60_000, 5001, 1, true);

        List<JobEvidence> jobs = read().jobs();

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
    void prefersTheProcessThatJoinedSomethingWhateverCameLater() throws IOException {
        hang(2);
        again(60_000, 5000, 0, false);

        assertEquals(4000, onlyJob().rank(0).pid());
    }

    @Test
    void passesTheRecordedClassPathOn() throws IOException {
        hang(2);

        assertEquals(List.of(Path.of("train.jar")), read().jobs().get(0).classPath());
    }
}
