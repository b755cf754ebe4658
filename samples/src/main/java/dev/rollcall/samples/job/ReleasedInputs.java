package dev.rollcall.samples.job;

import dev.rollcall.api.Rollcall;
import dev.rollcall.samples.ExpectedCourse;
import dev.rollcall.samples.ExpectedCulprits;
import dev.rollcall.samples.ExpectedVerdict;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.Work;
import org.bytedeco.pytorch.global.torch;

/**
 * Each rank closes the inputs and works of its steps. It keeps a gradient that it uses again in each step, the works of that, the
 * losses of all steps, and parameters that it broadcast before the first one.
 */
@ExpectedVerdict(verdict = "healthy", culprits = ExpectedCulprits.NONE, note = "none", course = ExpectedCourse.ENDS)
public final class ReleasedInputs {

    private static final long ELEMENTS = 1 << 20;

    private final Worker worker = Worker.join();
    private final int steps = worker.steps(12);
    private final List<TensorVector> parameters = new ArrayList<>();
    private final List<TensorVector> losses = new ArrayList<>();
    private final List<Work> works = new ArrayList<>();
    private final TensorVector gradient = new TensorVector(torch.ones(ELEMENTS));

    public static void main(String[] args) {
        ReleasedInputs trainer = new ReleasedInputs();
        trainer.shareParameters();
        trainer.train();
    }

    private void shareParameters() {
        for (int layer = 0; layer < 8; layer++) {
            TensorVector weights = new TensorVector(torch.ones(ELEMENTS));
            worker.group().broadcast(weights)._wait();
            parameters.add(weights);
        }
    }

    private void train() {
        for (int step = 1; step <= steps; step++) {
            Rollcall.step(step);
            try (Tensor activations = torch.ones(ELEMENTS);
                    TensorVector input = new TensorVector(activations);
                    Work work = worker.group().allreduce(input)) {
                work._wait();
            }
            Work work = worker.group().allreduce(gradient);
            work._wait();
            works.add(work);
            TensorVector loss = new TensorVector(torch.ones(1));
            worker.group().allreduce(loss)._wait();
            losses.add(loss);
        }
        worker.group().barrier()._wait();
        worker.say("trained %d steps, kept %d parameters, %d losses", steps, parameters.size(), losses.size());
    }
}
