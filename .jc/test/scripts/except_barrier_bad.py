import os, torch
import torch.distributed as dist

def load(path, rank):
    try:
        if rank == 0 and not os.path.exists(path):  # here
            raise FileNotFoundError(path)
        dist.barrier()
    except FileNotFoundError:
        print("missing")
    t = torch.ones(1)
    dist.all_reduce(t)
load("x", dist.get_rank())
