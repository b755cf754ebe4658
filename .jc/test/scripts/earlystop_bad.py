import os, torch
import torch.distributed as dist

def main():
    rank = dist.get_rank()
    patience = 0
    for epoch in range(100):
        x = torch.ones(4)
        dist.all_reduce(x)
        if rank == 0:  # here
            loss = validate()
            if loss > 3:
                break
    dist.barrier()
main()
