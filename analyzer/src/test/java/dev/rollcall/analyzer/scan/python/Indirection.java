package dev.rollcall.analyzer.scan.python;

import java.util.List;

/** Families of Python programs in which the calls are made by way of contexts, decorators, closures and the like. */
final class Indirection {
    private Indirection() {}

    private static final String FIRST_FUNCTION = """
            from contextlib import contextmanager
            @contextmanager
            def first(rank):
                if rank != 0:
                    A()
                yield
                if rank == 0:
                    A()
            """;

    private static final String FIRST_CLASS = """
            class First:
                def __init__(self, rank):
                    self.rank = rank
                def __enter__(self):
                    if self.rank != 0:
                        dist.barrier()
                    return self
                def __exit__(self, kind, value, trace):
                    if self.rank == 0:
                        dist.barrier()
            """;

    static final List<PythonTemplates> SINGLE = List.of(
            new PythonTemplates("the first rank goes first, by a generator", FIRST_FUNCTION, """
                    with first(rank):
                        data = load()
                    A()
                    """),
            new PythonTemplates("the first rank goes first, by a class", FIRST_CLASS, """
                    with First(rank) as f:
                        data = load()
                    A()
                    """),
            new PythonTemplates("a call inside a context on one rank", FIRST_FUNCTION, """
                    with first(rank):
                        if rank == 1:  # here
                            A()
                    """),
            new PythonTemplates("a call in what a context does when it is left", """
                    from contextlib import contextmanager
                    @contextmanager
                    def saving(rank):
                        try:
                            yield rank
                        finally:
                            if rank == 0:  # here
                                A()
                    """, """
                    with saving(rank) as r:
                        print(r)
                    """),
            new PythonTemplates("a return out of a context", """
                    import contextlib
                    @contextlib.contextmanager
                    def timed(name):
                        print(name)
                        yield
                        print(name)
                    """, """
                    with timed("step"):
                        if rank == 0:  # here
                            return
                        A()
                    """),
            new PythonTemplates("a return out of a context that calls at its end", """
                    class Synced:
                        def __enter__(self):
                            return self
                        def __exit__(self, *args):
                            A()
                    """, """
                    with Synced():
                        if rank == 0:
                            return
                        print("other")
                    """),
            new PythonTemplates("a decorator of the program", """
                    import functools
                    def main_only(fn):
                        @functools.wraps(fn)
                        def wrapper(*args, **kwargs):
                            if dist.get_rank() == 0:  # here
                                return fn(*args, **kwargs)
                        return wrapper
                    @main_only
                    def save(t, u, ts):
                        A()
                    """, """
                    save(t, u, ts)
                    """),
            new PythonTemplates("a decorator with arguments", """
                    def only(rank):
                        def decorate(fn):
                            def wrapper(*args):
                                if dist.get_rank() == rank:  # here
                                    fn(*args)
                            return wrapper
                        return decorate
                    class Saver:
                        @only(2)
                        def save(self, t, u, ts):
                            A()
                    """, """
                    Saver().save(t, u, ts)
                    """),
            new PythonTemplates("a decorator that times", """
                    def timed(fn):
                        def wrapper(*args, **kwargs):
                            print("begin")
                            out = fn(*args, **kwargs)
                            if dist.get_rank() == 0:
                                print("end")
                            return out
                        return wrapper
                    @timed
                    def step(t, u, ts):
                        A()
                    """, """
                    step(t, u, ts)
                    """),
            new PythonTemplates("a hook", """
                    def hook(*given):
                        if rank == 0:  # here
                            A()
                    model.register_forward_hook(hook)
                    """),
            new PythonTemplates("a hook on one rank", """
                    def hook(*given):
                        A()
                    if rank == 0:  # here
                        model.register_forward_hook(hook)
                    """),
            new PythonTemplates("a hook on all", """
                    def hook(*given):
                        A()
                        if rank == 0:
                            print(given)
                    model.register_forward_hook(hook)
                    """),
            new PythonTemplates("a handler of an engine", """
                    @model.on("epoch")
                    def evaluate(engine):
                        if rank == 0:  # here
                            A()
                    """),
            new PythonTemplates("a function that is returned", """
                    def make(t, u, ts, rank):
                        def save():
                            if rank == 0:  # here
                                A()
                        return save
                    """, """
                    make(t, u, ts, rank)()
                    """),
            new PythonTemplates("a map", """
                    list(map(lambda each: A(), [1, 2]))
                    if rank == 0:  # here
                        for each in map(lambda each: A(), [1]):
                            print(each)
                    """),
            new PythonTemplates("a filter by rank", """
                    for each in filter(lambda r: r == rank, range(2)):  # here
                        A()
                    """),
            new PythonTemplates("a partial function", """
                    import functools
                    def call(go, t, u, ts):
                        if go:  # here
                            A()
                    """, """
                    later = functools.partial(call, rank == 0, t)
                    later(u, ts=ts)
                    """),
            new PythonTemplates("a field of a dataclass", """
                    from dataclasses import dataclass, field
                    @dataclass
                    class Settings:
                        name: str
                        main: bool = False
                        ranks: list = field(default_factory=list)
                        local_rank: int = -1
                        def __post_init__(self):
                            self.last = self.main
                    """, """
                    settings = Settings("run", rank == 0)
                    if settings.last:  # here
                        A()
                    if not settings.ranks:
                        A()
                    if settings.local_rank in (-1, 0):  # here
                        A()
                    """));
}
