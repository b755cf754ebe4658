import os, torch
import torch.distributed as dist

from torch.nn.parallel import DistributedDataParallel as DDP
class Trainer:
    def __init__(self, model, gpu_id, save_every):
        self.gpu_id = gpu_id
        self.model = DDP(model.to(gpu_id), device_ids=[gpu_id])
        self.save_every = save_every
    def _run_batch(self, s, t):
        out = self.model(s)
        out.backward()
    def _run_epoch(self, epoch):
        self.data.sampler.set_epoch(epoch)
        for s, t in self.data:
            self._run_batch(s, t)
    def _save(self, epoch):
        torch.save(self.model.module.state_dict(), "x")
    def train(self, n):
        for epoch in range(n):
            self._run_epoch(epoch)
            if self.gpu_id == 0 and epoch % self.save_every == 0:
                self._save(epoch)
def main(rank, world_size, n):
    dist.init_process_group("nccl", rank=rank, world_size=world_size)
    Trainer(build(), rank, 2).train(n)
    dist.destroy_process_group()
if __name__ == "__main__":
    import torch.multiprocessing as mp
    mp.spawn(main, args=(4, 10), nprocs=4)
