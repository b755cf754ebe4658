package dev.rollcall.samples.job;

import dev.rollcall.samples.ExpectedVerdict;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.ProcessGroupGloo;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;

/** Halfway, all ranks but one join a further group for evaluation; that one waits for its data. */
@ExpectedVerdict(
        verdict = "desync",
        causes = {"split-world", "rank-absent"},
        lines = {"its data never comes", "the others wait in here for the last to join"})
public final class NeverJoined {

    private final Worker worker = Worker.join();
    private final Regression model = new Regression(worker.rank());
    private final int steps = worker.steps(12);
    private final CountDownLatch data = new CountDownLatch(1);

    public static void main(String[] args) throws InterruptedException {
        NeverJoined trainer = new NeverJoined();
        trainer.train();
        trainer.evaluate();
    }

    private void train() {
        for (int step = 1; step <= steps / 2; step++) {
            Tensor gradient = model.gradient();
            worker.group().allreduce(new TensorVector(gradient))._wait();
            model.apply(gradient, worker.worldSize());
        }
    }

    private void evaluate() throws InterruptedException {
        openData();
        int[] all = IntStream.range(0, worker.worldSize()).toArray();
        ProcessGroupGloo evaluation = worker.join("evaluation", all); // the others wait in here for the last to join
        evaluation.allreduce(new TensorVector(model.lossTensor()))._wait();
        worker.say("evaluated after %d steps", steps / 2);
    }

    private void openData() throws InterruptedException {
        if (!worker.isCulprit()) {
            data.countDown();
        }
        data.await(); // its data never comes
    }
}
