import os, torch
import torch.distributed as dist

from contextlib import contextmanager
LOCAL_RANK = int(os.getenv("LOCAL_RANK", -1))
RANK = int(os.getenv("RANK", -1))
@contextmanager
def torch_distributed_zero_first(local_rank: int):
    if local_rank not in [-1, 0]:
        dist.barrier(device_ids=[local_rank])
    yield
    if local_rank == 0:
        dist.barrier(device_ids=[0])
def create_dataloader(path, rank=-1):
    with torch_distributed_zero_first(rank):
        dataset = LoadImages(path)
    return dataset
def train(opt):
    with torch_distributed_zero_first(LOCAL_RANK):
        weights = attempt_download(opt.weights)
    loader = create_dataloader(opt.path, rank=LOCAL_RANK)
    if RANK in {-1, 0}:
        val_loader = create_dataloader(opt.val, rank=-1)
    for epoch in range(opt.epochs):
        stop = False
        if RANK in {-1, 0}:
            stop = stopper(epoch)
        if RANK != -1:
            broadcast_list = [stop if RANK == 0 else None]
            dist.broadcast_object_list(broadcast_list, 0)
            if RANK != 0:
                stop = broadcast_list[0]
        if stop:
            break
    dist.barrier()
train(parse_opt())
