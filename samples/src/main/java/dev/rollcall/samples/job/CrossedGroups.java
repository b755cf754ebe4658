package dev.rollcall.samples.job;

import dev.rollcall.samples.ExpectedCulprits;
import dev.rollcall.samples.ExpectedVerdict;
import org.bytedeco.pytorch.ProcessGroupGloo;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/** Two neighbours share two groups besides the world; halfway, one uses them in the opposite order. */
@ExpectedVerdict(
        verdict = "desync",
        culprits = {ExpectedCulprits.CULPRIT_AND_NEXT, ExpectedCulprits.CULPRIT},
        causes = "communicator-deadlock",
        lines = {"each waits for the other here", "or here"},
        branch = "the fork")
public final class CrossedGroups {

    private final Worker worker = Worker.join();
    private final Regression model = new Regression(worker.rank());
    private final int steps = worker.steps(12);
    private final int next = (worker.culprit() + 1) % worker.worldSize();
    private final boolean paired = worker.isCulprit() || worker.rank() == next;
    private ProcessGroupGloo activations;
    private ProcessGroupGloo statistics;

    public static void main(String[] args) {
        CrossedGroups trainer = new CrossedGroups();
        trainer.joinPair();
        trainer.train();
    }

    private void joinPair() {
        if (paired) {
            activations = worker.join("activations", worker.culprit(), next);
            statistics = worker.join("statistics", worker.culprit(), next);
        }
    }

    private void train() {
        for (int step = 1; step <= steps; step++) {
            Tensor gradient = model.gradient();
            if (paired) {
                exchange(worker.isCulprit() && step == steps / 2);
            }
            worker.group().allreduce(new TensorVector(gradient))._wait();
            model.apply(gradient, worker.worldSize());
        }
        worker.say("trained %d steps, loss %.3f", steps, model.loss());
    }

    private void exchange(boolean statisticsFirst) {
        if (statisticsFirst) { // the fork
            shareStatistics();
            shareActivations();
        } else {
            shareActivations();
            shareStatistics();
        }
    }

    private void shareActivations() {
        activations.allreduce(new TensorVector(torch.ones(256)))._wait(); // each waits for the other here
    }

    private void shareStatistics() {
        statistics.allreduce(new TensorVector(torch.ones(2)))._wait(); // or here
    }
}
