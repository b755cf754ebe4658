package dev.rollcall.samples.job;

import dev.rollcall.samples.ExpectedVerdict;
import org.bytedeco.pytorch.BroadcastOptions;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;

/** All ranks but one average their weights with an all_reduce; that one broadcasts its own. */
@ExpectedVerdict(
        verdict = "desync",
        causes = "op-mismatch",
        lines = "one rank believes its weights are the best",
        undeterminedOfTwo = true,
        branch = "the fork")
public final class OperationMismatch {

    private final Worker worker = Worker.join();
    private final Regression model = new Regression(worker.rank());
    private final int steps = worker.steps(12);

    public static void main(String[] args) {
        new OperationMismatch().train();
    }

    private void train() {
        for (int step = 1; step <= steps; step++) {
            Tensor gradient = model.gradient();
            worker.group().allreduce(new TensorVector(gradient))._wait();
            model.apply(gradient, worker.worldSize());
            if (step == steps / 2) {
                agreeOnWeights();
            }
        }
        worker.say("trained %d steps, loss %.3f", steps, model.loss());
    }

    private void agreeOnWeights() {
        TensorVector weights = new TensorVector(model.weights());
        if (worker.isCulprit()) { // the fork
            BroadcastOptions own =
                    new BroadcastOptions().rootRank(worker.rank()).rootTensor(0);
            worker.group().broadcast(weights, own)._wait(); // one rank believes its weights are the best
        } else {
            worker.group().allreduce(weights)._wait();
            model.averageWeights(worker.worldSize());
        }
    }
}
