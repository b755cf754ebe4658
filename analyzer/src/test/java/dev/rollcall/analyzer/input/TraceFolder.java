package dev.rollcall.analyzer.input;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.input.job.JobReader;
import dev.rollcall.analyzer.input.job.ReadResult;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.verdict.Verdict;
import dev.rollcall.trace.CommunicatorWriter;
import dev.rollcall.trace.Operation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A folder of real traces. */
public final class TraceFolder {
    static final int SLOTS = 64;

    private final Path folder;

    public TraceFolder(Path folder) {
        this.folder = folder;
    }

    /** Starts the trace of a rank of job-7. */
    public RecordedRank rank(int rank, int world) throws IOException {
        return RecordedRank.of(folder, "job-7", rank, world, SLOTS);
    }

    /** Writes job-7, whose rank 0 calls a barrier after five steps, alone. */
    void hang(int world) throws IOException {
        for (int number = 0; number < world; number++) {
            try (RecordedRank rank = rank(number, world)) {
                CommunicatorWriter all = rank.join("store-1", "world", number, world);
                rank.steps(all, 5);
                rank.call(all, number == 0 ? Operation.BARRIER : Operation.ALL_REDUCE, 1024, "save", 88 - number);
                rank.alive(30);
            }
        }
    }

    /** What one rank does after all ranks made five steps. */
    interface Story {
        void tell(int rank, RecordedRank trace, CommunicatorWriter world) throws IOException;
    }

    /** Writes job-7 with these actions of its ranks, and returns the verdict. */
    Verdict diagnose(int world, Story story) throws IOException {
        for (int number = 0; number < world; number++) {
            try (RecordedRank rank = rank(number, world)) {
                CommunicatorWriter all = rank.join("store-1", "world", number, world);
                rank.steps(all, 5);
                story.tell(number, rank, all);
                rank.alive(90);
            }
        }
        return new Diagnosis().of(onlyJob());
    }

    ReadResult read() {
        return new JobReader(-1).read(List.of(folder));
    }

    /** Reads the folder, which must hold one job. */
    public Job onlyJob() {
        ReadResult reading = read();
        assertEquals(1, reading.jobs().size(), () -> reading.unreadable().toString());
        return reading.jobs().get(0).job();
    }
}
