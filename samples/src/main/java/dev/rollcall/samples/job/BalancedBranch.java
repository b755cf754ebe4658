package dev.rollcall.samples.job;

import dev.rollcall.samples.ExpectedCourse;
import dev.rollcall.samples.ExpectedCulprits;
import dev.rollcall.samples.ExpectedVerdict;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;

/** One rank makes the same call from another line than the others; nothing is wrong. */
@ExpectedVerdict(verdict = "healthy", culprits = ExpectedCulprits.NONE, course = ExpectedCourse.ENDS)
public final class BalancedBranch {

    private final Worker worker = Worker.join();
    private final Regression model = new Regression(worker.rank());
    private final int steps = worker.steps(12);

    public static void main(String[] args) {
        new BalancedBranch().train();
    }

    private void train() {
        for (int step = 1; step <= steps; step++) {
            Tensor gradient = model.gradient();
            if (worker.isCulprit()) {
                worker.group().allreduce(new TensorVector(gradient))._wait();
                worker.say("step %d, loss %.3f", step, model.loss());
            } else {
                worker.group().allreduce(new TensorVector(gradient))._wait();
            }
            model.apply(gradient, worker.worldSize());
        }
        worker.group().barrier()._wait();
    }
}
