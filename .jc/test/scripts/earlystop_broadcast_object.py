import os, torch
import torch.distributed as dist

def main():
    rank = dist.get_rank()
    for epoch in range(100):
        x = torch.ones(4)
        dist.all_reduce(x)
        flags = [False]
        if rank == 0:
            flags = [validate() > 3]
        dist.broadcast_object_list(flags, src=0)
        if flags[0]:
            break
    dist.barrier()
main()
