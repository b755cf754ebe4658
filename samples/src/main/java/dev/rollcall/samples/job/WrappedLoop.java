package dev.rollcall.samples.job;

import dev.rollcall.samples.ExpectedVerdict;
import org.bytedeco.pytorch.Tensor;

/** All collectives go through one class that has a loop of its own. One rank leaves the loop of the steps early. */
@ExpectedVerdict(
        verdict = "desync",
        causes = "short-loop",
        lineComment = {"the others wait here", "the rank is here already"},
        undeterminedOfTwo = true)
public final class WrappedLoop {

    private static final int PARTS = 3;

    private final Worker worker = Worker.join();
    private final GlooCalls calls = new GlooCalls(worker);
    private final Regression model = new Regression(worker.rank());
    private final int steps = worker.steps(12);

    public static void main(String[] args) {
        new WrappedLoop().train();
    }

    private void train() {
        int own = worker.isCulprit() ? steps / 2 : steps;
        for (int step = 1; step <= own; step++) {
            for (int part = 0; part < PARTS; part++) {
                Tensor gradient = model.gradient();
                calls.sum(gradient); // the others wait here
                model.apply(gradient, worker.worldSize());
            }
        }
        finish();
    }

    private void finish() {
        Tensor losses = calls.gather(model.lossTensor()); // the rank is here already
        worker.say("mean loss %.3f", losses.mean().item_double());
        calls.meet();
    }
}
