import os, torch
import torch.distributed as dist

def is_dist_avail_and_initialized():
    if not dist.is_available():
        return False
    if not dist.is_initialized():
        return False
    return True
def get_world_size():
    if not is_dist_avail_and_initialized():
        return 1
    return dist.get_world_size()
def get_rank():
    if not is_dist_avail_and_initialized():
        return 0
    return dist.get_rank()
def is_main_process():
    return get_rank() == 0
def save_on_master(*args, **kwargs):
    if is_main_process():
        torch.save(*args, **kwargs)
def reduce_dict(d, average=True):
    world_size = get_world_size()
    if world_size < 2:
        return d
    with torch.no_grad():
        names, values = [], []
        for k in sorted(d.keys()):
            names.append(k)
            values.append(d[k])
        values = torch.stack(values, dim=0)
        dist.all_reduce(values)
        if average:
            values /= world_size
    return d
def all_gather(data):
    world_size = get_world_size()
    if world_size == 1:
        return [data]
    out = [None] * world_size
    dist.all_gather_object(out, data)
    return out
def main():
    for epoch in range(3):
        losses = reduce_dict(step())
        save_on_master(losses, "x")
        all_gather(losses)
main()
