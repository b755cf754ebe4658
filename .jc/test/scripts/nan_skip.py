import os, torch
import torch.distributed as dist

def main():
    for step in range(1000):
        loss = torch.ones(1)
        flag = torch.isnan(loss).float()
        dist.all_reduce(flag, op=dist.ReduceOp.MAX)
        if flag.item() > 0:
            continue
        dist.all_reduce(loss)
main()
