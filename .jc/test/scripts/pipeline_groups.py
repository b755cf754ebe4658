import os, torch
import torch.distributed as dist

def main():
    rank, world = dist.get_rank(), dist.get_world_size()
    tp = 2
    group = None
    for i in range(world // tp):
        ranks = list(range(i * tp, (i + 1) * tp))
        g = dist.new_group(ranks)
        if rank in ranks:
            group = g
    t = torch.ones(4)
    dist.all_reduce(t, group=group)
    if dist.get_rank(group) == 0:
        print("first of its group")
    dist.barrier()
main()
