package dev.rollcall.analyzer.scan.python;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.scan.ScannedCode;
import dev.rollcall.analyzer.verdict.CodeFinding;
import dev.rollcall.analyzer.verdict.CodeFinding.Level;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A library is taken to call what it gets: where ranks differ only if it does not, there is a note and no warning. */
class HandedOverTest {
    @Test
    void aGeneratorThatOneRankHandsToALibrary() {
        assertFindings("""
                if dist.get_rank() == 0:  # note
                    sender.send(stream(ts))
                else:
                    for each in stream(ts):
                        pass
                """);
        assertFindings("""
                if dist.get_rank() == 0:  # warning
                    for each in stream(ts):
                        pass
                """);
    }

    @Test
    void aGeneratorThatAllRanksHandToALibrary() {
        assertFindings("sender.send(stream(ts))\n");
    }

    @Test
    void aFunctionThatOneRankHandsToALibrary() {
        assertFindings("""
                if dist.get_rank() == 0:  # warning
                    sender.each(wait)
                """);
        assertFindings("""
                if dist.get_rank() == 0:  # note
                    sender.each(wait)
                else:
                    wait()
                """);
    }

    private static void assertFindings(String body) {
        String source = """
                import sender
                import torch.distributed as dist
                def wait():
                    dist.barrier()
                def stream(ts):
                    for t in ts:
                        dist.all_reduce(t)
                        yield t
                def work(ts):
                """ + body.indent(4);
        List<CodeFinding> found = ScannedCode.findings(Map.of("work.py", source.getBytes(StandardCharsets.UTF_8)));
        assertEquals(ScannedCode.marked(source, "# note"), ScannedCode.lines(found, Level.NOTE), source);
        assertEquals(ScannedCode.marked(source, "# warning"), ScannedCode.lines(found, Level.WARNING), source);
    }
}
