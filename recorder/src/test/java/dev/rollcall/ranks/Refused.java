package dev.rollcall.ranks;

import java.util.concurrent.Callable;
import org.bytedeco.pytorch.LongVector;
import org.bytedeco.pytorch.ProcessGroupGloo;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/** Calls what Gloo does not implement, prints the exceptions, then makes a call. */
public final class Refused {
    private Refused() {}

    /** Runs one rank. */
    public static void main(String[] args) {
        ProcessGroupGloo world = Gloo.join(Gloo.store());
        tell(() -> {
            world.startCoalescing();
            return "begun";
        });
        tell(world::endCoalescing);
        tell(() -> world.shrink(new LongVector(new long[] {1})));
        world.allreduce(new TensorVector(torch.ones(4)))._wait();
    }

    private static void tell(Callable<Object> what) {
        try {
            System.out.println("got " + what.call());
        } catch (Exception e) {
            System.out.println(e.getMessage().lines().findFirst().orElse(""));
        }
    }
}
