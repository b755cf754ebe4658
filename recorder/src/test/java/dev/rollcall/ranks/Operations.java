package dev.rollcall.ranks;

import java.util.function.Supplier;
import org.bytedeco.pytorch.BarrierOptions;
import org.bytedeco.pytorch.GatherOptions;
import org.bytedeco.pytorch.LongVector;
import org.bytedeco.pytorch.ProcessGroupGloo;
import org.bytedeco.pytorch.ReduceOp;
import org.bytedeco.pytorch.ReduceOptions;
import org.bytedeco.pytorch.ReduceScatterOptions;
import org.bytedeco.pytorch.ScatterOptions;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.Work;
import org.bytedeco.pytorch.global.torch;

/** Calls each operation of Gloo once, and then those that Gloo does not implement. */
public final class Operations {
    private static final int ROOT = 1;

    private static Work neverAsked;

    private Operations() {}

    /** Runs one rank of a world of two or more. */
    public static void main(String[] args) {
        ProcessGroupGloo group = Gloo.join(Gloo.store());
        reductions(group);
        gathers(group);
        scatters(group);
        exchanges(group);
        group.monitoredBarrier(new BarrierOptions(), true);
        missing(group);
        group.barrier()._wait();
        System.out.println("finished rank " + Gloo.RANK + (neverAsked == null ? "" : ", one send not waited for"));
    }

    private static void reductions(ProcessGroupGloo group) {
        group.allreduce_coalesced(list(3, 4))._wait();
        group.allreduce_sparse(new TensorVector(sparse()))._wait();
        ReduceOptions product = new ReduceOptions();
        product.reduceOp(new ReduceOp(ReduceOp.RedOpType.PRODUCT));
        product.rootRank(ROOT);
        group.reduce(new TensorVector(longs(6)), product)._wait();
        group.reduce(list(6))._wait();
    }

    private static void gathers(ProcessGroupGloo group) {
        group.allgather(each(5), list(5))._wait();
        group._allgather_base(floats(5L * Gloo.WORLD), floats(5))._wait();
        group.allgather_into_tensor_coalesced(list(4L * Gloo.WORLD), list(4))._wait();
        GatherOptions toRoot = new GatherOptions();
        toRoot.rootRank(ROOT);
        group.gather(Gloo.RANK == ROOT ? each(8) : nothing(), list(8), toRoot)._wait();
    }

    private static void scatters(ProcessGroupGloo group) {
        ScatterOptions fromRoot = new ScatterOptions();
        fromRoot.rootRank(ROOT);
        group.scatter(list(9), Gloo.RANK == ROOT ? each(9) : nothing(), fromRoot)
                ._wait();
        ReduceScatterOptions most = new ReduceScatterOptions();
        most.reduceOp(new ReduceOp(ReduceOp.RedOpType.MAX));
        group.reduce_scatter(list(4), each(4), most)._wait();
        group._reduce_scatter_base(floats(5), floats(5L * Gloo.WORLD))._wait();
        group.reduce_scatter_tensor_coalesced(list(6), list(6L * Gloo.WORLD))._wait();
    }

    private static void exchanges(ProcessGroupGloo group) {
        group.alltoall_base(floats(Gloo.WORLD), floats(Gloo.WORLD), new LongVector(), new LongVector())
                ._wait();
        int mine = Gloo.RANK + 1;
        long[] given = new long[Gloo.WORLD];
        long[] taken = new long[Gloo.WORLD];
        long sum = 0;
        for (int rank = 0; rank < Gloo.WORLD; rank++) {
            given[rank] = mine;
            taken[rank] = rank + 1;
            sum += rank + 1;
        }
        Tensor rowsIn = torch.ones(new long[] {(long) mine * Gloo.WORLD, 3});
        Tensor rowsOut = torch.ones(new long[] {sum, 3});
        group.alltoall_base(rowsOut, rowsIn, new LongVector(taken), new LongVector(given))
                ._wait();
        int other = Gloo.RANK == 0 ? 1 : 0;
        if (Gloo.RANK == 0) {
            group.send(list(11), other, 42)._wait();
            group.recvAnysource(list(12), 43)._wait();
            neverAsked = group.send(list(13), other, 44);
        } else if (Gloo.RANK == 1) {
            group.recv(list(11), other, 42)._wait();
            group.send(list(12), other, 43)._wait();
            group.recv(list(13), other, 44)._wait();
        }
    }

    private static void missing(ProcessGroupGloo group) {
        attempt(() -> group.allgather_coalesced(each(2), list(2)));
        attempt(() -> group.alltoall(list(1, 1), list(1, 1)));
    }

    private static void attempt(Supplier<Work> call) {
        try {
            call.get()._wait();
        } catch (RuntimeException e) {
            System.out.println("threw " + e.getMessage().lines().findFirst().orElse(""));
        }
    }

    private static Tensor floats(long elements) {
        return torch.ones(elements);
    }

    private static Tensor longs(long elements) {
        return torch.ones(new long[] {elements}, new TensorOptions(torch.ScalarType.Long));
    }

    private static Tensor sparse() {
        return torch.ones(10).to_sparse();
    }

    private static TensorVector list(long... elements) {
        TensorVector tensors = new TensorVector();
        for (long each : elements) {
            tensors.push_back(floats(each));
        }
        return tensors;
    }

    /** Returns one list of a tensor for each rank, as the presets pass a list of lists. */
    private static TensorVector each(long elements) {
        TensorVector tensors = new TensorVector();
        for (int rank = 0; rank < Gloo.WORLD; rank++) {
            tensors.push_back(floats(elements));
        }
        return tensors;
    }

    /** Returns an empty list of lists. */
    private static TensorVector nothing() {
        return new TensorVector().limit(0);
    }
}
