package dev.rollcall.samples.job;

import dev.rollcall.samples.ExpectedCulprits;
import dev.rollcall.samples.ExpectedVerdict;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.ProcessGroupGloo;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;

/** All ranks share two groups besides the world; halfway, one rank uses them in the opposite order. */
@ExpectedVerdict(
        verdict = "desync",
        culprits = {ExpectedCulprits.CULPRIT_OR_BOTH_OF_TWO, ExpectedCulprits.CULPRIT},
        causes = "communicator-deadlock",
        lines = {"all but one are here", "and that one is here"},
        branch = "the fork")
public final class GroupOrder {

    private final Worker worker = Worker.join();
    private final Regression model = new Regression(worker.rank());
    private final int steps = worker.steps(12);
    private final int[] all = IntStream.range(0, worker.worldSize()).toArray();
    private final ProcessGroupGloo gradients = worker.join("gradients", all);
    private final ProcessGroupGloo losses = worker.join("losses", all);

    public static void main(String[] args) {
        new GroupOrder().train();
    }

    private void train() {
        for (int step = 1; step <= steps; step++) {
            Tensor gradient = model.gradient();
            if (worker.isCulprit() && step == steps / 2) { // the fork
                sumLoss();
                sumGradient(gradient);
            } else {
                sumGradient(gradient);
                sumLoss();
            }
            model.apply(gradient, worker.worldSize());
        }
        worker.say("trained %d steps, loss %.3f", steps, model.loss());
    }

    private void sumGradient(Tensor gradient) {
        gradients.allreduce(new TensorVector(gradient))._wait(); // all but one are here
    }

    private void sumLoss() {
        losses.allreduce(new TensorVector(model.lossTensor()))._wait(); // and that one is here
    }
}
