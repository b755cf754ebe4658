package dev.rollcall.analyzer.scan.python;

import static dev.rollcall.analyzer.scan.python.MarkedProgram.assertFindings;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the attributes of classes and modules and the environment hold, by whichever name a program reads them. */
class GlobalValuesTest {
    @Test
    void anAttributeOfAClassIsTheSameThroughItsNameItselfAndItsObjects() {
        assertFindings("""
                import enum
                import torch.distributed as dist

                class Role(enum.Enum):
                    FIRST = "first"
                    OTHER = "other"

                    @classmethod
                    def current(cls):
                        return cls.FIRST if dist.get_rank() == 0 else cls.OTHER

                class Worker:
                    FIRST = 1
                    OTHER = 2

                    def __init__(self):
                        self.role = self.FIRST if dist.get_rank() == 0 else self.OTHER

                    def right(self):
                        if self.role == Worker.FIRST:
                            dist.barrier()
                        elif self.role == Worker.OTHER:
                            dist.barrier()

                    def wrong(self):
                        if self.role == Worker.FIRST:  # warning
                            dist.barrier()

                def right():
                    role = Role.current()
                    if role is Role.FIRST:
                        dist.barrier()
                    elif role is Role.OTHER:
                        dist.barrier()

                def wrong():
                    if Role.current() is Role.OTHER:  # warning
                        dist.barrier()
                """, Map.of());
    }

    @Test
    void aModuleMaySetWhatAnotherClassOrModuleHolds() {
        String settings = """
                class Settings:
                    size = 1
                    debug = False

                size = 1
                debug = False
                """;
        assertFindings("""
                import settings
                import torch.distributed as dist
                from settings import Settings

                def start():
                    settings.size = dist.get_world_size()
                    Settings.size = dist.get_world_size()

                def of_module():
                    if settings.size > 1:
                        if dist.get_rank() == 0:  # warning
                            dist.barrier()

                def of_class():
                    if Settings.size > 1:
                        if dist.get_rank() == 0:  # warning
                            dist.barrier()

                def set_by_nobody():
                    if Settings.debug or settings.debug:
                        if dist.get_rank() == 0:
                            dist.barrier()
                """, Map.of("settings.py", settings));
    }

    @Test
    void theNameOfAnEnvironmentVariableMayBeAConstantOrAnArgument() {
        assertFindings("""
                import os
                import torch.distributed as dist
                from names import RANK

                HOME = "HOME"

                def number(name):
                    return int(os.environ[name])

                def text(name, otherwise=None):
                    return os.environ.get(name, otherwise)

                def first_set(name):
                    return os.getenv(name) or "0"

                def wrong():
                    if number("RANK") == 0:  # warning
                        dist.barrier()
                    if text(RANK, "0") == "0":  # warning
                        dist.barrier()
                    if int(os.environ[RANK]) == 0:  # warning
                        dist.barrier()
                    if first_set("SLURM_PROCID") == "0":  # warning
                        dist.barrier()

                def right():
                    if number("WORLD_SIZE") > 1:
                        dist.barrier()
                    if text(HOME) == "0":
                        dist.barrier()

                def one_of_several():
                    for name in ("RANK", "SLURM_PROCID"):
                        value = os.environ.get(name)
                        if value is not None:
                            break
                    if int(value) == 0:  # warning
                        dist.barrier()

                def some_other():
                    for name in ("HOST", "HOME"):
                        value = os.environ.get(name)
                        if value is not None:
                            break
                    if int(value) == 0:
                        dist.barrier()
                """, Map.of("names.py", "RANK = \"RANK\"\n"));
    }

    @Test
    void aLoopThatTriesTheVariablesOfSeveralLaunchersFindsTheRank() {
        assertFindings("""
                import os
                import torch.distributed as dist

                def world():
                    rank = 0
                    for name in ("RANK", "PMI_RANK", "SLURM_PROCID", "OMPI_COMM_WORLD_RANK"):
                        if name in os.environ:
                            rank = int(os.environ[name])
                            break
                    size = 1
                    for name in ("WORLD_SIZE", "PMI_SIZE", "SLURM_NTASKS"):
                        if name in os.environ:
                            size = int(os.environ[name])
                            break
                    return rank, size

                def first_of(names):
                    found = None
                    for name in names:
                        if name == "a":
                            found = 1
                            break
                        if name == "b":
                            found = 2
                            break
                    return found

                def wrong():
                    rank, size = world()
                    if size > 1 and rank == 0:  # warning
                        dist.barrier()

                def right(names):
                    rank, size = world()
                    if size > 1:
                        dist.barrier()
                    if rank == 0:
                        dist.barrier()
                    else:
                        dist.barrier()
                    if first_of(names) == 1:
                        dist.barrier()
                """, Map.of());
    }

    @Test
    void whatAFunctionStoresInALibrarysObjectLaterWasNotThereBefore() {
        assertFindings("""
                import os
                import torch.distributed as dist
                from arguments import parse

                def main():
                    args = parse()
                    latest = args.resume == "latest"
                    if dist.get_rank() == 0:  # warning
                        if os.path.exists(args.path) and not latest:
                            return -1
                    if latest:
                        found = None
                        if dist.get_rank() == 0:
                            found = os.path.exists(args.path)
                        args.resume = found
                    dist.barrier()
                """, Map.of("arguments.py", """
                import argparse

                def parse():
                    parser = argparse.ArgumentParser()
                    parser.add_argument("--resume")
                    return parser.parse_args()
                """));
    }

    @Test
    void whatSetsUpTheProcessGroupSaysWhatTheRankIs() {
        assertFindings("""
                import argparse
                import torch.distributed as dist

                class Learner:
                    def __init__(self):
                        self.writes = True

                    def run(self, data):
                        while True:
                            for each in data:
                                dist.all_reduce(each)
                                if self.writes:  # warning
                                    dist.barrier()

                def start(i, n):
                    dist.init_process_group("gloo", rank=i, world_size=n)

                def replica(i, n, data):
                    start(i, n)
                    learner = Learner()
                    learner.writes = i == 0
                    learner.run(data)

                def argument():
                    parser = argparse.ArgumentParser()
                    parser.add_argument("--id", type=int)
                    args = parser.parse_args()
                    dist.init_process_group("gloo", rank=args.id, world_size=4)
                    if args.id == 0:  # warning
                        dist.barrier()

                def another_argument(i, n, k):
                    start(i, n)
                    if k == 0:
                        dist.barrier()

                def number_of_ranks(i, n):
                    start(i, n)
                    if n > 1:
                        dist.barrier()

                def computed(k, per_node, i):
                    start(k * per_node + i, 8)
                    if i == 0:
                        dist.barrier()
                """, Map.of());
    }

    @Test
    void whatAnObjectStoresIsNotInItsClass() {
        assertFindings("""
                import torch.distributed as dist

                class Logger:
                    enabled = False

                    def __init__(self):
                        self.enabled = dist.get_rank() == 0

                    def wrong(self):
                        if self.enabled:  # warning
                            dist.barrier()

                    def right(self):
                        if Logger.enabled:
                            dist.barrier()

                def set_by(logger: Logger):
                    logger.enabled = dist.get_rank() == 0

                def right():
                    if Logger.enabled:
                        dist.barrier()
                """, Map.of());
    }

    @Test
    void aPropertyOfAMemberOfAnEnumerationIsAnsweredByTheMember() {
        assertFindings("""
                import enum
                import torch.distributed as dist

                class Role(enum.Enum):
                    LEADER = enum.auto()
                    OTHER = enum.auto()

                    @property
                    def leads(self):
                        return self == Role.LEADER

                def role():
                    return Role.LEADER if dist.get_rank() == 0 else Role.OTHER

                def right():
                    own = role()
                    if own is not Role.LEADER:
                        dist.barrier()
                    elif own.leads:
                        dist.barrier()

                def wrong():
                    if role().leads:  # warning
                        dist.barrier()
                """, Map.of());
    }

    @Test
    void aRankThatIsReadInAJobOnlyIsNoneBesideIt() {
        assertFindings("""
                import os
                import torch.distributed as dist

                def right(config):
                    rank = 0
                    if config.several:
                        rank = int(os.environ["RANK"])
                    if not config.several:
                        if rank == 0:
                            dist.barrier()

                def right_in_a_loop(config):
                    rank = 0
                    if config.several:
                        for name in ("RANK", "SLURM_PROCID"):
                            if name in os.environ:
                                rank = int(os.environ[name])
                                break
                    if not config.several:
                        if rank == 0:
                            dist.barrier()

                def wrong(config):
                    rank = 0
                    if config.several:
                        rank = int(os.environ["RANK"])
                    if rank == 0:  # warning
                        dist.barrier()
                """, Map.of());
    }

    @Test
    void howALoopEndsIsNotChosenWhereMoreThanASettingEndsIt() {
        assertFindings("""
                import torch.distributed as dist

                def right(items, kind):
                    rank = 0
                    for each in items:
                        if each.first:
                            kind = "rank"
                            rank = dist.get_rank()
                            break
                        if each.second:
                            kind = "zero"
                            rank = 0
                            break
                    if kind == "zero" and rank == 0:  # note
                        dist.barrier()
                """, Map.of());
    }

    @Test
    void aSingleObjectIsWhatIsMadeWhereThereIsNone() {
        assertFindings("""
                import os
                import torch.distributed as dist

                class Job:
                    single = None

                    def __init__(self):
                        if "RANK" in os.environ:
                            dist.init_process_group()
                            self.rank = dist.get_rank()
                            self.several = True
                        else:
                            self.rank = 0
                            self.several = False

                    @classmethod
                    def get(cls):
                        if cls.single is None:
                            cls.single = cls()
                        return cls.single

                    @classmethod
                    def get_global(cls):
                        global single
                        if not single:
                            single = cls()
                        return single

                    def is_first(self):
                        return self.rank == 0

                    def mean(self, x):
                        if self.several:
                            dist.all_reduce(x)

                single = None

                class Trainer:
                    def __init__(self):
                        self.job = Job.get()

                    def wrong(self, x):
                        if self.job.is_first():  # warning
                            self.job.mean(x)

                    def right(self, x):
                        self.job.mean(x)

                def wrong(x):
                    job = Job.get()
                    if job.is_first():  # warning
                        job.mean(x)

                def wrong_globally(x):
                    if Job.get_global().is_first():  # warning
                        Job.get_global().mean(x)

                class Writer:
                    pass

                writer = None

                def get_writer():
                    global writer
                    if writer is None and dist.get_rank() == 0:
                        writer = Writer()
                    return writer

                def wrong_where_one_rank_has_it():
                    if get_writer() is not None:  # warning
                        dist.barrier()
                """, Map.of());
    }

    @Test
    void aLoopOverNamesMayFindThatOneIsMissing() {
        assertFindings("""
                import os
                import torch.distributed as dist

                def values(names=("RANK", "WORLD_SIZE")):
                    found = {}
                    for name in names:
                        try:
                            value = os.environ[name]
                        except KeyError:
                            print(name)
                        else:
                            found[name] = value
                    return found

                def right():
                    print(values())
                    dist.barrier()

                def wrong():
                    values()
                    if dist.get_rank() == 0:  # warning
                        dist.barrier()
                """, Map.of());
    }

    @Test
    void theClassOfARecordHoldsDefaultsAndNoValues() {
        assertFindings("""
                import torch.distributed as dist
                from dataclasses import dataclass

                @dataclass
                class Config:
                    save: bool = False
                    kind: int = 1

                @dataclass
                class Stored:
                    save: bool = False

                class Kind:
                    FIRST = 0
                    OTHER = 1

                def save():
                    if Config.save:
                        if dist.get_rank() == 0:  # warning
                            dist.barrier()

                def same():
                    if Config.save and Config.kind == 2:
                        dist.barrier()

                def both():
                    first = Config.save and dist.get_rank() == 0
                    if first:
                        dist.barrier()
                    if not first:
                        dist.barrier()

                def constant(kind):
                    if Kind.FIRST == Kind.OTHER and dist.get_rank() == 0:
                        dist.barrier()

                def stored():
                    Stored.save = dist.get_rank() == 0
                    if Stored.save:  # warning
                        dist.barrier()
                """, Map.of());
    }

    @Test
    void aDataClassHoldsWhatItsObjectsGetWithoutAnArgument() {
        assertFindings("""
                import os
                import torch.distributed as dist
                from dataclasses import dataclass
                from typing import ClassVar

                RANK = int(os.environ["RANK"])

                @dataclass
                class Place:
                    rank: int = int(os.environ.get("RANK", 0))
                    size: int = 3
                    name: str = os.environ.get("NAME", "x")
                    first: ClassVar["Place"] = None

                    @classmethod
                    def instance(cls) -> "Place":
                        if not cls.first:
                            cls.first = cls()
                        return cls.first

                    @property
                    def is_main(self):
                        return self.rank == 0

                @dataclass
                class Further(Place):
                    more: int = RANK

                def made():
                    place = Place()
                    if place.rank == 0:  # warning
                        dist.barrier()

                def made_once():
                    if Place.instance().is_main:  # warning
                        dist.barrier()

                def inherited():
                    place = Further(size=4)
                    if place.rank == 0:  # warning
                        dist.barrier()
                    if place.more == 0:  # warning
                        dist.barrier()

                def given(number):
                    place = Place(rank=number)
                    if place.name == "x" and place.rank == 0:
                        dist.barrier()

                def known():
                    place = Place(rank=0)
                    if place.rank == 0:
                        dist.barrier()
                """, Map.of());
    }
}
