package dev.rollcall.samples.job;

import dev.rollcall.samples.ExpectedVerdict;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;

/** One rank waits forever for its next batch, outside of any collective. */
@ExpectedVerdict(verdict = "desync", causes = "rank-absent", lines = "no other batch arrives")
public final class StuckOutside {

    private final Worker worker = Worker.join();
    private final Regression model = new Regression(worker.rank());
    private final int steps = worker.steps(12);
    private final BlockingQueue<Integer> prefetched = new LinkedBlockingQueue<>();

    public static void main(String[] args) throws InterruptedException {
        StuckOutside trainer = new StuckOutside();
        trainer.startPrefetching();
        trainer.train();
    }

    /** Reads ahead on a thread of its own, which on one rank stops early without a word. */
    private void startPrefetching() {
        int readable = worker.isCulprit() ? steps / 2 : steps;
        Thread reader = new Thread(() -> prefetch(readable), "prefetch");
        reader.setDaemon(true);
        reader.start();
    }

    private void prefetch(int batches) {
        for (int batch = 1; batch <= batches; batch++) {
            prefetched.add(batch);
        }
    }

    private void train() throws InterruptedException {
        for (int step = 1; step <= steps; step++) {
            int batch = nextBatch();
            Tensor gradient = model.gradient();
            worker.group().allreduce(new TensorVector(gradient))._wait();
            model.apply(gradient, worker.worldSize());
            worker.say("batch %d done", batch);
        }
    }

    private int nextBatch() throws InterruptedException {
        return prefetched.take(); // no other batch arrives
    }
}
