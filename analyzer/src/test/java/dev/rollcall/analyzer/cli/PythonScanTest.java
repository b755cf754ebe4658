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
    void notesUnboundedRecursion() throws IOException {
        Path file = Files.writeString(folder.resolve("forever.py"), """
                import torch.distributed as dist
                def down(n):
                    dist.barrier()
                    down(n + 1)
                down(dist.get_rank())
                """);

        CommandLineRun run = CommandLineRun.of("scan", file);

        TEXTS.verify(run.out().replace(folder.toString(), "FOLDER"));
        assertEquals(3, run.exitCode());
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
