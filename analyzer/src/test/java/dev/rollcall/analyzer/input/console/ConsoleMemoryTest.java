package dev.rollcall.analyzer.input.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.input.ProcessEvidence;
import dev.rollcall.analyzer.input.ProcessSource;
import dev.rollcall.analyzer.input.text.MemoryBudget;
import dev.rollcall.analyzer.input.text.TextLine;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.InternTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Consoles of more ranks than fit into memory. */
class ConsoleMemoryTest {
    private static final int RANKS = 100;

    @TempDir
    Path folder;

    private List<ProcessSource> read(MemoryBudget budget) throws IOException {
        Path file = Files.createFile(folder.resolve("console.log"));
        ConsoleParser parser = new ConsoleParser(budget);
        for (int rank = 0; rank < RANKS; rank++) {
            String text = "[PG ID 0 PG GUID 0(default_pg) Rank " + rank
                    + "]  failure detected by watchdog at work sequence id: 8"
                    + " PG status: last enqueued work: 8, last completed work: 7";
            parser.add(new TextLine(text, rank, true, "", "", Call.NO_TIME, false, true));
        }
        return parser.sources(file, false);
    }

    private static ProcessEvidence evidence(ProcessSource source) throws IOException {
        return source.read(new InternTable<>(), new InternTable<>());
    }

    @Test
    void leavesOutRanksThatDoNotFitIntoMemoryAndSaysSo() throws IOException {
        List<ProcessSource> sources = read(new MemoryBudget(50_000));

        assertTrue(sources.size() < RANKS / 2, () -> "ranks: " + sources.size());
        for (ProcessSource source : sources) {
            assertEquals(Ending.Kind.UNOBSERVED, evidence(source).ending().kind());
            assertFalse(evidence(source).losses().isEmpty());
        }
    }

    @Test
    void leavesNothingOutWhereAllFitsIntoMemory() throws IOException {
        List<ProcessSource> sources = read(new MemoryBudget(10_000_000));

        assertEquals(RANKS, sources.size());
        for (ProcessSource source : sources) {
            assertEquals(Ending.UNKNOWN, evidence(source).ending());
            assertEquals(List.of(), evidence(source).losses());
        }
    }

    @Test
    void leavesOutTracebacksThatManyRanksWriteAtOnceAndSaysSo() throws IOException {
        Path file = Files.createFile(folder.resolve("console.log"));
        ConsoleParser parser = new ConsoleParser(new MemoryBudget(1_000_000));
        addOfEachRank(parser, "Traceback (most recent call last):", true);
        for (int line = 0; line < 20; line++) {
            addOfEachRank(
                    parser,
                    "  File \"/job/" + "x".repeat(100) + line + ".py\", line 7, in "
                            + (line == 0 ? "<module>" : "train"),
                    false);
        }
        addOfEachRank(parser, "ValueError: 4", false);

        List<ProcessSource> sources = parser.sources(file, false);

        assertEquals(RANKS, sources.size());
        int unobserved = 0;
        for (ProcessSource source : sources) {
            unobserved += evidence(source).ending().kind() == Ending.Kind.UNOBSERVED ? 1 : 0;
        }
        assertTrue(unobserved > RANKS / 2 && unobserved < RANKS, "unobserved: " + unobserved);
    }

    private static void addOfEachRank(ConsoleParser parser, String text, boolean withWord) {
        for (int rank = 0; rank < RANKS; rank++) {
            TextLine line = new TextLine(text, rank, true, "", "", Call.NO_TIME, false, true);
            if (withWord) {
                parser.add(line);
            } else {
                parser.addNext(line);
            }
        }
    }

    @Test
    void sharesTheMemoryWithOtherFiles() throws IOException {
        MemoryBudget budget = new MemoryBudget(10_000_000);
        budget.take(9_950_000);

        assertTrue(read(budget).size() < RANKS / 2);
    }
}
