package dev.rollcall.samples.job;

import dev.rollcall.samples.ExpectedVerdict;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/** A ring: each rank sends to the next and receives from the previous one; halfway, one rank skips its send. */
@ExpectedVerdict(
        verdict = "desync",
        causes = "unmatched-send-recv",
        lines = {"this message is never sent", "one rank does not get here"},
        undeterminedOfTwo = true)
public final class LostSend {

    private final Worker worker = Worker.join();
    private final Regression model = new Regression(worker.rank());
    private final int steps = worker.steps(12);

    public static void main(String[] args) {
        new LostSend().train();
    }

    private void train() {
        for (int step = 1; step <= steps; step++) {
            Tensor gradient = model.gradient();
            passOn(gradient, step);
            worker.group().allreduce(new TensorVector(gradient))._wait();
            model.apply(gradient, worker.worldSize());
        }
        worker.say("trained %d steps, loss %.3f", steps, model.loss());
    }

    private void passOn(Tensor gradient, int step) {
        int next = (worker.rank() + 1) % worker.worldSize();
        int before = (worker.rank() + worker.worldSize() - 1) % worker.worldSize();
        if (!worker.isCulprit() || step != steps / 2) {
            worker.group().send(new TensorVector(gradient), next, step); // one rank does not get here
        }
        Tensor passed = torch.empty_like(gradient);
        worker.group().recv(new TensorVector(passed), before, step)._wait(); // this message is never sent
    }
}
