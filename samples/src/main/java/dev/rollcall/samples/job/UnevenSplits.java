package dev.rollcall.samples.job;

import dev.rollcall.samples.ExpectedVerdict;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.bytedeco.pytorch.LongVector;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/** Halfway, one rank sends its neighbour more rows than the neighbour expects, because their splits differ. */
@ExpectedVerdict(
        verdict = "desync",
        causes = {"split-mismatch", "size-mismatch"},
        lines = "rows that the other does not expect",
        undeterminedOfTwo = true,
        branch = "the fork")
public final class UnevenSplits {

    private static final int ROWS = 64;

    private final Worker worker = Worker.join();
    private final Regression model = new Regression(worker.rank());
    private final int steps = worker.steps(12);

    public static void main(String[] args) {
        new UnevenSplits().train();
    }

    private void train() {
        for (int step = 1; step <= steps; step++) {
            Tensor gradient = model.gradient();
            exchangeRows(worker.isCulprit() && step == steps / 2 ? ROWS * 2 : ROWS); // the fork
            worker.group().allreduce(new TensorVector(gradient))._wait();
            model.apply(gradient, worker.worldSize());
        }
        worker.say("trained %d steps, loss %.3f", steps, model.loss());
    }

    /** Sends {@code forNext} rows to the next rank and the same number as always to the others. */
    private void exchangeRows(int forNext) {
        long[] sent = new long[worker.worldSize()];
        long[] received = new long[worker.worldSize()];
        Arrays.fill(sent, ROWS);
        Arrays.fill(received, ROWS);
        sent[(worker.rank() + 1) % worker.worldSize()] = forNext;
        Tensor own = torch.ones(LongStream.of(sent).sum());
        Tensor others = torch.empty(LongStream.of(received).sum());
        LongVector in = new LongVector(received);
        LongVector out = new LongVector(sent);
        worker.group().alltoall_base(others, own, in, out)._wait(); // rows that the other does not expect
    }
}
