package dev.rollcall.samples.job;

import dev.rollcall.samples.ExpectedVerdict;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** From halfway on, one rank's gradient has double precision, the others' single precision. */
@ExpectedVerdict(
        verdict = "desync",
        causes = "dtype-mismatch",
        lines = "doubles on one rank",
        undeterminedOfTwo = true,
        branch = "the fork")
public final class TypeMismatch {

    private final Worker worker = Worker.join();
    private final Regression model = new Regression(worker.rank());
    private final int steps = worker.steps(12);

    public static void main(String[] args) {
        new TypeMismatch().train();
    }

    private void train() {
        for (int step = 1; step <= steps; step++) {
            Tensor gradient = precise(step) ? model.gradient().toType(ScalarType.Double) : model.gradient(); // the fork
            worker.group().allreduce(new TensorVector(gradient))._wait(); // doubles on one rank
            model.apply(gradient, worker.worldSize());
        }
        worker.say("trained %d steps, loss %.3f", steps, model.loss());
    }

    /** Returns whether this rank switches to double precision. */
    private boolean precise(int step) {
        return worker.isCulprit() && step >= steps / 2;
    }
}
