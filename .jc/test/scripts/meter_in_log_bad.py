import os, torch
import torch.distributed as dist

def is_main(): return dist.get_rank() == 0
class Meter:
    def __init__(self): self.sum = 0
    @property
    def avg(self):
        t = torch.tensor([self.sum])
        dist.all_reduce(t)
        return t.item()
def run():
    m = Meter()
    if is_main():  # here
        print(f"avg {m.avg}")
run()
