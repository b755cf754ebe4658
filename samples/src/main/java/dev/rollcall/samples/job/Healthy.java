package dev.rollcall.samples.job;

import dev.rollcall.samples.ExpectedCourse;
import dev.rollcall.samples.ExpectedCulprits;
import dev.rollcall.samples.ExpectedVerdict;
import org.bytedeco.pytorch.BroadcastOptions;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/** A job without a fault: a broadcast of weights, one all_reduce per step, an all_gather of losses and a barrier. */
@ExpectedVerdict(verdict = "healthy", culprits = ExpectedCulprits.NONE, course = ExpectedCourse.ENDS)
public final class Healthy {

    private final Worker worker = Worker.join();
    private final Regression model = new Regression(worker.rank());
    private final int steps = worker.steps(12);

    public static void main(String[] args) {
        Healthy trainer = new Healthy();
        trainer.shareWeights();
        trainer.train();
        trainer.report();
    }

    private void shareWeights() {
        BroadcastOptions fromRankZero = new BroadcastOptions().rootRank(0).rootTensor(0);
        worker.group()
                .broadcast(new TensorVector(model.weights()), fromRankZero)
                ._wait();
    }

    private void train() {
        for (int step = 1; step <= steps; step++) {
            Tensor gradient = model.gradient();
            worker.group().allreduce(new TensorVector(gradient))._wait();
            model.apply(gradient, worker.worldSize());
        }
    }

    private void report() {
        Tensor losses = torch.zeros(worker.worldSize());
        worker.group()._allgather_base(losses, model.lossTensor())._wait();
        worker.group().barrier()._wait();
        worker.say("trained %d steps, mean loss %.3f", steps, losses.mean().item_double());
    }
}
