package dev.rollcall.samples.job;

import dev.rollcall.samples.ExpectedVerdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;

/** Halfway, one rank writes a checkpoint and then calls a barrier that no other rank calls. */
@ExpectedVerdict(
        verdict = "desync",
        causes = "extra-collective",
        lines = "only the rank that writes gets here",
        undeterminedOfTwo = true,
        branch = "the fork")
public final class CheckpointBarrier {

    private final Worker worker = Worker.join();
    private final Regression model = new Regression(worker.rank());
    private final int steps = worker.steps(12);

    public static void main(String[] args) throws IOException {
        new CheckpointBarrier().train();
    }

    private void train() throws IOException {
        for (int step = 1; step <= steps; step++) {
            Tensor gradient = model.gradient();
            worker.group().allreduce(new TensorVector(gradient))._wait();
            model.apply(gradient, worker.worldSize());
            worker.say("step %d, loss %.1f", step, model.loss());
            if (step == steps / 2) {
                saveCheckpoint(step);
            }
        }
        worker.say("trained %d steps, loss %.3f", steps, model.loss());
    }

    private void saveCheckpoint(int step) throws IOException {
        int rank = worker.rank();
        int writer = worker.culprit();
        if (rank == writer) { // the fork
            Path checkpoint = Files.createTempFile("checkpoint-", ".txt");
            Files.writeString(checkpoint, "step " + step + ", loss " + model.loss());
            worker.say("checkpoint of step %d written", step);
            Files.delete(checkpoint);
            worker.group().barrier()._wait(); // only the rank that writes gets here
        }
    }
}
