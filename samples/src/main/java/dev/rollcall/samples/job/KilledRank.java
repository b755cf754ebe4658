package dev.rollcall.samples.job;

import dev.rollcall.samples.ExpectedVerdict;
import java.io.IOException;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;

/** Halfway, one rank is killed, as by the kernel when memory runs out. */
@ExpectedVerdict(verdict = "desync", causes = "rank-absent", lines = "the last call that it made")
public final class KilledRank {

    private final Worker worker = Worker.join();
    private final Regression model = new Regression(worker.rank());
    private final int steps = worker.steps(12);

    public static void main(String[] args) throws IOException, InterruptedException {
        new KilledRank().train();
    }

    private void train() throws IOException, InterruptedException {
        for (int step = 1; step <= steps; step++) {
            Tensor gradient = model.gradient();
            worker.group().allreduce(new TensorVector(gradient))._wait(); // the last call that it made
            model.apply(gradient, worker.worldSize());
            if (worker.isCulprit() && step == steps / 2) {
                runOutOfMemory();
            }
        }
        worker.say("trained %d steps, loss %.3f", steps, model.loss());
    }

    private void runOutOfMemory() throws IOException, InterruptedException {
        String own = Long.toString(ProcessHandle.current().pid());
        new ProcessBuilder("kill", "-9", own).start().waitFor();
    }
}
