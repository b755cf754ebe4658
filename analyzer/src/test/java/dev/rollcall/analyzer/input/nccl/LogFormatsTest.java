package dev.rollcall.analyzer.input.nccl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.input.job.JobReader;
import dev.rollcall.analyzer.input.job.ReadResult;
import dev.rollcall.analyzer.input.nccl.WrittenLog.Form;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** NCCL's logs as its versions write them and as launchers prefix them. */
class LogFormatsTest {
    private static final int WORLD = 4;

    @TempDir
    private Path folder;

    /** A job whose rank 1 calls broadcast where the others call all_reduce, and goes on. */
    private static List<WrittenLog> mismatch(Form form) {
        return IntStream.range(0, WORLD)
                .mapToObj(rank -> new WrittenLog(form, rank, WORLD)
                        .join()
                        .steps(5)
                        .call(rank == 1 ? "Broadcast" : "AllReduce", 1024, 7, 0, 0)
                        .steps(2))
                .toList();
    }

    private void write(List<WrittenLog> logs, UnaryOperator<String> passedOn) throws IOException {
        for (int rank = 0; rank < logs.size(); rank++) {
            Files.write(
                    folder.resolve("nccl." + rank + ".log"),
                    logs.get(rank).lines().stream().map(passedOn).toList());
        }
    }

    private Job job() {
        ReadResult reading = new JobReader(-1).read(List.of(folder));
        assertEquals(1, reading.jobs().size(), () -> reading.unreadable().toString());
        return reading.jobs().get(0).job();
    }

    private static void assertMismatch(Job job) {
        Verdict verdict = new Diagnosis().of(job);
        assertEquals(List.of(1), verdict.culprits(), verdict::summary);
        assertEquals(Cause.OP_MISMATCH, verdict.findings().get(0).cause(), verdict::summary);
    }

    @ParameterizedTest
    @EnumSource
    void readsTheLinesOfEveryVersion(Form form) throws IOException {
        write(mismatch(form), line -> line);

        assertMismatch(job());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[rank3]: ",
                "[default3]:",
                "3: ",
                "[1,3]<stdout>:",
                "2026-11-20T22:38:03.414227519Z ",
                "(RayTrainWorker pid=77) ",
                "\u001b[36mworker-0 | \u001b[0m",
                "[22:38:03.41] ",
                "1763678283.414227 ",
            })
    void readsWhatLaunchersPutBeforeALine(String prefix) throws IOException {
        for (Form form : List.of(Form.NCCL_2_18, Form.NCCL_2_28)) {
            write(mismatch(form), line -> prefix + line);

            assertMismatch(job());
        }
        assertEquals("node0", job().ranks().get(0).host());
    }

    @Test
    void readsSeveralProcessesThatShareAFileAmongOtherOutput() throws IOException {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            lines.add("step " + i + " loss 0.5");
        }
        List<WrittenLog> logs = mismatch(Form.NCCL_2_18);
        for (int i = 0; i < 11; i++) {
            for (WrittenLog log : logs) {
                log.lines().stream().skip(i).limit(1).map(line -> line + "\r").forEach(lines::add);
            }
        }
        Files.write(folder.resolve("slurm-17.out"), lines);

        assertMismatch(job());
    }

    @ParameterizedTest
    @EnumSource(names = {"NCCL_2_8", "NCCL_2_18", "NCCL_2_28", "RCCL"})
    void readsTwoProcessesThatWroteIntoOneLine(Form form) throws IOException {
        List<WrittenLog> logs = mismatch(form);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < logs.get(0).lines().size(); i++) {
            int line = i;
            lines.add(String.join(
                    "", logs.stream().map(log -> log.lines().get(line)).toList()));
        }
        Files.write(folder.resolve("all.log"), lines);

        assertMismatch(job());
    }

    @Test
    void ignoresATornCall() throws IOException {
        List<WrittenLog> logs = IntStream.range(0, WORLD)
                .mapToObj(rank ->
                        new WrittenLog(Form.NCCL_2_28, rank, WORLD).join().steps(9))
                .toList();
        logs.get(2).lines().replaceAll(line -> line.contains("opCount 6") ? line.substring(0, 90) : line);
        write(logs, line -> line);

        Job job = job();

        assertEquals(List.of(), new Diagnosis().of(job).culprits());
        assertTrue(job.coverage().unreadable().get(0).reason().contains("torn"), job.coverage()::toString);
    }

    @Test
    void ignoresOneSidedCalls() throws IOException {
        List<WrittenLog> logs = mismatch(Form.NCCL_2_29);
        logs.get(3)
                .lines()
                .add(
                        7,
                        new WrittenLog(Form.NCCL_2_29, 3, WORLD)
                                .call("PutSignal", 64, 7, 0, 2)
                                .lines()
                                .get(0));
        write(logs, line -> line);

        assertMismatch(job());
    }

    @Test
    void findsThatARankLeftItsCommunicator() throws IOException {
        List<WrittenLog> logs = mismatch(Form.NCCL_2_28);
        logs.get(2).info("comm 0x1f6619d0 rank 2 nranks 4 cudaDev 2 busId 3000 - Destroy COMPLETE");
        write(logs, line -> line);

        assertEquals(
                Membership.Phase.LEFT,
                job().communicators().get(0).memberships().get(2).phase());
    }

    /** NCCL 2.18 writes the same id for all children of a communicator, and no count of splits. */
    @Test
    void doesNotJoinChildrenThatCannotBeDistinguished() throws IOException {
        List<WrittenLog> logs = mismatch(Form.NCCL_2_18);
        for (int rank = 0; rank < WORLD; rank++) {
            String parent = "0x" + Integer.toHexString(0x1f65f9d0 + rank * 4096);
            logs.get(rank)
                    .info("ncclCommSplit comm 0x9" + rank + " rank " + rank % 2 + " nranks 2 cudaDev " + rank
                            + " nvmlDev 0 busId 1000 parent " + parent + " color " + rank / 2
                            + " key 0 commId 0x5d1f0e77c8d2b3f1 - Init START")
                    .info("AllGather: opCount 0 sendbuff 0x7f recvbuff 0x7f count 8 datatype 7 op 0 root 0 comm 0x9"
                            + rank + " [nranks=2] stream 0x3");
        }
        write(logs, line -> line);

        Job job = job();

        assertEquals(1 + WORLD, job.communicators().size(), job.communicators()::toString);
        assertMismatch(job);
    }
}
