import os, torch
import torch.distributed as dist

def main():
    rank, world = dist.get_rank(), dist.get_world_size()
    t = torch.ones(4)
    out = [torch.zeros(4) for _ in range(world)] if rank == 0 else None
    dist.gather(t, gather_list=out, dst=0)
    if rank == 0:
        dist.scatter(t, scatter_list=out, src=0)
    else:
        dist.scatter(t, src=0)
main()
