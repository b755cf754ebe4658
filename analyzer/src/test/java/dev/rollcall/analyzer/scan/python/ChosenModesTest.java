package dev.rollcall.analyzer.scan.python;

import static dev.rollcall.analyzer.scan.python.MarkedProgram.assertFindings;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** What settings choose together excludes each other: a mode and a rank that one function returns, a class and its name. */
final class ChosenModesTest {
    @Test
    void oneOfThreeModesTellsWhichSettingIsOn() {
        assertFindings("""
                import torch.distributed as dist

                def mode(cfg):
                    if cfg.a:
                        return "x"
                    elif cfg.b:
                        return "y"
                    return "z"

                def excluded(cfg):
                    m = mode(cfg)
                    if m == "y" and cfg.a:
                        if dist.get_rank() == 0:
                            dist.barrier()

                def all_but_one(cfg):
                    m = mode(cfg)
                    main = dist.get_rank() == 0 if m == "x" else True
                    if m in ("y", "z") and not main:
                        dist.barrier()

                def alone(cfg):
                    rank = dist.get_rank() if mode(cfg) != "z" else 0
                    if mode(cfg) == "z" and rank == 0:
                        dist.barrier()

                def none_is_false(cfg):
                    m = None if cfg.a else ("x" if cfg.b else "y")
                    rank = dist.get_rank() if m else 0
                    if not m and rank == 1:
                        dist.barrier()

                def wrong(cfg):
                    rank = dist.get_rank() if mode(cfg) == "x" else 0
                    if cfg.a and rank == 0:  # warning
                        dist.barrier()

                def wrong_in_two(cfg):
                    if mode(cfg) in ("y", "z") and dist.get_rank() == 0:  # warning
                        dist.barrier()
                """, Map.of());
    }

    @Test
    void aSetupReturnsItsRankWithWhetherThereAreSeveral() {
        assertFindings("""
                import torch.distributed as dist

                def setup(cfg):
                    if cfg.a:
                        return dist.get_rank(), True
                    elif cfg.b:
                        return dist.get_rank(), True
                    return 0, False

                def alone(cfg):
                    rank, several = setup(cfg)
                    if not several and rank == 0:
                        dist.barrier()

                def wrong(cfg):
                    rank, several = setup(cfg)
                    if several and rank == 0:  # warning
                        dist.barrier()

                def setup_with_switch(cfg):
                    if cfg.a:
                        return dist.get_rank(), True
                    elif cfg.b:
                        return dist.get_rank(), cfg.several
                    return 0, False

                def wrong_with_switch(cfg):
                    rank, several = setup_with_switch(cfg)
                    if not several and rank == 0:  # warning
                        dist.barrier()
                """, Map.of());
    }

    @Test
    void theNameOfAClassTellsTheClass() {
        assertFindings("""
                import torch.distributed as dist

                class All:
                    def step(self):
                        dist.barrier()

                class Local:
                    def step(self):
                        pass

                class Trainer:
                    def __init__(self, several):
                        self.steps = All() if several else Local()

                    def local(self):
                        if self.steps.__class__.__name__ == "Local" and dist.get_rank() == 0:
                            self.steps.step()

                    def local_by_type(self):
                        if type(self.steps).__name__ in ("Local", "Other") and dist.get_rank() == 0:
                            self.steps.step()

                    def wrong(self):
                        if type(self.steps).__name__ == "All" and dist.get_rank() == 0:  # warning
                            self.steps.step()
                """, Map.of());
    }

    @Test
    void aSettingOfAnotherPackageMayHaveAnyValue() {
        assertFindings("""
                import torch.distributed as dist
                from mylib.settings import FLAG
                import mylib.config as config

                def by_text():
                    if config.MODE == "local" and dist.get_rank() == 0:  # warning
                        dist.barrier()

                def by_texts():
                    if config.MODE in ("local", "other") and dist.get_rank() == 0:  # warning
                        dist.barrier()

                def set():
                    if FLAG and dist.get_rank() == 0:  # warning
                        dist.barrier()

                def unset():
                    if not FLAG and dist.get_rank() == 0:  # warning
                        dist.barrier()

                def excluded():
                    rank = dist.get_rank() if config.MODE == "local" else 0
                    if config.MODE != "local" and rank == 0:
                        dist.barrier()

                def excluded_by_flag():
                    rank = dist.get_rank() if FLAG else 0
                    if not FLAG and rank == 0:
                        dist.barrier()
                """, Map.of());
    }

    @Test
    void choicesThatShareASideOrWhatTheyCompareExcludeEachOther() {
        assertFindings("""
                import torch.distributed as dist

                def rank_of_a_job(cfg):
                    local = cfg.local and not cfg.dist
                    rank = dist.get_rank() if cfg.dist else 0
                    if local and rank == 0:
                        dist.barrier()

                def neither_side(cfg):
                    x = cfg.a if cfg.c else cfg.b
                    if not cfg.a and not cfg.b and x and dist.get_rank() == 0:
                        dist.barrier()

                def another_mode(cfg):
                    on = cfg.a if cfg.mode == "x" else False
                    if cfg.mode == "y" and on and dist.get_rank() == 0:  # note
                        dist.barrier()

                def of_three(cfg):
                    m = "x" if cfg.a else ("y" if cfg.b else "z")
                    on = cfg.p if m == "y" else False
                    if m == "z":
                        if dist.get_rank() == 0:
                            if on:
                                dist.barrier()

                def alone(cfg):
                    world = dist.get_world_size() if cfg.dist else 1
                    rank = dist.get_rank() if cfg.dist else 0
                    if world == 1 and rank == 0:
                        dist.barrier()

                def in_a_job(cfg):
                    world = dist.get_world_size() if cfg.dist else 1
                    rank = dist.get_rank() if cfg.dist else 0
                    if world > 1 and rank == 0:  # warning
                        dist.barrier()

                def truth(cfg):
                    on = cfg.a if bool(cfg.c) else False
                    if not cfg.c and on and dist.get_rank() == 0:
                        dist.barrier()

                def one_side(cfg):
                    x = cfg.a if cfg.c else cfg.b
                    if cfg.a and not cfg.b and x and dist.get_rank() == 0:  # warning
                        dist.barrier()
                """, Map.of());
    }
}
