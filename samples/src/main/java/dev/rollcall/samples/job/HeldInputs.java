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

/** Each rank keeps the works of five steps, and a work keeps the input of its all_reduce. The tensors themselves are closed. */
@ExpectedVerdict(
        verdict = "healthy",
        culprits = ExpectedCulprits.NONE,
        note = "buffer-retained",
        course = ExpectedCourse.ENDS)
public final class HeldInputs {

    private static final long ELEMENTS = 1 << 20;

    private final Worker worker = Worker.join();
    private final int steps = worker.steps(5);
    private final List<Work> works = new ArrayList<>();

    public static void main(String[] args) {
        new HeldInputs().train();
    }

    private void train() {
        for (int step = 1; step <= steps; step++) {
            Rollcall.step(step);
            try (Tensor gradient = torch.ones(ELEMENTS);
                    TensorVector input = new TensorVector(gradient)) {
                Work work = worker.group().allreduce(input);
                work._wait();
                works.add(work);
            }
        }
        worker.group().barrier()._wait();
        worker.say("trained %d steps, and kept %d works", steps, works.size());
    }
}
