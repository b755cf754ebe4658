package dev.rollcall.ranks;

import org.bytedeco.pytorch.AllreduceOptions;
import org.bytedeco.pytorch.BroadcastOptions;
import org.bytedeco.pytorch.Future;
import org.bytedeco.pytorch.PrefixStore;
import org.bytedeco.pytorch.ProcessGroupGloo;
import org.bytedeco.pytorch.ReduceOp;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.Work;
import org.bytedeco.pytorch.global.torch;

/** Makes one call of each kind that the catalogue has, on two communicators. */
public final class Collectives {
    private Collectives() {}

    /** Runs one rank. */
    public static void main(String[] args) throws Exception {
        ProcessGroupGloo world = Gloo.join(Gloo.store());
        ProcessGroupGloo data = Gloo.join(new PrefixStore("dp", Gloo.store()));
        TensorVector floats = new TensorVector(torch.ones(24));
        AllreduceOptions max = new AllreduceOptions();
        max.reduceOp(new ReduceOp(ReduceOp.RedOpType.MAX));
        world.allreduce(floats, max)._wait();
        world.allreduce(floats)._wait();
        BroadcastOptions fromLast = new BroadcastOptions();
        fromLast.rootRank(Gloo.WORLD - 1);
        Tensor longs = torch.ones(new long[] {7}, new TensorOptions(torch.ScalarType.Long));
        world.broadcast(new TensorVector(longs), fromLast)._wait();
        world.barrier()._wait();
        data._allgather_base(torch.empty(5L * Gloo.WORLD), torch.ones(5))._wait();
        Work left = data.allreduce(floats);
        while (!left.isCompleted()) {
            Thread.sleep(1);
        }
        Work neverAsked = data.barrier();
        Future end = neverAsked.getFuture();
        while (!end.completed()) {
            Thread.sleep(1);
        }
        Gloo.meet();
        System.out.println("finished rank " + Gloo.RANK);
    }
}
