package dev.rollcall.samples.job;

import dev.rollcall.samples.ExpectedVerdict;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;

/** Halfway, one rank takes the training for finished and exits with code 0. */
@ExpectedVerdict(verdict = "desync", causes = "rank-absent", lines = "the others are not done", branch = "the fork")
public final class ExitedRank {

    private static final double GOOD_ENOUGH = 0.5;

    private final Worker worker = Worker.join();
    private final Regression model = new Regression(worker.rank());
    private final int steps = worker.steps(12);

    public static void main(String[] args) {
        new ExitedRank().train();
    }

    private void train() {
        for (int step = 1; step <= steps; step++) {
            Tensor gradient = model.gradient();
            stopWhenGoodEnough(step);
            worker.group().allreduce(new TensorVector(gradient))._wait();
            model.apply(gradient, worker.worldSize());
        }
        worker.say("trained %d steps, loss %.3f", steps, model.loss());
    }

    /** Decides by this rank's own loss only, which one rank's data makes small early. */
    private void stopWhenGoodEnough(int step) {
        double loss = worker.isCulprit() && step == steps / 2 ? 0.1 : model.loss();
        if (loss < GOOD_ENOUGH) { // the fork
            worker.say("good enough after %d steps", step);
            System.exit(0); // the others are not done
        }
    }
}
