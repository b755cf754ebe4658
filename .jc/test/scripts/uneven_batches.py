import os, torch
import torch.distributed as dist

def main(files):
    rank, world = dist.get_rank(), dist.get_world_size()
    mine = files[rank::world]
    for f in mine:
        t = process(f)
        dist.all_reduce(t)
main(os.listdir("x"))
