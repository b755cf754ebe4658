import os, torch
import torch.distributed as dist

def main():
    rank = dist.get_rank()
    stop = torch.zeros(1).cuda()
    for epoch in range(100):
        train_one(epoch)
        if rank == 0:
            loss = validate()
            if loss > best():
                stop += 1
        dist.all_reduce(stop, op=dist.ReduceOp.SUM)
        if stop.item() >= 1:
            break
    dist.barrier()
main()
