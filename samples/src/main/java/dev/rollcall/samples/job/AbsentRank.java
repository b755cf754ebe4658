package dev.rollcall.samples.job;

import dev.rollcall.samples.ExpectedVerdict;
import java.util.concurrent.CountDownLatch;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;

/**
 * One rank waits for its data before it joins any group, and never comes. The others wait for it in the creation of their group;
 * if it is the rank that serves the store, they wait for the store instead.
 */
@ExpectedVerdict(
        verdict = "desync",
        causes = {"split-world", "rank-absent"},
        lines = "its data never comes")
public final class AbsentRank {

    private final CountDownLatch data = new CountDownLatch(1);

    public static void main(String[] args) throws InterruptedException {
        AbsentRank trainer = new AbsentRank();
        trainer.openData();
        trainer.train(Worker.join());
    }

    private void openData() throws InterruptedException {
        if (Integer.getInteger("culprit", 0) != Integer.parseInt(System.getenv("RANK"))) {
            data.countDown();
        }
        data.await(); // its data never comes
    }

    private void train(Worker worker) {
        Regression model = new Regression(worker.rank());
        for (int step = 1; step <= worker.steps(12); step++) {
            Tensor gradient = model.gradient();
            worker.group().allreduce(new TensorVector(gradient))._wait();
            model.apply(gradient, worker.worldSize());
        }
    }
}
