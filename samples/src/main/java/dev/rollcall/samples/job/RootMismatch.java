package dev.rollcall.samples.job;

import dev.rollcall.samples.ExpectedVerdict;
import org.bytedeco.pytorch.BroadcastOptions;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;

/** Halfway, one rank broadcasts the weights from itself, the others from another root. */
@ExpectedVerdict(
        verdict = "desync",
        causes = "root-mismatch",
        lines = "two ranks take themselves for the root",
        undeterminedOfTwo = true,
        branch = "the fork")
public final class RootMismatch {

    private final Worker worker = Worker.join();
    private final Regression model = new Regression(worker.rank());
    private final int steps = worker.steps(12);

    public static void main(String[] args) {
        new RootMismatch().train();
    }

    private void train() {
        for (int step = 1; step <= steps; step++) {
            Tensor gradient = model.gradient();
            worker.group().allreduce(new TensorVector(gradient))._wait();
            model.apply(gradient, worker.worldSize());
            if (step == steps / 2) {
                shareWeights();
            }
        }
        worker.group().barrier()._wait();
        worker.say("trained %d steps, loss %.3f", steps, model.loss());
    }

    private void shareWeights() {
        TensorVector weights = new TensorVector(model.weights());
        int best = worker.isCulprit() ? worker.rank() : (worker.culprit() + 1) % worker.worldSize(); // the fork
        BroadcastOptions fromBest = new BroadcastOptions().rootRank(best).rootTensor(0);
        worker.group().broadcast(weights, fromBest)._wait(); // two ranks take themselves for the root
    }
}
