import os, torch
import torch.distributed as dist

def main():
    rank = dist.get_rank()
    t = torch.ones(4)
    works = []
    for p in params():
        works.append(dist.all_reduce(p, async_op=True))
    for w in works:
        w.wait()
    if rank == 0:
        dist.send(t, dst=1)
    elif rank == 1:
        dist.recv(t, src=0)
main()
