package dev.rollcall.analyzer.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.ApprovedTexts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class PythonScanTest {
    @RegisterExtension
    static final ApprovedTexts TEXTS = new ApprovedTexts();

    private static final String TRAIN = """
            import torch
            import torch.distributed as dist
            from helpers.save import save

            def main():
                dist.init_process_group("nccl")
                model = torch.nn.Linear(4, 4)
                for step in range(10):
                    dist.all_reduce(torch.ones(4))
                    save(model, dist.get_rank())

            if __name__ == "__main__":
                main()
            """;

    private static final String SAVE = """
            from torch.distributed import barrier

            def save(model, rank):
                # BEFORE
                if rank == 0:
                    write(model)
                    barrier()
            """;

    private static final String NOTED = """
            import os
            import torch.distributed as dist

            def main():
                if os.path.exists("checkpoint"):
                    dist.barrier()

            main()
            """;

    @TempDir
    Path folder;

    private Path sources(String save) throws IOException {
        Path helpers = Files.createDirectories(folder.resolve("job/helpers"));
        Files.writeString(folder.resolve("job/train.py"), TRAIN);
        Files.writeString(helpers.resolve("__init__.py"), "");
        Files.writeString(helpers.resolve("save.py"), save);
        return folder.resolve("job");
    }

    @Test
    void followsCallsIntoOtherFiles() throws IOException {
        Path job = sources(SAVE);

        CommandLineRun run = CommandLineRun.of("scan", job);

        TEXTS.verify(run.out().replace(folder.toString(), "FOLDER"));
        assertEquals(1, run.exitCode());
    }

    @Test
    void readsOneFileAlone() throws IOException {
        Path file = sources(SAVE).resolve("helpers/save.py");

        assertTrue(CommandLineRun.of("scan", file).out().contains("save.py:5: warning: "));
    }

    @Test
    void skipsConditionsWithAnIgnoreComment() throws IOException {
        CommandLineRun run = CommandLineRun.of(
                "scan", sources(SAVE.replace("BEFORE", "rollcall: ignore, the others wait at the store")));

        assertEquals(0, run.exitCode());
    }

    @Test
    void sarifHasRelativePaths() throws IOException {
        String out =
                CommandLineRun.of("scan", sources(SAVE), "--format", "sarif").out();

        assertTrue(out.contains("helpers/save.py\""), out);
        assertTrue(out.contains("\"startLine\": 5"), out);
    }

    @Test
    void skipsFilesThatAreNotPython() throws IOException {
        Path job = sources(SAVE);
        Files.writeString(job.resolve("broken.py"), "def (:\n  if rank == 0 barrier(\n\t}}}\nclass\n");
        Files.write(job.resolve("binary.py"), new byte[] {0, -1, 7, 'i', 'f', ' ', '(', 0});
        Files.writeString(job.resolve("deep.py"), "x = " + "(".repeat(5_000) + "1" + ")".repeat(5_000) + "\n");

        CommandLineRun run = CommandLineRun.of("scan", job);

        assertTrue(run.out().contains("save.py:5: warning: "), run.out());
        assertEquals("", run.err());
    }

    @Test
    void aFileGetsTheSameAnswerAloneAndInItsPackage() throws IOException {
        Path job = sources(SAVE);

        String alone = CommandLineRun.of("scan", job.resolve("helpers/save.py")).out();
        String whole = CommandLineRun.of("scan", job).out();

        assertEquals(alone.lines().findFirst(), whole.lines().findFirst());
    }

    @Test
    void notesAreLookedForOnDemand() throws IOException {
        Path file = Files.writeString(folder.resolve("train.py"), NOTED);

        CommandLineRun plain = CommandLineRun.of("scan", file);
        CommandLineRun full = CommandLineRun.of("scan", file, "--notes");

        TEXTS.verify((plain.out() + full.out()).replace(folder.toString(), "FOLDER"));
        assertEquals(0, plain.exitCode());
        assertEquals(0, full.exitCode());
    }

    @Test
    void theExitCodeFollowsFailOn() throws IOException {
        Path noted = Files.writeString(folder.resolve("noted.py"), NOTED);
        Path warned = sources(SAVE);

        assertEquals(1, CommandLineRun.of("scan", noted, "--fail-on", "note").exitCode());
        assertEquals(0, CommandLineRun.of("scan", noted, "--fail-on", "warning").exitCode());
        assertEquals(
                1, CommandLineRun.of("scan", warned, "--fail-on", "warning").exitCode());
        assertEquals(0, CommandLineRun.of("scan", warned, "--fail-on", "never").exitCode());
        CommandLineRun wrong = CommandLineRun.of("scan", warned, "--fail-on", "error");
        assertEquals(2, wrong.exitCode());
        assertTrue(wrong.err().contains("--fail-on is warning, note or never, not error"), wrong.err());
    }

    @Test
    void aBaselineHasNotesToo() throws IOException {
        Path noted = Files.writeString(folder.resolve("noted.py"), NOTED);
        Path baseline = folder.resolve("baseline.txt");

        CommandLineRun.of("scan", noted, "--write-baseline", baseline);

        CommandLineRun next = CommandLineRun.of("scan", noted, "--baseline", baseline, "--fail-on", "note");
        assertEquals(0, next.exitCode(), next.out());
    }

    @Test
    void aBaselineLeavesOutWhatItListsAlsoWhereLinesMoved() throws IOException {
        Path job = sources(SAVE);
        Path baseline = folder.resolve("baseline.txt");

        CommandLineRun first = CommandLineRun.of("scan", job, "--baseline", baseline, "--write-baseline", baseline);
        assertEquals(1, first.exitCode());
        sources("\n\n" + SAVE + "\ndef load(rank):\n    if rank == 1:\n        barrier()\n");
        CommandLineRun second = CommandLineRun.of("scan", job, "--baseline", baseline);

        TEXTS.verify(second.out().replace(folder.toString(), "FOLDER"));
        assertEquals(1, second.exitCode());
    }

    @Test
    void aFileThatIsNoBaselineIsAMistake() throws IOException {
        Path job = sources(SAVE);

        CommandLineRun run = CommandLineRun.of("scan", job, "--baseline", job.resolve("train.py"));

        assertEquals(2, run.exitCode());
        assertTrue(run.err().contains("is no baseline"), run.err());
    }

    @Test
    void saysThatNothingWasRecognized() throws IOException {
        Path file = Files.writeString(folder.resolve("plain.py"), "print(1)\n");

        CommandLineRun run = CommandLineRun.of("scan", file);

        TEXTS.verify(run.out());
        assertEquals(0, run.exitCode());
    }

    @Test
    void listsExecutedCodeFirst() throws IOException {
        Path corpus = Path.of("src/test/resources/corpus/pytorch-fr");
        List<String> source = Files.readAllLines(corpus.resolve("hangs.py"));
        Path file = Files.write(folder.resolve("hangs.py"), source.subList(0, 34));

        CommandLineRun alone = CommandLineRun.of("scan", file, "--format", "json");
        CommandLineRun after =
                CommandLineRun.of("scan", file, "--format", "json", "--trace", corpus.resolve("rank0_barrier_in_save"));

        assertTrue(alone.out().indexOf("\"line\": 26") < alone.out().indexOf("\"line\": 30"), alone.out());
        assertTrue(after.out().indexOf("\"line\": 30") < after.out().indexOf("\"line\": 26"), after.out());
        assertTrue(after.out().contains("\"executed\": true"), after.out());
    }
}
