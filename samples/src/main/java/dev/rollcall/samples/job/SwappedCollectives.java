package dev.rollcall.samples.job;

import dev.rollcall.samples.ExpectedVerdict;
import org.bytedeco.pytorch.BroadcastOptions;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.Work;
import org.bytedeco.pytorch.global.torch;

/** Halfway, one rank starts two overlapping collectives in the opposite order. */
@ExpectedVerdict(
        verdict = "desync",
        causes = "order-swap",
        lines = {"first on all ranks but one", "first on that one"},
        undeterminedOfTwo = true,
        branch = "the fork")
public final class SwappedCollectives {

    private final Worker worker = Worker.join();
    private final Regression model = new Regression(worker.rank());
    private final int steps = worker.steps(12);

    public static void main(String[] args) {
        new SwappedCollectives().train();
    }

    private void train() {
        for (int step = 1; step <= steps; step++) {
            Tensor gradient = model.gradient();
            Tensor schedule = torch.ones(8);
            if (worker.isCulprit() && step == steps / 2) { // the fork
                overlap(shareSchedule(schedule), sumGradient(gradient));
            } else {
                overlap(sumGradient(gradient), shareSchedule(schedule));
            }
            model.apply(gradient, worker.worldSize());
        }
        worker.say("trained %d steps, loss %.3f", steps, model.loss());
    }

    /** Waits for two overlapping collectives. */
    private void overlap(Work first, Work second) {
        first._wait();
        second._wait();
    }

    private Work sumGradient(Tensor gradient) {
        return worker.group().allreduce(new TensorVector(gradient)); // first on all ranks but one
    }

    private Work shareSchedule(Tensor schedule) {
        BroadcastOptions fromRankZero = new BroadcastOptions().rootRank(0).rootTensor(0);
        return worker.group().broadcast(new TensorVector(schedule), fromRankZero); // first on that one
    }
}
