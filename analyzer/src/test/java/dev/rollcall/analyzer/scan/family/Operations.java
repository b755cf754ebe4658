package dev.rollcall.analyzer.scan.family;

import java.util.List;

/**
 * A collective of c10d as programs call it.
 *
 * @param label the catalogue's name of the operation
 * @param call how it is called on {@code g}
 */
record Operations(String label, String call) {

    static final List<Operations> ALL = List.of(
            new Operations("all_reduce", "g.allreduce(v)"),
            new Operations("all_reduce", "g.allreduce_coalesced(v)"),
            new Operations("sparse_all_reduce", "g.allreduce_sparse(v)"),
            new Operations("broadcast", "g.broadcast(v)"),
            new Operations("reduce", "g.reduce(v)"),
            new Operations("all_gather", "g.allgather(w, v)"),
            new Operations("all_gather", "g._allgather_base(t, u)"),
            new Operations("all_gather", "g.allgather_coalesced(w, v)"),
            new Operations("all_gather", "g.allgather_into_tensor_coalesced(w, v)"),
            new Operations("gather", "g.gather(w, v)"),
            new Operations("scatter", "g.scatter(v, w)"),
            new Operations("reduce_scatter", "g.reduce_scatter(v, w)"),
            new Operations("reduce_scatter", "g._reduce_scatter_base(t, u)"),
            new Operations("reduce_scatter", "g.reduce_scatter_tensor_coalesced(v, w)"),
            new Operations("all_to_all", "g.alltoall_base(t, u, l, l)"),
            new Operations("barrier", "g.barrier()"),
            new Operations("monitored_barrier", "g.monitoredBarrier()"));

    /** Returns the call on another communicator. */
    String on(String group) {
        return group + call.substring(1);
    }
}
