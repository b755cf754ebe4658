package dev.rollcall.analyzer.input.nccl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.input.job.JobReader;
import dev.rollcall.analyzer.input.job.ReadResult;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Logs with calls and without the creation of a communicator ({@code NCCL_DEBUG_SUBSYS=COLL}). */
class CallsOnlyLogsTest {
    private static final int WORLD = 4;

    @TempDir
    private Path folder;

    /** A call of a process whose device and address of the communicator are its own. */
    private static String call(int rank, int device, int opCount, long count) {
        return "node0:" + (4000 + rank) + ":" + (4000 + rank) + " [" + device + "] NCCL INFO AllReduce: opCount "
                + Integer.toHexString(opCount) + " sendbuff 0x7f70 recvbuff 0x7f70 count " + count
                + " datatype 7 op 0 root 0 comm 0x7f" + rank + "05a260 [nranks=" + WORLD + "] stream 0x55f20d2f5db0";
    }

    /** Returns the calls of all ranks; rank 2 makes an odd number of elements in its last one. */
    private static List<String> calls(int calls, boolean counted, String prefix) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < calls; i++) {
            for (int rank = 0; rank < WORLD; rank++) {
                long count = rank == 2 && i == calls - 1 ? 77 : 1024;
                lines.add(prefix.replace("#", String.valueOf(rank)) + call(rank, rank, counted ? i : 0, count));
            }
        }
        return lines;
    }

    private Verdict verdict() {
        ReadResult reading = new JobReader(-1).read(List.of(folder));
        assertEquals(1, reading.jobs().size(), () -> reading.unreadable().toString());
        return new Diagnosis().of(reading.jobs().get(0).job());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[rank#]: ", "LOG1.#.txt:"})
    void namesTheRankOfAnotherSizeByNcclsOwnCount(String prefix) throws IOException {
        Files.write(folder.resolve("all.log"), calls(12, true, prefix));

        assertEquals(List.of(2), verdict().culprits());
    }

    @Test
    void numbersProcessesByTheNamesOfTheirFiles() throws IOException {
        for (int rank = 0; rank < WORLD; rank++) {
            String process = ":" + (4000 + rank) + ":";
            Files.write(
                    folder.resolve("worker" + rank + ".log"),
                    calls(12, true, "").stream()
                            .filter(line -> line.contains(process))
                            .toList());
        }

        assertEquals(List.of(2), verdict().culprits());
    }

    /** Newer versions do not count within one host, so that nothing shows whether the first calls are missing. */
    @Test
    void provesNothingWhereCallsAreNotCounted() throws IOException {
        Files.write(folder.resolve("all.log"), calls(12, false, ""));

        Verdict verdict = verdict();

        assertEquals(List.of(), verdict.culprits());
        assertEquals(List.of(2), verdict.suspects());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void accusesNobodyWhoseFirstCallsAreMissing(boolean counted) throws IOException {
        List<String> lines = new ArrayList<>(calls(12, counted, ""));
        lines.replaceAll(line -> line.replace("count 77", "count 1024"));
        lines.remove(1);
        Files.write(folder.resolve("all.log"), lines);

        Verdict verdict = verdict();

        assertEquals(List.of(), verdict.culprits(), verdict::summary);
        assertNotEquals(Outcome.HEALTHY, verdict.outcome());
    }

    /** One call each, as in an excerpt: the ranks that the excerpt lacks are no suspects beside the one that differs. */
    @Test
    void suspectsOnlyTheRankThatDiffersInAnExcerpt() throws IOException {
        List<String> lines = new ArrayList<>(calls(1, true, "LOG1.#.txt:"));
        lines.remove(3);
        Files.write(folder.resolve("excerpt.log"), lines);

        Verdict verdict = verdict();

        assertEquals(List.of(), verdict.culprits());
        assertEquals(List.of(2), verdict.suspects());
    }

    /** Each process sees one device, number 0, so the device is not the rank. */
    @Test
    void doesNotTakeTheDeviceForTheRankWhereAllHaveTheSame() throws IOException {
        List<String> lines = new ArrayList<>();
        for (int rank = 0; rank < WORLD; rank++) {
            lines.add(call(rank, 0, 0, 1024));
        }
        Files.write(folder.resolve("all.log"), lines);

        assertEquals(List.of(), new JobReader(-1).read(List.of(folder)).jobs());
    }

    /** The devices of one of several hosts are not the ranks. */
    @Test
    void doesNotTakeTheDeviceForTheRankWhereRanksAreMissing() throws IOException {
        List<String> lines = new ArrayList<>(calls(12, true, ""));
        lines.removeIf(line -> line.contains("[3]"));
        Files.write(folder.resolve("all.log"), lines);

        assertEquals(List.of(), new JobReader(-1).read(List.of(folder)).jobs());
    }
}
