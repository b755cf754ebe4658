package dev.rollcall.samples.job;

import dev.rollcall.samples.ExpectedVerdict;
import org.bytedeco.pytorch.Tensor;

/** All collectives go through one class. Halfway, one rank has nothing to report and skips one. */
@ExpectedVerdict(
        verdict = "desync",
        causes = "skipped-collective",
        lineComment = {"the rank with nothing to report misses this", "and is already here"},
        undeterminedOfTwo = true,
        branchComment = "the fork")
public final class WrappedCalls {

    private final Worker worker = Worker.join();
    private final GlooCalls calls = new GlooCalls(worker);
    private final Regression model = new Regression(worker.rank());
    private final int steps = worker.steps(12);

    public static void main(String[] args) {
        new WrappedCalls().train();
    }

    private void train() {
        calls.meet();
        for (int step = 1; step <= steps; step++) {
            Tensor gradient = model.gradient();
            calls.sum(gradient); // and is already here
            model.apply(gradient, worker.worldSize());
            report(step);
        }
        calls.meet();
    }

    private void report(int step) {
        if (worker.isCulprit() && step == steps / 2) { // the fork
            return;
        }
        Tensor losses = calls.gather(model.lossTensor()); // the rank with nothing to report misses this
        if (worker.rank() == 0) {
            worker.say("step %d, mean loss %.3f", step, losses.mean().item_double());
        }
    }
}
