package dev.rollcall.analyzer.scan.python;

import java.util.List;

/** Families of Python programs by how control comes to the calls. */
final class ControlFlow {
    private ControlFlow() {}

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
            new PythonTemplates("whiles whose step depends on the rank", """
                    step = 3 if rank == 3 else 2
                    i = 0
                    while i < 10:  # here
                        A()
                        i += step
                    j = 6
                    while j > 4:
                        A()
                        j -= step
                    for k in range(0, 6, step):  # here
                        A()
                    """),
            new PythonTemplates("a loop that a flag of one rank ends", """
                    done = False
                    step = 0
                    while not done:  # here
                        A()
                        step += 1
                        if rank == 0 and step > args.steps:
                            done = True
                    """),
            new PythonTemplates("a loop that a flag of one rank ends after its pass", """
                    done = False
                    for batch in load():
                        A()
                        if rank == 0:
                            done = step(batch)
                        if done:  # here
                            break
                    """),
            new PythonTemplates("a loop that a flag of all ranks ends", """
                    done = False
                    last = 0
                    while not done:
                        A()
                        if rank == 0:
                            last = step(u)
                        done = args.step() > args.steps
                    """),
            new PythonTemplates("a loop that a flag of one rank ends on all", """
                    done = [False]
                    while not done[0]:
                        A()
                        if rank == 0:
                            done = [step(u)]
                        dist.broadcast_object_list(done, src=0)
                    """),
            new PythonTemplates("a count of one rank", """
                    count = 0
                    for batch in load():
                        if rank == 0:
                            count += 1
                        A()
                    if count > 0:  # here
                        B()
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
            new PythonTemplates("an exit through a finally", """
                    try:
                        if rank == 0:
                            sys.exit(0)
                    finally:
                        A()
                    """),
            new PythonTemplates("an exit that is raised", """
                    try:
                        if rank == 0:  # here
                            raise SystemExit(0)
                    finally:
                        A()
                    B()
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
}
