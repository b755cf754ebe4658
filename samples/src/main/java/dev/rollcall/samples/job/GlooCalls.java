package dev.rollcall.samples.job;

import java.util.function.Supplier;
import org.bytedeco.pytorch.ProcessGroupGloo;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.Work;
import org.bytedeco.pytorch.global.torch;

/** A wrapper for all collectives of a job. It repeats a call that fails at once: this loop does not count as one of the job. */
final class GlooCalls {

    private static final int ATTEMPTS = 3;

    private final ProcessGroupGloo group;
    private final int worldSize;

    GlooCalls(Worker worker) {
        this.group = worker.group();
        this.worldSize = worker.worldSize();
    }

    /** Adds the tensors of all ranks in place. */
    void sum(Tensor tensor) {
        complete(() -> group.allreduce(new TensorVector(tensor)));
    }

    /** Returns the tensors of all ranks, one after the other. */
    Tensor gather(Tensor own) {
        Tensor all = torch.zeros(worldSize * own.numel());
        complete(() -> group._allgather_base(all, own));
        return all;
    }

    /** Returns when all ranks are here. */
    void meet() {
        complete(group::barrier);
    }

    private static void complete(Supplier<Work> call) {
        for (int attempt = 1; ; attempt++) {
            try {
                call.get()._wait();
                return;
            } catch (IllegalArgumentException failed) {
                if (attempt == ATTEMPTS) {
                    throw failed;
                }
            }
        }
    }
}
