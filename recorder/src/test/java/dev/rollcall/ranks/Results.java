package dev.rollcall.ranks;

import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.pytorch.BroadcastOptions;
import org.bytedeco.pytorch.Future;
import org.bytedeco.pytorch.ProcessGroupGloo;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.Work;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Calls whose results must be equal on all ranks: {@code Results healthy|corrupt}. If corrupt, one bit of the last rank's second
 * result changes after the call is done and before the rank waits for it.
 */
public final class Results {
    private static final ScalarType[] TYPES = {
        ScalarType.Float,
        ScalarType.Double,
        ScalarType.Half,
        ScalarType.BFloat16,
        ScalarType.Long,
        ScalarType.Int,
        ScalarType.Byte,
        ScalarType.Char
    };
    private static final int SEED = 11;

    private final ProcessGroupGloo world = Gloo.join(Gloo.store());
    private final boolean corrupt;

    private Results(boolean corrupt) {
        this.corrupt = corrupt;
    }

    /** Runs one rank. */
    public static void main(String[] args) throws Exception {
        Results ranks = new Results(args[0].equals("corrupt"));
        torch.manual_seed(SEED + Gloo.RANK);
        ranks.reduce();
        ranks.reduceSlowly();
        ranks.types();
        ranks.gather();
        ranks.observe();
        ranks.more();
        Gloo.meet();
        System.out.println("finished rank " + Gloo.RANK);
    }

    private static Tensor noise(ScalarType type, long... shape) {
        return torch.randn(shape).mul(new Scalar(20f)).to(type);
    }

    private void reduce() {
        world.allreduce(new TensorVector(noise(ScalarType.Float, 1001)))._wait();
    }

    /** The wait comes after the end. The application changes the result after the wait, on each rank in another way. */
    private void reduceSlowly() throws Exception {
        Tensor sum = torch.ones(1001).mul(new Scalar(Gloo.RANK + 1));
        Work work = world.allreduce(new TensorVector(sum));
        // The sums of fewer ranks are smaller, so this is the last that Gloo writes there.
        FloatPointer last = new FloatPointer(sum.data_ptr()).getPointer(1000);
        while (last.get() != Gloo.WORLD * (Gloo.WORLD + 1) / 2) {
            Thread.sleep(1);
        }
        Gloo.signal("summed-" + Gloo.RANK);
        if (corrupt && Gloo.RANK == Gloo.WORLD - 1) {
            // Gloo passes the sum on from rank to rank, out of this memory.
            for (int rank = 0; rank < Gloo.WORLD; rank++) {
                Gloo.await("summed-" + rank);
            }
            last.put(7);
        }
        work._wait();
        sum.add_(new Scalar(Gloo.RANK));
    }

    /** From each rank as root, and with NaNs of two forms. */
    private void types() {
        for (ScalarType type : TYPES) {
            BroadcastOptions root = new BroadcastOptions();
            root.rootRank(type.ordinal() % Gloo.WORLD);
            Tensor tensor = noise(type, 3, 5);
            if (torch.isFloatingType(type)) {
                tensor.view(15)
                        .narrow(0, Gloo.RANK, 1)
                        .fill_(new Scalar(Gloo.RANK % 2 == 0 ? Double.NaN : -Double.NaN));
            }
            world.broadcast(new TensorVector(tensor), root)._wait();
            Tensor reduced = noise(type, 7);
            if (torch.isFloatingType(type)) {
                reduced.narrow(0, 2, 1).fill_(new Scalar(Double.NaN));
            }
            world.allreduce(new TensorVector(reduced))._wait();
        }
    }

    /** In the three ways that Gloo has. */
    private void gather() throws Exception {
        Tensor flat = torch.empty(new long[] {3L * Gloo.WORLD});
        world._allgather_base(flat, noise(ScalarType.Float, 3))._wait();
        TensorVector list = new TensorVector();
        for (int rank = 0; rank < Gloo.WORLD; rank++) {
            list.push_back(torch.empty(new long[] {3}));
        }
        Work tested = world.allgather(list, new TensorVector(noise(ScalarType.Float, 3)));
        while (!tested.isCompleted()) {
            Thread.sleep(1);
        }
        flat.zero_();
        // Once it was told, the application may do what it likes.
        list.get(0).fill_(new Scalar(Gloo.RANK));
        tested._wait();
    }

    /** The application may change a result once it learns of the end from a future. */
    private void observe() throws Exception {
        Tensor sum = noise(ScalarType.Float, 9);
        Work work = world.allreduce(new TensorVector(sum));
        Future end = work.getFuture();
        while (!end.completed()) {
            Thread.sleep(1);
        }
        sum.add_(new Scalar(Gloo.RANK));
        work._wait();
    }

    /** Whose results differ between the ranks, or are empty. */
    private void more() {
        world.reduce(new TensorVector(noise(ScalarType.Float, 4)))._wait();
        world.allreduce(new TensorVector(torch.empty(new long[] {0})))._wait();
        world.barrier()._wait();
    }
}
