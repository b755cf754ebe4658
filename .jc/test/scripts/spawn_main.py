import os, torch
import torch.distributed as dist

import torch.multiprocessing as mp
def setup(rank, world_size):
    os.environ['MASTER_ADDR'] = 'localhost'
    dist.init_process_group("gloo", rank=rank, world_size=world_size)
def demo(rank, world_size):
    setup(rank, world_size)
    if rank == 0:
        torch.save({}, "x")
    dist.barrier()
    map_location = {'cuda:%d' % 0: 'cuda:%d' % rank}
    torch.load("x", map_location=map_location)
    if rank == 0:
        os.remove("x")
    dist.destroy_process_group()
if __name__ == "__main__":
    mp.spawn(demo, args=(4,), nprocs=4, join=True)
