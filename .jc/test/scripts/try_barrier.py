import os, torch
import torch.distributed as dist

def main():
    rank = dist.get_rank()
    try:
        if rank == 0:
            os.makedirs("x")
        dist.barrier()
    except OSError as e:
        print(e)
    finally:
        dist.destroy_process_group()
main()
