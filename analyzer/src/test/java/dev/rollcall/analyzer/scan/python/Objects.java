package dev.rollcall.analyzer.scan.python;

import java.util.List;

/** Families of Python programs in which fields, subclasses, iterators and other objects carry the rank to the condition. */
final class Objects {
    private Objects() {}

    static final List<PythonTemplates> ALL = List.of(
            new PythonTemplates("an inherited method and the subclass's field", """
                    class Base:
                        def save(self):
                            if self.leads:  # here
                                dist.barrier()
                    class Job(Base):
                        def __init__(self):
                            self.leads = dist.get_rank() == 0
                    """, "Job().save()"),
            new PythonTemplates("an inherited method and a subclass's field of all ranks", """
                    class Base:
                        def save(self):
                            if self.saves:
                                dist.barrier()
                    class Job(Base):
                        def __init__(self, args):
                            self.saves = args.saves
                    """, "Job(args).save()"),
            new PythonTemplates("an inherited method and the subclass's answer", """
                    class Base:
                        def leads(self):
                            return True
                        def save(self):
                            if self.leads():  # here
                                dist.barrier()
                    class Job(Base):
                        def leads(self):
                            return dist.get_rank() == 0
                    """, "pass"),
            new PythonTemplates("a template method that one rank runs", """
                    class Base:
                        def run(self):
                            if dist.get_rank() == 0:  # here
                                self.step()
                    class Job(Base):
                        def step(self):
                            dist.all_reduce(self.t)
                    """, "pass"),
            new PythonTemplates("a field that another class sets", """
                    class State:
                        pass
                    class Setup:
                        def begin(self, state: State):
                            state.writes = dist.get_rank() == 0
                    class Saver:
                        def save(self, state: State):
                            if state.writes:  # here
                                dist.barrier()
                    """, "pass"),
            new PythonTemplates("a field that another class sets on all ranks", """
                    class State:
                        pass
                    class Setup:
                        def begin(self, state: State, args):
                            state.writes = args.writes
                            self.writes = dist.get_rank() == 0
                    class Saver:
                        def save(self, state: State):
                            if state.writes:
                                dist.barrier()
                    """, "pass"),
            new PythonTemplates("a field that a function sets", """
                    class Engine:
                        def save(self):
                            if self.saves_shards:  # here
                                dist.barrier()
                    def build():
                        engine = Engine()
                        engine.saves_shards = dist.get_rank() == 0
                        return engine
                    """, "pass"),
            new PythonTemplates("a field that gets its value later", """
                    class Job:
                        def __init__(self, args):
                            self.saves = False
                            self.many = False
                            self.args = args
                        def begin(self):
                            self.saves = dist.get_rank() == 0
                            self.many = self.args.many
                        def save(self):
                            if self.saves:  # here
                                dist.barrier()
                            if self.many:
                                dist.barrier()
                    """, "pass"),
            new PythonTemplates("fields by their names", """
                    class Job:
                        def __init__(self):
                            setattr(self, "leads", dist.get_rank() == 0)
                            setattr(self, "saves", True)
                        def save(self):
                            if getattr(self, "leads", False):  # here
                                dist.barrier()
                            if getattr(self, "saves", False):
                                dist.barrier()
                    """, "pass"),
            new PythonTemplates("an iterator on one rank", """
                    class Loader:
                        def __iter__(self):
                            dist.broadcast(self.seed, src=0)
                            yield from self.data
                    class Dispatcher(Loader):
                        def __init__(self):
                            self.rank = dist.get_rank()
                        def __iter__(self):
                            batches = None
                            if self.rank == 0:  # here
                                batches = super().__iter__()
                            for batch in batches:
                                print(batch)
                    """, "pass"),
            new PythonTemplates("an iterator on all ranks", """
                    class Loader:
                        def __iter__(self):
                            dist.broadcast(self.seed, src=0)
                            yield from self.data
                    class Dispatcher(Loader):
                        def __iter__(self):
                            for batch in super().__iter__():
                                if dist.get_rank() == 0:
                                    print(batch)
                    """, "pass"),
            new PythonTemplates("functions that iterate on one rank", """
                    class Loader:
                        def __init__(self, data):
                            self.data = data
                        def __iter__(self):
                            dist.barrier()
                            yield from self.data
                    """, """
                    loader = Loader(ts)
                    print(list(loader), list(ts))
                    if rank == 0:  # here
                        print(list(loader))
                    if rank == 0:  # here
                        print(tuple(loader))
                    if rank == 0:  # here
                        print(set(loader))
                    if rank == 0:  # here
                        print(frozenset(loader))
                    if rank == 0:  # here
                        print(dict(loader))
                    if rank == 0:  # here
                        print(sorted(loader))
                    if rank == 0:  # here
                        print(sum(loader))
                    if rank == 0:  # here
                        print(any(loader))
                    if rank == 0:  # here
                        print(all(loader))
                    if rank == 0:  # here
                        print(min(loader))
                    if rank == 0:  # here
                        print(max(loader))
                    if rank == 0:
                        print(sorted(ts), list(enumerate(ts)))
                    if rank == 0:
                        print(zip(ts, loader), enumerate(loader), reversed(loader), iter(loader))
                    """),
            new PythonTemplates("a generator that one rank starts", """
                    def batches(t, ts):
                        dist.broadcast(t, src=0)
                        for each in ts:
                            yield each
                    """, """
                    for batch in batches(t, ts):
                        print(batch)
                    if rank == 0:  # here
                        for batch in batches(t, ts):
                            print(batch)
                    """),
            new PythonTemplates("an operation with a gradient on one rank", """
                    class Gather(torch.autograd.Function):
                        @staticmethod
                        def forward(ctx, x):
                            dist.all_reduce(x)
                            return x
                    """, """
                    t = Gather.apply(t)
                    if rank == 0:  # here
                        t = Gather.apply(t)
                    """),
            new PythonTemplates("a property of a field of a declared class", """
                    class Env:
                        def __init__(self):
                            self._me = dist.get_rank()
                        @property
                        def leads(self):
                            return self._me == 0
                    class Job:
                        def __init__(self, env: Env):
                            self.env = env
                        def save(self):
                            if not self.env.leads:  # here
                                return
                            dist.barrier()
                    """, "pass"),
            new PythonTemplates("an abstract property", """
                    from abc import ABC, abstractmethod
                    class Env(ABC):
                        @property
                        @abstractmethod
                        def number(self):
                            pass
                        @property
                        def name(self):
                            return "any"
                    class Alone(Env):
                        number = property(lambda self: 0)
                    class Many(Env):
                        @property
                        def number(self):
                            return dist.get_rank()
                    class Job:
                        def __init__(self, env: Env):
                            self.env = env
                        def save(self, path):
                            if self.env.name == "any":
                                dist.barrier()
                            if self.env.number == 0:  # here
                                if not os.path.exists(path):
                                    return
                            dist.barrier()
                    """, "pass"),
            new PythonTemplates("callbacks in a list", """
                    class Callback:
                        def end(self):
                            pass
                    class Save(Callback):
                        def __init__(self, rank):
                            self.rank = rank
                        def end(self):
                            if self.rank == 0:  # here
                                dist.barrier()
                    class Job:
                        def __init__(self, callbacks):
                            self.callbacks = callbacks
                        def run(self):
                            for each in self.callbacks:
                                each.end()
                    """, "Job([Callback(), Save(rank)]).run()"),
            new PythonTemplates("a subclass on one rank that a loop changes", """
                    class Task:
                        def __init__(self):
                            self.loss = 1.0
                        def train(self, x):
                            self.loss = 0.9 * self.loss + x
                        def end(self):
                            self.loss = 0.5 * self.loss
                    class Reporting(Task):
                        def end(self):
                            dist.all_reduce(self.loss)
                    """, """
                    task = Reporting() if rank == 0 else Task()  # here
                    for epoch in range(4):
                        for step in range(3):
                            task.train(step)
                        task.end()
                    """),
            new PythonTemplates("a file of MPI on one rank", """
                    from mpi4py import MPI
                    def write(path, rows):
                        comm = MPI.COMM_WORLD
                        out = MPI.File.Open(comm, path)
                        if comm.rank == 0:  # here
                            out.Write_at_all(0, rows)
                        out.Close()
                    """, "pass"),
            new PythonTemplates("a function in a field", """
                    class Job:
                        def __init__(self, sync):
                            self.sync = sync
                        def save(self, rank):
                            if rank == 0:  # here
                                self.sync()
                    def sync():
                        dist.barrier()
                    """, "Job(sync).save(rank)"),
            new PythonTemplates("a function in a field, on all ranks", """
                    class Job:
                        def __init__(self, sync):
                            self.sync = sync
                        def save(self, rank):
                            self.sync()
                            if rank == 0:
                                self.show()
                        def show(self):
                            print("saved")
                    def sync():
                        dist.barrier()
                    """, "Job(sync).save(rank)"),
            new PythonTemplates("a library's function in a field of a class that nobody makes", """
                    class Job:
                        def __init__(self):
                            self.sync = dist.barrier
                        def save(self):
                            if dist.get_rank() == 0:  # here
                                self.sync()
                    """, "pass"),
            new PythonTemplates("a sharded model in a field", """
                    class Job:
                        def __init__(self, model):
                            self.model = FSDP(model)
                        def sample(self, x):
                            if dist.get_rank() == 0:  # here
                                print(self.model(x))
                    """, "Job(model).sample(t)"),
            new PythonTemplates("a method of a library's object in a variable", """
                    from mpi4py import MPI
                    def run(mock):
                        comm = MPI.COMM_WORLD
                        wait = print if mock else comm.Barrier
                        wait()
                        if comm.rank == 0:  # here
                            wait()
                    """, "pass"),
            new PythonTemplates(
                    "a method of a library's object that is passed on",
                    """
                    from mpi4py import MPI
                    def first(comm, do):
                        if comm.rank == 0:  # here
                            do()
                    """,
                    "first(MPI.COMM_WORLD, MPI.COMM_WORLD.Barrier)"),
            new PythonTemplates(
                    "a method of a library's object that all ranks call",
                    """
                    from mpi4py import MPI
                    def run(comm, do):
                        do()
                        if comm.rank == 0:
                            print("done")
                    """,
                    "run(MPI.COMM_WORLD, MPI.COMM_WORLD.Barrier)"));
}
