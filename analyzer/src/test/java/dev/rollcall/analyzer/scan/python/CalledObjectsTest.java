package dev.rollcall.analyzer.scan.python;

import static dev.rollcall.analyzer.scan.python.MarkedProgram.assertFindings;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which object's method a call runs, where the object lies in a collection or is handed over. */
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
                from others import items, values

                class Trainer:
                    def __init__(self, given):
                        self.means = [Mean(), Mean()]
                        self.by_name = defaultdict(Mean)
                        self.by_lambda = defaultdict(lambda: Mean())
                        self.of_names = {"a": Mean(), "b": Mean()}
                        self.made = [Mean() for _ in given]
                        self.appended = []
                        for _ in given:
                            self.appended.append(Mean())
                        self.either = [Mean(), Length()]
                        self.lengths = [Length() for _ in given]
                        self.by_length = defaultdict(Length)
                        self.counts = defaultdict(int)
                        self.keys = {Length(): Mean()}
                        self.later = defaultdict(Mean)
                        self.later["length"] = Length()
                        self.base = [Metric()]
                        self.given = list(given)

                    def __getattr__(self, name):
                        return self.__dict__[name] if name in self.__dict__ else None

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

                    def in_comprehension(self):
                        if dist.get_rank() == 0:  # warning
                            for each in self.made:
                                each.compute()

                    def in_values_of_a_display(self):
                        if dist.get_rank() == 0:  # warning
                            for each in self.of_names.values():
                                each.compute()

                    def at_index(self):
                        if dist.get_rank() == 0:  # warning
                            self.means[1].compute()

                    def at_key(self):
                        if dist.get_rank() == 0:  # warning
                            self.of_names["a"].compute()

                    def in_enumeration(self):
                        if dist.get_rank() == 0:  # warning
                            for i, each in enumerate(self.means):
                                each.compute()

                    def in_pairs(self, given):
                        if dist.get_rank() == 0:  # warning
                            for one, each in zip(given, self.appended):
                                each.compute()

                    def of_one_of_two_classes(self):
                        if dist.get_rank() == 0:  # warning
                            for each in self.either:
                                each.compute()

                    def of_another_class_later(self):
                        if dist.get_rank() == 0:  # warning
                            for each in self.later.values():
                                each.compute()

                    def right(self):
                        for each in self.means:
                            each.compute()
                        for each in self.either:
                            each.compute()
                        if dist.get_rank() == 0:
                            for each in self.lengths:
                                each.compute()
                            for name, each in self.by_length.items():
                                each.compute()
                                name.compute()
                            for each in self.counts.values():
                                each.compute()
                            for each in self.base:
                                each.compute()
                            for each in self.keys:
                                each.compute()
                            for each in values():
                                each.compute()
                            for name, each in items():
                                each.compute()
                            self.either[1].compute()
                            self.later["length"].compute()
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

    @Test
    void anAbstractMethodWithoutImplementationsIsNoEnd() {
        assertFindings("""
                import abc
                import torch.distributed as dist

                class Policy(abc.ABC):
                    @property
                    @abc.abstractmethod
                    def size(self):
                        ...

                    @abc.abstractmethod
                    def forward(self, batch):
                        \"""Returns the loss.\"""
                        raise NotImplementedError

                    def check(self):
                        raise ValueError("not this one")

                class Silent(abc.ABC):
                    @abc.abstractmethod
                    def save(self):
                        dist.barrier()

                def wrong(policy: Policy, batch):
                    loss = policy.forward(batch)
                    if policy.size > 1 and dist.get_rank() == 0:  # warning
                        dist.barrier()
                    return loss

                def right(policy: Policy):
                    policy.check()
                    if dist.get_rank() == 0:
                        dist.barrier()

                def saved(policy: Silent):
                    if dist.get_rank() == 0:  # warning
                        policy.save()
                """, Map.of());
    }

    @Test
    void aMethodThatOnlyRaisesHidesTheOneThatItOverrides() {
        assertFindings("""
                import torch.distributed as dist

                class Writer:
                    def flush(self):
                        dist.barrier()

                class Local(Writer):
                    def flush(self):
                        raise NotImplementedError

                class Quiet(Writer):
                    def flush(self):
                        \"""Does nothing; close() raises NotImplementedError.\"""

                def right():
                    if dist.get_rank() == 0:
                        Local().flush()
                        Quiet().flush()

                def wrong():
                    if dist.get_rank() == 0:  # warning
                        Writer().flush()
                """, Map.of());
    }

    @Test
    void aLibrarysObjectKeepsItsClassHoweverLongItsArgumentsAre() {
        String parts = IntStream.range(0, 70).mapToObj(i -> "given.part" + i).collect(Collectors.joining(" + "));
        assertFindings("""
                from accelerate import Accelerator

                def work(given):
                    accelerator = Accelerator(project_dir=%s)
                    if accelerator.is_main_process:  # warning
                        accelerator.wait_for_everyone()
                """.formatted(parts), Map.of());
    }

    @Test
    void anObjectIsOfOneOfTheClassesThatItsAnnotationNames() {
        assertFindings("""
                from typing import Optional, Union
                import torch.distributed as dist

                class Full:
                    def save(self):
                        dist.barrier()

                class Light:
                    def save(self):
                        pass

                    def load(self):
                        pass

                class Lighter:
                    def load(self):
                        pass

                def either(model: Light | Full):
                    if dist.get_rank() == 0:  # warning
                        model.save()

                def union(model: Union[Light, "Full"]):
                    if dist.get_rank() == 0:  # warning
                        model.save()

                def quoted(model: "Light | Full | None"):
                    if dist.get_rank() == 0:  # warning
                        model.save()

                def right(model: Full | Light, other: Optional[Union[Light, Lighter]]):
                    model.save()
                    if dist.get_rank() == 0:
                        other.load()
                """, Map.of());
    }

    @Test
    void aFieldHoldsObjectsOfSeveralClassesEachOnTheRanksThatStoreIt() {
        assertFindings("""
                import torch.distributed as dist

                class Writer:
                    def flush(self):
                        dist.barrier()

                class Quiet:
                    def flush(self):
                        pass

                class Leader:
                    def step(self, x):
                        dist.broadcast(x, 0)

                class Follower:
                    def step(self, x):
                        dist.broadcast(x, 0)
                        dist.barrier()

                class Trainer:
                    def __init__(self, loud):
                        self.either = Writer() if loud else Quiet()
                        self.quiet_first = Quiet() if dist.get_rank() == 0 else Writer()
                        self.quiet_list = [Quiet()] if dist.get_rank() == 0 else [Writer()]
                        if dist.get_rank() == 0:
                            self.loud_first = Writer()
                            self.role = Leader()
                        else:
                            self.loud_first = Quiet()
                            self.role = Follower()

                    def save(self):
                        self.either.flush()
                        if dist.get_rank() == 0:
                            self.quiet_first.flush()
                            for each in self.quiet_list:
                                each.flush()

                    def save_alone(self):
                        if dist.get_rank() == 0:  # warning
                            self.either.flush()

                    def save_first(self):
                        if dist.get_rank() == 0:  # warning
                            self.loud_first.flush()

                    def save_by_class(self):
                        self.loud_first.flush()  # warning

                    def step(self, x):
                        self.role.step(x)
                        if dist.get_rank() == 0:
                            dist.barrier()
                """, Map.of());
    }

    @Test
    void anObjectIsCalledByItsClass() {
        assertFindings("""
                import torch.distributed as dist
                from torch import nn

                class Sync:
                    def __call__(self, x):
                        dist.barrier()

                class Net(nn.Module):
                    def forward(self, x):
                        dist.all_reduce(x)
                        return x

                class Head(nn.Module):
                    def forward(self, x):
                        return x

                class Evaluator:
                    def __call__(self, model):
                        raise NotImplementedError

                class Gathering(Evaluator):
                    def __call__(self, model):
                        dist.all_gather_object([], model)

                class Quiet(Evaluator):
                    def __call__(self, model):
                        return 1

                class Trainer:
                    def __init__(self, sync):
                        self.net = Net()
                        self.head = Head()
                        self.either = Net() if sync else Head()
                        self.by_rank = Net() if dist.get_rank() == 0 else Head()
                        self.syncs = [Sync(), Sync()]
                        self.blocks = [Net(), Head()]
                        self.layers = nn.ModuleList([Net() for _ in range(3)])
                        self.sequence = nn.Sequential(Head(), Net())
                        self.heads = nn.ModuleDict({"a": Head(), "b": Head()})

                    def __call__(self, x):
                        return self.net(x)

                    def itself(self, x):
                        if dist.get_rank() == 0:  # warning
                            self(x)

                    def in_modules(self, x):
                        if dist.get_rank() == 0:  # warning
                            for layer in self.layers:
                                x = layer(x)

                    def in_sequence(self, x):
                        if dist.get_rank() == 0:  # warning
                            x = self.sequence(x)

                    def in_field(self, x):
                        if dist.get_rank() == 0:  # warning
                            self.net(x)

                    def in_list(self, x):
                        if dist.get_rank() == 0:  # warning
                            for each in self.syncs:
                                each(x)

                    def of_one_of_two_classes(self, x):
                        if dist.get_rank() == 0:  # warning
                            self.either(x)

                    def of_a_class_by_rank(self, x):
                        self.by_rank(x)  # warning

                    def right(self, x):
                        if dist.get_rank() == 0:
                            self.head(x)
                            self.heads["a"](x)
                            y = self.net(x)
                        else:
                            y = self.net(x)
                        for each in self.blocks:
                            each(x)
                        self.either(x)
                        return y

                class Holder:
                    sync: Sync

                    def in_declared_field(self, x):
                        if dist.get_rank() == 0:  # warning
                            self.sync(x)

                def returned() -> Net:
                    return made_by("name")

                def returned_quiet() -> Head:
                    return made_by("name")

                def of_the_declared_result(x):
                    net = returned()
                    if dist.get_rank() == 0:  # warning
                        net(x)
                    if dist.get_rank() == 0:
                        returned_quiet()(x)

                def of_one_class(evaluate: Gathering, model):
                    if dist.get_rank() == 0:  # warning
                        evaluate(model)

                def of_some_class(evaluate: Evaluator, model):
                    if dist.get_rank() == 0:  # warning
                        evaluate(model)

                def right(evaluate: Evaluator, quiet: Quiet, model):
                    if dist.get_rank() == 0:
                        quiet(model)
                        print(evaluate(model))
                    else:
                        evaluate(model)
                    if isinstance(evaluate, Quiet) and dist.get_rank() == 0:
                        evaluate(model)
                """, Map.of());
    }

    @Test
    void anIndexTakesWhateverWasPutIntoACollection() {
        assertFindings("""
                import torch.distributed as dist

                class Sync:
                    def __call__(self):
                        dist.barrier()

                class Save:
                    def __call__(self):
                        pass

                class Extended:
                    def __init__(self):
                        self.hooks = [Sync()]
                        self.hooks.extend([Save()])

                    def right(self):
                        if dist.get_rank() == 0:
                            self.hooks[1]()

                class Registry:
                    def __init__(self):
                        self.hooks = {"sync": Sync()}

                    def register(self, name, hook):
                        self.hooks[name] = hook

                    def right(self):
                        if dist.get_rank() == 0:
                            self.hooks["save"]()

                class Appended:
                    def __init__(self):
                        self.hooks = [Sync()]
                        for each in (Save(), Save()):
                            self.hooks.append(each)

                    def right(self):
                        if dist.get_rank() == 0:
                            self.hooks[-1]()
                """, Map.of());
    }

    @Test
    void aClassMethodMakesAnObjectOfTheClassThatItIsCalledOn() {
        assertFindings("""
                import torch.distributed as dist

                class Base:
                    def __init__(self, rank=0):
                        self.rank = rank

                    @classmethod
                    def create(cls):
                        return cls()

                    @classmethod
                    def of_this_rank(cls):
                        return cls(dist.get_rank())

                    def sync(self):
                        dist.barrier()

                class Quiet(Base):
                    def sync(self):
                        pass

                class Again(Base):
                    def go(self):
                        other = self.create()
                        if dist.get_rank() == 0:  # warning
                            other.sync()

                class Above(Quiet):
                    @classmethod
                    def create(cls):
                        return super().create()

                    def go(self):
                        other = self.create()
                        if dist.get_rank() == 0:
                            other.sync()

                def wrong():
                    made = Base.create()
                    if dist.get_rank() == 0:  # warning
                        made.sync()

                def wrong_by_its_field():
                    if Base.of_this_rank().rank == 0:  # warning
                        dist.barrier()

                def right():
                    made = Quiet.create()
                    if dist.get_rank() == 0:
                        made.sync()
                    if made.rank == 0:
                        dist.barrier()
                """, Map.of());
    }

    @Test
    void aPropertyIsSetByItsMethod() {
        assertFindings("""
                import torch.distributed as dist

                class Job:
                    def __init__(self, rank):
                        self.rank = rank

                    @property
                    def rank(self):
                        return self._rank

                    @rank.setter
                    def rank(self, value):
                        self._rank = value

                    @property
                    def state(self):
                        return self._state

                    @state.setter
                    def state(self, value):
                        self._state = value
                        dist.barrier()

                def right():
                    job = Job(dist.get_rank())
                    job.rank = 0
                    if job.rank == 0:
                        dist.barrier()
                    job.state = "done"
                    if dist.get_rank() == 0:
                        Job.state = "replaced"

                def wrong():
                    job = Job(dist.get_rank())
                    if job.rank == 0:  # warning
                        dist.barrier()

                def sets(job: Job):
                    if dist.get_rank() == 0:  # warning
                        job.state = "done"
                """, Map.of());
    }

    @Test
    void anElementOfOneOfTwoCollectionsIsChosenWithIt() {
        assertFindings("""
                import torch.distributed as dist

                def setup(several):
                    if several:
                        dist.init_process_group("gloo")
                        return True, dist.get_rank()
                    return False, 0

                def right(several):
                    enabled, rank = setup(several)
                    if rank == 0 and not enabled:
                        dist.barrier()
                    by_name = {"on": True, "rank": rank} if enabled else {"on": False, "rank": 0}
                    if not by_name["on"]:
                        if by_name["rank"] == 0:
                            dist.barrier()

                def wrong(several):
                    pair = [dist.get_rank(), True] if several else [0, False]
                    if pair[1]:
                        if pair[0] == 0:  # warning
                            dist.barrier()
                """, Map.of());
    }

    @Test
    void anObjectRunsWhatItsGetattrGives() {
        assertFindings("""
                import torch.distributed as dist

                class Model:
                    def save(self):
                        dist.barrier()

                    def show(self):
                        pass

                class Wrapper:
                    def __init__(self, model):
                        self.model = model

                    def __getattr__(self, name):
                        return getattr(self.model, name)

                class Endless:
                    def __getattr__(self, name):
                        return getattr(self, name)

                def wrong():
                    model = Wrapper(Wrapper(Model()))
                    if dist.get_rank() == 0:  # warning
                        model.save()

                def right(other):
                    model = Wrapper(Model())
                    model.save()
                    if dist.get_rank() == 0:
                        model.show()
                        Wrapper(other).save()
                        Endless().save()
                """, Map.of());
    }

    @Test
    void aTableRunsTheFunctionThatTheRankChooses() {
        assertFindings("""
                import torch.distributed as dist

                class Full:
                    def save(self):
                        dist.barrier()

                class Light:
                    def save(self):
                        pass

                def silent():
                    pass

                def wrong():
                    {True: dist.barrier, False: silent}[dist.get_rank() == 0]()  # warning

                def wrong_by_position():
                    [dist.barrier, silent][dist.get_rank() % 2]()  # warning

                def right(name):
                    [dist.barrier, silent][name]()
                    {0: dist.barrier, 1: dist.barrier}[min(dist.get_rank(), 1)]()
                    [silent, dist.barrier, dist.barrier][-2 if dist.get_rank() == 0 else 1]()

                def right_by_name(name):
                    if name in ("light", "lighter"):
                        model = {"full": Full, "light": Light}[name]()
                        if dist.get_rank() == 0:
                            model.save()
                """, Map.of());
    }

    @Test
    void aPartialFunctionHasTheArgumentsThatItGotByName() {
        assertFindings("""
                from functools import partial
                import torch.distributed as dist

                def save(path, sync=False):
                    if sync:
                        dist.barrier()

                def load(path, sync=True):
                    if sync:
                        dist.barrier()

                class Checkpoints:
                    def __init__(self):
                        self.save = partial(save, sync=True)

                    def last(self):
                        if dist.get_rank() == 0:  # warning
                            self.save("last")

                together = partial(save, sync=True)
                alone = partial(load, sync=False)

                def saves_together():
                    if dist.get_rank() == 0:  # warning
                        together("x")

                def loads_alone():
                    if dist.get_rank() == 0:
                        alone("x")
                        together("x", sync=False)
                        partial(together, sync=False)("x")

                def may_save_together(**settings):
                    later = partial(save, sync=False)
                    if dist.get_rank() == 0:  # warning
                        later("x", **settings)

                def takes_settings(**settings):
                    later = partial(save, **settings)
                    if dist.get_rank() == 0:  # warning
                        later("x")

                def saves_with_path(path):
                    later = partial(partial(save, path), sync=True)
                    if dist.get_rank() == 0:  # warning
                        later()
                """, Map.of());
    }

    @Test
    void anItemOfASliceIsOneOfTheWhole() {
        assertFindings("""
                import deepspeed
                import torch.distributed as dist

                def save(model):
                    engine, optimizer = deepspeed.initialize(model=model)[:2]
                    if dist.get_rank() == 0:  # warning
                        engine.save_checkpoint("out")

                def save_other(model):
                    optimizer, loader = deepspeed.initialize(model=model)[1:3]
                    if dist.get_rank() == 0:
                        optimizer.save_checkpoint("out")

                def last(model):
                    all = (model, dist.get_rank(), 0)
                    rest = all[1:]
                    if rest[0] == 0:  # warning
                        dist.barrier()
                    if rest[1] == 1:
                        dist.barrier()
                """, Map.of());
    }

    @Test
    void aDictionaryThatIsMadeByNamesIsSpreadAsOne() {
        assertFindings("""
                import torch.distributed as dist

                def save(sync=True):
                    if sync:
                        dist.barrier()

                def wrong():
                    settings = dict(sync=True)
                    if dist.get_rank() == 0:  # warning
                        save(**settings)

                def right():
                    settings = dict(sync=False)
                    if dist.get_rank() == 0:
                        save(**settings)
                """, Map.of());
    }

    @Test
    void askingForTheClassAgreesWithTheMethodThatRuns() {
        assertFindings("""
                from typing import Union
                import torch.distributed as dist

                class Several:
                    rank = dist.get_rank()

                    def step(self):
                        dist.barrier()

                class Alone:
                    rank = 0

                    def step(self):
                        pass

                class Trainer:
                    def __init__(self, several):
                        self.job = Several() if several else Alone()

                    def right(self):
                        if isinstance(self.job, Alone):
                            if dist.get_rank() == 0:
                                self.job.step()
                        if type(self.job) is Alone and dist.get_rank() == 0:
                            self.job.step()
                        if self.job.__class__ != Several and dist.get_rank() == 0:
                            self.job.step()
                        match self.job:
                            case Several():
                                self.job.step()
                            case _:
                                if dist.get_rank() == 0:
                                    self.job.step()
                        job = self.job
                        if isinstance(job, (Several, type(None))):
                            job.step()
                        elif dist.get_rank() == 0:
                            job.step()
                        if isinstance(self.job, Alone) and self.job.rank == 0:
                            dist.barrier()

                    def wrong(self):
                        if isinstance(self.job, Several):
                            if dist.get_rank() == 0:  # warning
                                self.job.step()

                def right(job: Union[Several, Alone]):
                    if isinstance(job, Several):
                        job.step()
                    elif dist.get_rank() == 0:
                        job.step()

                def wrong(job: Union[Several, Alone]):
                    if not isinstance(job, Alone):
                        if dist.get_rank() == 0:  # warning
                            job.step()
                """, Map.of());
    }

    @Test
    void eachClassOfAnObjectHasItsOwnPropertiesSettersAndIterators() {
        assertFindings("""
                import torch.distributed as dist
                from torch.utils.tensorboard import SummaryWriter

                class Several:
                    @property
                    def is_main(self):
                        return dist.get_rank() == 0

                    @property
                    def state(self):
                        return 1

                    @state.setter
                    def state(self, value):
                        dist.barrier()

                    def __iter__(self):
                        dist.barrier()
                        return iter([1])

                    @staticmethod
                    def share(sync):
                        if sync:
                            dist.barrier()

                class Alone:
                    is_main = True
                    state = 2

                    def share(self, sync):
                        if sync:
                            dist.barrier()

                class Writer:
                    def flush(self):
                        dist.barrier()

                class Readable:
                    @property
                    def state(self):
                        return 3

                    @state.setter
                    def state(self, value):
                        raise NotImplementedError

                class Hidden(Several):
                    state = 4

                class Quiet(Several):
                    @Several.state.setter
                    def state(self, value):
                        pass

                def reads(job: Several | Alone):
                    if job.is_main:  # warning
                        dist.barrier()

                def sets(job: Alone | Several):
                    if dist.get_rank() == 0:  # warning
                        job.state = 5

                def iterates(job: Alone | Several):
                    if dist.get_rank() == 0:  # warning
                        for each in job:
                            print(each)

                class Logged:
                    def __init__(self):
                        self.writer = SummaryWriter() if dist.get_rank() == 0 else Writer()

                    def right(self):
                        if dist.get_rank() == 0:
                            self.writer.flush()

                    def wrong(self):
                        self.writer.flush()  # warning

                def right(job: Several | Alone, readable: Readable):
                    if dist.get_rank() == 0:
                        job.share(False)
                        Hidden().state = 6
                        Quiet().state = 7
                        readable.state = 8
                """, Map.of());
    }

    @Test
    void theClassesOfAFieldAreFoundHoweverItsFactoriesCallEachOther() {
        String factories = IntStream.range(0, 30)
                .mapToObj(i -> "def make%d(n):\n    return make%d(n) if n else make%d(n - 1)\n"
                        .formatted(i, i + 1, (i + 7) % 30))
                .collect(Collectors.joining());
        assertFindings("""
                import torch.distributed as dist

                class Model:
                    def save(self):
                        dist.barrier()

                """ + factories + """
                def make30(n):
                    return Model()

                class Trainer:
                    def __init__(self, n):
                        self.model = make0(n)

                    def save(self):
                        if dist.get_rank() == 0:  # warning
                            self.model.save()
                """, Map.of());
    }
}
