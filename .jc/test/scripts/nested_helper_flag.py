import os, torch
import torch.distributed as dist

def should_save(step, rank):
    if step % 100 != 0:
        return False
    return rank == 0
def main():
    rank = dist.get_rank()
    for step in range(1000):
        t = torch.ones(4)
        dist.all_reduce(t)
        if should_save(step, rank):  # here
            dist.barrier()
main()
