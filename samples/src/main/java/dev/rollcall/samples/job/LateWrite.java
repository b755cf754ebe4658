package dev.rollcall.samples.job;

import dev.rollcall.samples.ExpectedCourse;
import dev.rollcall.samples.ExpectedCulprits;
import dev.rollcall.samples.ExpectedVerdict;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.Work;

/** In each step, one rank clears the first number of its gradients once it has waited for their sum; nothing is wrong. */
@ExpectedVerdict(
        verdict = "healthy",
        culprits = ExpectedCulprits.NONE,
        course = ExpectedCourse.ENDS,
        agentOptions = "results=checksum")
public final class LateWrite {

    private final Worker worker = Worker.join();
    private final Regression model = new Regression(worker.rank());
    private final int steps = worker.steps(12);

    public static void main(String[] args) {
        new LateWrite().train();
    }

    private void train() {
        for (int step = 1; step <= steps; step++) {
            Tensor gradient = model.gradient();
            Work sum = worker.group().allreduce(new TensorVector(gradient));
            sum._wait();
            if (worker.isCulprit()) {
                gradient.narrow(0, 0, 1).zero_();
            }
            model.apply(gradient, worker.worldSize());
        }
        worker.group().barrier()._wait();
        worker.say("trained %d steps, loss %.3f", steps, model.loss());
    }
}
