import os, torch
import torch.distributed as dist

class AverageMeter:
    pass
def reduce_tensor(t, n):
    rt = t.clone()
    dist.all_reduce(rt, op=dist.ReduceOp.SUM)
    rt /= n
    return rt
def validate(model, loader, args):
    for i, (x, y) in enumerate(loader):
        loss = model(x)
        if args.distributed:
            loss = reduce_tensor(loss.data, args.world_size)
        if args.rank == 0 and i % args.log_interval == 0:
            print(loss)
def main():
    args = parse()
    args.distributed = 'WORLD_SIZE' in os.environ and int(os.environ['WORLD_SIZE']) > 1
    args.rank = dist.get_rank()
    args.world_size = dist.get_world_size()
    for epoch in range(10):
        validate(model, loader, args)
        if args.rank == 0:
            save()
        if args.distributed and args.dist_bn in ('broadcast', 'reduce'):
            dist.barrier()
main()
