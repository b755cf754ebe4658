package dev.rollcall.samples.job;

import dev.rollcall.samples.ExpectedCourse;
import dev.rollcall.samples.ExpectedVerdict;
import org.bytedeco.pytorch.AllreduceOptions;
import org.bytedeco.pytorch.ReduceOp;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;

/** Halfway, one rank takes the maximum of the losses where the others sum; nothing fails, but the result is wrong. */
@ExpectedVerdict(
        verdict = "desync",
        causes = "reduce-op-mismatch",
        lines = "not the same reduction everywhere",
        course = ExpectedCourse.ENDS,
        undeterminedOfTwo = true,
        branch = "the fork")
public final class ReductionMismatch {

    private final Worker worker = Worker.join();
    private final Regression model = new Regression(worker.rank());
    private final int steps = worker.steps(12);

    public static void main(String[] args) {
        new ReductionMismatch().train();
    }

    private void train() {
        for (int step = 1; step <= steps; step++) {
            Tensor gradient = model.gradient();
            worker.group().allreduce(new TensorVector(gradient))._wait();
            model.apply(gradient, worker.worldSize());
            if (step == steps / 2) {
                compareLosses();
            }
        }
        worker.group().barrier()._wait();
        worker.say("trained %d steps, loss %.3f", steps, model.loss());
    }

    private void compareLosses() {
        Tensor loss = model.lossTensor();
        ReduceOp.RedOpType reduction = worker.isCulprit() ? ReduceOp.RedOpType.MAX : ReduceOp.RedOpType.SUM; // the fork
        AllreduceOptions options = new AllreduceOptions().reduceOp(new ReduceOp(reduction));
        worker.group().allreduce(new TensorVector(loss), options)._wait(); // not the same reduction everywhere
        worker.say("summed loss %.3f", loss.item_double());
    }
}
