import os, torch
import torch.distributed as dist

def main():
    rank, world = dist.get_rank(), dist.get_world_size()
    for i in range(world // 2):
        ranks = [2 * i, 2 * i + 1]
        if rank in ranks:  # here
            g = dist.new_group(ranks)
    t = torch.ones(4)
main()
