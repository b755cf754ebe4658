package dev.rollcall.samples.job;

import dev.rollcall.samples.ExpectedVerdict;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;

/** One rank has one batch less and leaves its loop a step before the others. */
@ExpectedVerdict(
        verdict = "desync",
        causes = "short-loop",
        lines = "the rank with fewer batches waits here",
        undeterminedOfTwo = true,
        branch = "the fork")
public final class UnevenBatches {

    private static final int BATCH = 16;

    private final Worker worker = Worker.join();
    private final Regression model = new Regression(worker.rank());

    public static void main(String[] args) {
        UnevenBatches trainer = new UnevenBatches();
        trainer.trainEpoch();
        trainer.finish();
    }

    private void trainEpoch() {
        for (int first = 0; first < examples(); first += BATCH) { // the fork
            Tensor gradient = model.gradient();
            worker.group().allreduce(new TensorVector(gradient))._wait();
            model.apply(gradient, worker.worldSize());
        }
    }

    /** Returns the number of examples of this rank: the data does not divide evenly, and the rest is not dropped. */
    private int examples() {
        int even = worker.steps(12) * BATCH;
        return worker.isCulprit() ? even - BATCH : even;
    }

    private void finish() {
        worker.group().barrier()._wait(); // the rank with fewer batches waits here
        worker.say("epoch done, loss %.3f", model.loss());
    }
}
