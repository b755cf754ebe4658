import os, torch
import torch.distributed as dist

def main(training_args):
    if training_args.local_rank not in [-1, 0]:  # here
        torch.distributed.barrier()
    ds = load_dataset("x")
    print(ds)
main(parse())
