import os, torch
import torch.distributed as dist

class MainFirst:
    def __init__(self, local=True):
        self.rank = int(os.environ["LOCAL_RANK"]) if local else dist.get_rank()
    def __enter__(self):
        if self.rank != 0:
            dist.barrier()
    def __exit__(self, *a):
        if self.rank == 0:
            dist.barrier()
def main():
    with MainFirst():
        x = download()
    with MainFirst(local=False) as m:
        y = download()
main()
