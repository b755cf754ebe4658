package dev.rollcall.ranks;

import dev.rollcall.api.Rollcall;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.pytorch.ProcessGroupGloo;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.Work;
import org.bytedeco.pytorch.global.torch;

/** Reduces tensors step by step, and keeps some of them, or of the works, after the calls have completed. */
public final class Retained {
    private static final long ELEMENTS = 1 << 18;

    /** Reachable until the process ends. */
    private static final List<Pointer> KEPT = new ArrayList<>();

    private final ProcessGroupGloo group = Gloo.join(Gloo.store());

    private Retained() {}

    /** Runs one rank: the way of keeping, and the number of steps. */
    public static void main(String[] args) throws InterruptedException {
        new Retained().run(args[0], Integer.parseInt(args[1]));
        System.out.println("done, kept " + KEPT.size());
    }

    private void run(String way, int steps) throws InterruptedException {
        for (int i = 0; i < 8; i++) {
            // What a job prepares once, it may keep for ever.
            reduce(torch.ones(ELEMENTS), true);
        }
        Tensor gradient = torch.ones(ELEMENTS);
        Deque<Pointer> cache = new ArrayDeque<>();
        for (int step = 0; step < steps; step++) {
            Rollcall.step(step);
            switch (way) {
                case "works" -> works();
                case "tensors" -> KEPT.add(reduce(torch.ones(ELEMENTS), true));
                case "closed" -> reduce(torch.ones(ELEMENTS), false);
                case "gradient" -> KEPT.add(reduce(gradient, true));
                case "cache" -> cache(cache, 6);
                case "batch" -> batch(cache);
                case "losses" -> KEPT.add(reduce(torch.ones(1), true));
                default -> throw new IllegalArgumentException(way);
            }
            Thread.sleep(20);
        }
    }

    /** Reduces a tensor, and returns what holds it, or closes that. */
    private Pointer reduce(Tensor tensor, boolean keep) {
        TensorVector input = new TensorVector(tensor);
        try (Work work = group.allreduce(input)) {
            work._wait();
        }
        if (!keep) {
            input.close();
            tensor.close();
        }
        return input;
    }

    private void works() {
        try (Tensor tensor = torch.ones(ELEMENTS);
                TensorVector input = new TensorVector(tensor)) {
            Work work = group.allreduce(input);
            work._wait();
            KEPT.add(work);
        }
    }

    private void cache(Deque<Pointer> cache, int size) {
        cache.add(reduce(torch.ones(ELEMENTS), true));
        if (cache.size() > size) {
            cache.remove().close();
        }
    }

    /** Lets go of all tensors in every sixth step. */
    private void batch(Deque<Pointer> held) {
        held.add(reduce(torch.ones(ELEMENTS), true));
        if (held.size() == 6) {
            held.forEach(Pointer::close);
            held.clear();
        }
    }
}
