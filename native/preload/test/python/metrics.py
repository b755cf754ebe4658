"""Reports what a training loop has reached."""


def report(comm, loss):
    total = comm.all_reduce(loss)  # the extra call
    print("loss", total, flush=True)
