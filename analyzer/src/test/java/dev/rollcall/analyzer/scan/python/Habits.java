package dev.rollcall.analyzer.scan.python;

import java.util.List;

/** Families of Python programs as people write them whose calls fit all the same, and of like ones that do not. */
final class Habits {
    private Habits() {}

    static final List<PythonTemplates> ALL = List.of(
            new PythonTemplates("roots in turn", """
                    for rank in dist.get_process_group_ranks(None):
                        dist.broadcast(t, src=rank)
                    for number, rank in enumerate(args.ranks):
                        dist.broadcast(t, rank)
                    """),
            new PythonTemplates("a root that is a parameter called rank", """
                    def share(t, rank):
                        dist.broadcast(t, src=rank)
                    """, "pass"),
            new PythonTemplates("every rank its own root", """
                    dist.broadcast(t, src=rank)  # here
                    """),
            new PythonTemplates("a bar of progress on one rank", """
                    from tqdm.auto import tqdm, trange
                    from rich.progress import track
                    """, """
                    for b in tqdm(iterable=u, disable=rank != 0):
                        dist.all_reduce(t)
                    for i in trange(100, disable=rank != 0):
                        dist.all_reduce(t)
                    for b in track(u) if rank == 0 else u:
                        dist.all_reduce(t)
                    """),
            new PythonTemplates("an exception that a try expects", """
                    if rank == 0:
                        try:
                            ts[len(ts)]
                            raise RuntimeError("too long")
                        except IndexError:
                            print("as expected")
                    A()
                    """),
            new PythonTemplates("batches from elsewhere on one rank", """
                    batches = args.first() if rank == 0 else args.others()
                    for b in batches:
                        dist.all_reduce(t)
                    """),
            new PythonTemplates("every rank its share of an unknown number", """
                    for name in args.files[rank::world]:
                        dist.all_reduce(t)
                    """),
            new PythonTemplates("equal shares", """
                    share = len(ts) // world
                    for i in range(rank * share, (rank + 1) * share):
                        dist.all_reduce(t)
                    """),
            new PythonTemplates("unequal shares", """
                    for i in range(10 + rank, 20):  # here
                        dist.all_reduce(t)
                    """),
            new PythonTemplates("a state saved by one rank", """
                    accelerator = Accelerator()
                    if accelerator.is_main_process:
                        accelerator.save_state("last")
                    accelerator.wait_for_everyone()
                    """),
            new PythonTemplates("a length after a call of one rank", """
                    if rank == 0:  # here
                        dist.all_reduce(t)
                    if len(t) > 3:
                        dist.barrier()
                    """),
            new PythonTemplates("groups of two", """
                    for i in range(world // 2):
                        ranks = [2 * i, 2 * i + 1]
                        group = dist.new_group(ranks)
                        if rank in ranks:
                            own = group
                    dist.all_reduce(t, group=own)
                    """),
            new PythonTemplates("many rounds of many rounds", """
                    for epoch in range(100):
                        for step in range(500):
                            loss = [step, 2 * step, f"{epoch} {step}", {"step": step + 1}]
                            dist.all_reduce(t)
                            if step % 10 == 0 and rank == 0:
                                print(epoch, step, loss)
                    if rank == 0:  # here
                        dist.barrier()
                    """),
            new PythonTemplates("any and all", """
                    if any(rank == r for r in (0, 2)):  # here
                        dist.all_reduce(t)
                    if all([rank == 0, True]):  # here
                        dist.all_reduce(t)
                    if bool(rank):  # here
                        dist.barrier()
                    """),
            new PythonTemplates("an exception that the failed rank hands to all others", """
                    from mpi4py import MPI
                    def write(comm: MPI.Comm, failed, error):
                        failed = comm.allreduce(failed, op=MPI.MAX)
                        if failed - 1 == comm.rank:
                            comm.bcast(error, root=failed - 1)
                            raise error
                        elif failed:
                            error = comm.bcast(error, root=failed - 1)
                            raise error from None
                    """, "pass"),
            new PythonTemplates("an exception of the program that is caught", """
                    class Bad(Exception):
                        pass
                    """, """
                    try:
                        if rank == 0:  # here
                            raise Bad()
                        dist.all_reduce(t)
                    except Bad:
                        print("bad")
                    dist.barrier()
                    """));
}
