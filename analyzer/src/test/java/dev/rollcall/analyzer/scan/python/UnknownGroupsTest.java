package dev.rollcall.analyzer.scan.python;

import static dev.rollcall.analyzer.scan.python.MarkedProgram.assertFindings;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Communicators whose members the program does not say. */
final class UnknownGroupsTest {

    @Test
    void aCommunicatorThatAFunctionReturnsHasAllWhoTakePart() {
        assertFindings("""
                import torch.distributed as dist
                from mpi4py import MPI

                def first(comm):
                    return comm.rank == 0

                def method(grid):
                    comm = grid.mpi_comm()
                    if comm.Get_rank() == 0:  # warning
                        comm.barrier()

                def attribute(grid):
                    comm = grid.mpi_comm().tompi4py()
                    if comm.rank == 0:  # warning
                        comm.bcast(1, root=0)

                def function(grid):
                    comm = grid.mpi_comm()
                    if first(comm):  # warning
                        comm.bcast(1, root=0)

                def torch_group(x, grid):
                    group = grid.get_group()
                    if dist.get_rank(group) == 0:  # warning
                        dist.all_reduce(x, group=group)

                def all_of_them(grid):
                    comm = grid.mpi_comm()
                    text = "a" if comm.rank == 0 else None
                    return comm.bcast(text, root=0)
                """, Map.of());
    }

    @Test
    void aCommunicatorThatAFunctionReturnsMayBeOneOfSeveral() {
        assertFindings("""
                import torch.distributed as dist
                from mpi4py import MPI

                def of_the_world(grid):
                    comm = grid.get_comm()
                    if MPI.COMM_WORLD.rank == 0:  # note
                        comm.barrier()

                def beside_the_world(grid):
                    comm = grid.get_comm()
                    if comm.rank == 0:  # note
                        comm.barrier()
                    MPI.COMM_WORLD.barrier()

                def of_another(grid, x):
                    if dist.get_rank(grid.get_group()) == 0:  # note
                        dist.all_reduce(x, group=grid.other_group())

                def between_two_groups(pool, x):
                    comm = pool.spawn()
                    if comm.rank == 0:  # note
                        comm.bcast(x, root=MPI.ROOT)
                    else:
                        comm.bcast(x, root=MPI.PROC_NULL)

                def leaders(grid, x):
                    group = grid.make_group()
                    if dist.get_rank() % 8 == 0:  # note
                        dist.all_reduce(x, group=group)
                """, Map.of());
    }

    @Test
    void oneRankAloneWaitsWhoeverTheOtherMembersAre() {
        assertFindings("""
                import torch.distributed as dist

                def first(grid, x):
                    group = grid.get_group()
                    if dist.get_rank() == 0:  # warning
                        dist.all_reduce(x, group=group)
                    dist.all_reduce(x, group=group)
                    dist.barrier()

                def last(grid, x, log):
                    group = grid.get_group()
                    if log and dist.get_rank() == dist.get_world_size() - 1:  # warning
                        dist.all_reduce(x, group=group)
                    dist.all_reduce(x, group=group)
                    dist.barrier()

                def with_another_job(servers, x):
                    group = servers.get_group()
                    if dist.get_rank() == 0:  # note
                        dist.broadcast(x, 0, group=group)
                    dist.barrier()

                def leaders(grid, x):
                    group = grid.get_group()
                    if dist.get_rank() % 8 == 0:  # note
                        dist.all_reduce(x, group=group)
                    dist.all_reduce(x, group=group)
                    dist.barrier()

                def workers(grid, x):
                    group = grid.get_group()
                    if dist.get_rank() != 0:  # note
                        dist.all_reduce(x, group=group)
                    dist.all_reduce(x, group=group)
                    dist.barrier()

                def two(grid, x):
                    group = grid.get_group()
                    if dist.get_rank() in (0, 4):  # note
                        dist.all_reduce(x, group=group)
                    dist.all_reduce(x, group=group)
                    dist.barrier()
                """, Map.of());
    }

    @Test
    void theRankInOneGroupDoesNotTellWhoIsInAnother() {
        assertFindings("""
                import torch.distributed as dist

                def along(x, tp_group, dp_group):
                    if dist.get_rank(tp_group) == 0:  # note
                        dist.all_reduce(x, group=dp_group)

                class Grid:
                    def __init__(self, tp_group, dp_group):
                        self.tp_group = tp_group
                        self.dp_group = dp_group

                    def sync(self, x):
                        if dist.get_rank(self.tp_group) == 0:  # note
                            dist.all_reduce(x, group=self.dp_group)
                        dist.broadcast(x, 0, group=self.tp_group)

                    def wrong(self, x):
                        if dist.get_rank(self.tp_group) == 0:  # warning
                            dist.all_reduce(x, group=self.tp_group)
                        dist.broadcast(x, 0, group=self.dp_group)
                """, Map.of());
    }

    @Test
    void membersThatAskWhetherTheyAreMembersAreNotAccused() {
        assertFindings("""
                import torch.distributed as dist

                def asks_for_none(grid, x):
                    group = grid.get_group()
                    if dist.get_rank() == 0:  # note
                        dist.broadcast(x, 0, group=group)
                    elif group is not None:
                        dist.broadcast(x, 0, group=group)
                    dist.barrier()

                def asks_the_grid(grid, x):
                    group = grid.get_group()
                    if dist.get_rank() == 0:  # note
                        dist.broadcast(x, 0, group=group)
                    elif grid.is_member():
                        dist.broadcast(x, 0, group=group)
                    dist.barrier()

                class Engine:
                    def update(self, engine, x):
                        group = engine.update_group()
                        if self.colocate:
                            dist.all_gather_object([], x, group=group)
                        elif dist.get_rank() == 0:  # note
                            dist.broadcast(x, 0, group=group)
                        dist.barrier()
                """, Map.of());
    }

    @Test
    void whatIsNotKnownOfOneCommunicatorHidesNothingOfAnother() {
        assertFindings("""
                import torch.distributed as dist

                def run(x, tp_group, dp_group):
                    if dist.get_rank(tp_group) == 0:  # warning
                        dist.all_reduce(x, group=dp_group)
                        dist.barrier()

                def by_size(x, tp_group, dp_group):
                    if dist.get_rank() % dist.get_world_size(tp_group) == 0:  # note
                        dist.all_reduce(x, group=dp_group)
                """, Map.of());
    }
}
