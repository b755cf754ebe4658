package dev.rollcall.ranks;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.ProcessGroupGloo;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.Work;
import org.bytedeco.pytorch.global.torch;

/**
 * Makes calls until it is killed, and reports each in a file of its own: {@code b N} before call N, {@code i N} when it has
 * returned its work, {@code w N} when the wait for that has returned. With an argument N it takes ever more memory from call N
 * on.
 */
public final class Witnessed {
    /** The calls' number of elements repeats after this many, so that it belongs to few calls. */
    private static final int SIZES = 61;

    private static final int MEBIBYTES = 16;

    private static final List<Tensor> TAKEN = new ArrayList<>();

    private final FileOutputStream reports = new FileOutputStream(System.getenv("STORE") + "-calls-" + Gloo.RANK);

    private Witnessed() throws IOException {}

    /** Returns the number of elements of a call. */
    public static long elements(long call) {
        return 1 + call % SIZES;
    }

    /** Returns whether a call is an all_reduce; otherwise it is a broadcast. */
    public static boolean reduces(long call) {
        return call % 3 != 0;
    }

    /** Runs one rank. */
    public static void main(String[] args) throws Exception {
        new Witnessed().call(args.length > 0 ? Long.parseLong(args[0]) : Long.MAX_VALUE);
    }

    private void call(long memoryFrom) throws Exception {
        ProcessGroupGloo world = Gloo.join(Gloo.store());
        try {
            for (long call = 1; ; call++) {
                TensorVector values = new TensorVector(torch.ones(elements(call)));
                report('b', call);
                Work work = reduces(call) ? world.allreduce(values) : world.broadcast(values);
                report('i', call);
                work._wait();
                report('w', call);
                if (call == memoryFrom) {
                    new Thread(Witnessed::takeMemory, "memory").start();
                }
            }
        } catch (RuntimeException otherRankDied) {
            if (memoryFrom < Long.MAX_VALUE) {
                takeMemory();
            }
            Thread.sleep(Long.MAX_VALUE);
        }
    }

    private static void takeMemory() {
        while (true) {
            TAKEN.add(torch.ones(MEBIBYTES << 18));
        }
    }

    private void report(char what, long call) throws IOException {
        // One write, which a kill does not divide.
        reports.write((what + " " + call + "\n").getBytes(StandardCharsets.US_ASCII));
    }
}
