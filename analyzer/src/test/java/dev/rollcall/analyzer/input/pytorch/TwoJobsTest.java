package dev.rollcall.analyzer.input.pytorch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.input.job.JobReader;
import dev.rollcall.analyzer.input.job.LoadedJob;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Dumps of several jobs that do not name their job. */
class TwoJobsTest {
    private static final long MORNING = 1_795_211_340;
    private static final int WORLD = 4;

    @TempDir
    private Path folder;

    private final List<Path> files = new ArrayList<>();

    /** A job whose rank {@code culprit} made a call of its own; every process has times of its own. */
    private RecordedDump dump(int rank, int culprit, long start) {
        RecordedDump dump = new RecordedDump().at(start + rank).group("0", "default_pg", 0, 1, 2, 3);
        for (int step = 0; step < 5; step++) {
            dump.completed("0", "all_reduce", 41);
        }
        return dump.pending("0", rank == culprit ? "all_gather" : "all_reduce", 41);
    }

    private void write(String names, int culprit, long start) throws IOException {
        for (int rank = 0; rank < WORLD; rank++) {
            files.add(dump(rank, culprit, start).pickle(folder.resolve(names.replace("#", "" + rank))));
        }
    }

    private Set<List<Integer>> culprits() {
        List<LoadedJob> jobs = new JobReader(-1).read(files).jobs();
        return jobs.stream()
                .peek(job -> assertEquals(WORLD, job.job().ranks().size()))
                .map(job -> new Diagnosis().of(job.job()).culprits())
                .collect(Collectors.toSet());
    }

    @Test
    void areToldApartByTheirFoldersInWhateverOrderTheFilesCome() throws IOException {
        write("a/nccl_trace_rank_#", 1, MORNING);
        write("b/nccl_trace_rank_#", 2, MORNING + 1);
        long seed = Long.getLong("rollcall.seed", 20_261_121);
        Random random = new Random(seed);
        for (int order = 0; order < 10; order++) {
            assertEquals(Set.of(List.of(1), List.of(2)), culprits(), "seed " + seed + " " + files);
            Collections.shuffle(files, random);
        }
    }

    @Test
    void areToldApartByTheirPrefixInOneFolder() throws IOException {
        write("run1_rank_#.pkl", 1, MORNING);
        write("run2_rank_#.pkl", 3, MORNING + 3600);

        assertEquals(Set.of(List.of(1), List.of(3)), culprits());
    }

    @Test
    void areToldApartWhereEveryHostHasAFolder() throws IOException {
        for (int rank = 0; rank < WORLD; rank++) {
            String host = rank < 2 ? "h1" : "h2";
            files.add(dump(rank, 0, MORNING).pickle(folder.resolve("first/" + host + "/rank" + rank)));
            files.add(dump(rank, 3, MORNING + 7200).pickle(folder.resolve("second/" + host + "/rank" + rank)));
        }

        assertEquals(Set.of(List.of(0), List.of(3)), culprits());
    }

    @Test
    void areOneJobWhereAnotherFolderHoldsTheSameDumpsInAnotherForm() throws IOException {
        write("nccl_trace_rank_#", 2, MORNING);
        for (int rank = 0; rank < WORLD; rank++) {
            files.add(dump(rank, 2, MORNING).without("frames").json(folder.resolve("json/trace_" + rank + ".json")));
        }

        assertEquals(1, new JobReader(-1).read(files).jobs().size());
        assertEquals(Set.of(List.of(2)), culprits());
    }
}
