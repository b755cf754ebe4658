package dev.rollcall.ranks;

import dev.rollcall.api.Rollcall;
import org.bytedeco.pytorch.ProcessGroupGloo;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/** Makes calls in steps that it marks. */
public final class Steps {
    private Steps() {}

    /** Runs one rank. */
    public static void main(String[] args) {
        ProcessGroupGloo group = Gloo.join(Gloo.store());
        reduce(group);
        for (long step = 1204; step < 1206; step++) {
            Rollcall.step(step);
            reduce(group);
            Rollcall.step(step);
            reduce(group);
        }
        for (long step = 0; step < 100_000; step++) {
            Rollcall.step(step);
        }
        reduce(group);
        System.out.println("done");
    }

    private static void reduce(ProcessGroupGloo group) {
        group.allreduce(new TensorVector(torch.ones(4)))._wait();
    }
}
