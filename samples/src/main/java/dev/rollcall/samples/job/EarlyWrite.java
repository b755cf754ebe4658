package dev.rollcall.samples.job;

import dev.rollcall.samples.ExpectedCourse;
import dev.rollcall.samples.ExpectedCulprits;
import dev.rollcall.samples.ExpectedVerdict;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.Work;

/** Halfway, one rank clears the first number of its gradients before it waits for their sum; nothing fails. */
@ExpectedVerdict(
        verdict = "corrupted",
        causes = "result-mismatch",
        culprits = ExpectedCulprits.CULPRIT_OR_BOTH_OF_TWO,
        suspected = true,
        lineComment = "the sum that one rank changes",
        course = ExpectedCourse.ENDS,
        agentOptions = "results=checksum")
public final class EarlyWrite {

    /** So long that the other ranks have the sum already: the write changes no more than this rank's. */
    private static final int SOME_WORK_MILLIS = 500;

    private final Worker worker = Worker.join();
    private final Regression model = new Regression(worker.rank());
    private final int steps = worker.steps(12);

    public static void main(String[] args) throws InterruptedException {
        new EarlyWrite().train();
    }

    private void train() throws InterruptedException {
        for (int step = 1; step <= steps; step++) {
            Tensor gradient = model.gradient();
            Work sum = worker.group().allreduce(new TensorVector(gradient)); // the sum that one rank changes
            worker.group().allreduce(new TensorVector(model.lossTensor()))._wait();
            if (worker.isCulprit() && step == steps / 2) {
                Thread.sleep(SOME_WORK_MILLIS);
                gradient.narrow(0, 0, 1).zero_();
            }
            sum._wait();
            model.apply(gradient, worker.worldSize());
        }
        worker.group().barrier()._wait();
        worker.say("trained %d steps, loss %.3f", steps, model.loss());
    }
}
