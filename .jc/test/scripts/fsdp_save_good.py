import os, torch
import torch.distributed as dist

from torch.distributed.fsdp import FullyShardedDataParallel as FSDP, StateDictType, FullStateDictConfig
def save(model, rank):
    cfg = FullStateDictConfig(offload_to_cpu=True, rank0_only=True)
    with FSDP.state_dict_type(model, StateDictType.FULL_STATE_DICT, cfg):
        state = model.state_dict()
    if rank == 0:
        torch.save(state, "m.pt")
    dist.barrier()
def main():
    rank = int(os.environ["RANK"])
    model = FSDP(build())
    save(model, rank)
main()
