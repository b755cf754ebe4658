import os, torch
import torch.distributed as dist

from contextlib import nullcontext
def main():
    rank = dist.get_rank()
    ctx = torch.profiler.profile() if rank == 0 else nullcontext()
    with ctx as prof:
        for b in range(10):
            t = torch.ones(4)
            dist.all_reduce(t)
            if rank == 0:
                prof.step()
main()
