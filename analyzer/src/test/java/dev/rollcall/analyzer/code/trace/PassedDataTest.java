package dev.rollcall.analyzer.code.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a method sends tells a wrapper from the application. */
class PassedDataTest {
    private static final String JOB = """
            class Comm {
                final ProcessGroupGloo group = new ProcessGroupGloo();
                final Tensor buffer = new Tensor();
                void sum(Tensor of) {
                    run(() -> group.allreduce(new TensorVector(of))._wait()); // sums
                }
                void run(Runnable collective) {
                    for (int tries = 0; tries < 3; tries++) {
                        collective.run(); // runs
                    }
                }
                void copied(Tensor of) {
                    buffer.copy_(of);
                    group.allreduce(new TensorVector(buffer))._wait(); // copied
                }
                void meet() {
                    group.barrier()._wait(); // meets
                }
            }
            class Trainer {
                final Comm comm = new Comm();
                final Tensor weights = new Tensor();
                Tensor gradient(Tensor batch) { return batch; }
                void step(Tensor batch) {
                    comm.group.allreduce(new TensorVector(gradient(batch)))._wait(); // computed
                }
                void average() {
                    comm.group.allreduce(new TensorVector(weights))._wait(); // kept
                }
                void average(Tensor of) {
                    comm.sum(of); // given
                }
                void save() {
                    comm.sum(weights); // saves
                }
                void report(Tensor loss) {
                    if (System.getenv("RANK").equals("0")) {
                        comm.group.allreduce(new TensorVector(loss))._wait(); // one rank
                    }
                }
            }
            """;

    @TempDir
    Path folder;

    private CompiledJob job;

    @BeforeEach
    void compile() throws IOException {
        job = CompiledJob.of(JOB, folder);
    }

    private void assertPassesOn(Boolean expected, String... frames) {
        assertEquals(Optional.ofNullable(expected), job.code().passesOn(job.way(frames)));
    }

    @Test
    void aWrapperSendsWhatItIsGiven() {
        assertPassesOn(true, "Comm.lambda$sum$0 sums", "Comm.run runs", "Comm.sum sums");
        assertPassesOn(true, "Comm.copied copied");
        assertPassesOn(true, "Comm.lambda$sum$0 sums", "Comm.run runs", "Comm.sum sums", "Trainer.average given");
    }

    @Test
    void theApplicationSendsWhatItKeepsOrComputes() {
        assertPassesOn(false, "Trainer.step computed");
        assertPassesOn(false, "Trainer.average kept");
        assertPassesOn(false, "Comm.lambda$sum$0 sums", "Comm.run runs", "Comm.sum sums", "Trainer.save saves");
    }

    @Test
    void aMethodInWhichRanksPartIsNoWrapper() {
        assertPassesOn(false, "Trainer.report one rank");
    }

    @Test
    void aCallWithoutDataTellsNothing() {
        assertPassesOn(null, "Comm.meet meets");
    }
}
