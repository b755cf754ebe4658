import os, torch
import torch.distributed as dist

import lightning as L
class Net(L.LightningModule):
    def validation_epoch_end(self, outputs):
        acc = torch.stack(outputs).mean()
        if self.trainer.is_global_zero:  # here
            gathered = self.all_gather(acc)
            print(gathered)
    def training_step(self, batch, idx):
        loss = self.net(batch)
        self.log("loss", loss, sync_dist=True)
        if self.global_rank == 0:
            self.logger.experiment.add_scalar("x", loss)
        return loss
class Save(L.Callback):
    def on_train_epoch_end(self, trainer, pl_module):
        if trainer.is_global_zero:  # here
            trainer.save_checkpoint("x.ckpt")
    def on_fit_end(self, trainer, pl_module):
        trainer.strategy.barrier()
        if trainer.is_global_zero:
            print("done")
