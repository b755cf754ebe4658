package dev.rollcall.samples.job;

import dev.rollcall.samples.ExpectedVerdict;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;

/**
 * Halfway, only one rank calls an all_reduce for a metric.
 *
 * <p>The metric has the gradient's shape, so the others' next gradient completes the call: nothing fails there, the
 * numbers are wrong from then on, and the job hangs only at its end.
 */
@ExpectedVerdict(
        verdict = "desync",
        causes = "extra-collective",
        lines = "shaped like a gradient",
        undeterminedOfTwo = true,
        branch = "the fork")
public final class EvaluationMetric {

    private final Worker worker = Worker.join();
    private final Regression model = new Regression(worker.rank());
    private final int steps = worker.steps(12);

    public static void main(String[] args) {
        new EvaluationMetric().train();
    }

    private void train() {
        for (int step = 1; step <= steps; step++) {
            Tensor gradient = model.gradient();
            worker.group().allreduce(new TensorVector(gradient))._wait();
            model.apply(gradient, worker.worldSize());
            if (worker.isCulprit() && step == steps / 2) { // the fork
                evaluate();
            }
        }
        worker.group().barrier()._wait();
        worker.say("trained %d steps, loss %.3f", steps, model.loss());
    }

    private void evaluate() {
        Tensor spread = model.weights().mul(model.weights());
        worker.group().allreduce(new TensorVector(spread))._wait(); // shaped like a gradient
        worker.say("mean squared weight %.6f", spread.mean().item_double() / worker.worldSize());
    }
}
