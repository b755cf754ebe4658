package dev.rollcall.analyzer.scan.python;

import static dev.rollcall.analyzer.scan.python.HabitsOfTheFieldTest.assertFindings;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which object's method a call runs, where the object lies in a collection, is handed over or is called itself. */
class CalledObjectsTest {
    /** Two classes of one base whose objects compute with a collective, and without one. */
    private static final String METRICS = """
            import torch
            import torch.distributed as dist

            class Metric:
                def compute(self):
                    raise NotImplementedError

            class Mean(Metric):
                def compute(self):
                    dist.barrier()

            class Length(Metric):
                def compute(self):
                    return 1

            """;

    @Test
    void anElementOfACollectionInAFieldHasTheClassOfWhatIsPutThere() {
        assertFindings(METRICS + """
                from collections import defaultdict

                class Trainer:
                    def __init__(self, given):
                        self.means = [Mean(), Mean()]
                        self.by_name = defaultdict(Mean)
                        self.by_lambda = defaultdict(lambda: Mean())
                        self.of_names = {"a": Mean(), "b": Mean()}
                        self.made = [Mean() for _ in given]
                        self.either = [Mean(), Length()]
                        self.lengths = [Length() for _ in given]
                        self.by_length = defaultdict(Length)
                        self.counts = defaultdict(int)
                        self.given = list(given)

                    def in_list(self):
                        if dist.get_rank() == 0:  # warning
                            for each in self.means:
                                each.compute()

                    def in_values(self):
                        if dist.get_rank() == 0:  # warning
                            for each in self.by_name.values():
                                each.compute()

                    def in_items(self):
                        if dist.get_rank() == 0:  # warning
                            for name, each in self.by_lambda.items():
                                each.compute()

                    def by_key(self):
                        if dist.get_rank() == 0:  # warning
                            self.of_names["a"].compute()

                    def in_comprehension(self):
                        if dist.get_rank() == 0:  # warning
                            for each in self.made:
                                each.compute()

                    def of_the_base(self):
                        if dist.get_rank() == 0:  # warning
                            for each in self.either:
                                each.compute()

                    def right(self):
                        for each in self.means:
                            each.compute()
                        if dist.get_rank() == 0:
                            for each in self.lengths:
                                each.compute()
                            for name, each in self.by_length.items():
                                each.compute()
                                name.compute()
                            for each in self.counts.values():
                                each.compute()
                            self.either[1].compute()
                """, Map.of());
    }

    @Test
    void aMethodThatCallsOneOfItsNameRunsThatOfAnotherClass() {
        assertFindings("""
                import torch.distributed as dist

                class Meter:
                    def synchronize(self, x):
                        dist.all_reduce(x)

                class Meters:
                    def __init__(self, meters):
                        self.meters = meters

                    def synchronize(self, x):
                        for each in self.meters:
                            each.synchronize(x)

                def wrong(meters, x):
                    all = Meters(meters)
                    if dist.get_rank() == 0:  # warning
                        all.synchronize(x)

                def right(meters, x):
                    all = Meters(meters)
                    all.synchronize(x)
                """, Map.of());
    }

    @Test
    void anObjectOfALibraryThatIsHandedOverRunsItsOwnMethod() {
        assertFindings("""
                import torch.distributed as dist
                from accelerate import Accelerator
                from mpi4py import MPI
                from torch.distributed.fsdp import FullyShardedDataParallel as FSDP

                def save(model):
                    return model.state_dict()

                def wait(a):
                    a.wait_for_everyone()

                def synchronize(c):
                    c.Barrier()

                def wrong(net):
                    model = FSDP(net)
                    if dist.get_rank() == 0:  # warning
                        save(model)
                    if dist.get_rank() == 0:  # warning
                        wait(Accelerator())
                    if dist.get_rank() == 0:  # warning
                        synchronize(MPI.COMM_WORLD)

                def right(net):
                    save(FSDP(net))
                    if dist.get_rank() == 0:
                        save(net)
                """, Map.of());
    }

    @Test
    void aModuleThatIsCalledComputesForward() {
        assertFindings("""
                import torch
                import torch.distributed as dist

                class Normalized(torch.nn.Module):
                    def forward(self, x):
                        dist.all_reduce(x)
                        return x

                class Plain(torch.nn.Module):
                    def forward(self, x):
                        return x

                class Net(torch.nn.Module):
                    def __init__(self):
                        self.layer = Normalized()
                        self.plain = Plain()
                        self.layers = torch.nn.ModuleList([Normalized() for _ in range(3)])

                    def of_field(self, x):
                        if dist.get_rank() == 0:  # warning
                            x = self.layer(x)
                        return x

                    def of_list(self, x):
                        if dist.get_rank() == 0:  # warning
                            for each in self.layers:
                                x = each(x)
                        return x

                    def right(self, x):
                        x = self.layer(x)
                        for each in self.layers:
                            x = each(x)
                        if dist.get_rank() == 0:
                            x = self.plain(x)
                        return x
                """, Map.of());
    }

    @Test
    void aCommunicatorThatIsMissingWithoutItsLibraryIsThatOfTheLibrary() {
        assertFindings("""
                try:
                    from mpi4py import MPI
                    comm = MPI.COMM_WORLD
                    rank = comm.Get_rank()
                except ImportError:
                    comm = None
                    rank = 0

                def wrong(x):
                    if rank == 0:  # warning
                        x = comm.bcast(x, root=0)
                    return x

                def right(x):
                    x = comm.bcast(x, root=0)
                    if comm is not None and rank == 0:
                        print(x)
                    if comm is not None:
                        comm.Barrier()
                    return x
                """, Map.of());
    }

    @Test
    void aCommunicatorThatOneRankHasIsNotThatOfAll() {
        assertFindings("""
                from mpi4py import MPI

                world = MPI.COMM_WORLD
                first = world.Create(world.Get_group().Incl([0]))
                own = first if world.rank == 0 else None

                def right(x):
                    if world.rank == 0:
                        own.bcast(x)
                """, Map.of());
    }
}
