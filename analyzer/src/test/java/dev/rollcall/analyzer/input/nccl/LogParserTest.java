package dev.rollcall.analyzer.input.nccl;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.input.ProcessEvidence;
import dev.rollcall.analyzer.input.ProcessSource;
import dev.rollcall.analyzer.input.text.MemoryBudget;
import dev.rollcall.analyzer.input.text.TextLine;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.InternTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Logs of more processes or calls than fit into memory. */
class LogParserTest {
    private static final Path FILE = Path.of("nccl.log");

    private static List<ProcessSource> read(long bytes, List<String> lines) throws IOException {
        LogParser parser = new LogParser(new MemoryBudget(bytes));
        for (String line : lines) {
            parser.add(new TextLine(line, -1, false, "", "", Call.NO_TIME, false, true));
        }
        return parser.sources(FILE, false);
    }

    private static List<String> log(int rank, int calls) {
        return new WrittenLog(WrittenLog.Form.NCCL_2_28, rank, 2)
                .join()
                .steps(calls)
                .lines();
    }

    private static ProcessEvidence evidence(ProcessSource source) throws IOException {
        return source.read(new InternTable<>(), new InternTable<>());
    }

    @Test
    void observesNoEndAfterMoreCallsThanFitIntoMemory() throws IOException {
        assertEquals(Ending.UNKNOWN, evidence(read(1 << 20, log(0, 100)).get(0)).ending());

        assertEquals(
                Ending.Kind.UNOBSERVED,
                evidence(read(8000, log(0, 100)).get(0)).ending().kind());
    }

    @Test
    void leavesOutProcessesThatDoNotFitIntoMemory() throws IOException {
        List<String> lines = new java.util.ArrayList<>(log(0, 100));
        lines.addAll(log(1, 100));

        assertEquals(2, read(1 << 20, lines).size());
        assertEquals(1, read(8000, lines).size());
    }

    @Test
    void observesNoEndAfterMoreCommunicatorsThanFitIntoMemory() throws IOException {
        List<String> lines = new java.util.ArrayList<>();
        for (int i = 0; i < 100; i++) {
            lines.add("node0:77:77 [0] NCCL INFO ncclCommInitRank comm 0x" + i
                    + " rank 0 nranks 2 cudaDev 0 nvmlDev 0 busId 1000" + " commId 0x" + i + " - Init COMPLETE");
        }

        ProcessEvidence evidence = evidence(read(100_000, lines).get(0));

        assertEquals(Ending.Kind.UNOBSERVED, evidence.ending().kind());
        assertEquals(48, evidence.memberships().size());
        assertEquals(100, evidence(read(1 << 20, lines).get(0)).memberships().size());
    }
}
