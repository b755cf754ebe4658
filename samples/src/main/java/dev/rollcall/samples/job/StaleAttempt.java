package dev.rollcall.samples.job;

import dev.rollcall.samples.ExpectedVerdict;
import org.bytedeco.pytorch.PrefixStore;
import org.bytedeco.pytorch.ProcessGroupGloo;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;

/** After a restart one rank still uses the name of the previous attempt, under which no other rank joins. */
@ExpectedVerdict(
        verdict = "desync",
        causes = "split-world",
        lines = "not the same name on all ranks",
        undeterminedOfTwo = true,
        branch = "the fork")
public final class StaleAttempt {

    private final Worker worker = Worker.join();
    private final Regression model = new Regression(worker.rank());
    private final int steps = worker.steps(12);

    public static void main(String[] args) {
        new StaleAttempt().train();
    }

    private void train() {
        for (int step = 1; step <= steps / 2; step++) {
            sumGradient(worker.group());
        }
        worker.say("a rank was lost: all meet again");
        ProcessGroupGloo again = meet(worker.isCulprit() ? 1 : 2); // the fork
        for (int step = steps / 2 + 1; step <= steps; step++) {
            sumGradient(again);
        }
    }

    private ProcessGroupGloo meet(int attempt) {
        PrefixStore store = Worker.store("attempt-" + attempt);
        int size = worker.worldSize();
        return new ProcessGroupGloo(store, worker.rank(), size, Worker.options()); // not the same name on all ranks
    }

    private void sumGradient(ProcessGroupGloo group) {
        Tensor gradient = model.gradient();
        group.allreduce(new TensorVector(gradient))._wait();
        model.apply(gradient, worker.worldSize());
    }
}
