package dev.rollcall.analyzer.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;

import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.input.job.JobReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** RAS reports, logs with calls alone and stall warnings with bytes and lines changed at random: all are read without an exception. */
class MutatedReportsTest {
    private static final int MUTATIONS = Integer.getInteger("rollcall.mutations", 400);

    @TempDir
    private Path folder;

    static Stream<Arguments> reports() {
        return Stream.of(
                Arguments.of("ras.txt", """
                        Job summary
                          Nodes  Processes         GPUs  Processes     GPUs
                        (total)   per node  per process    (total)  (total)
                              1          4            1          4        4
                        Group     Comms     Nodes     Ranks     Ranks     Ranks    Status  Errors
                            #  in group  per comm  per node  per comm  in group
                            0         1         1         4         4         4   RUNNING  INCOMPLETE,MISMATCH

                        #0-0 (fa93daea854b060b) INCOMPLETE
                          Missing communicator data from 1 rank
                          Rank 1 -- GPU 1 managed by process 4001 on node 192.0.2.2

                        #0-0 (fa93daea854b060b) MISMATCH
                          Communicator ranks have different AllReduce operation counts
                          2 ranks have launched up to operation 640
                          Rank 3 has not launched any operations -- GPU 3 (NVML 4) managed by process 4003 on node 192.0.2.2
                        """),
                Arguments.of("ras.json", """
                        OK
                        {"nccl_version": "2.29.1", "timestamp": "2026-12-19 13:06:53", "communicators_count": 1,
                        "communicators": [{"hash": "0xae94423cfbb2ef4a", "size": 2, "ranks": [{"rank": 0, "host": "192.0.2.2",
                        "pid": 15, "cuda_dev": 0, "nvml_dev": 0, "collective_counts": {"Broadcast": 3, "AllReduce": 7}}],
                        "missing_ranks": [{"rank": 1, "host": "192.0.2.2", "pid": 16, "cuda_dev": 1, "nvml_dev": 1
                        "status": {"unresponsive": true, "considered_dead": false}}]}]}
                        """),
                Arguments.of("calls.log", """
                        LOG1.0.txt:node0:32:32 [0] NCCL INFO Broadcast: opCount 0 sendbuff 0x7 recvbuff 0x7 count 25 datatype 6 op 0 \
                        root 0 comm 0x7f8 [nranks=2] stream 0x55
                        LOG1.1.txt:node0:33:33 [1] NCCL INFO Broadcast: opCount 0 sendbuff 0x7 recvbuff 0x7 count 53 datatype 4 op 0 \
                        root 0 comm 0x7f9 [nranks=2] stream 0x55
                        """),
                Arguments.of("horovod.log", """
                        W stall_inspector.cc:105] One or more tensors were submitted to be reduced.
                        Missing ranks:
                        1: [DistributedGradientTape_Allreduce/cond_163, HorovodAllreduce_AddN_103_0 ...]
                        3!: [HorovodAllgather_1]
                        Stalled ops:
                        HorovodAllreduce_a [missing ranks: 2, 5]
                        """));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("reports")
    void areReadWithoutAnException(String name, String report) throws IOException {
        long seed = Long.getLong("rollcall.seed", 20_261_122);
        Random random = new Random(seed);
        Path file = folder.resolve(name);
        for (int i = 0; i < MUTATIONS; i++) {
            Files.write(file, mutated(report, random).getBytes(ISO_8859_1));
            int mutation = i;
            assertDoesNotThrow(
                    () -> new JobReader(-1).read(List.of(file)).jobs().forEach(job -> new Diagnosis().of(job.job())),
                    () -> "seed " + seed + ", mutation " + mutation);
        }
    }

    private static String mutated(String report, Random random) {
        StringBuilder text = new StringBuilder(report);
        for (int change = 1 + random.nextInt(4); change > 0; change--) {
            int at = random.nextInt(text.length());
            switch (random.nextInt(5)) {
                case 0 -> text.setCharAt(at, (char) random.nextInt(256));
                case 1 -> text.setCharAt(at, (char) ('0' + random.nextInt(10)));
                case 2 -> text.insert(at, "9".repeat(1 + random.nextInt(20)));
                case 3 -> text.delete(at, Math.min(text.length(), at + random.nextInt(40)));
                default -> text.insert(at, text.substring(0, random.nextInt(text.length())));
            }
            if (text.isEmpty()) {
                text.append('\n');
            }
        }
        return text.toString();
    }
}
