package dev.rollcall.analyzer.scan.python;

import java.util.List;

/**
 * What the Python programs of a family look like: {@code A()} and {@code B()} stand for calls.
 *
 * @param family its name
 * @param before functions and classes
 * @param body the statements of {@code work(t, u, ts)}, where {@code rank} and {@code world} are known
 */
record PythonTemplates(String family, String before, String body) {
    static final List<String> CALLS = List.of(
            "dist.all_reduce(t)",
            "dist.broadcast(t, src=0)",
            "dist.reduce(t, 0)",
            "dist.all_gather(ts, t)",
            "dist.gather(t, ts)",
            "dist.scatter(t, ts)",
            "dist.reduce_scatter_tensor(t, u)",
            "dist.all_to_all_single(t, u)",
            "dist.barrier()",
            "dist.broadcast_object_list(ts, src=0)",
            "dist.all_gather_object(ts, t)",
            "dist.monitored_barrier()");

    private static final String[] RANKS = {
        "dist.get_rank()",
        "int(os.environ[\"RANK\"])",
        "int(os.getenv(\"LOCAL_RANK\", \"0\"))",
        "int(os.environ.get(\"SLURM_PROCID\"))",
        "args.rank",
        "torch.distributed.get_rank(group=None)"
    };

    PythonTemplates(String family, String body) {
        this(family, "", body);
    }

    /** Returns a program with the given calls. */
    String with(int number, String a, String b) {
        String head = """
                import os, sys, torch
                import torch.distributed as dist
                import torch.multiprocessing as mp
                import pytorch_lightning as pl
                from accelerate import Accelerator
                from pytorch_lightning.utilities import rank_zero_only
                from torch.distributed.fsdp import FullyShardedDataParallel as FSDP, fully_shard
                from torch.nn.parallel import DistributedDataParallel as DDP
                """;
        String work = "def work(t, u, ts, args, model):\n    rank = " + RANKS[number % RANKS.length]
                + "\n    world = dist.get_world_size()\n" + body.indent(4);
        String text = head + before + work
                + "if __name__ == \"__main__\":\n    work(torch.ones(4), torch.ones(8), [], parse(), build())\n";
        return text.replace("A()", a).replace("B()", b);
    }
}
