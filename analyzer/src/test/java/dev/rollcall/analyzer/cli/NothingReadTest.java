package dev.rollcall.analyzer.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.ApprovedTexts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Folders without evidence: what is there instead, and the commands that collect some while the job still hangs. */
class NothingReadTest {
    @RegisterExtension
    static final ApprovedTexts TEXTS = new ApprovedTexts();

    @TempDir
    Path folder;

    private Transcript shell;

    @BeforeEach
    void start() {
        shell = new Transcript(folder);
    }

    private void verifyRefused() {
        shell.refused("analyze", folder);
        TEXTS.verify(shell.toString());
    }

    private void coreDump(String name) throws IOException {
        byte[] core = new byte[4096];
        byte[] magic = {0x7f, 'E', 'L', 'F', 2, 1, 1};
        System.arraycopy(magic, 0, core, 0, magic.length);
        core[16] = 4;
        Files.write(folder.resolve(name), core);
    }

    @Test
    void anEmptyFolder() {
        verifyRefused();
    }

    @Test
    void coreDumpsAlone() throws IOException {
        coreDump("core.1234");
        coreDump("core.1235");
        verifyRefused();
    }

    @Test
    void aProfileAlone() throws IOException {
        Files.writeString(
                folder.resolve("trace.json"),
                "{\"schemaVersion\": 1, \"deviceProperties\": [], \"traceEvents\": [{\"ph\": \"X\", \"name\": \"nccl\"}]}");
        verifyRefused();
    }

    @Test
    void theLogOfATrainingUnderTorchrun() throws IOException {
        StringBuilder log = new StringBuilder("W1122 10:17:45.101000 4711 torch/distributed/run.py:852]\n");
        for (int step = 0; step < 2112; step++) {
            log.append("[rank0]: step ").append(step).append(" loss 0.25\n");
        }
        Files.writeString(folder.resolve("console.log"), log);
        Files.writeString(folder.resolve("train.py"), "import torch\n");
        verifyRefused();
    }

    @Test
    void theOutputOfABatchJobOfSlurm() throws IOException {
        Files.writeString(folder.resolve("slurm-4711.out"), "0: step 1\n1: step 1\n");
        verifyRefused();
    }

    @Test
    void torchrunInsideOfSlurm() throws IOException {
        Files.writeString(
                folder.resolve("console.log"),
                "srun: job 4711 has been allocated resources\nWARNING:torch.distributed.run:\nstep 1\n");
        verifyRefused();
    }

    @Test
    void theLogsOfPods() throws IOException {
        Files.writeString(
                folder.resolve("pods.txt"),
                "[pod/job-worker-0/pytorch] torchrun --nnodes 2\n[pod/job-worker-1/pytorch] step 1\n");
        verifyRefused();
    }

    @Test
    void theOutputOfRay() throws IOException {
        Files.writeString(folder.resolve("driver.log"), "(RayTrainWorker pid=4711, ip=10.0.0.7) step 1\n");
        verifyRefused();
    }

    @Test
    void theOutputOfMpirun() throws IOException {
        Files.writeString(folder.resolve("out.txt"), "[1,0]<stdout>:step 1\n[1,1]<stdout>:step 1\n");
        verifyRefused();
    }

    @Test
    void theOutputOfAJvm() throws IOException {
        Files.writeString(
                folder.resolve("out.txt"), "Exception in thread \"main\" java.lang.IllegalStateException: no\n");
        verifyRefused();
    }

    @Test
    void anEncryptedArchiveBesideOtherFiles() throws IOException {
        byte[] zip = new byte[64];
        byte[] header = {'P', 'K', 3, 4, 20, 0, 1, 0};
        System.arraycopy(header, 0, zip, 0, header.length);
        Files.write(folder.resolve("everything.zip"), zip);
        Files.createFile(folder.resolve("empty.txt"));
        Files.write(folder.resolve("weights.bin"), new byte[] {1, 2, 3, 0});
        verifyRefused();
    }

    @Test
    void listsFewOfManyFiles() throws IOException {
        for (int i = 0; i < 2000; i++) {
            Files.writeString(folder.resolve("step" + i + ".json"), "{\"loss\": 0.25}\n");
        }

        CommandLineRun run = CommandLineRun.of("analyze", folder);

        assertTrue(run.err().lines().count() < 40, run.err());
    }

    /** Returns the output of a job whose evidence begins behind other lines. */
    private static byte[] output() {
        StringBuilder log = new StringBuilder();
        for (int step = 0; step < 100; step++) {
            log.append("step ").append(step).append('\n');
        }
        for (int rank = 0; rank < 2; rank++) {
            log.append(
                    "node1:%1$d:%1$d [%2$d] NCCL INFO ncclCommInitRank comm 0xa%2$d rank %2$d nranks 2 cudaDev %2$d busId 1000"
                            .formatted(4000 + rank, rank));
            log.append(" commId 0x1234 - Init COMPLETE\n");
        }
        return log.toString().getBytes(StandardCharsets.US_ASCII);
    }

    @Test
    void readsTextWhoseNameAndBeginningDoNotShowThatItIsOutput() throws IOException {
        Files.write(folder.resolve("training"), output());

        CommandLineRun run = CommandLineRun.of("analyze", folder);

        assertTrue(run.out().contains("2 of 2 ranks were read"), run.toString());
    }

    @Test
    void readsADocumentOnlyWhereItIsNamed() throws IOException {
        Path document = Files.write(folder.resolve("hang.md"), output());

        assertEquals(ExitCode.UNUSABLE, CommandLineRun.of("analyze", folder).exitCode());
        CommandLineRun named = CommandLineRun.of("analyze", document);
        assertTrue(named.out().contains("2 of 2 ranks were read"), named.toString());
    }
}
