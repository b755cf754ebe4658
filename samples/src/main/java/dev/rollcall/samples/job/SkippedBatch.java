package dev.rollcall.samples.job;

import dev.rollcall.samples.ExpectedVerdict;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/** Halfway, one rank gets an empty batch and skips the all_reduce of its gradient. */
@ExpectedVerdict(
        verdict = "desync",
        causes = "skipped-collective",
        lines = {"the rank without a batch misses this", "and is already here"},
        undeterminedOfTwo = true,
        branch = "the fork")
public final class SkippedBatch {

    private final Worker worker = Worker.join();
    private final Regression model = new Regression(worker.rank());
    private final int steps = worker.steps(12);

    public static void main(String[] args) {
        new SkippedBatch().train();
    }

    private void train() {
        for (int step = 1; step <= steps; step++) {
            if (batchSize(step) > 0) { // the fork
                sumGradients();
            }
            shareLosses(step);
        }
        worker.say("trained %d steps, loss %.3f", steps, model.loss());
    }

    /** Returns this rank's batch for the step; one rank's data has a gap. */
    private int batchSize(int step) {
        return worker.isCulprit() && step == steps / 2 ? 0 : 16;
    }

    private void sumGradients() {
        Tensor gradient = model.gradient();
        worker.group().allreduce(new TensorVector(gradient))._wait(); // the rank without a batch misses this
        model.apply(gradient, worker.worldSize());
    }

    private void shareLosses(int step) {
        Tensor own = model.lossTensor();
        Tensor all = torch.zeros(worker.worldSize());
        worker.group()._allgather_base(all, own)._wait(); // and is already here
        if (worker.rank() == 0) {
            worker.say("step %d, mean loss %.3f", step, all.mean().item_double());
        }
    }
}
