package dev.rollcall.analyzer.input.pytorch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.input.job.JobReader;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntFunction;

/** A job of four ranks in a folder of dumps. */
final class DumpedJob {
    static final int WORLD = 4;

    private final Path folder;

    DumpedJob(Path folder) {
        this.folder = folder;
    }

    /** Five steps that ended, of a rank of four. */
    static RecordedDump steps(String backend, String state) {
        RecordedDump dump = world().backend(backend);
        for (int step = 0; step < 5; step++) {
            dump.call("0", "all_reduce", 1024, state, 41).with("retired", true);
        }
        return dump;
    }

    /** A rank of four that did nothing so far. */
    static RecordedDump world() {
        return new RecordedDump().group("0", "default_pg", 0, 1, 2, 3);
    }

    /** Writes the dump of each rank and returns what is said of them. */
    Verdict verdict(IntFunction<RecordedDump> ranks) throws IOException {
        for (int rank = 0; rank < WORLD; rank++) {
            ranks.apply(rank).pickle(folder.resolve("nccl_trace_rank_" + rank));
        }
        return verdict();
    }

    /** Writes the dump of each rank and returns the job that is read from them. */
    Job job(int world, IntFunction<RecordedDump> ranks) throws IOException {
        for (int rank = 0; rank < world; rank++) {
            ranks.apply(rank).pickle(folder.resolve("nccl_trace_rank_" + rank));
        }
        return job();
    }

    private Job job() {
        return new JobReader(-1).read(List.of(folder)).jobs().get(0).job();
    }

    /** Returns what is said of the dumps that are there. */
    Verdict verdict() {
        return new Diagnosis().of(job());
    }

    /** Returns a rank's part in the communicator with a name. */
    static Membership member(Job job, String communicator, int rank) {
        return communicator(job, communicator).memberships().get(rank);
    }

    /** Returns the communicator with a name. */
    static Communicator communicator(Job job, String name) {
        return job.communicators().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(
                        job.communicators().stream().map(Communicator::name).toList()));
    }

    static void assertNames(int rank, Cause cause, Verdict verdict) {
        assertEquals(List.of(rank), verdict.culprits(), verdict::summary);
        assertEquals(cause, verdict.findings().get(0).cause(), verdict::summary);
    }
}
