"""Eight tensor-parallel layers, five times (PyTorch forum 191573). MODE: stream, sync, async, kept"""
import os, sys, torch, torch.distributed as dist
mode, out = sys.argv[1], sys.argv[2]
torch.cuda.set_device(0)
dist.init_process_group("nccl", init_method="tcp://127.0.0.1:%d" % (20000 + os.getpid() % 20000), rank=0, world_size=1)
torch.cuda.memory._record_memory_history(max_entries=100000)
comm = torch.cuda.Stream()
works = []

def layer(x, w):
    y = x @ w
    torch.cuda._sleep(20_000_000)
    if mode == "stream":
        comm.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(comm):
            dist.all_reduce(y)
        y.record_stream(comm)
        torch.cuda.current_stream().wait_stream(comm)
    elif mode == "sync":
        dist.all_reduce(y)
    elif mode == "async":
        dist.all_reduce(y, async_op=True).wait()
    else:
        works.append(dist.all_reduce(y, async_op=True))
    return torch.relu(y)

weights = [torch.randn(2048, 2048, device="cuda", dtype=torch.bfloat16) / 64 for _ in range(8)]
dist.all_reduce(torch.ones(1, device="cuda"))
torch.cuda.synchronize()
for step in range(5):
    x = torch.randn(4096, 2048, device="cuda", dtype=torch.bfloat16)
    for w in weights:
        x = layer(x, w)
    loss = x.float().sum()
torch.cuda.synchronize()
print(mode, "reserved", torch.cuda.memory_reserved() >> 20, "max allocated", torch.cuda.max_memory_allocated() >> 20, "max reserved", torch.cuda.max_memory_reserved() >> 20)
torch.cuda.memory._dump_snapshot(out)
dist.destroy_process_group()
