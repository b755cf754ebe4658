package dev.rollcall.samples.job;

import dev.rollcall.samples.ExpectedVerdict;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/** Halfway, all ranks sum their word counts, and one has a longer list of words. */
@ExpectedVerdict(
        verdict = "desync",
        causes = "size-mismatch",
        lines = "the lists are not equally long",
        undeterminedOfTwo = true,
        branch = "the fork")
public final class SizeMismatch {

    private static final int WORDS = 4096;
    private static final int MORE_WORDS = 5120;

    private final Worker worker = Worker.join();
    private final Regression model = new Regression(worker.rank());
    private final int steps = worker.steps(12);

    public static void main(String[] args) {
        new SizeMismatch().train();
    }

    private void train() {
        for (int step = 1; step <= steps; step++) {
            Tensor gradient = model.gradient();
            worker.group().allreduce(new TensorVector(gradient))._wait();
            model.apply(gradient, worker.worldSize());
            if (step == steps / 2) {
                countWords();
            }
        }
        worker.say("trained %d steps, loss %.3f", steps, model.loss());
    }

    private void countWords() {
        Tensor counts = torch.ones(worker.isCulprit() ? MORE_WORDS : WORDS); // the fork
        worker.group().allreduce(new TensorVector(counts))._wait(); // the lists are not equally long
    }
}
