package dev.rollcall.samples.job;

import dev.rollcall.samples.ExpectedVerdict;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;

/** Halfway, the loss of one rank is NaN, and its main thread ends with an exception. */
@ExpectedVerdict(verdict = "desync", causes = "rank-absent", lines = "not caught", branch = "the fork")
public final class CrashedRank {

    private final Worker worker = Worker.join();
    private final Regression model = new Regression(worker.rank());
    private final int steps = worker.steps(12);

    public static void main(String[] args) {
        new CrashedRank().train();
    }

    private void train() {
        for (int step = 1; step <= steps; step++) {
            Tensor gradient = model.gradient();
            checkLoss(step, worker.isCulprit() && step == steps / 2 ? Double.NaN : model.loss());
            worker.group().allreduce(new TensorVector(gradient))._wait();
            model.apply(gradient, worker.worldSize());
        }
        worker.say("trained %d steps, loss %.3f", steps, model.loss());
    }

    private void checkLoss(int step, double loss) {
        if (Double.isNaN(loss)) { // the fork
            throw new ArithmeticException("loss is NaN in step " + step); // not caught
        }
    }
}
