import os, torch
import torch.distributed as dist

from torch.nn.parallel import DistributedDataParallel as DDP
def evaluate(model, loader):
    model.eval()
    with torch.no_grad():
        for x, y in loader:
            out = model(x)
    model.train()
def main():
    rank = dist.get_rank()
    model = DDP(Net().cuda(), device_ids=[rank])
    for epoch in range(10):
        for x, y in loader:
            model(x).backward()
        if rank == 0:
            evaluate(model, val_loader)
        dist.barrier()
main()
