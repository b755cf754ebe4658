package dev.rollcall.analyzer.input.nccl;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.input.job.JobReader;
import dev.rollcall.analyzer.input.job.LoadedJob;
import dev.rollcall.analyzer.model.Coverage.Kind;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A log of NCCL to which several runs wrote, one after the other. */
class AppendedLogTest {
    private static final int WORLD = 3;

    @TempDir
    private Path folder;

    private final List<String> lines = new ArrayList<>();

    private void info(String host, int pid, int device, String message) {
        lines.add("%s:%d:%d [%d] NCCL INFO %s".formatted(host, pid, pid + 50, device, message));
    }

    private void join(String host, int pid, int device, int rank, int world, String id) {
        for (String end : List.of("START", "COMPLETE")) {
            info(
                    host,
                    pid,
                    device,
                    "ncclCommInitRankConfig comm 0x55%d rank %d nranks %d cudaDev %d nvmlDev %<d busId %<d000 commId %s - Init %s"
                            .formatted(pid, rank, world, device, id, end));
        }
    }

    private void call(String host, int pid, int device, int world, int number) {
        info(
                host,
                pid,
                device,
                "AllReduce: opCount %x sendbuff 0x7f00 recvbuff 0x7f00 count 64 datatype 7 op 0 root 0 comm 0x55%d [nranks=%d] stream 0x1"
                        .formatted(number, pid, world));
    }

    /** Adds a run of which some ranks, the first ones, write to the log. */
    private void run(int firstPid, String id, int ranks, int calls) {
        for (int rank = 0; rank < ranks; rank++) {
            join("node1", firstPid + rank, rank, rank, WORLD, id);
        }
        for (int number = 0; number < calls; number++) {
            for (int rank = 0; rank < ranks; rank++) {
                call("node1", firstPid + rank, rank, WORLD, number);
            }
        }
    }

    private Verdict verdict() throws IOException {
        Files.write(folder.resolve("nccl.log"), lines);
        List<LoadedJob> jobs = new JobReader(-1).read(List.of(folder)).jobs();
        assertEquals(1, jobs.size());
        return new Diagnosis().of(jobs.get(0).job());
    }

    private static List<Long> pids(Verdict verdict) {
        return verdict.job().ranks().stream().map(Rank::pid).toList();
    }

    @Test
    void showsTheLastRun() throws IOException {
        run(400, "0xaaa", WORLD, 9);
        run(600, "0xbbb", WORLD, 2);

        Verdict verdict = verdict();
        assertEquals(List.of(600L, 601L, 602L), pids(verdict));
        assertEquals(List.of(), verdict.job().coverage().unreadable());
    }

    @Test
    void showsNothingOfARankThatWroteNothingInTheLastRun() throws IOException {
        run(400, "0xaaa", WORLD, 9);
        run(600, "0xbbb", WORLD - 1, 2);

        assertEquals(List.of(600L, 601L), pids(verdict()));
    }

    @Test
    void showsOneRunWhereGroupsOfSomeRanksAreCreatedOneAfterTheOther() throws IOException {
        for (int group = 0; group < 2; group++) {
            for (int rank = 0; rank < 2; rank++) {
                int device = 2 * group + rank;
                join("node1", 400 + device, device, rank, 2, "0xa" + group);
            }
        }

        Files.write(folder.resolve("nccl.log"), lines);
        List<LoadedJob> jobs = new JobReader(-1).read(List.of(folder)).jobs();
        assertEquals(
                List.of(400L, 401L),
                jobs.get(0).job().ranks().stream().map(Rank::pid).toList());
        assertEquals(2, jobs.get(0).job().coverage().ofKind(Kind.UNNUMBERED).size());
    }
}
