package dev.rollcall.samples.job;

import dev.rollcall.samples.ExpectedCourse;
import dev.rollcall.samples.ExpectedCulprits;
import dev.rollcall.samples.ExpectedVerdict;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;

/** One rank is late in every step; the job continues. */
@ExpectedVerdict(
        verdict = "progressing",
        culprits = {ExpectedCulprits.NONE, ExpectedCulprits.CULPRIT},
        causes = "straggler",
        course = ExpectedCourse.CONTINUES)
public final class SlowRank {

    private static final int PREPROCESSING_MILLIS = 150;

    private final Worker worker = Worker.join();
    private final Regression model = new Regression(worker.rank());
    private final int steps = worker.steps(10_000);

    public static void main(String[] args) throws InterruptedException {
        new SlowRank().train();
    }

    private void train() throws InterruptedException {
        for (int step = 1; step <= steps; step++) {
            if (worker.isCulprit()) {
                Thread.sleep(PREPROCESSING_MILLIS);
            }
            Tensor gradient = model.gradient();
            worker.group().allreduce(new TensorVector(gradient))._wait();
            model.apply(gradient, worker.worldSize());
        }
        worker.say("trained %d steps, loss %.3f", steps, model.loss());
    }
}
