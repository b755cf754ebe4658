import os, torch
import torch.distributed as dist

import logging
def is_main(): return not dist.is_initialized() or dist.get_rank() == 0
def log(msg):
    if is_main():
        logging.info(msg)
class Meter:
    def __init__(self): self.sum = 0; self.n = 0
    def update(self, v): self.sum += v; self.n += 1
    def sync(self):
        if not dist.is_initialized():
            return
        t = torch.tensor([self.sum, self.n])
        dist.barrier()
        dist.all_reduce(t)
        self.sum, self.n = t.tolist()
def run():
    m = Meter()
    for b in data():
        m.update(b)
    m.sync()
    log(m.sum)
run()
