package dev.rollcall.analyzer.scan.python;

import static dev.rollcall.analyzer.scan.python.MarkedProgram.assertFindings;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a name stands for that a file has from another one of the program, which has it from a library or when it is asked for it. */
final class ImportedNamesTest {

    @Test
    void aModuleGivesOnWhatItHasOfALibraryAsAWhole() {
        assertFindings(
                """
                import demo.comm as dist
                import over
                from demo import comm
                from demo.comm import all_gather, barrier, get_rank

                def all_of_it(parts, x):
                    if dist.get_rank() == 0:  # warning
                        dist.all_gather(parts, x)

                def one_name(parts, x):
                    if get_rank() == 0:  # warning
                        all_gather(parts, x)

                def replaced():
                    if comm.get_rank() == 0:
                        barrier()

                def through_two(parts, x):
                    if over.get_rank() == 0:  # warning
                        over.all_gather(parts, x)

                def last():
                    if comm.get_rank() == 0:
                        over.broadcast_object_list([1])

                def builtin(parts):
                    if comm.get_rank() == 0:
                        print(comm.max(parts))
                """,
                Map.of("demo/__init__.py", "", "demo/comm.py", """
                from torch.distributed import *

                def barrier():
                    print("no job")
                """, "over/__init__.py", """
                from demo.comm import *
                from over.local import *
                """, "over/local.py", """
                def broadcast_object_list(objects):
                    print(objects)
                """));
    }

    @Test
    void aModuleMayHaveAnotherNameOrComeFromAFunction() {
        assertFindings("""
                import torch.distributed as dist
                from compat import ds, load

                def save(engine):
                    if dist.get_rank() == 0:  # warning
                        engine.save_checkpoint("out")

                def keep(engine):
                    if dist.get_rank() == 0:  # warning
                        engine.save_checkpoint("out")

                def train(net):
                    engine, _, _, _ = ds.initialize(model=net)
                    save(engine)

                def train_again(net):
                    engine, _, _, _ = load().initialize(model=net)
                    keep(engine)
                """, Map.of("compat.py", """
                import deepspeed as _ds

                ds = _ds

                def load():
                    import deepspeed
                    return deepspeed
                """));
    }

    @Test
    void aFunctionMayImportWhatTheModuleNames() {
        assertFindings("""
                import torch.distributed
                from torch import distributed as dist

                ddp = None
                level = 1

                def prepare():
                    global dist, ddp, level
                    from deepspeed import comm as dist
                    import torch.distributed as ddp
                    level = torch.distributed.get_rank()

                def one_of_two(x):
                    if torch.distributed.get_rank() == 0:
                        dist.all_reduce(x)

                def late(x):
                    global ddp
                    if ddp.get_rank() == 0:  # warning
                        ddp.all_reduce(x)

                def variable(x):
                    prepare()
                    if level == 0:  # warning
                        ddp.all_reduce(x)

                def alike(x):
                    if ddp.get_world_size() > 1:
                        ddp.all_reduce(x)
                """, Map.of());
    }

    @Test
    void aPackageMayImportWhatItIsAskedFor() {
        String work = """
                import torch.distributed as dist

                def gather():
                    dist.barrier()

                class Worker:
                    def wait(self):
                        dist.barrier()
                """;
        assertFindings(
                """
                import demo
                import torch.distributed as dist
                from demo import Worker, gather, other, quiet
                from loaded import gather as second, load, logged, meet, twice

                def by_list():
                    if dist.get_rank() == 0:  # warning
                        gather()

                def by_attribute():
                    if dist.get_rank() == 0:  # warning
                        demo.gather()

                def by_class():
                    worker = Worker()
                    if dist.get_rank() == 0:  # warning
                        worker.wait()

                def by_import():
                    if dist.get_rank() == 0:  # warning
                        other()

                def by_module():
                    if dist.get_rank() == 0:  # warning
                        second()

                def by_other_name():
                    if dist.get_rank() == 0:  # warning
                        meet()

                def silent():
                    if dist.get_rank() == 0:
                        quiet()
                        load()
                        logged()
                        twice()
                """,
                Map.of(
                        "demo/__init__.py",
                        """
                        import importlib

                        _NAMES = {
                            "work": ["gather", "Worker"],
                            "still": ["quiet"],
                        }

                        def __getattr__(name):
                            if name == "other":
                                from .second import other
                                return other
                            for module, names in _NAMES.items():
                                if name in names:
                                    return getattr(importlib.import_module("." + module, __name__), name)
                            raise AttributeError(name)
                        """,
                        "demo/work.py",
                        work,
                        "demo/second.py",
                        work.replace("gather", "other"),
                        "demo/still.py",
                        "def quiet():\n    print('nothing')\n",
                        "loaded/__init__.py",
                        """
                        from demo.lazy import attach

                        NAMES = {
                            "gather": ".work",
                            "load": "unknown",
                            "meet": ("loaded.work", "gather"),
                            "logged": (".work", "silent"),
                            "twice": ".work",
                        }
                        OLD = {"still": ["twice"]}

                        __getattr__ = attach(__name__, NAMES)
                        """,
                        "loaded/work.py",
                        work + """

                        def silent():
                            print("nothing")

                        def logged():
                            dist.barrier()

                        def twice():
                            dist.barrier()
                        """));
    }

    @Test
    void whatAHandlerBindsInPlaceOfALibraryIsTheLibrarys() {
        assertFindings("""
                import demo.mpi as MPI

                def main():
                    world = MPI.COMM_WORLD
                    if world.rank == 0:  # warning
                        world.Barrier()

                def replaced():
                    world = MPI.WORLD
                    if MPI.COMM_WORLD.rank == 0:
                        world.Barrier()

                def right():
                    if MPI.there:
                        MPI.COMM_WORLD.Barrier()
                """, Map.of("demo/__init__.py", "", "demo/mpi.py", """
                try:
                    from mpi4py.MPI import *
                    there = True
                except ImportError:
                    there = False

                    class Alone:
                        rank = 0

                        def Barrier(self):
                            pass

                    COMM_WORLD = Alone()

                class Quiet:
                    def Barrier(self):
                        pass

                WORLD = Quiet()
                """));
    }

    @Test
    void aLibraryHasOneThingInSeveralModules() {
        assertFindings("""
                import torch.distributed as dist
                from torch.distributed.fsdp import FullyShardedDataParallel as FSDP, StateDictType
                from torch.distributed.fsdp.fully_sharded_data_parallel import StateDictType as Kind

                class config:
                    whole = Kind.FULL_STATE_DICT
                    local = Kind.LOCAL_STATE_DICT

                def save(model):
                    model = FSDP(model)
                    if config.whole == StateDictType.FULL_STATE_DICT:
                        if dist.get_rank() == 0:  # warning
                            return model.state_dict()

                def builtin(kind):
                    if config.whole == int:
                        dist.barrier()
                    if dist.get_rank() == 0:  # warning
                        dist.barrier()

                def never(model):
                    model = FSDP(model)
                    if config.local == StateDictType.FULL_STATE_DICT:
                        if dist.get_rank() == 0:
                            return model.state_dict()
                """, Map.of());
    }

    @Test
    void aPackageMayAskAModuleThatAsksItBack() {
        assertFindings("""
                import torch.distributed as dist
                from demo import missing

                def save():
                    if dist.get_rank() == 0:  # warning
                        missing()
                        dist.barrier()
                """, Map.of("demo/__init__.py", """
                def __getattr__(name):
                    from .work import missing
                    return missing
                """, "demo/work.py", "from demo import *\n"));
    }

    @Test
    void aModuleMayGiveWhatALibraryHasANameOfItsOwn() {
        assertFindings("""
                import os
                import torch.distributed as dist
                from demo.comm import barrier, number

                read = os.environ.get
                twice = dist.barrier
                twice = print
                later = dist.barrier
                if os.path.exists("x"):
                    maybe = dist.barrier
                else:
                    maybe = print

                def replace():
                    global later
                    later = print

                def environment():
                    if int(read("RANK", 0)) == 0:  # warning
                        barrier()

                def of_another_module():
                    if number() == 0:  # warning
                        barrier()

                def printed():
                    if number() == 0:
                        twice()
                """, Map.of("demo/__init__.py", "", "demo/comm.py", """
                import torch.distributed as dist

                number = dist.get_rank
                barrier = dist.barrier
                """));
    }
}
