package dev.rollcall.analyzer.code.python;

import dev.rollcall.analyzer.ApprovedTexts;
import dev.rollcall.analyzer.code.form.CodeUnit;
import dev.rollcall.analyzer.code.form.FormText;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What each construct of Python becomes. The approved texts hold the source, then the form. */
class LoweringTest {
    @RegisterExtension
    static final ApprovedTexts TEXTS = new ApprovedTexts();

    @TempDir
    Path folder;

    private void approve(String source) {
        CodeUnit unit = Sources.unit(folder, "m.py", source);
        Sources.check(unit);
        String form = FormText.print(unit).replace(folder.toString().replace('\\', '/') + "/", "");
        TEXTS.verify(source + "\n" + form);
    }

    @Test
    void assignments() {
        approve("""
                def f(a, x):
                    b = c = a
                    b, c = c, b
                    d, *e, (g, h) = x
                    x.y = x[0] = 1
                    x[1:2] = b
                    x.n += 1
                    x[b] -= c
                    b += 2
                    k: int = b
                    del x[0], x.y, b
                    return (z := k) + z
                """);
    }

    @Test
    void conditions() {
        approve("""
                def f(a, b, c):
                    if a and not (b or
                                  c):
                        g()
                    elif 0 < a <= b:
                        return a or b
                    else:
                        x = a if b else c
                    assert x, "no"
                    if not True:
                        never()
                    return not a
                """);
    }

    @Test
    void matching() {
        approve("""
                def f(rank):
                    match rank:
                        case 0 | -1:
                            a()
                        case [x, *rest] if x > 1:
                            b(rest)
                        case {"k": v}:
                            c(v)
                        case Point(x=0) as p:
                            d(p)
                        case Colour.RED:
                            e()
                        case _:
                            return 1
                """);
    }

    @Test
    void loops() {
        approve("""
                def f(xs):
                    for i, x in xs:
                        if x:
                            continue
                        g(x)
                        break
                    else:
                        h()
                    while xs:
                        xs = xs[1:]
                    while True:
                        if g(xs):
                            return
                """);
    }

    @Test
    void comprehensions() {
        approve("""
                def f(xs):
                    a = [g(x) for x in xs if x % 2]
                    b = {x for y in xs for x in y}
                    c = {k: v for k, v in xs}
                    return any(x > 1 for x in a)
                """);
    }

    @Test
    void handlers() {
        approve("""
                import torch.distributed as dist
                from errors import Bad

                def f(xs):
                    for x in xs:
                        try:
                            g(x)
                        except (RuntimeError, Bad) as e:
                            if x:
                                raise
                            continue
                        except dist.DistError:
                            raise ValueError(x) from None
                        else:
                            h()
                        finally:
                            dist.barrier()
                    raise KeyError
                """);
    }

    @Test
    void returnsFromFinally() {
        approve("""
                def f(x):
                    try:
                        return x
                    finally:
                        x = g()
                """);
    }

    @Test
    void exitsThroughFinally() {
        approve("""
                import sys

                def f(x):
                    try:
                        with lock:
                            sys.exit(g(x))
                    finally:
                        h()

                def k():
                    raise SystemExit(2)
                """);
    }

    @Test
    void contexts() {
        approve("""
                import contextlib
                from contextlib import suppress

                @contextlib.contextmanager
                def timed(name):
                    try:
                        yield name
                    finally:
                        log(name)

                async def f(lock, path):
                    with lock, open(path) as f:
                        if f.closed:
                            return
                        f.write("x")
                    with suppress(OSError, KeyError):
                        g()
                    async with lock:
                        await g()
                """);
    }

    @Test
    void functions() {
        approve("""
                import torch.distributed as dist
                LIMIT = 3

                def f(a, b: int = LIMIT, *rest, op=dist.ReduceOp.SUM, **more) -> "Optional[Model]":
                    return g(a, *rest, k=b, **more)

                def g(*, k, last=-1):
                    h = lambda x, y=k: x + k
                    return h(last)

                class Model:
                    pass
                """);
    }

    /** Python evaluates no annotation of a local variable, so it may name the variable, or one that names this one. */
    @Test
    void annotations() {
        approve("""
                import torch.distributed as dist

                class Model:
                    pass

                def f(model: Model, dist: dist):
                    group: group = g(model)
                    a: b = group
                    b: a = a
                    copy: Model = b
                    return copy
                """);
    }

    @Test
    void closures() {
        approve("""
                def outer(model, n):
                    model = wrap(model)
                    count = 0

                    def step(x):
                        nonlocal count
                        count += 1
                        if x:
                            return step(x - 1)
                        return model(x) + later()

                    def later():
                        return n

                    n = 2
                    step(count)
                """);
    }

    @Test
    void decorators() {
        approve("""
                import functools
                import torch
                from lightning.pytorch.utilities import rank_zero_only

                accelerator = make()

                def main_only(fn):
                    @functools.wraps(fn)
                    def wrapper(*args):
                        return fn(*args)
                    return wrapper

                @rank_zero_only
                @accelerator.on_main_process
                @torch.no_grad()
                @main_only
                @retry(3, wait=accelerator.wait)
                def save(path):
                    pass
                """);
    }

    @Test
    void classes() {
        approve("""
                import abc
                from torch import nn

                class Base(nn.Module, abc.ABC):
                    scale: float = 1.0
                    names = ["a"]

                    def __init__(self, model: nn.Module, size=1):
                        super().__init__()
                        self.model = model
                        self.size: int = size

                    @property
                    def rank(self):
                        return self.scale

                    @rank.setter
                    def rank(self, value):
                        self.scale = value

                    @abc.abstractmethod
                    def run(self): ...

                    @staticmethod
                    def make(cls):
                        return Base(None)

                    @classmethod
                    def load(cls, path):
                        return cls(path)

                class Sub(Base):
                    def run(self):
                        super().run()
                        Base.run(self)
                        Base.load("x")
                        Sub.make(1)
                        return Base.names

                    class Inner:
                        pass
                """);
    }

    @Test
    void dataClassesAndEnums() {
        approve("""
                from dataclasses import dataclass, field
                from enum import Enum
                from typing import ClassVar

                @dataclass
                class Config:
                    lr: float
                    steps: int = 10
                    names: list = field(default_factory=list)
                    kind: ClassVar[str] = "c"

                @dataclass(frozen=True)
                class More(Config):
                    rank: int = 0

                    def __post_init__(self):
                        pass

                class Role(Enum):
                    SAVER = 0
                    WORKER = 1
                """);
    }

    @Test
    void generators() {
        approve("""
                def numbers(n):
                    x = yield n
                    yield from range(n)
                    return x
                """);
    }

    @Test
    void modules() {
        approve("""
                import os
                import torch.distributed as dist

                rank = int(os.environ["RANK"])
                done = False

                def stop():
                    global done
                    done = True
                    return rank

                if rank == 0 and not done:
                    dist.barrier()
                if __name__ == "__main__":
                    stop()
                else:
                    never()
                """);
    }

    @Test
    void importsThatMayFail() {
        approve("""
                try:
                    import apex
                    from apex.parallel import DDP
                except ImportError:
                    apex = None
                    from torch.nn.parallel import DistributedDataParallel as DDP
                if apex is not None:
                    apex.init(DDP)

                def f(model):
                    from torch import distributed as dist
                    dist.barrier()
                    return DDP(model)
                """);
    }

    @Test
    void texts() {
        approve("""
                def f(x, n):
                    a = f"{x}: {n:>3} {x!r}\\n" "b" r"\\d"
                    b = '''two
                lines''' + "\\x41\\u00e9" + b"c"
                    return a, b, 0x10, 1_000, 1.5e3, 10**2, 99999999999999999999, 2j, ...
                """);
    }

    @Test
    void calls() {
        approve("""
                from functools import partial
                import torch

                def f(model, x, fs):
                    y = (model
                         .to("cuda")
                         .train())
                    fs[0](x)
                    n = len(x)
                    getattr(model, "rank")
                    getattr(model, "rank", 0)
                    p = partial(f, x)
                    p()
                    y[1:, ..., None]
                    torch.backends.cudnn.benchmark = True
                    return f(x=n, *fs) @ y
                """);
    }

    /** One file's names lead to others, through packages that only pass them on. */
    @Test
    void namesOfOtherFiles() {
        write("pkg/__init__.py", "from .core import Trainer\nfrom .util import *\n");
        write("pkg/core.py", """
                from . import util
                from .util import helper as h, FLAG, missing
                import torch

                class Trainer(util.Base):
                    def run(self):
                        super().run()
                        h()
                        util.helper()
                        return FLAG, missing, util.sub.x
                """);
        write("pkg/util.py", "class Base:\n    def run(self): pass\n\ndef helper(): pass\n\nFLAG = g()\n");
        write("main.py", """
                import pkg
                import pkg.util as u
                from pkg import Trainer, helper
                from pkg.core import torch

                def main(t: Trainer, base: "pkg.util.Base", f: Trainer | None = None):
                    helper()
                    pkg.helper()
                    pkg.Trainer()
                    u.helper()
                    torch.distributed.barrier()
                    t.run()
                    x: pkg.Trainer = t
                    return u.FLAG, Trainer.run, x, pkg.nothing
                """);
        PythonUnits units = Sources.units(folder);
        for (String each : new String[] {"pkg/core.py", "main.py"}) {
            CodeUnit unit = units.unit(each).orElseThrow();
            Sources.check(unit);
            TEXTS.verify(each, FormText.print(unit).replace(folder.toString().replace('\\', '/') + "/", ""));
        }
    }

    private void write(String name, String text) {
        Sources.write(folder, name, text.getBytes(StandardCharsets.UTF_8));
    }
}
