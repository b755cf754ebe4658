package dev.rollcall.analyzer.input.stack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.input.job.JobReader;
import dev.rollcall.analyzer.input.job.ReadResult;
import dev.rollcall.analyzer.model.Rank;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which rank the stacks of a process are of. */
class StackRanksTest {
    @TempDir
    Path temporary;

    private Path folder;

    /** A temporary folder has a number in its name. */
    @BeforeEach
    void makeFolder() throws IOException {
        folder = Files.createDirectory(temporary.resolve("job"));
    }

    private static String stack(int pid, String arguments) {
        return "Process " + pid + ": python train.py" + arguments + "\nPython v3.11.7 (/usr/bin/python)\n\nThread "
                + pid + " (idle): \"MainThread\"\n    main (train.py:12)\n\n";
    }

    private void write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    /** Returns the process ids by rank. */
    private Map<Integer, Long> pids() {
        ReadResult result = new JobReader(-1).read(List.of(folder));
        Map<Integer, Long> pids = new TreeMap<>();
        result.jobs().forEach(job -> job.job().ranks().forEach((Rank rank) -> pids.put(rank.number(), rank.pid())));
        return pids;
    }

    @Test
    void isInTheNameOfTheFileOrOfItsFolder() throws IOException {
        write("rank_0.txt", stack(70, ""));
        write("rank1/py-spy-71.txt", stack(71, ""));
        assertEquals(Map.of(0, 70L, 1, 71L), pids());
    }

    @Test
    void isABareNumberWhereNumbersBeginWithTheFirstRanks() throws IOException {
        write("py-spy-0.txt", stack(70, ""));
        write("py-spy-1.txt", stack(71, ""));
        write("py-spy-3.txt", stack(72, ""));
        assertEquals(Map.of(0, 70L, 1, 71L, 3, 72L), pids());
    }

    @Test
    void isNoProcessId() throws IOException {
        write("py-spy-4001.txt", stack(4001, ""));
        write("py-spy-4002.txt", stack(4002, ""));
        assertEquals(Map.of(), pids());
    }

    @Test
    void isNoProcessIdThatIsSmallAsInAContainer() throws IOException {
        write("pod-a/stack.1.txt", stack(1, ""));
        write("pod-a/stack.2.txt", stack(2, ""));
        assertEquals(Map.of(), pids());
    }

    @Test
    void isNoNumberOfAWorker() throws IOException {
        write("job-worker-0.txt", stack(70, ""));
        write("job-worker-1.txt", stack(71, ""));
        assertEquals(Map.of(), pids());
    }

    @Test
    void isNoNumberOfALook() throws IOException {
        write("stack-0.txt", stack(70, ""));
        write("stack-1.txt", stack(70, ""));
        assertEquals(Map.of(), pids());
    }

    @Test
    void isInTheCommandLine() throws IOException {
        write("all.txt", stack(70, " --rank=5") + stack(71, " --rank 4"));
        assertEquals(Map.of(4, 71L, 5, 70L), pids());
    }

    @Test
    void isTheRankOnTheHostWhereAllProcessesHaveAnother() throws IOException {
        write("all.txt", stack(70, " --local_rank=0") + stack(71, " --local-rank=1"));
        assertEquals(Map.of(0, 70L, 1, 71L), pids());
    }

    @Test
    void isNotTheRankOnTheHostWhereTwoHostsHaveTheSame() throws IOException {
        write("a.txt", stack(70, " --local_rank=0") + stack(71, " --local_rank=1"));
        write("b.txt", stack(80, " --local_rank=0") + stack(81, " --local_rank=1"));
        assertEquals(Map.of(), pids());
    }

    @Test
    void isUnknownForSeveralProcessesInAFileOfOneRank() throws IOException {
        write("rank0.txt", stack(70, "") + stack(71, ""));
        assertEquals(Map.of(), pids());
    }

    @Test
    void isAskedForWhereNothingShowsIt() throws IOException {
        write("all.txt", stack(70, "") + stack(71, ""));
        ReadResult result = new JobReader(-1).read(List.of(folder));
        assertTrue(
                result.unreadable().stream()
                        .anyMatch(file -> file.reason().contains("2 processes")
                                && file.reason().contains("rank_R.txt")),
                () -> result.unreadable().toString());
    }
}
