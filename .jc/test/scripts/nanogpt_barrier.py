import os, torch
import torch.distributed as dist

def train(args):
    rank = int(os.environ['RANK'])
    master_process = rank == 0
    for it in range(args.max_iters):
        step()
        if it % args.eval_interval == 0 and master_process:  # here
            loss = torch.tensor(0.0)
            dist.all_reduce(loss)
            print(loss)
train(parse())
