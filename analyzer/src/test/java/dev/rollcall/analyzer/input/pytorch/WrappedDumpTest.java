package dev.rollcall.analyzer.input.pytorch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.input.job.JobReader;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two ranks send to each other in turn; the oldest calls were overwritten, on each as far as its ring goes. */
class WrappedDumpTest {
    private static final int TURNS = 20;

    @TempDir
    private Path folder;

    /** Writes a job in which rank 0 does not make its last send. Each operation of a rank has one line, but for the last receive. */
    private Job job(int firstHolds, int secondHolds) throws IOException {
        return job(firstHolds, secondHolds, 43, 41);
    }

    private Job job(int firstHolds, int secondHolds, int lastLine, int sendLine) throws IOException {
        for (int rank = 0; rank < 2; rank++) {
            RecordedDump dump = new RecordedDump().group("0", "default_pg", 0, 1);
            for (int turn = 0; turn < TURNS; turn++) {
                boolean last = turn == TURNS - 1;
                if (rank == 0 && !last) {
                    dump.completed("0", "send 0->1", sendLine);
                } else if (rank == 1) {
                    dump.call("0", "recv 1<-0", 1024, last ? "started" : "completed", 42);
                }
                if (rank == 0) {
                    dump.call("0", "recv 0<-1", 1024, last ? "started" : "completed", last ? lastLine : 43);
                } else if (!last) {
                    dump.completed("0", "send 1->0", 44);
                }
            }
            dump.with("time_discovered_started_ns", 1_795_211_940_000_000_000L)
                    .wrapped(rank == 0 ? firstHolds : secondHolds)
                    .pickle(folder.resolve("nccl_trace_rank_" + rank));
        }
        return new JobReader(-1).read(List.of(folder)).jobs().get(0).job();
    }

    @Test
    void numbersSendsAndReceivesAsTheyWereMadeAndNotAsTheyAreHeld() throws IOException {
        Job job = job(8, 9);
        for (int rank = 0; rank < 2; rank++) {
            assertEquals(
                    2 * TURNS - 1,
                    job.communicators()
                            .get(0)
                            .memberships()
                            .get(rank)
                            .pointToPoint()
                            .lastSequence());
        }
    }

    @Test
    void namesTheRankThatLeftOutASendWhereverTheRingsBegin() throws IOException {
        for (int first = 7; first <= 10; first++) {
            for (int second = 7; second <= 10; second++) {
                Verdict verdict = new Diagnosis().of(job(first, second));
                assertEquals(List.of(0), verdict.culprits(), verdict::summary);
                assertEquals(
                        Cause.UNMATCHED_SEND_RECV, verdict.findings().get(0).cause(), verdict::summary);
            }
        }
    }

    /** Rank 0 receives at another line: its loop may have ended, and rank 1 may have made a turn too many. */
    @Test
    void namesNeitherRankAloneIfTheLoopMayHaveEnded() throws IOException {
        for (int first = 7; first <= 10; first++) {
            Verdict verdict = new Diagnosis().of(job(first, 8, 45, 41));
            assertEquals(List.of(0, 1), verdict.named(), verdict::summary);
        }
    }

    /** All messages come from one line of a function that sends and receives: no line shows where the rank is in its loop. */
    @Test
    void namesNeitherRankAloneIfAllMessagesComeFromOneLine() throws IOException {
        for (int first = 7; first <= 10; first++) {
            Verdict verdict = new Diagnosis().of(job(first, 8, 43, 43));
            assertEquals(List.of(0, 1), verdict.named(), verdict::summary);
        }
    }
}
