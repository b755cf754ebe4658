import os, torch
import torch.distributed as dist

import deepspeed
from deepspeed import comm as dscomm
def main():
    deepspeed.init_distributed()
    engine, _, _, _ = deepspeed.initialize(model=build())
    if dscomm.get_rank() == 0:  # here
        dscomm.barrier()
    engine.save_checkpoint("x")
main()
