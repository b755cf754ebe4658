import os, torch
import torch.distributed as dist

import torch.multiprocessing as mp
def demo(rank, world_size):
    dist.init_process_group("gloo", rank=rank, world_size=world_size)
    if rank == 0:  # here
        torch.save({}, "x")
        dist.barrier()
    torch.load("x")
if __name__ == "__main__":
    mp.spawn(demo, args=(4,), nprocs=4, join=True)
