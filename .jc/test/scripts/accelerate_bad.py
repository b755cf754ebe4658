import os, torch
import torch.distributed as dist

from accelerate import Accelerator
accelerator = Accelerator()
def validate(model, loader):
    total = []
    for batch in loader:
        out = model(batch)
        total.append(accelerator.gather(out))
    return total
model, loader = accelerator.prepare(build(), data())
if accelerator.is_local_main_process:  # here
    validate(model, loader)
