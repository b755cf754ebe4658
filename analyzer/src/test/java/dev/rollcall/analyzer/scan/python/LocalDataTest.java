package dev.rollcall.analyzer.scan.python;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.scan.ScannedCode;
import dev.rollcall.analyzer.verdict.CodeFinding;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a program shows to be data of one rank makes a note and no warning; what all ranks agreed on makes neither. */
class LocalDataTest {
    @Test
    void theElementOfALoaderByTheNameOfABatch() {
        assertNotes("""
                for number, batch in enumerate(loader):
                    if batch is None:  # note
                        continue
                    dist.all_reduce(t)
                """);
        assertNotes("""
                for number, batch in enumerate(loader):
                    dist.broadcast(batch, src=0)
                    if batch.sum() > 0:
                        dist.all_reduce(t)
                """);
        assertNotes("""
                for number, batch in enumerate(loader):
                    if number % 10 == 0:
                        dist.all_reduce(t)
                """);
    }

    @Test
    void theNextBatch() {
        assertNotes("""
                batches = iter(loader)
                while True:
                    batch = next(batches)
                    if batch["x"].numel() == 0:  # note
                        break
                    dist.all_reduce(t)
                """);
    }

    @Test
    void theLossOfABatch() {
        assertNotes("""
                for batch in loader:
                    loss = model(batch)
                    if torch.isnan(loss):  # note
                        continue
                    dist.all_reduce(loss)
                """);
        assertNotes("""
                for batch in loader:
                    loss = model(batch)
                    bad = torch.isnan(loss)
                    dist.all_reduce(bad)
                    if bad:
                        continue
                    dist.all_reduce(loss)
                """);
    }

    @Test
    void aMissingGradient() {
        assertNotes("""
                for p in model.parameters():
                    if p.grad is not None:  # note
                        dist.all_reduce(p.grad)
                """);
    }

    @Test
    void aFile() {
        assertNotes("""
                if os.path.exists(path):  # note
                    dist.broadcast(t, src=0)
                """);
    }

    @Test
    void theEndOfALoader() {
        assertNotes("""
                batches = iter(loader)
                while True:
                    try:
                        x = next(batches)  # note
                    except StopIteration:
                        break
                    dist.all_reduce(t)
                """);
    }

    @Test
    void aMetricOnOneRank() {
        assertNotes("""
                metric = torchmetrics.Accuracy()
                if dist.get_rank() == 0:  # note
                    print(metric.compute())
                """);
    }

    private static void assertNotes(String body) {
        String source = """
                import os, torch, torchmetrics
                import torch.distributed as dist
                def work(loader, model, t, path):
                """ + body.indent(4);
        List<CodeFinding> found = ScannedCode.findings(Map.of("work.py", source.getBytes(StandardCharsets.UTF_8)));
        assertEquals(
                ScannedCode.marked(source, "# note"),
                found.stream().map(CodeFinding::line).toList(),
                source);
        assertEquals(List.of(), ScannedCode.warned(found), source);
    }
}
