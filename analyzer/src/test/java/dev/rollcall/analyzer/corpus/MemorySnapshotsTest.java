package dev.rollcall.analyzer.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.input.job.JobReader;
import dev.rollcall.analyzer.input.job.LoadedJob;
import dev.rollcall.analyzer.input.job.ReadResult;
import dev.rollcall.analyzer.input.pytorch.RecordedDump;
import dev.rollcall.analyzer.model.Coverage.Unreadable;
import dev.rollcall.analyzer.model.HeldBuffers;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.RankSource;
import dev.rollcall.analyzer.model.StackFrame;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traces and memory snapshots of {@code layers.py}, run on one H100 with PyTorch 2.11 and NCCL. */
class MemorySnapshotsTest {
    private static final Path CORPUS = Path.of("src/test/resources/corpus/memory-snapshot");

    @Test
    void showsInputsThatRecordStreamKeeps() {
        ReadResult read = new JobReader(-1).read(List.of(CORPUS.resolve("stream.tar.gz")));
        Verdict verdict = new Diagnosis().of(read.jobs().get(0).job());
        assertEquals(Outcome.HEALTHY, verdict.outcome());
        assertEquals(
                List.of(Cause.BUFFER_RETAINED),
                verdict.findings().stream().map(finding -> finding.cause()).toList());
        HeldBuffers held =
                read.jobs().get(0).job().ranks().get(0).retained().buffers().get(0);
        assertEquals("all_reduce", held.operation());
        StackFrame place = held.stack().frames().get(held.stack().site());
        assertTrue(place.file().endsWith("layers.py"), place.file());
        assertEquals(16, place.line());
        assertEquals(27, held.most().buffers());
        assertEquals(27L * 4096 * 2048 * 2, held.most().bytes());
        assertEquals(
                List.of(1, 2, 4, 8, 16, 27),
                held.moments().stream().map(HeldBuffers.Moment::buffers).toList());
    }

    @Test
    void isSilentWhereTheCallsRunInTheStreamOfTheirInputs() {
        assertEquals(List.of(), causes("sync.tar.gz"));
    }

    @Test
    void isSilentWhereTheProgramHoldsTheInputs() {
        assertEquals(List.of(), causes("kept.tar.gz"));
    }

    @Test
    void saysThatASnapshotNeedsTheTraceOfItsRank(@TempDir Path folder) throws IOException {
        unpack("stream.tar.gz", folder);
        Files.move(folder.resolve("stream/snapshot_rank_0.pickle"), folder.resolve("stream/snapshot_rank_5.pickle"));
        ReadResult read = new JobReader(-1).read(List.of(folder));
        assertEquals(1, read.jobs().size());
        assertEquals(
                List.of("a memory snapshot shows buffers of collectives only beside the trace of rank 5"),
                reasons(read.jobs().get(0).job().coverage().unreadable()));
    }

    @Test
    void usesOneOfTwoSnapshotsOfARank(@TempDir Path folder) throws IOException {
        unpack("stream.tar.gz", folder);
        Path snapshot = folder.resolve("stream/snapshot_rank_0.pickle");
        Files.copy(snapshot, folder.resolve("stream/snapshot_step7_rank_0.pickle"));
        ReadResult read = new JobReader(-1).read(List.of(folder));
        assertEquals(
                1, read.jobs().get(0).job().ranks().get(0).retained().buffers().size());
        assertEquals(
                List.of("there is a newer snapshot of its rank"),
                reasons(read.jobs().get(0).job().coverage().unreadable()));
    }

    @Test
    void usesASnapshotInAnotherFolderThanItsTrace(@TempDir Path folder) throws IOException {
        unpack("stream.tar.gz", folder);
        Path snapshot = folder.resolve("stream/snapshot_rank_0.pickle");
        Path moved = Files.move(
                snapshot, Files.createDirectory(folder.resolve("memory")).resolve(snapshot.getFileName()));
        ReadResult read = new JobReader(-1).read(List.of(folder.resolve("stream"), moved));
        assertEquals(1, read.jobs().size());
        Rank rank = read.jobs().get(0).job().ranks().get(0);
        assertEquals(27, rank.retained().buffers().get(0).most().buffers());
        assertEquals(
                List.of("trace", "memory snapshot"),
                rank.sources().stream().map(RankSource::kind).toList());
    }

    @Test
    void doesNotGuessToWhichOfTwoJobsASnapshotBelongs(@TempDir Path folder) throws IOException {
        unpack("stream.tar.gz", folder);
        unpack("kept.tar.gz", folder);
        Path snapshot = folder.resolve("stream/snapshot_rank_0.pickle");
        Files.move(snapshot, Files.createDirectory(folder.resolve("memory")).resolve(snapshot.getFileName()));
        ReadResult read = new JobReader(-1).read(List.of(folder));
        assertEquals(2, read.jobs().size());
        for (LoadedJob job : read.jobs()) {
            assertEquals(
                    List.of("nothing shows of which job it is: put it into one folder with the traces of its job"
                            + " alone"),
                    reasons(job.job().coverage().unreadable()));
        }
    }

    @Test
    void saysThatASnapshotNeedsATraceBesideADump(@TempDir Path folder) throws IOException {
        unpack("stream.tar.gz", folder);
        Files.delete(folder.resolve("stream/rank-0.trace"));
        new RecordedDump()
                .group("0", "default_pg", 0)
                .completed("0", "nccl:all_reduce", 10)
                .pickle(folder.resolve("stream/nccl_trace_rank_0"));
        ReadResult read = new JobReader(-1).read(List.of(folder));
        assertEquals(1, read.jobs().size());
        assertEquals(
                List.of("a memory snapshot shows buffers of collectives only beside the trace of rank 0"),
                reasons(read.jobs().get(0).job().coverage().unreadable()));
    }

    @Test
    void saysThatASnapshotNeedsATraceWhereThereIsNothingElse(@TempDir Path folder) throws IOException {
        unpack("stream.tar.gz", folder);
        Files.delete(folder.resolve("stream/rank-0.trace"));
        ReadResult read = new JobReader(-1).read(List.of(folder));
        assertEquals(List.of(), read.jobs());
        assertEquals(
                List.of("a memory snapshot shows buffers of collectives only beside the trace of rank 0"),
                reasons(read.unreadable()));
    }

    @Test
    void saysThatASnapshotIsCutOffBeforeItsHistory(@TempDir Path folder) throws IOException {
        assertEquals(
                List.of("cut off before its history"),
                reasons(readCut(60_000, folder).job().coverage().unreadable()));
    }

    @Test
    void usesWhatACutSnapshotStillHolds(@TempDir Path folder) throws IOException {
        LoadedJob job = readCut(90_000, folder);
        assertEquals(
                List.of("cut off: its newest events are missing; what it still holds was used"),
                reasons(job.job().coverage().unreadable()));
        assertEquals(1, job.job().ranks().get(0).retained().buffers().size());
    }

    private static LoadedJob readCut(int bytes, Path folder) throws IOException {
        unpack("stream.tar.gz", folder);
        Path snapshot = folder.resolve("stream/snapshot_rank_0.pickle");
        Files.write(snapshot, Arrays.copyOf(Files.readAllBytes(snapshot), bytes));
        return new JobReader(-1).read(List.of(folder)).jobs().get(0);
    }

    private static List<String> reasons(List<Unreadable> files) {
        return files.stream().map(Unreadable::reason).toList();
    }

    private static List<Cause> causes(String archive) {
        ReadResult read = new JobReader(-1).read(List.of(CORPUS.resolve(archive)));
        return new Diagnosis()
                .of(read.jobs().get(0).job()).findings().stream()
                        .map(finding -> finding.cause())
                        .toList();
    }

    private static void unpack(String archive, Path folder) throws IOException {
        try (InputStream in = Files.newInputStream(CORPUS.resolve(archive));
                TarArchiveInputStream tar = new TarArchiveInputStream(new GZIPInputStream(in))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                Path target = folder.resolve(entry.getName());
                if (entry.isDirectory()) {
                    Files.createDirectories(target);
                } else {
                    Files.createDirectories(target.getParent());
                    Files.copy(tar, target);
                }
            }
        }
    }
}
