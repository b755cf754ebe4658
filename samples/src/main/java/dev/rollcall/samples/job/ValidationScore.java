package dev.rollcall.samples.job;

import dev.rollcall.samples.ExpectedVerdict;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/** Halfway, all ranks validate, but only one calls an all_reduce for its score. */
@ExpectedVerdict(
        verdict = "desync",
        causes = "extra-collective",
        lines = "one number, asked for by one rank",
        undeterminedOfTwo = true,
        branch = "the fork")
public final class ValidationScore {

    private final Worker worker = Worker.join();
    private final Regression model = new Regression(worker.rank());
    private final int steps = worker.steps(12);

    public static void main(String[] args) {
        new ValidationScore().run();
    }

    private void run() {
        for (int step = 1; step <= steps; step++) {
            train();
            if (step == steps / 2) {
                validate();
            }
        }
        worker.say("trained %d steps, loss %.3f", steps, model.loss());
    }

    private void train() {
        Tensor gradient = model.gradient();
        worker.group().allreduce(new TensorVector(gradient))._wait();
        model.apply(gradient, worker.worldSize());
    }

    private void validate() {
        double error = model.weights().sub(torch.ones(1)).abs().mean().item_double();
        report(1 - error);
    }

    private void report(double score) {
        if (worker.rank() == worker.culprit()) { // the fork
            worker.say("score over all ranks: %.3f", mean(score));
        }
    }

    private double mean(double own) {
        Tensor sum = torch.ones(1).mul_(new Scalar((float) own));
        worker.group().allreduce(new TensorVector(sum))._wait(); // one number, asked for by one rank
        return sum.item_double() / worker.worldSize();
    }
}
