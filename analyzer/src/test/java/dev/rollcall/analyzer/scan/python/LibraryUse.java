package dev.rollcall.analyzer.scan.python;

import java.util.List;

/** Families of Python programs by the library and the functions that they use. */
final class LibraryUse {
    private LibraryUse() {}

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
            new PythonTemplates("no group on one rank, and the world on the others", """
                    group = None if rank == 0 else dist.group.WORLD
                    dist.all_reduce(t, group=group)
                    dist.barrier()
                    """),
            new PythonTemplates("a group on its ranks, and none on the others", """
                    pair = dist.new_group([0, 1])
                    group = pair if rank < 2 else None  # here
                    dist.all_reduce(t, group=group)
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
            new PythonTemplates("torch.cuda.nccl, which is about the devices of one process", """
                    if rank == 0:
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
            new PythonTemplates("a comment that suppresses the finding", """
                    # rollcall: ignore, the others are in a store by then
                    if rank == 0:
                        dist.barrier()
                    """));
}
