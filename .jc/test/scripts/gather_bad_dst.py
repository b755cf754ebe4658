import os, torch
import torch.distributed as dist

def main():
    rank = dist.get_rank()
    t = torch.ones(4)
    dist.reduce(t, dst=rank)  # here
main()
