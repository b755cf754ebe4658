package dev.rollcall.ranks;

import java.util.function.Function;
import org.bytedeco.pytorch.ProcessGroupGloo;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.Work;
import org.bytedeco.pytorch.global.torch;

/** Makes calls at equal bytecode indexes of methods and lambdas, which only their names distinguish. */
public final class EqualIndexes {
    private EqualIndexes() {}

    /** Runs one rank. */
    public static void main(String[] args) {
        ProcessGroupGloo group = Gloo.join(Gloo.store());
        for (int i = 0; i < 3; i++) {
            first(group);
            second(group);
            run(EqualIndexes::first, group);
            run(EqualIndexes::second, group);
            run(g -> sum(g), group);
            run(g -> wait(g.barrier()), group);
            run(g -> wait(g.barrier()), group);
        }
    }

    private static boolean run(Function<ProcessGroupGloo, Boolean> step, ProcessGroupGloo group) {
        return step.apply(group);
    }

    private static boolean first(ProcessGroupGloo group) {
        return wait(group.barrier());
    }

    private static boolean second(ProcessGroupGloo group) {
        return wait(group.barrier());
    }

    private static boolean sum(ProcessGroupGloo group) {
        return wait(group.allreduce(new TensorVector(torch.ones(3))));
    }

    private static boolean wait(Work work) {
        return work._wait();
    }
}
