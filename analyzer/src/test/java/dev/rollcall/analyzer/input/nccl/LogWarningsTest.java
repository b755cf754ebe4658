package dev.rollcall.analyzer.input.nccl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.input.job.JobReader;
import dev.rollcall.analyzer.input.job.ReadResult;
import dev.rollcall.analyzer.input.nccl.WrittenLog.Form;
import dev.rollcall.analyzer.model.Coverage;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What warnings in NCCL's logs show: of the process that writes them, and of the one at the other end of a connection. */
class LogWarningsTest {
    private static final int WORLD = 4;
    private static final String CLOSED = "socketProgress: Connection closed by remote peer ";
    private static final String ILLEGAL = "Cuda failure 700 'an illegal memory access was encountered'";

    @TempDir
    private Path folder;

    private final List<WrittenLog> logs = IntStream.range(0, WORLD)
            .mapToObj(rank -> new WrittenLog(Form.NCCL_2_28, rank, WORLD).join().steps(5))
            .toList();

    /** Writes one file of all ranks, {@code perHost} of them on each host. */
    private Job job(int perHost) throws IOException {
        List<String> lines = new ArrayList<>();
        for (int rank = 0; rank < WORLD; rank++) {
            String host = "node" + rank / perHost;
            String address = "192.0.2." + (10 + rank / perHost) + "<0>";
            for (String line : logs.get(rank).lines()) {
                lines.add(line.replace("node0:", host + ":").replace("192.0.2.2<0>", address));
            }
        }
        Files.write(folder.resolve("job.log"), lines);
        ReadResult reading = new JobReader(-1).read(List.of(folder));
        assertEquals(1, reading.jobs().size(), () -> reading.unreadable().toString());
        return reading.jobs().get(0).job();
    }

    private static List<String> doubts(Job job) {
        return job.coverage().ofKind(Coverage.Kind.DOUBTFUL).stream()
                .map(Coverage.Unreadable::reason)
                .toList();
    }

    private static Verdict verdict(Job job) {
        return new Diagnosis().of(job);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                CLOSED + "node3.cluster.local<43210>",
                CLOSED + "192.0.2.13<43210>",
                "NET/IB : Got completion from peer 192.0.2.13<43210> with error 12, opcode 0, len 0, vendor err 129",
                "NET/IB : Got completion from peer 192.0.2.13<43210> with status=12 opcode=0 len=0 vendor err 129",
                "NET/IB: Got completion from peer 192.0.2.13<43210> with status=IBV_WC_RETRY_EXC_ERR(12) opcode=0",
                "socketStartConnect: Connect to 192.0.2.13<43210> failed : Connection refused",
                "socketPollConnect: Connect to 192.0.2.13<43210> returned 113(No route to host) errno 115(In progress)",
                "socketPollConnect to 192.0.2.13<43210> failed with error Bad file descriptor",
                "socketPollConnect: connect to 192.0.2.13<43210> returned Connection refused, exceeded error retry count"
                        + " after 35 attempts"
            })
    void pointsAtTheOnlyProcessAtTheOtherEndAndAccusesNobody(String warning) throws IOException {
        logs.get(1).warn(warning);
        Job job = job(1);

        assertEquals(1, doubts(job).size(), () -> doubts(job).toString());
        assertTrue(
                doubts(job).get(0).startsWith("rank 1 lost its connection to "),
                doubts(job).get(0));
        assertTrue(
                doubts(job).get(0).endsWith("where only rank 3 runs: look there first"),
                doubts(job).get(0));
        Verdict verdict = verdict(job);
        assertEquals(List.of(), verdict.culprits(), verdict::summary);
        assertNotEquals(Outcome.HEALTHY, verdict.outcome(), verdict::summary);
    }

    @Test
    void pointsAtNobodyWhereSeveralProcessesAreAtTheOtherEnd() throws IOException {
        logs.get(0).warn(CLOSED + "node1<43210>");
        Job job = job(2);

        assertEquals(
                List.of("rank 0 lost its connection to node1<43210>; the log does not show which rank that is"),
                doubts(job));
        assertEquals(List.of(), verdict(job).culprits());
    }

    @Test
    void pointsAtNobodyWhereTheWriterItselfCanBeTheOtherEnd() throws IOException {
        logs.get(0).warn(CLOSED + "node0<43210>");

        assertFalse(doubts(job(1)).get(0).contains("look there"));
    }

    @Test
    void doubtsNothingWhereConnectionsCloseAfterTheCommunicatorsEnd() throws IOException {
        logs.forEach(log -> log.end("Destroy"));
        logs.get(1).warn(CLOSED + "node3<43210>");

        assertEquals(List.of(), doubts(job(1)));
    }

    @ParameterizedTest
    @ValueSource(strings = {ILLEGAL, "Cuda failure 'unspecified launch failure'"})
    void namesTheWriterOfACudaFailureForWhichOthersWait(String failure) throws IOException {
        logs.get(2).warn(failure);
        for (int rank : new int[] {0, 1, 3}) {
            logs.get(rank).steps(1).warn(CLOSED + "node2<43210>");
        }
        Verdict verdict = verdict(job(1));

        assertEquals(List.of(2), verdict.culprits(), verdict::summary);
        assertTrue(verdict.summary().contains("CUDA error"), verdict::summary);
    }

    @Test
    void accusesNobodyOfACudaFailureAfterALostConnection() throws IOException {
        logs.get(2).warn(CLOSED + "node1<43210>").warn(ILLEGAL);

        assertEquals(List.of(), verdict(job(1)).culprits());
    }

    /** Calls of different sizes can make a device read beyond a buffer. */
    @Test
    void accusesTheRankOfTheOtherCallAndNotTheOneWhoseDeviceFailedInIt() throws IOException {
        for (int rank = 0; rank < WORLD; rank++) {
            logs.get(rank).call("AllReduce", rank == 1 ? 2048 : 1024, 7, 0, 0);
        }
        logs.get(2).warn(ILLEGAL);
        Verdict verdict = verdict(job(1));

        assertEquals(List.of(1), verdict.culprits(), verdict::summary);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "NET/IB: Got completion from peer 192.0.2.13<43210> with status=IBV_WC_LOC_PROT_ERR(4) opcode=0",
                "NET/IB : Got completion from peer 192.0.2.13<43210> with error 4, opcode 0, len 0, vendor err 81",
                "Got completion from peer 192.0.2.13<43210> with status=0 opcode=0 len=8 wr_id=1 r=0x1 type=1",
                "socketPollConnect: connect to 192.0.2.13<43210> returned Connection refused, retrying (1/34) after sleep"
            })
    void pointsAtNobodyWhereThePeerIsNotInvolved(String warning) throws IOException {
        logs.get(1).warn(warning);

        assertEquals(List.of(), doubts(job(1)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"Cuda failure 217 'peer access is not supported between these two devices'", "Cuda failure 1 'x'"
            })
    void goesOnAfterErrorsThatNcclWorksAround(String failure) throws IOException {
        logs.get(2).warn(failure);
        Job job = job(1);

        assertEquals(List.of(), doubts(job));
        assertEquals(List.of(), verdict(job).culprits());
    }

    @Test
    void namesTheRankThatGotNoMemoryInADoubt() throws IOException {
        logs.get(2).warn("Cuda failure 2 'out of memory'");
        Job job = job(1);

        assertEquals(List.of("NCCL got no GPU memory on rank 2 (out of memory)"), doubts(job));
        assertEquals(List.of(), verdict(job).culprits());
    }
}
