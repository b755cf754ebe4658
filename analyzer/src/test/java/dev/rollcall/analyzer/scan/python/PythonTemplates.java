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

    static final List<PythonTemplates> PAIRS = List.of(new PythonTemplates("two calls swapped between branches", """
            if rank == 0:  # here
                A()
                B()
            else:
                B()
                A()
            """));

    static final List<PythonTemplates> SINGLE = List.of(
            new PythonTemplates("a call in one branch only", """
                    A()
                    if rank == 0:  # here
                        A()
                    """),
            new PythonTemplates("a balanced branch", """
                    if rank == 0:
                        print("first")
                        A()
                    else:
                        A()
                    """),
            new PythonTemplates("complementary ifs", """
                    if rank == 0:
                        A()
                    if rank != 0:
                        A()
                    """),
            new PythonTemplates("ranks by parity", """
                    if rank % 2 == 1:  # here
                        A()
                    """),
            new PythonTemplates("a branch without a call", """
                    if rank == 0:
                        print("saved")
                    A()
                    """),
            new PythonTemplates("an early return", """
                    if rank > 1:  # here
                        return
                    A()
                    """),
            new PythonTemplates("an early return of all", """
                    if world > 100000:
                        return
                    A()
                    """),
            new PythonTemplates("two functions down", """
                    def inner(t, u, ts):
                        A()
                    def outer(t, u, ts):
                        inner(t, u, ts)
                    """, """
                    if not rank:  # here
                        outer(t, u, ts)
                    """),
            new PythonTemplates("in a method", """
                    class Trainer:
                        def __init__(self):
                            self.rank = dist.get_rank()
                        @property
                        def main(self):
                            return self.rank == 0
                        def step(self, t, u, ts):
                            if self.main:  # here
                                A()
                            A()
                    """, """
                    Trainer().step(t, u, ts)
                    """),
            new PythonTemplates("in a lambda", """
                    later = lambda: A()
                    if rank == 0:  # here
                        later()
                    """),
            new PythonTemplates("in an and", """
                    rank == 0 and A()  # here
                    """),
            new PythonTemplates("in a conditional expression", """
                    A() if rank < 1 else None  # here
                    """),
            new PythonTemplates("a loop whose bound depends on the rank", """
                    for i in range(3 + rank):  # here
                        A()
                    """),
            new PythonTemplates("loops with equal trip counts", """
                    if rank == 0:
                        for i in range(4):
                            A()
                    else:
                        for i in range(rank, rank + 4):
                            A()
                    """),
            new PythonTemplates("a loop of unknown length", """
                    for batch in load():
                        A()
                        if rank == 0:
                            print(batch)
                    """),
            new PythonTemplates("a while that counts", """
                    i = 0
                    while i < 3:
                        A()
                        i += 1
                        if rank == 2 and i == 2:  # here
                            break
                    """),
            new PythonTemplates("a continue of one rank", """
                    for i in range(3):
                        if rank == 1:  # here
                            continue
                        A()
                    """),
            new PythonTemplates("a break of all ranks", """
                    for i in range(5):
                        A()
                        if rank >= 0 and i == 3:
                            break
                    """),
            new PythonTemplates("an except", """
                    try:
                        if rank == 0:  # here
                            raise ValueError("bad")
                    except ValueError:
                        A()
                    """),
            new PythonTemplates("an except and its try", """
                    try:
                        if rank == 0:
                            raise ValueError("bad")
                        A()
                    except Exception as e:
                        A()
                    """),
            new PythonTemplates("a finally", """
                    try:
                        if rank == 0:
                            return
                    finally:
                        A()
                    """),
            new PythonTemplates("an exit", """
                    if rank == 3:  # here
                        sys.exit(1)
                    A()
                    """),
            new PythonTemplates("an assert", """
                    assert rank < 2  # here
                    A()
                    """),
            new PythonTemplates("a match", """
                    match rank:
                        case 0:  # here
                            A()
                        case _:
                            print("other")
                    """),
            new PythonTemplates("an unknown condition", """
                    if args.verbose:
                        A()
                    """),
            new PythonTemplates("a rank inside an unknown condition", """
                    if args.evaluate:
                        if rank == 0:  # here
                            A()
                    """),
            new PythonTemplates("a summed value", """
                    flag = torch.tensor([rank])
                    dist.all_reduce(flag)
                    if flag.item() == 1:
                        A()
                    """),
            new PythonTemplates("an object that was broadcast", """
                    found = [rank]
                    dist.broadcast_object_list(found, src=0)
                    if found[0]:
                        A()
                    """),
            new PythonTemplates("a name that says it", """
                    if is_main_process():  # here
                        A()
                    """),
            new PythonTemplates("a wrapper that only the first rank runs", """
                    @rank_zero_only  # here
                    def save(t, u, ts):
                        A()
                    """, """
                    save(t, u, ts)
                    """),
            new PythonTemplates("a comprehension", """
                    if rank == 0:  # here
                        all = [A() for name in load()]
                    """),
            new PythonTemplates("a default and a keyword", """
                    def maybe(t, u, ts, go=False):
                        if go:  # here
                            A()
                    """, """
                    maybe(t, u, ts)
                    maybe(t, u, ts, go=rank == 0)
                    """));

    /** Programs that are not about one call. */
    static final List<PythonTemplates> WHOLE = List.of(
            new PythonTemplates("root by rank", "dist.broadcast(t, src=rank)  # here"),
            new PythonTemplates("root by branch", """
                    dist.broadcast(t, src=0 if rank != 3 else 3)  # here
                    """),
            new PythonTemplates("equal roots", "dist.broadcast(t, src=rank * 0 + 1)"),
            new PythonTemplates("reduction by branch", """
                    how = dist.ReduceOp.SUM
                    if rank == 1:  # here
                        how = dist.ReduceOp.MAX
                    dist.all_reduce(t, op=how)
                    """),
            new PythonTemplates("size by branch", """
                    x = torch.ones(8 if rank == 1 else 9)  # here
                    dist.all_reduce(x)
                    """),
            new PythonTemplates("equal sizes", """
                    x = torch.ones(4 * 2 if rank == 1 else 8)
                    dist.all_reduce(x)
                    """),
            new PythonTemplates("type by branch", """
                    x = torch.ones(4, dtype=torch.float32 if rank != 1 else torch.bfloat16)  # here
                    dist.all_reduce(x)
                    """),
            new PythonTemplates("a group's own ranks", """
                    g = dist.new_group([0, 1])
                    if rank < 2:
                        dist.all_reduce(t, group=g)
                    dist.barrier()
                    """),
            new PythonTemplates("a group that not all make", """
                    if rank < 2:  # here
                        g = dist.new_group([0, 1])
                    """),
            new PythonTemplates("one rank of a group", """
                    g = dist.new_group([0, 1])
                    if rank == 0:  # here
                        dist.all_reduce(t, group=g)
                    """),
            new PythonTemplates("two groups in crossed order", """
                    a = dist.new_group([0, 1])
                    b = dist.new_group([0, 1])
                    if rank == 0:  # here
                        dist.all_reduce(t, group=a)
                        dist.all_reduce(t, group=b)
                    if rank == 1:
                        dist.all_reduce(t, group=b)
                        dist.all_reduce(t, group=a)
                    """),
            new PythonTemplates("the functional form", """
                    import torch.distributed.nn.functional as dnf
                    if rank == 0:  # here
                        t = dnf.all_reduce(t)
                    """),
            new PythonTemplates("the functional collectives", """
                    import torch.distributed._functional_collectives as funcol
                    if rank == 0:  # here
                        t = funcol.all_gather_tensor(t, 0, None)
                    """),
            new PythonTemplates("torch.cuda.nccl", """
                    if rank == 0:  # here
                        torch.cuda.nccl.all_reduce([t])
                    """),
            new PythonTemplates("DDP on one rank", """
                    m = DDP(torch.nn.Linear(4, 4))
                    if rank == 0:  # here
                        m(t).sum().backward()
                    """),
            new PythonTemplates("an evaluation without gradients on one rank", """
                    @torch.no_grad()
                    def evaluate(m, t):
                        m.eval()
                        return m(t)
                    """, """
                    m = DDP(torch.nn.Linear(4, 4))
                    if rank == 0:
                        evaluate(m, t)
                    m(t).sum().backward()
                    """),
            new PythonTemplates("what DDP wraps on one rank", """
                    m = DDP(torch.nn.Linear(4, 4))
                    if rank == 0:
                        m.module(t)
                    """),
            new PythonTemplates("FSDP on one rank", """
                    m = FSDP(torch.nn.Linear(4, 4))
                    m(t)
                    if rank == 0:  # here
                        m(t)
                    """),
            new PythonTemplates("fully_shard on one rank", """
                    m = torch.nn.Linear(4, 4)
                    fully_shard(m)
                    if rank == 0:  # here
                        m(t)
                    """),
            new PythonTemplates("SyncBatchNorm on one rank", """
                    m = torch.nn.SyncBatchNorm.convert_sync_batchnorm(torch.nn.Sequential(t))
                    d = DDP(m)
                    d(t)
                    if rank == 0:  # here
                        m(t)
                    """),
            new PythonTemplates("SyncBatchNorm that does not train", """
                    m = torch.nn.SyncBatchNorm.convert_sync_batchnorm(torch.nn.Sequential(t)).eval()
                    if rank == 0:
                        m(t)
                    """),
            new PythonTemplates("full_tensor on one rank", """
                    if rank == 0:  # here
                        state = {k: v.full_tensor() for k, v in model.state_dict().items()}
                    """),
            new PythonTemplates("full_tensor on all", """
                    state = {k: v.full_tensor() for k, v in model.state_dict().items()}
                    if rank == 0:
                        torch.save(state, "state.pt")
                    """),
            new PythonTemplates("Accelerate on the main process", """
                    accelerator = Accelerator()
                    if accelerator.is_main_process:  # here
                        accelerator.wait_for_everyone()
                    """),
            new PythonTemplates("Accelerate on all", """
                    accelerator = Accelerator()
                    accelerator.wait_for_everyone()
                    if accelerator.is_main_process:
                        accelerator.save(model, "model")
                    all = accelerator.gather_for_metrics(t)
                    """),
            new PythonTemplates("Lightning's module", """
                    class Model(pl.LightningModule):
                        def validation_step(self, batch, number):
                            if self.trainer.is_global_zero:  # here
                                self.all_gather(batch)
                            self.log("loss", batch, sync_dist=True)
                    """, "pass"),
            new PythonTemplates("Lightning's checkpoint", """
                    trainer = pl.Trainer()
                    if trainer.is_global_zero:  # here
                        trainer.save_checkpoint("last.ckpt")
                    """),
            new PythonTemplates("Lightning's log", """
                    class Model(pl.LightningModule):
                        def training_step(self, batch, number):
                            if self.global_rank == 0:  # here
                                self.log("loss", batch, sync_dist=True)
                            if self.global_rank == 0:
                                self.log("seen", batch)
                    """, "pass"),
            new PythonTemplates("processes that it starts", """
                    def child(local, t):
                        if local == 0:  # here
                            dist.barrier()
                    """, """
                    mp.spawn(child, args=(t,), nprocs=4)
                    """),
            new PythonTemplates("a comment that says it is meant so", """
                    # rollcall: ignore, the others are in a store by then
                    if rank == 0:
                        dist.barrier()
                    """));

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
