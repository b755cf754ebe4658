package dev.rollcall.analyzer.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.input.job.JobReader;
import dev.rollcall.analyzer.input.job.ReadResult;
import dev.rollcall.analyzer.input.nccl.WrittenLog;
import dev.rollcall.analyzer.model.Coverage.Unreadable;
import dev.rollcall.analyzer.model.Job;
import io.airlift.compress.zstd.ZstdOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sources in archives are read as if the archives were folders. */
class ArchivesTest {
    private static final int WORLD = 4;

    @TempDir
    private Path folder;

    @TempDir
    private Path unpacked;

    private final Map<String, byte[]> files = new LinkedHashMap<>();

    private static String log(int rank) {
        WrittenLog log = new WrittenLog(WrittenLog.Form.NCCL_2_28, rank, WORLD)
                .join()
                .steps(5)
                .call(rank == 1 ? "Broadcast" : "AllReduce", 1024, 7, 0, 0)
                .steps(2);
        return String.join("\n", log.lines()) + "\n";
    }

    private void addLogs() {
        for (int rank = 0; rank < WORLD; rank++) {
            files.put("job/nccl." + rank + ".log", log(rank).getBytes(StandardCharsets.UTF_8));
        }
    }

    private byte[] packed(String format) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        switch (format) {
            case "zip" -> {
                try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
                    for (Map.Entry<String, byte[]> file : files.entrySet()) {
                        zip.putNextEntry(new ZipEntry(file.getKey()));
                        zip.write(file.getValue());
                    }
                }
            }
            case "tar" -> {
                try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes)) {
                    tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
                    for (Map.Entry<String, byte[]> file : files.entrySet()) {
                        TarArchiveEntry entry = new TarArchiveEntry(file.getKey(), true);
                        entry.setSize(file.getValue().length);
                        tar.putArchiveEntry(entry);
                        tar.write(file.getValue());
                        tar.closeArchiveEntry();
                    }
                }
            }
            case "tar.gz", "tgz" -> bytes.write(compressed("gz", packed("tar")));
            case "tar.zst" -> bytes.write(compressed("zst", packed("tar")));
            case "tar.bz2" -> bytes.write(compressed("bz2", packed("tar")));
            default -> throw new IllegalArgumentException(format);
        }
        return bytes.toByteArray();
    }

    private static byte[] compressed(String format, byte[] content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = switch (format) {
            case "gz" -> new GZIPOutputStream(bytes);
            case "zst" -> new ZstdOutputStream(bytes);
            default -> new BZip2CompressorOutputStream(bytes);
        }) {
            out.write(content);
        }
        return bytes.toByteArray();
    }

    private static ReadResult read(Path path) {
        return new JobReader(-1).read(List.of(path));
    }

    private static Job onlyJob(ReadResult reading) {
        assertEquals(1, reading.jobs().size(), () -> reading.unreadable().toString());
        return reading.jobs().get(0).job();
    }

    private static void assertRank1(Job job) {
        assertEquals(List.of(1), new Diagnosis().of(job).culprits());
    }

    @ParameterizedTest
    @ValueSource(strings = {"zip", "tar", "tar.gz", "tgz", "tar.zst", "tar.bz2"})
    void readsAnArchiveThatIsGivenOrInAFolder(String format) throws IOException {
        addLogs();
        Path archive = Files.write(folder.resolve("job." + format), packed(format));

        for (Path given : List.of(archive, folder)) {
            Job job = onlyJob(read(given));

            assertRank1(job);
            assertEquals(
                    archive + "/job/nccl.2.log",
                    job.ranks().get(2).source(),
                    "the name is that of the file in the archive");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gz", "zst", "bz2"})
    void readsCompressedFilesBesideOthers(String format) throws IOException {
        for (int rank = 0; rank < WORLD; rank++) {
            byte[] log = log(rank).getBytes(StandardCharsets.UTF_8);
            if (rank == 0) {
                Files.write(folder.resolve("nccl.0.log"), log);
            } else {
                Files.write(folder.resolve("nccl." + rank + ".log." + format), compressed(format, log));
            }
        }

        Job job = onlyJob(read(folder));

        assertRank1(job);
        assertEquals(
                folder.resolve("nccl.1.log." + format).toString(),
                job.ranks().get(1).source());
    }

    @Test
    void readsTracesWhoseCallsAreReadLater() throws IOException {
        new TraceFolder(unpacked).hang(3);
        Job expected = onlyJob(read(unpacked));
        for (Path file : Files.list(unpacked).sorted().toList()) {
            files.put(file.getFileName().toString(), Files.readAllBytes(file));
        }
        Path archive = Files.write(folder.resolve("traces.tar.gz"), packed("tar.gz"));

        Job job = onlyJob(read(archive));

        assertEquals(
                new Diagnosis().of(expected).summary(), new Diagnosis().of(job).summary());
    }

    @Test
    void readsAnArchiveInAnArchiveAndNoDeeper() throws IOException {
        addLogs();
        byte[] inner = packed("tar.gz");
        files.clear();
        files.put("node0/logs.tar.gz", inner);
        byte[] middle = packed("zip");
        Path archive = Files.write(folder.resolve("twice.zip"), middle);
        assertRank1(onlyJob(read(archive)));
        assertEquals(
                archive + "/node0/logs.tar.gz/job/nccl.1.log",
                onlyJob(read(archive)).ranks().get(1).source());

        files.clear();
        files.put("twice.zip", middle);
        Path deep = Files.write(folder.resolve("deep.zip"), packed("zip"));

        assertReason(read(deep), "deep.zip/twice.zip/node0/logs.tar.gz", "an archive within archives");
    }

    @Test
    void keepsWhatComesBeforeTheEndOfATruncatedArchive() throws IOException {
        addLogs();
        files.put(
                "job/other.txt",
                new Random(1)
                        .ints(100_000)
                        .mapToObj(Integer::toString)
                        .reduce("", (a, b) -> b)
                        .getBytes(StandardCharsets.UTF_8));
        byte[] noise = new byte[100_000];
        new Random(20_261_122).nextBytes(noise);
        files.put("job/noise.txt", noise);
        byte[] whole = packed("tar.gz");
        Path archive = Files.write(folder.resolve("job.tar.gz"), Arrays.copyOf(whole, whole.length - 50_000));

        ReadResult reading = read(archive);

        assertRank1(onlyJob(reading));
        assertTrue(
                reading.unreadable().stream().anyMatch(file -> file.file().equals(archive.toString())),
                () -> reading.unreadable().toString());
    }

    @Test
    void writesNothingOutsideOfItsFolderAndMakesNoLinks() throws IOException {
        Path target = folder.resolve("target.log");
        files.put("../../../../../../../../" + target, log(0).getBytes(StandardCharsets.UTF_8));
        Files.write(folder.resolve("rank-logs.zip"), packed("zip"));
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(Files.newOutputStream(folder.resolve("b.tar")))) {
            TarArchiveEntry link = new TarArchiveEntry("link.log", TarConstants.LF_SYMLINK);
            link.setLinkName("/etc/passwd");
            tar.putArchiveEntry(link);
            tar.closeArchiveEntry();
        }

        ReadResult reading = read(folder);

        assertFalse(Files.exists(target));
        assertEquals(List.of(), reading.jobs());
        assertReason(reading, "rank-logs.zip", "names lead out of its folder");
    }

    @ParameterizedTest
    @ValueSource(strings = {"zip", "tar.gz"})
    void takesAbsoluteNamesForNamesInItsFolder(String format) throws IOException {
        Path target = folder.resolve("target.log");
        files.put(target.toString(), log(0).getBytes(StandardCharsets.UTF_8));
        Path archive = Files.write(folder.resolve("logs." + format), packed(format));

        ReadResult reading = read(archive);

        assertFalse(Files.exists(target));
        assertEquals(1, reading.jobs().size());
        assertEquals(List.of(), reading.unreadable());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3 << 20})
    void stopsAtABombWhateverFollows(int more) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            byte[] zeros = new byte[1 << 20];
            for (int i = 0; i < 300; i++) {
                out.write(zeros);
            }
            byte[] unpackable = new byte[more];
            new Random(4711).nextBytes(unpackable);
            out.write(unpackable);
        }
        Path archive = Files.write(folder.resolve("console.log.gz"), bytes.toByteArray());

        assertReason(read(archive), "console.log.gz", "it grows to more than");
    }

    /** The window of a frame says how much memory its reader needs (RFC 8878, 3.1.1.1.2): here up to 3.75 TiB. */
    @ParameterizedTest
    @ValueSource(ints = {27, 31, 41})
    void needsNoMemoryForTheWindowThatAFrameAsksFor(int logarithm) throws IOException {
        addLogs();
        int size = 4711;
        int block = size << 3 | 1 << 1 | 1;
        byte[] frame = {
            0x28,
            (byte) 0xb5,
            0x2f,
            (byte) 0xfd,
            0,
            (byte) (logarithm - 10 << 3),
            (byte) block,
            (byte) (block >> 8),
            (byte) (block >> 16),
            'a'
        };
        Files.write(folder.resolve("console.log.zst"), frame);

        assertEquals(0, read(folder).jobs().size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"zip", "tar.gz", "tar.zst", "tar.bz2"})
    void saysThatAnArchiveIsDamaged(String format) throws IOException {
        long seed = Long.getLong("rollcall.seed", 20_261_122);
        Random random = new Random(seed);
        addLogs();
        byte[] whole = packed(format);
        for (int round = 0; round < 50; round++) {
            byte[] damaged = whole.clone();
            for (int i = 0; i < 5; i++) {
                damaged[8 + random.nextInt(damaged.length - 8)] = (byte) random.nextInt();
            }
            Path archive = Files.write(folder.resolve("job." + format), damaged);

            ReadResult reading = read(archive);

            assertTrue(!reading.jobs().isEmpty() || !reading.unreadable().isEmpty(), "seed " + seed);
        }
    }

    @Test
    void namesAGivenArchiveWithoutSources() throws IOException {
        files.put("readme.md", "nothing".getBytes(StandardCharsets.UTF_8));

        assertReason(read(Files.write(folder.resolve("a.zip"), packed("zip"))), "a.zip", "no file in it is a trace");
    }

    @Test
    void asksToUnpackXz() throws IOException {
        byte[] xz = {(byte) 0xfd, '7', 'z', 'X', 'Z', 0, 0, 4};

        assertReason(read(Files.write(folder.resolve("console.log.xz"), xz)), "console.log.xz", "unpack it first");
    }

    private static void assertReason(ReadResult reading, String file, String reason) {
        List<Unreadable> unreadable = reading.unreadable();
        assertTrue(
                unreadable.stream()
                        .anyMatch(
                                one -> one.file().endsWith(file) && one.reason().contains(reason)),
                () -> file + " because " + reason + ": " + unreadable);
    }
}
