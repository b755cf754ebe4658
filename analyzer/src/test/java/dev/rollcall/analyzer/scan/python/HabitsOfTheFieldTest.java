package dev.rollcall.analyzer.scan.python;

import static dev.rollcall.analyzer.scan.python.MarkedProgram.assertFindings;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.CodeFinding;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How programs are written that were mended in public: each pattern as it is wrong, and beside it one like it that is right. */
class HabitsOfTheFieldTest {
    /** Two classes whose objects flush with a collective, and without one. */
    private static final String WRITERS = """
            import torch.distributed as dist

            class Writer:
                def flush(self):
                    dist.barrier()

            class Quiet:
                def flush(self):
                    pass

            """;

    private static final String SHARED = """
            import settings
            import torch.distributed as dist

            def root_only(function):
                def only(*args):
                    result = None
                    if dist.get_rank() == 0:
                        result = function(*args)
                    dist.barrier()
                    return result
                if settings.parallel:
                    return only
                return function
            """;

    @Test
    void aDecoratorOfAnotherFileIsBlamedWhereItDecoratesACollective() {
        String user = """
                import torch.distributed as dist
                from shared import root_only

                @root_only  # warning
                def join(t):
                    dist.all_reduce(t)

                @root_only
                def show(t):
                    print(t)

                join(1)
                show(1)
                """;
        assertFindings(user, Map.of("shared.py", SHARED));
    }

    @Test
    void whatImplementsAnInterfaceIsFoundBesideItWhoeverLoadsIt() {
        Map<String, String> strategies =
                Map.of("strategy/__init__.py", "", "strategy/base.py", """
                from abc import ABC, abstractmethod

                class Strategy(ABC):
                    @abstractmethod
                    def rank(self):
                        pass

                    @abstractmethod
                    def share(self, x):
                        pass

                class Alone(Strategy):
                    def rank(self):
                        return 0

                    def share(self, x):
                        return x
                """, "strategy/ddp.py", """
                import torch.distributed as dist
                from strategy.base import Strategy

                class Ddp(Strategy):
                    def rank(self):
                        return dist.get_rank()

                    def share(self, x):
                        dist.broadcast_object_list([x])
                """);
        List<CodeFinding> findings = assertFindings("""
                from typing import Optional
                from strategy.base import Alone, Strategy

                class Trainer:
                    def __init__(self, strategy: Optional[Strategy] = None):
                        self.strategy = strategy if strategy is not None else Alone()

                    def is_first(self):
                        return self.strategy.rank() == 0

                    def wrong(self, x):
                        if self.is_first():  # warning
                            self.strategy.share(x)

                    def right(self, x):
                        y = x.load() if self.is_first() else None
                        self.strategy.share(y)
                """, strategies);
        assertEquals(Cause.EXTRA_COLLECTIVE, findings.get(0).cause());
    }

    @Test
    void anObjectHasOneClassWhereverItIsCalled() {
        assertFindings("""
                import torch.distributed as dist

                class Comm:
                    def rank(self):
                        raise NotImplementedError

                    def wait(self):
                        raise NotImplementedError

                class Quiet(Comm):
                    def rank(self):
                        return dist.get_rank()

                    def wait(self):
                        pass

                class Loud(Comm):
                    def rank(self):
                        return 0

                    def wait(self):
                        dist.barrier()

                def run(comm: Comm):
                    if comm.rank() == 0:
                        comm.wait()
                """, Map.of());
    }

    @Test
    void aFieldHasTheTypeOfAParameterOnlyWhereItHoldsIt() {
        String source = """
                import torch.distributed as dist

                class Quiet:
                    def wait(self):
                        pass

                class Loud:
                    def wait(self):
                        dist.barrier()

                class User:
                    def __init__(self, a: Loud, b: Quiet, flag):
                        self.comm = %s

                    def run(self):
                        if dist.get_rank() == 0:%s
                            self.comm.wait()
                """;
        for (String held : List.of("a", "a or Quiet()", "a if a is not None else Quiet()", "b if a is None else a")) {
            assertFindings(source.formatted(held, "  # warning"), Map.of());
        }
        for (String other : List.of("a if flag else b", "a and b", "b")) {
            assertFindings(source.formatted(other, ""), Map.of());
        }
    }

    @Test
    void aModelStaysWrappedHoweverLargeItIs() {
        String layers = IntStream.range(0, 40)
                .mapToObj(i -> "    model = model.add(options.width[" + i + "] * options.depth[" + i + "], model)\n")
                .collect(Collectors.joining());
        String source = """
                import torch.distributed as dist
                from torch.nn.parallel import DistributedDataParallel as DDP

                def train(options, model, loader, loss_of, stopper):
                """ + layers + """
                    if options.parallel:
                        model = DDP(model)
                    for epoch in range(options.epochs):
                        for batch in loader:
                            loss_of(model(batch), options).backward()
                        if dist.get_rank() == 0:  # warning
                            if stopper(epoch):
                                break
                """;
        assertFindings(source, Map.of());
        assertFindings(source.replace("  # warning", "").replace("break", "print(epoch)"), Map.of());
    }

    @Test
    void ranksThatTakeTurnsMayCallEquallyOften() {
        assertFindings("""
                import torch.distributed as dist

                def loads(loader, ranks):
                    for i, batch in enumerate(loader):
                        if i % ranks == dist.get_rank():  # note
                            dist.all_reduce(batch)

                def counts(loader, ranks):
                    for i in range(len(loader)):
                        if i % ranks == dist.get_rank():  # note
                            dist.barrier()

                def others(loader, ranks):
                    for i in range(len(loader)):
                        if i % ranks == dist.get_rank():  # warning
                            dist.barrier()
                        else:
                            dist.all_reduce(loader)

                def first(loader, every):
                    for i, batch in enumerate(loader):
                        if i % every == 0 and dist.get_rank() == 0:  # warning
                            dist.all_reduce(batch)
                """, Map.of());
    }

    @Test
    void nothingIsSureBehindARankWithinRanksThatAreNotKnown() {
        assertFindings("""
                import torch.distributed as dist

                def share(strategy, x):
                    if strategy.ring_attn_rank == 0:
                        dist.broadcast(x, src=dist.get_rank(), group=strategy.ring_attn_group)  # note
                    else:
                        dist.broadcast(x, src=strategy.ring_attn_ranks[0], group=strategy.ring_attn_group)
                """, Map.of());
    }

    @Test
    void anObjectThatIsOnlyNamedGroupMayBeAnotherLibrarys() {
        assertFindings("""
                import torch.distributed as dist

                def send(client, group: dist.ProcessGroup):
                    if dist.get_rank() == 0:  # note
                        client.group.barrier()
                    if dist.get_rank() == 0:  # warning
                        group.barrier()
                """, Map.of());
    }

    @Test
    void aCallBeforeALoopOfTheSameCallsIsTheOneThatIsSkipped() {
        List<CodeFinding> findings = assertFindings("""
                import torch.distributed as dist

                def run(items):
                    if dist.get_world_size() > 1 and dist.get_rank() != 0:  # warning
                        dist.barrier()
                    for item in items:
                        if dist.get_world_size() > 1:
                            dist.barrier()
                """, Map.of());
        assertEquals(Cause.SKIPPED_COLLECTIVE, findings.get(0).cause());
    }

    @Test
    void aGroupThatIsHandedOverMayLieWithinOneStage() {
        assertFindings("""
                import torch.distributed as dist
                from megatron.core import parallel_state

                def share(groups, x):
                    if parallel_state.is_pipeline_last_stage():  # note
                        dist.all_reduce(x, group=groups.dp_cp)

                def alone(groups, x):
                    if dist.get_rank() == 0:  # warning
                        dist.all_reduce(x, group=groups.any)
                """, Map.of());
    }

    @Test
    void aRootThatIsComputedFromTheRankIsThatOfAPartOfTheRanks() {
        assertFindings("""
                import torch.distributed as dist

                def share(context, x, tp):
                    dist.broadcast(x, src=dist.get_rank() // tp * tp, group=context.some)  # note

                def wrong(context, x):
                    dist.broadcast(x, src=dist.get_rank(), group=context.some)  # warning
                """, Map.of());
    }

    @Test
    void aJobHasMoreThanOneRank() {
        assertFindings("""
                import torch.distributed as dist

                class FirstAlone:
                    def __enter__(self):
                        self.first = True
                        if dist.get_world_size() == 1:
                            return
                        self.first = dist.get_rank() == 0
                        if not self.first:
                            dist.barrier()

                    def __exit__(self, *how):
                        if self.first:
                            dist.barrier()

                def load(x):
                    with FirstAlone():
                        x.load()

                def two(x):
                    if dist.get_world_size() > 2 and dist.get_rank() == 0:  # warning
                        dist.barrier()
                """, Map.of());
    }

    @Test
    void aSearchThatFindsNothingFails() {
        assertFindings("""
                import torch.distributed as dist

                def find(parts):
                    for part in parts:
                        if part.visual:
                            return part
                    raise AttributeError("no visual part")

                def show(parts):
                    if dist.get_rank() == 0:  # note
                        print(find(parts))
                    dist.barrier()
                """, Map.of());
    }

    @Test
    void aSearchThatARankCanNeverEndFailsThere() {
        List<CodeFinding> findings = assertFindings("""
                import torch.distributed as dist

                def wait(paths):
                    for path in paths:
                        if dist.get_rank() == 0:  # warning
                            continue
                        if path.endswith("ready"):
                            break
                    else:
                        raise ValueError("none is ready")
                    dist.barrier()
                """, Map.of());
        assertEquals(Cause.RANK_ABSENT, findings.get(0).cause());
    }

    @Test
    void rootsPartGroupsOnlyIfEachIsItsOwn() {
        assertFindings("""
                import os
                import torch.distributed as dist

                def choose(context, x):
                    dist.broadcast(x, src=0 if dist.get_rank() < 2 else 2, group=context.some)  # note

                def large(context, x):
                    dist.broadcast(x, src=0 if dist.get_rank() < 4 else 4, group=context.some)  # note

                def across(context, x):
                    dist.broadcast(x, src=dist.get_rank() % 8, group=context.some)  # note

                def masked(context, x):
                    dist.broadcast(x, src=dist.get_rank() & 7, group=context.some)  # note

                def own(context, x):
                    dist.broadcast(x, src=dist.get_rank(), group=context.some)  # warning

                def listed(context, x):
                    dist.broadcast(x, src=[0, 1, 2, 3, 4, 5, 6, 7][dist.get_rank()], group=context.some)  # warning

                def pair(context, x):
                    r = dist.get_rank()
                    dist.broadcast(x, src=6 if r == 7 else r, group=context.some)  # note

                def local(context, x):
                    dist.broadcast(x, src=int(os.environ["LOCAL_RANK"]), group=context.some)  # note

                def swap(context, x):
                    dist.broadcast(x, src=1 if dist.get_rank() < 1 else 0, group=context.some)  # warning

                def before(context, x):
                    dist.broadcast(x, src=max(dist.get_rank() - 1, 0), group=context.some)  # warning
                """, Map.of());
    }

    @Test
    void aGroupThatIsHandedOverMayHaveOneRankOfEachHost() {
        assertFindings("""
                import os
                import torch.distributed as dist

                def share(x, leaders):
                    if int(os.environ["LOCAL_RANK"]) == 0:  # note
                        dist.all_reduce(x, group=leaders)

                def wrong(x):
                    if int(os.environ["LOCAL_RANK"]) == 0:  # warning
                        dist.all_reduce(x)
                """, Map.of());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dist.get_world_size() == 1",
                "1 >= dist.get_world_size()",
                "not dist.get_world_size() > 1",
                "dist.get_world_size() - 1 == 0",
                "dist.get_world_size() in (0, 1)",
                "dist.get_world_size() < 1.5",
                "dist.get_world_size() in {1}",
                "dist.get_world_size() == 0",
                "not dist.get_world_size() > 0",
                "dist.get_world_size() <= -1",
                "int(os.environ['WORLD_SIZE']) == 1",
                "int(os.environ.get('WORLD_SIZE', 1)) <= 1",
                "os.getenv('WORLD_SIZE', '1') == '1'",
                "not os.environ['WORLD_SIZE'] != '1'",
                "os.environ['RANK'] == 0"
            })
    void whatAProcessAloneDoesIsNoWayOfAJob(String alone) {
        assertFindings("""
                import os
                import torch.distributed as dist

                def alone():
                    if %s:
                        if dist.get_rank() == 0:
                            dist.barrier()
                """.formatted(alone), Map.of());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dist.get_world_size() == 2",
                "dist.get_world_size() != 1",
                "dist.get_world_size() < 3",
                "dist.get_world_size() == 64",
                "dist.get_world_size() in (1, 64)",
                "dist.get_world_size() + 1 in (2, 17)",
                "dist.get_world_size() // 8 >= 32",
                "dist.get_world_size() - 200 > 100",
                "dist.get_world_size() > 200.5",
                "4 / dist.get_world_size() < 0.01",
                "dist.get_world_size() >= 1024",
                "dist.get_world_size() % 2 == 1",
                "int(os.environ['WORLD_SIZE']) > 1",
                "os.environ.get('WORLD_SIZE', '1') != '1'",
                "os.environ['WORLD_SIZE'] == '8'"
            })
    void whatSomeJobsDoIsAWay(String some) {
        assertFindings("""
                import os
                import torch.distributed as dist

                def some():
                    if %s:
                        if dist.get_rank() == 0:  # warning
                            dist.barrier()
                """.formatted(some), Map.of());
    }

    @Test
    void whatAPassMayHaveSetIsAskedAgainBehindTheLoop() {
        assertFindings("""
                import torch.distributed as dist

                def flag(items, ready):
                    done = False
                    for item in items:
                        if done:
                            return
                        done = ready(item)
                    if done:
                        if dist.get_rank() == 0:  # warning
                            dist.barrier()

                def counter(items, most):
                    n = 0
                    while True:
                        n += 1
                        if n > most:
                            break
                        if items.done():
                            break
                    if n > most:
                        return
                    if dist.get_rank() == 0:  # warning
                        dist.barrier()
                """, Map.of());
    }

    @Test
    void whatOneRankChangesInALoopIsDifferentThere() {
        assertFindings("""
                import torch.distributed as dist

                def ends():
                    done = False
                    step = 0
                    while not done:  # warning
                        step += 1
                        if dist.get_rank() == 0:
                            done = step >= 10
                        dist.barrier()

                def patience(x):
                    bad = 0
                    for i in range(100):
                        dist.barrier()
                        if dist.get_rank() == 0:
                            if x.better():
                                bad = 0
                            else:
                                bad += 1
                        if bad > 3:  # warning
                            break

                def toggles(x):
                    flag = False
                    for i in range(100):
                        if dist.get_rank() == 0:
                            flag = not flag
                        if flag:  # warning
                            dist.all_reduce(x)

                def doubles(x):
                    a = 1
                    for i in range(100):
                        if dist.get_rank() == 0:
                            a = a * 2
                        if a > 1:  # warning
                            dist.all_reduce(x)

                def steps(x):
                    a = 0
                    for i in range(100):
                        if dist.get_rank() == 0:
                            a += 1
                        else:
                            a += 2
                        if a > 10:  # warning
                            dist.all_reduce(x)

                def alike(x):
                    a = 0
                    for i in range(100):
                        if dist.get_rank() == 0:
                            a = a * 2 + i
                        else:
                            a = i + a + a
                        if a > 10:  # note
                            dist.all_reduce(x)
                """, Map.of());
    }

    @Test
    void whatSomePassesSetIsOneOfTwoValues() {
        assertFindings("""
                import torch.distributed as dist

                def member(x):
                    first = dist.new_group([0, 1])
                    own = None
                    for r in [0, 1]:
                        if r == dist.get_rank():
                            own = first
                    if own is not None:
                        dist.all_reduce(x, group=own)

                def again(x):
                    a = False
                    for i in range(100):
                        if dist.get_rank() == 0:
                            if x.some(i):
                                a = False
                    if a:
                        dist.barrier()

                def either(x):
                    a = 0
                    for i in range(100):
                        if dist.get_rank() == 0:
                            if x.some(i):
                                a = 1
                    if a >= 0:
                        dist.all_reduce(x)

                def one(x):
                    a = 0
                    for i in range(100):
                        if dist.get_rank() == 0:
                            if x.some(i):
                                a = 1
                    if a > 0:  # warning
                        dist.all_reduce(x)
                """, Map.of());
    }

    @Test
    void whatRanksCountInTheirOwnWaysMayBeEqualBehindALoop() {
        assertFindings("""
                import torch
                import torch.distributed as dist

                def swapped(x):
                    a = 0
                    b = 1
                    for i in range(10):
                        if dist.get_rank() == 0:
                            a, b = b, a
                        dist.barrier()
                    if a == 0:  # note
                        dist.all_reduce(x)

                def counted(x):
                    a = 0
                    for i in range(10):
                        if dist.get_rank() == 0:
                            a = a + 1
                        else:
                            a = 10
                    if a == 10:  # note
                        dist.all_reduce(x)

                def least(x, n):
                    a = 10
                    for i in range(10):
                        if dist.get_rank() == 0:
                            a = min(a, n)
                    if a == 0:  # note
                        dist.all_reduce(x)

                def loaded(x):
                    a = None
                    for i in range(10):
                        if dist.get_rank() == 0:
                            a = torch.load("x")
                        dist.barrier()
                    if a is not None:  # warning
                        dist.all_reduce(x)
                """, Map.of());
    }

    @Test
    void anExitIsAnExceptionThatAHandlerMayTake() {
        assertFindings("""
                import contextlib
                import sys
                import torch.distributed as dist

                def stop():
                    sys.exit(1)

                def taken(x):
                    try:
                        if dist.get_rank() == 0:
                            stop()
                    except SystemExit:
                        pass
                    dist.barrier()

                def suppressed(x):
                    with contextlib.suppress(SystemExit):
                        if dist.get_rank() == 0:
                            raise SystemExit(2)
                    dist.barrier()

                def met(x):
                    try:
                        if dist.get_rank() == 0:
                            return stop()
                    finally:
                        dist.barrier()

                def missed(x):
                    try:
                        if dist.get_rank() == 0:  # warning
                            stop()
                    except Exception:
                        pass
                    dist.barrier()

                class Stop(SystemExit):
                    pass

                def own(x):
                    try:
                        if dist.get_rank() == 0:  # warning
                            raise Stop()
                    except Exception:
                        pass
                    dist.barrier()

                def behind(x):
                    try:
                        if dist.get_rank() == 0:  # warning
                            x.done = stop()
                    finally:
                        x.close()
                    dist.barrier()
                """, Map.of());
    }

    @Test
    void anExitStaysOneWhereItIsThrownAgain() {
        assertFindings("""
                import sys
                import torch.distributed as dist

                def closed():
                    with open("log") as f:
                        if dist.get_rank() == 0:  # warning
                            sys.exit(0)

                def called():
                    try:
                        closed()
                    except Exception as e:
                        print(e)
                    dist.barrier()

                def again():
                    try:
                        try:
                            if dist.get_rank() == 0:  # warning
                                sys.exit(0)
                        except BaseException:
                            raise
                    except (OSError, ValueError):
                        pass
                    dist.barrier()

                def later():
                    with open("log") as f:
                        for i in range(10):
                            if dist.get_rank() == 0 and i == 5:  # warning
                                sys.exit(0)
                            dist.barrier()

                def taken(x):
                    for i in range(3):
                        try:
                            with x:
                                for j in range(3):
                                    if dist.get_rank() == 0:
                                        sys.exit(0)
                        except SystemExit:
                            continue
                        finally:
                            x.close()
                    dist.barrier()

                def other(x):
                    for i in range(3):
                        try:
                            with x:  # note
                                for j in range(3):
                                    if dist.get_rank() == 0:  # warning
                                        raise ValueError(3)
                        except KeyError:
                            continue
                        finally:
                            x.close()
                        dist.barrier()
                """, Map.of());
    }

    @Test
    void whatAContextManagerThrowsBeforeItsBlockMeetsItsHandlers() {
        assertFindings("""
                import contextlib
                import sys
                import torch.distributed as dist

                @contextlib.contextmanager
                def ready(x):
                    try:
                        if dist.get_rank() == 0:  # warning
                            sys.exit(0)
                        yield
                    finally:
                        x.close()

                def run(x):
                    with ready(x):
                        x.step()
                    dist.barrier()

                @contextlib.contextmanager
                def met(x):
                    try:
                        if dist.get_rank() == 0:
                            sys.exit(0)
                        yield
                    finally:
                        dist.barrier()

                def meets(x):
                    with met(x):
                        x.step()
                """, Map.of());
    }

    @Test
    void whatIsThrownAgainOutOfALoopMeetsTheHandlersAround() {
        assertFindings("""
                import sys
                import torch.distributed as dist

                class Bad(Exception):
                    pass

                def retried(x):
                    try:
                        for attempt in range(3):
                            try:
                                if dist.get_rank() == 0:
                                    raise OSError(3)
                            except OSError as e:
                                if attempt == 2:
                                    raise
                    except OSError:
                        x.log()
                    dist.barrier()

                def twoLoops(x):
                    try:
                        for epoch in range(3):
                            for attempt in range(3):
                                try:
                                    if dist.get_rank() == 0:
                                        raise OSError(3)
                                except OSError as e:
                                    if attempt == 2:
                                        raise
                    except OSError:
                        x.log()
                    dist.barrier()

                def untilItWorks(x):
                    try:
                        while True:
                            try:
                                if dist.get_rank() == 0:
                                    raise Bad(1)
                                break
                            except Bad:
                                if x.n > 3:
                                    raise
                                x.n += 1
                        dist.barrier()
                    except Bad:
                        dist.barrier()

                def cleaned(x):
                    try:
                        for attempt in range(3):
                            try:
                                raise Bad(1)
                            except Bad as e:
                                if attempt == 2:
                                    raise
                    finally:
                        if dist.get_rank() == 0:  # warning
                            dist.barrier()

                def sameName(x):
                    try:
                        for e in range(10):
                            x.step(e)
                        try:
                            if dist.get_rank() == 0:  # warning
                                sys.exit(0)
                        except BaseException as e:
                            raise
                    except ValueError:
                        pass
                    dist.barrier()
                """, Map.of());
    }

    @Test
    void aCheckThatOnlyOneRankFailsIsANoteWhateverItPasses() {
        assertFindings("""
                import sys
                import torch.distributed as dist

                def closed(x):
                    try:
                        if dist.get_rank() == 0 and x.bad():  # note
                            sys.exit(1)
                    finally:
                        x.close()
                    dist.barrier()

                def again(x):
                    for attempt in range(3):
                        try:
                            if dist.get_rank() == 0 and x.bad():  # note
                                raise ValueError(1)
                        except ValueError:
                            if attempt == 2:
                                raise
                    dist.barrier()
                """, Map.of());
    }

    @Test
    void whatFailsOnAllRanksAlikeFailsOnOneWhereOthersDoNotCome() {
        assertFindings("""
                import torch.distributed as dist

                def alone(args):
                    try:
                        if dist.get_rank() == 0:  # note
                            for name in args.names:
                                args.rename(name, name.upper())
                            if args.more:
                                args.version = {k: v for k, v in args.items()}
                        dist.barrier()
                    except Exception as e:
                        print(e)

                def together(args):
                    try:
                        int(args.name)
                    except ValueError as e:
                        if dist.get_rank() == 0:  # warning
                            dist.barrier()
                """, Map.of());
    }

    @Test
    void aDevicesProcessIsNotThisOne() {
        assertFindings("""
                import jax
                from jax.experimental import multihost_utils

                def each():
                    for device in jax.devices():
                        if device.process_index == 0:
                            multihost_utils.sync_global_devices("a")

                def own():
                    if jax.process_index() == 0:  # warning
                        multihost_utils.sync_global_devices("a")
                """, Map.of());
    }

    @Test
    void whatAConstructorMakesOfItsFieldsSeesThemBesideOthersThatItStoresTwice() {
        assertFindings("""
                import torch.distributed as dist

                class Shares:
                    def __init__(self, n, twice):
                        self.own = n
                        self.step = 0
                        if twice:
                            self.step = 1
                        self.all = list(map(lambda e: e + self.own, range(4)))

                def f(twice):
                    s = Shares(dist.get_rank(), twice)
                    if s.all[0] == 0:  # warning
                        dist.barrier()
                """, Map.of());
    }

    @Test
    void ranksOfPaddlePaddleAreKnownByTheirEnvironmentAndTheFleet() {
        assertFindings("""
                import paddle
                import paddle.distributed as dist
                from paddle.distributed import fleet

                def evaluate(results):
                    if dist.ParallelEnv().nranks > 1:
                        paddle.distributed.all_gather([], results)

                def train(results):
                    if dist.ParallelEnv().local_rank == 0:  # warning
                        evaluate(results)

                def save():
                    if fleet.is_first_worker():  # warning
                        fleet.barrier_worker()

                def right(t):
                    if dist.get_rank() == 0:
                        print("begins")
                    dist.broadcast(t, src=0)
                """, Map.of());
    }

    @Test
    void aFlagThatOneRankSetsToTrueIsThatRanksCondition() {
        assertFindings("""
                import torch.distributed as dist

                def variable(items):
                    stop = False
                    for item in items:
                        dist.all_reduce(item)
                        if dist.get_rank() == 0:
                            stop = True
                        if stop:  # warning
                            break

                def opposite(item):
                    others = True
                    while True:
                        dist.all_reduce(item)
                        if dist.get_rank() != 0:
                            others = False
                        if not others:  # warning
                            break

                class Loop:
                    def fit(self):
                        self.should_stop = False
                        while True:
                            dist.all_reduce(1)
                            if dist.get_rank() == 0:
                                self.should_stop = True
                            if self.should_stop:  # warning
                                break

                def either(items):
                    stop = False
                    for item in items:
                        dist.all_reduce(item)
                        stop = stop or dist.get_rank() == 0
                        if stop:  # warning
                            break

                def both(items):
                    go = True
                    for item in items:
                        dist.all_reduce(item)
                        go = go and dist.get_rank() != 0
                        if not go:  # warning
                            break

                def right(items):
                    stop = False
                    for item in items:
                        if dist.get_rank() == 0:
                            stop = True
                        flags = [stop]
                        dist.broadcast_object_list(flags, src=0)
                        stop = flags[0]
                        if stop:
                            break
                        dist.all_reduce(item)
                """, Map.of());
    }

    @Test
    void fieldsOfOneNameInTwoClassesOfAFileAreTwo() {
        assertFindings("""
                import torch.distributed as dist

                class One:
                    def __init__(self):
                        self.done = False

                    def run(self):
                        dist.all_reduce(1)
                        if dist.get_rank() == 0:
                            self.done = True
                        if self.done:  # warning
                            return
                        dist.all_reduce(1)

                class Other:
                    def __init__(self):
                        self.done = False

                    def finish(self):
                        self.done = True

                    def run(self):
                        if self.done:
                            return
                        dist.all_reduce(1)
                """, Map.of());
    }

    @Test
    void aLoopThatOnlyWaitsIsLeft() {
        assertFindings("""
                import os
                import time
                import torch.distributed as dist

                def checked(x):
                    if dist.get_rank() == 0:  # note
                        for part in x:
                            if part.closed:
                                raise RuntimeError()
                    dist.barrier()

                def once(job):
                    todo = dist.get_rank() == 0
                    while todo:  # note
                        if job.failed():
                            raise RuntimeError()
                        todo = False
                    dist.barrier()

                def turns(q):
                    turn = q.turn()
                    while turn != dist.get_rank():  # note
                        if q.closed:
                            raise RuntimeError()
                        turn = q.turn()
                    dist.barrier()

                def drain(queue):
                    while dist.get_rank() == 0:
                        try:
                            queue.get_nowait()
                        except Exception:
                            break
                    dist.barrier()

                def outside(items):
                    try:
                        while dist.get_rank() == 0:
                            next(items)
                    except StopIteration:
                        pass
                    dist.barrier()

                def file(path):
                    while dist.get_rank() != 0 and not os.path.exists(path):
                        time.sleep(1)
                    dist.barrier()

                def event(ended):
                    while dist.get_rank() != 0:
                        if ended.is_set():
                            break
                        time.sleep(1)
                    dist.barrier()

                class Worker:
                    def __init__(self):
                        self.waiting = dist.get_rank() == 0

                    def on_message(self, message):
                        self.waiting = False

                    def run(self):
                        while self.waiting:
                            time.sleep(1)
                        dist.barrier()

                class Board:
                    def __init__(self, server):
                        self.server = server
                        self.rank = dist.get_rank()

                    def run(self):
                        while self.server.turn != self.rank:
                            time.sleep(1)
                        dist.barrier()

                def enclosing(server):
                    waiting = dist.get_rank() == 0
                    def stop():
                        nonlocal waiting
                        waiting = False
                    server.on_stop(stop)
                    while waiting:
                        time.sleep(1)
                    dist.barrier()

                def listed(server):
                    waiting = [dist.get_rank() == 0]
                    server.on_stop(waiting.clear)
                    while waiting[0]:
                        time.sleep(1)
                    dist.barrier()
                """, Map.of());
    }

    @Test
    void aStaticMethodThatIsReadOfAnObjectOrClassGetsItsOwnArguments() {
        assertFindings("""
                import torch.distributed as dist
                import torch.multiprocessing as mp

                class OfClass:
                    @classmethod
                    def test(cls, sharded):
                        mp.spawn(cls.worker, (sharded, 1), nprocs=2)

                    @staticmethod
                    def worker(gpu, sharded, size):
                        if sharded:
                            dist.barrier()

                class OfObject:
                    def test(self, sharded):
                        mp.spawn(self.worker, (sharded, 1), nprocs=2)

                    @staticmethod
                    def worker(gpu, sharded, size):
                        if sharded:
                            dist.barrier()
                        if gpu == 0:  # warning
                            dist.barrier()

                class ByName:
                    def test(self, sharded):
                        mp.spawn(ByName.worker, (sharded, 1), nprocs=2)

                    @staticmethod
                    def worker(gpu, sharded, size):
                        if gpu == 0:  # warning
                            dist.barrier()
                """, Map.of());
    }

    @Test
    void whatIsSubmittedOrThreadedGetsItsArguments() {
        assertFindings("""
                import concurrent.futures
                import threading
                import torch.distributed as dist

                pool = concurrent.futures.ThreadPoolExecutor(1)

                def generate(inputs, alone=False):
                    if alone:
                        return inputs
                    dist.all_gather_object([], inputs)

                def submit(inputs):
                    if dist.get_rank() != 0:
                        return
                    pool.submit(generate, inputs, True).result()

                def save(rank):
                    if rank == 0:  # warning
                        dist.barrier()

                def submits():
                    pool.submit(save, dist.get_rank())

                def check(rank):
                    if rank == 0:  # warning
                        dist.barrier()

                def threads():
                    threading.Thread(target=check, args=(dist.get_rank(),)).start()
                """, Map.of());
    }

    @Test
    void whatAHandlerEndsItEndsLater() {
        assertFindings("""
                import signal
                import sys
                import torch.distributed as dist

                def setup(model):
                    if dist.get_rank() == 0:
                        def handler(number, frame):
                            model.save()
                            sys.exit(0)
                        signal.signal(signal.SIGINT, handler)

                def main(model):
                    setup(model)
                    dist.barrier()

                def wrong():
                    def handler(number, frame):
                        if dist.get_rank() == 0:  # warning
                            dist.barrier()
                    signal.signal(signal.SIGTERM, handler)
                """, Map.of());
    }

    @Test
    void conditionsThatWereLostAndMayBelongTogetherAreNoProof() {
        assertFindings("""
                from contextlib import contextmanager
                import torch.distributed as dist
                from accelerate import PartialState

                state = None

                def prepare():
                    global state
                    if state is None:
                        try:
                            state = PartialState()
                        except ValueError:
                            pass

                def is_distributed():
                    prepare()
                    if state is None:
                        return False
                    return state.use_distributed and state.initialized

                def barrier():
                    if is_distributed():
                        dist.barrier()

                @contextmanager
                def zero_first(is_main):
                    if not is_main:
                        barrier()
                    yield
                    if is_main:  # note
                        barrier()
                """, Map.of());
    }

    @Test
    void anotherClassOfAnObjectSetsAField() {
        assertFindings("""
                import torch.distributed as dist

                class Uses:
                    def go(self):
                        if self.chief:  # warning
                            dist.barrier()

                class Sets:
                    def __init__(self):
                        self.chief = dist.get_rank() == 0

                class Both(Sets, Uses):
                    pass

                class UsesOwn:
                    def __init__(self):
                        self.first = True

                    def go(self):
                        if self.first:
                            dist.barrier()

                class SetsToo:
                    def __init__(self):
                        self.first = dist.get_rank() == 0

                class OwnFirst(UsesOwn, SetsToo):
                    pass

                class Stranger:
                    def __init__(self):
                        self.chief = False
                """, Map.of());
    }

    @Test
    void aGroupOfPaddlePaddleHasARank() {
        assertFindings("""
                import paddle.distributed as dist

                def reduce(t, group: dist.Group):
                    if group.rank == 0:  # warning
                        dist.all_reduce(t, group=group)

                def right(t, group: dist.Group):
                    if group.nranks > 1:
                        dist.all_reduce(t, group=group)
                """, Map.of());
    }

    @Test
    void deepSpeedReturnsTheEngineThatSavesTogether() {
        assertFindings("""
                import deepspeed
                import torch.distributed as dist

                def save(model, config):
                    engine, optimizer, _, _ = deepspeed.initialize(model=model, config=config)
                    if dist.get_rank() == 0:  # warning
                        engine.save_checkpoint("out")

                def prepared(model):
                    wrapped, optimizer, loader, _ = deepspeed.initialize(model=model)
                    return wrapped, optimizer

                def export(model):
                    wrapped, optimizer = prepared(model)
                    if dist.get_rank() == 0:  # note
                        wrapped.save_16bit_model("out")

                class Job:
                    def __init__(self, model):
                        self.model = deepspeed.initialize(model=model)[0]

                    def save(self):
                        if dist.get_rank() == 0:  # warning
                            self.model.save_checkpoint("out")

                def save_any(model):
                    if isinstance(model, deepspeed.runtime.engine.DeepSpeedEngine):
                        model.save_checkpoint("out")
                    elif dist.get_rank() == 0:
                        model.save_checkpoint("out")

                def train(model):
                    engine, _, _, _ = deepspeed.initialize(model=model)
                    save_any(engine)

                def other(model):
                    engine, optimizer, loader, _ = deepspeed.initialize(model=model)
                    if dist.get_rank() == 0:
                        loader.save_checkpoint("out")
                        print(engine.global_steps)
                    engine.save_checkpoint("out")
                """, Map.of());
    }

    @Test
    void flashyAndClassyVisionHaveCollectivesOfTheirOwn() {
        assertFindings("""
                import flashy
                from classy_vision.generic.distributed_util import all_reduce_mean, barrier, is_primary
                from flashy.distrib import rank_zero_only

                def average(metrics):
                    if flashy.distrib.is_rank_zero():  # warning
                        return flashy.distrib.average_metrics(metrics)

                @rank_zero_only
                def log(metrics):
                    print(metrics)

                def meet():
                    if is_primary():  # warning
                        barrier()

                def right(loss, metrics):
                    loss = all_reduce_mean(loss)
                    metrics = flashy.distrib.average_metrics(metrics)
                    if is_primary():
                        log(metrics)
                    barrier()
                """, Map.of());
    }

    @Test
    void neuronsParallelContextIsACommunicator() {
        assertFindings("""
                from neuron import h

                pc = h.ParallelContext()

                def known():
                    if int(pc.id()) == 0:  # warning
                        pc.barrier()

                def guessed(s):
                    if s.pc.id() == 0:  # warning
                        data = s.pc.py_alltoall([None] * 4)

                def right(spikes):
                    gathered = pc.py_gather(spikes, 0)
                    if pc.id() == 0:
                        print(gathered, pc.nhost())
                    pc.barrier()

                def another(cell):
                    if cell.id() == 0:
                        cell.barrier()
                """, Map.of());
    }

    @Test
    void speechBrainRunsAFunctionOnTheFirstRankWithABarrierOfAll() {
        assertFindings("""
                import speechbrain as sb
                from speechbrain.utils.distributed import ddp_all_reduce, ddp_broadcast
                from speechbrain.utils.distributed import if_main_process, main_process_only, run_on_main

                def prepare(brain, folder):
                    if if_main_process():  # warning
                        run_on_main(brain.save, args=[folder])

                def average(loss):
                    if if_main_process():  # warning
                        ddp_all_reduce(loss, "SUM")

                def shared(brain):
                    best = ddp_broadcast(brain.best if if_main_process() else None)
                    if best:
                        sb.utils.distributed.ddp_barrier()

                @main_process_only
                def report(folder):
                    sb.utils.distributed.ddp_barrier()

                def right(brain, folder):
                    run_on_main(brain.save, args=[folder])
                    if if_main_process():
                        print("saved")
                """, Map.of());
    }

    @Test
    void fairseqXgboostAndMindSporeHaveCollectivesOfTheirOwn() {
        assertFindings("""
                import mindspore as ms
                from fairseq import distributed_utils
                from mindspore import communication
                from mindspore.communication.comm_func import barrier
                from xgboost import collective

                def log(cfg, stats):
                    if distributed_utils.is_master(cfg):  # warning
                        distributed_utils.all_gather_list(stats)

                def share(data):
                    if collective.get_rank() == 0:  # warning
                        collective.broadcast(data, 0)

                def save(net):
                    if communication.get_rank() == 0:  # warning
                        ms.save_checkpoint(net, "net.ckpt")
                        return
                    barrier()

                def right(net, data):
                    data = collective.broadcast(data, 0)
                    if communication.get_rank() == 0:
                        ms.save_checkpoint(net, "net.ckpt")
                    barrier()
                    return data
                """, Map.of());
    }

    @Test
    void windowsOfMpiAndOperationsOfXlaAreCollective() {
        assertFindings("""
                import torch_xla.core.xla_model as xm
                from mpi4py import MPI

                def fence():
                    comm = MPI.COMM_WORLD
                    window = MPI.Win.Allocate(8, 1, comm=comm)
                    window.Fence()
                    if comm.rank == 0:  # warning
                        window.Fence()
                    window.Free()

                def create(buffer):
                    if MPI.COMM_WORLD.rank == 0:  # warning
                        MPI.Win.Create(buffer, comm=MPI.COMM_WORLD)

                def scan(one, other):
                    if MPI.COMM_WORLD.rank == 0:  # warning
                        MPI.COMM_WORLD.Iscan(one, other)

                def save(model):
                    if xm.is_master_ordinal():  # warning
                        xm.save(model, "model.pt")

                def step(optimizer):
                    if xm.get_ordinal() == 0:  # warning
                        xm.optimizer_step(optimizer)

                def in_groups_perhaps(model, pairs):
                    if xm.get_ordinal() < 2:  # note
                        xm.all_reduce("sum", [model], groups=pairs)

                def right(optimizer, model):
                    xm.optimizer_step(optimizer)
                    xm.save(model, "model.pt")
                """, Map.of());
    }

    @Test
    void aRecursionThatOnlyHandsAFunctionToALibraryIsNoCall() {
        assertFindings("""
                from functools import partial
                import torch
                import torch.distributed as dist

                class Layer(torch.nn.Module):
                    pass

                class Layers(torch.nn.Module):
                    pass

                def start(name, module, inputs, output):
                    dist.init_process_group(name)

                def shard(module: Layer | Layers):
                    if isinstance(module, Layer):
                        module.register_forward_hook(partial(start, "gloo"))
                    else:
                        for each in module.experts:
                            shard(each)

                def load_in_turn(model):
                    for rank in range(dist.get_world_size()):
                        if dist.get_rank() == rank:  # note
                            shard(model.module)
                        dist.barrier()
                """, Map.of());
    }

    @Test
    void wrappersOfApexAndFairScaleCommunicate() {
        assertFindings("""
                import torch
                import torch.distributed as dist
                from apex.parallel import DistributedDataParallel
                from fairscale.nn import FullyShardedDataParallel
                from fairscale.optim.oss import OSS

                def backward(net, x):
                    model = DistributedDataParallel(net)
                    if dist.get_rank() == 0:  # warning
                        model(x).sum().backward()

                def save(net):
                    model = FullyShardedDataParallel(net)
                    if dist.get_rank() == 0:  # warning
                        torch.save(model.state_dict(), "model.pt")

                def save_optimizer(net):
                    optimizer = OSS(net.parameters())
                    if dist.get_rank() == 0:  # warning
                        optimizer.consolidate_state_dict()

                def right(net):
                    model = FullyShardedDataParallel(net)
                    state = model.state_dict()
                    if dist.get_rank() == 0:
                        torch.save(state, "model.pt")
                """, Map.of());
    }

    @Test
    void aFieldOrAGlobalVariableHasTheClassOfTheNewObjectInIt() {
        assertFindings(WRITERS + """
                from accelerate import Accelerator

                class Louder(Writer):
                    pass

                writer = Writer()
                either = Writer()

                def mute():
                    global either
                    either = Quiet()

                def show():
                    if dist.get_rank() == 0:  # warning
                        writer.flush()

                def unknown():
                    if dist.get_rank() == 0:
                        either.flush()

                class Trainer:
                    def __init__(self, other):
                        self.writer = None
                        self.other = other
                        self.quiet = Quiet()
                        self.mine = Writer() if dist.get_rank() == 0 else Quiet()
                        self.set_by_others = Writer()
                        self.x = Accelerator()

                    def setup(self):
                        self.writer = Writer()

                    def save(self):
                        if dist.get_rank() == 0:  # warning
                            self.writer.flush()

                    def wait(self):
                        if self.x.process_index == 0:  # warning
                            self.x.reduce(1)

                    def right(self):
                        self.writer.flush()
                        if dist.get_rank() == 0:
                            self.quiet.flush()
                            self.other.flush()
                            self.set_by_others.flush()
                            print("saved")

                def replace(trainer):
                    trainer.set_by_others = Quiet()
                """, Map.of());
    }

    @Test
    void aFieldThatMayHoldSomethingElseHasNoClass() {
        assertFindings(WRITERS + """
                class Trainer:
                    writer = Writer()

                    def __init__(self, given=None, all_given=(), **others):
                        writer = Writer()
                        for writer in all_given:
                            print(writer)
                        self.last = writer
                        with open("x") as file:
                            self.file = file
                        given = given or Writer()
                        self.given = given
                        low, high = Quiet(), Quiet()
                        low, high = high, low
                        self.low = low

                    def save(self, x):
                        if dist.get_rank() == 0:
                            self.last.flush()
                            self.file.flush()
                            self.given.flush()
                            self.low.flush()
                        if dist.get_rank() == 0:  # warning
                            dist.all_reduce(x)
                        self.given.flush()

                class Options:
                    writer = Writer()

                    def __init__(self, **others):
                        for name, value in others.items():
                            setattr(self, name, value)

                    def save(self):
                        if dist.get_rank() == 0:
                            self.writer.flush()
                """, Map.of());
    }

    @Test
    void anObjectDoesNotRunAMethodThatItsClassReplaces() {
        assertFindings("""
                import torch.distributed as dist

                class Strategy:
                    def save(self):
                        if dist.get_rank() == 0:
                            self.collect()

                    def load(self):
                        if dist.get_rank() == 0:  # warning
                            self.collect()

                    def collect(self):
                        pass

                class Sharded(Strategy):
                    def save(self):
                        self.collect()

                    def load(self):
                        super().load()

                    def collect(self):
                        dist.barrier()
                """, Map.of());
    }

    @Test
    void aContextManagerMaySetSomethingForItsBlock() {
        assertFindings("""
                import torch.distributed as dist
                from contextlib import contextmanager

                quiet = False

                @contextmanager
                def silence():
                    global quiet
                    before = quiet
                    quiet = True
                    try:
                        yield
                    finally:
                        quiet = before

                class Model:
                    def __init__(self):
                        self.sync = True

                    @contextmanager
                    def no_sync(self):
                        self.sync = False
                        yield
                        self.sync = True

                    def step(self):
                        if self.sync:
                            dist.barrier()

                def wait():
                    if not quiet:
                        dist.barrier()

                def right(model: Model):
                    if dist.get_rank() == 0:
                        with silence():
                            wait()
                        with model.no_sync():
                            model.step()

                def behind():
                    if dist.get_rank() == 0:  # warning
                        with silence():
                            wait()
                        wait()

                def behind_it():
                    model = Model()
                    if dist.get_rank() == 0:  # warning
                        with model.no_sync():
                            model.step()
                        model.step()
                """, Map.of());
    }

    @Test
    void whatIsMadeOnceMayHaveBeenMadeBefore() {
        assertFindings("""
                import torch.distributed as dist
                from torch.nn.parallel import DistributedDataParallel as DDP

                group = None

                def first_group():
                    global group
                    if group is None:
                        group = dist.new_group([0, 1])
                    return group

                def of_module():
                    if dist.get_rank() == 0:  # note
                        first_group()

                class Runner:
                    def __init__(self, model):
                        self.plain = model
                        self.wrapped = None
                        self.ready = False

                    @property
                    def model(self):
                        if self.wrapped is not None:
                            return self.wrapped
                        self.wrapped = DDP(self.plain)
                        return self.wrapped

                    def prepare(self):
                        if not self.ready:
                            self.ready = True
                            dist.barrier()

                    def every_tenth(self):
                        self.step += 1
                        if self.step % 10 == 0:
                            dist.barrier()

                    def save(self):
                        if dist.get_rank() == 0:  # note
                            print(self.model.module)

                    def start(self):
                        if dist.get_rank() == 0:  # note
                            self.prepare()

                    def go_on(self):
                        if dist.get_rank() == 0:  # warning
                            self.every_tenth()

                    def given(self, group):
                        if dist.get_rank() == 0:  # warning
                            if group is None:
                                group = dist.new_group()
                """, Map.of());
    }

    @Test
    void aProcessThatIsStartedInALoopHasTheNumberOfItsPass() {
        assertFindings("""
                import torch.distributed as dist
                import torch.multiprocessing as mp

                def run(number, size, function):
                    if number == 0:  # warning
                        dist.barrier()
                    function(size, number)

                def report(size, number):
                    if size > 2:
                        dist.barrier()

                def second(item, number):
                    if number == 0:  # warning
                        dist.barrier()

                def serve(config, port):
                    if config:
                        dist.barrier()

                def custom(number):
                    if number == 0:  # warning
                        dist.barrier()

                def main(size, items, config, extra):
                    for i in range(size):
                        mp.Process(target=run, args=(i, size, report)).start()
                    for i, item in enumerate(items):
                        mp.Process(target=second, args=(item, i)).start()
                    mp.Process(target=serve, args=(config, 80)).start()
                    mp.Process(target=custom, args=extra).start()
                """, Map.of());
    }

    @Test
    void blocksThatSomeRanksWaitForMayBeNestedInLoops() {
        assertFindings("""
                import torch.distributed as dist
                from contextlib import contextmanager

                @contextmanager
                def first_goes_first():
                    if dist.get_rank() != 0:
                        dist.barrier()
                    yield
                    if dist.get_rank() == 0:
                        dist.barrier()

                def right(names):
                    with first_goes_first():
                        for name in names:
                            with first_goes_first():
                                print(name)

                def once_too_few(names):
                    if dist.get_rank() != 0:  # warning
                        dist.barrier()
                        for name in names:
                            dist.all_reduce(name)
                            dist.barrier()
                    else:
                        for name in names:
                            dist.barrier()
                            dist.all_reduce(name)
                """, Map.of());
    }

    @Test
    void aCommunicatorHasItsMembersWhateverItIsCalled() {
        assertFindings("""
                from mpi4py import MPI

                class Grid:
                    def __init__(self):
                        self.everyone = MPI.COMM_WORLD.Dup()

                    def save(self, x):
                        if self.everyone.rank == 0:  # warning
                            self.everyone.reduce(x)

                def world(x):
                    w = MPI.COMM_WORLD
                    if w.rank == 0:  # warning
                        w.barrier()

                def of_item(grids):
                    if MPI.COMM_WORLD.rank == 0:  # warning
                        grids[-1].comm.barrier()

                def listed():
                    pair = MPI.COMM_WORLD.Create(MPI.COMM_WORLD.Get_group().Incl([0, 1]))
                    if MPI.COMM_WORLD.rank in (0, 1):
                        pair.barrier()
                    if MPI.COMM_WORLD.rank == 0:  # warning
                        pair.barrier()

                def some(ids):
                    part = MPI.COMM_WORLD.Create(MPI.COMM_WORLD.Get_group().Incl(ids))
                    if MPI.COMM_WORLD.rank == 0:  # note
                        part.barrier()

                def right(x):
                    w = MPI.COMM_WORLD
                    x = w.bcast(x)
                    if w.rank == 0:
                        print(w.size, x)
                """, Map.of());
    }

    @Test
    void aProgramsOwnMethodIsNotALibrarysOfThatName() {
        assertFindings("""
                from mpi4py import MPI

                class Communicator:
                    def __init__(self, comm):
                        self.comm = comm

                    def barrier(self):
                        self.comm.Barrier()

                class Worker:
                    def __init__(self, team):
                        self.team = team

                    def run(self):
                        self.team.barrier()

                def work(ids):
                    part = MPI.COMM_WORLD.Create(MPI.COMM_WORLD.Get_group().Incl(ids))
                    if MPI.COMM_WORLD.rank > 0:
                        Worker(part).run()

                def all_of_them():
                    if MPI.COMM_WORLD.rank > 0:  # warning
                        Worker(Communicator(MPI.COMM_WORLD)).run()
                """, Map.of());
    }

    @Test
    void aRootThatIsGivenIsOneAlsoThroughADecorator() {
        assertFindings("""
                import torch.distributed as dist

                def share(pg, rank, function):
                    found = [function()] if pg.rank() == rank else [None]
                    dist.broadcast_object_list(found, rank, group=pg)
                    return found[0]

                def on_leader(pg, rank):
                    def decorated(function):
                        def wrapped(*args):
                            return share(pg, rank, function)
                        return wrapped
                    return decorated

                def own(function):
                    rank = dist.get_rank()
                    def wrapped(*args):
                        return share(dist.group.WORLD, rank, function)
                    return wrapped
                """.replace("found, rank, group=pg)", "found, rank, group=pg)  # warning"), Map.of());
    }

    @Test
    void whoHasSomethingMaySendItToTheOthers() {
        assertFindings("""
                import torch
                import torch.distributed as dist

                def spread(states, names):
                    for name in names:
                        state = states[name]
                        if isinstance(state, torch.Tensor):
                            dist.broadcast(state, src=dist.get_rank())  # note
                        else:
                            dist.broadcast(torch.empty(3), src=state)

                def all_send(state, large):
                    if large:
                        dist.broadcast(state, src=dist.get_rank())  # warning
                    else:
                        dist.broadcast(state, src=0)
                """, Map.of());
    }

    @Test
    void aCheckThatIsHandledIsOneAllTheSame() {
        assertFindings("""
                import torch.distributed as dist

                def shard(x, size):
                    if min(size, dist.get_rank()) == 0:  # note
                        raise ValueError("empty shard")
                    dist.all_reduce(x)

                def attempt(x, size):
                    try:
                        shard(x, size)  # note
                    except ValueError:
                        pass
                    dist.broadcast(x, src=0)

                def by_rank(x):
                    try:
                        if dist.get_rank() == 0:  # warning
                            raise ValueError()
                        dist.barrier()
                    except ValueError:
                        pass
                """, Map.of());
    }
}
