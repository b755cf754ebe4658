package dev.rollcall.analyzer.scan.python;

import static dev.rollcall.analyzer.scan.python.MarkedProgram.assertFindings;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a library hands to the methods of a program's class that it calls. */
final class CallbacksTest {

    @Test
    void lightningHandsItsTrainerAndModuleToACallback() {
        assertFindings("""
                import lightning.pytorch as pl
                from pytorch_lightning.callbacks import Callback
                from pytorch_lightning.utilities import rank_zero_only

                class Save(pl.Callback):
                    def on_train_epoch_end(self, trainer, pl_module):
                        if trainer.global_rank == 0:  # warning
                            trainer.save_checkpoint("last.ckpt")

                class Decorated(Callback):
                    @rank_zero_only  # warning
                    def on_train_end(self, trainer, pl_module):
                        trainer.save_checkpoint("last.ckpt")

                class Base(Callback):
                    pass

                class Gather(Base):
                    def on_validation_end(self, trainer, pl_module):
                        if pl_module.global_rank == 0:  # warning
                            pl_module.all_gather(1)

                class Inner(Callback):
                    def on_fit_end(self, trainer, pl_module):
                        def save():
                            trainer.save_checkpoint("last.ckpt")
                        if pl_module.global_rank == 0:  # warning
                            save()

                class Alone(Callback):
                    def on_fit_end(self, trainer, pl_module):
                        trainer.save_checkpoint("last.ckpt")
                        if trainer.global_rank == 0:
                            trainer.print_results()
                            pl_module.save("last.pt")
                """, Map.of());
    }

    @Test
    void aTrainerOfTheProgramsOwnIsNoLibrarys() {
        assertFindings("""
                import os
                import lightning.pytorch as pl

                RANK = int(os.environ["RANK"])

                class Callback:
                    def on_train_end(self, trainer, pl_module):
                        if RANK == 0:
                            trainer.save_checkpoint("last.ckpt")

                class Own(Callback):
                    def on_train_end(self, trainer, pl_module):
                        if RANK == 0:
                            trainer.save_checkpoint("last.ckpt")

                class Annotated(pl.Callback):
                    def on_train_end(self, trainer: "Mine", pl_module):
                        if RANK == 0:
                            trainer.save_checkpoint("last.ckpt")

                class Replaced(pl.Callback):
                    def on_train_end(self, trainer, pl_module):
                        trainer = Mine()
                        if RANK == 0:
                            trainer.save_checkpoint("last.ckpt")

                class Helper(pl.Callback):
                    @staticmethod
                    def on_epoch(trainer):
                        if RANK == 0:
                            trainer.save_checkpoint("last.ckpt")

                    def finish(self, trainer):
                        if RANK == 0:
                            trainer.save_checkpoint("last.ckpt")

                    def on_fit_end(self, trainer, pl_module):
                        def save(trainer):
                            if RANK == 0:
                                trainer.save_checkpoint("last.ckpt")
                        save(Mine())

                class Asking(pl.Callback):
                    def on_train_end(self, trainer, pl_module):
                        if not isinstance(trainer, pl.Trainer):
                            if RANK == 0:
                                trainer.save_checkpoint("last.ckpt")

                class Mine:
                    def save_checkpoint(self, path):
                        print(path)

                Helper().finish(Mine())
                Helper.on_epoch(Mine())
                """, Map.of());
    }

    @Test
    void transformersHandsItsStateToACallback() {
        assertFindings("""
                import torch.distributed as dist
                from transformers import TrainerCallback

                class Report(TrainerCallback):
                    def on_evaluate(self, args, state, control, **kwargs):
                        if not state.is_world_process_zero:  # warning
                            return
                        dist.barrier()

                    def on_log(self, args, state, control, **kwargs):
                        if args.process_index == 0:  # warning
                            dist.barrier()
                """, Map.of());
    }
}
