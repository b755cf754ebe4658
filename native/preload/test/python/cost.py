"""Prints the processor time of an MPI_Allreduce of 1 KiB by the only rank, in microseconds of the calling thread, in several rounds.

usage: cost.py mpi4py|ctypes main|thread DEPTH     called through so many functions; with ctypes, MPI is preloaded, too
"""
import array
import sys
import threading
import time

import comms

CALLS = 5000
ROUNDS = 5


def measure(comm):
    reduce = comm.repeated(array.array("i", [1] * 256))
    rounds = []
    for _ in range(ROUNDS + 1):
        begun = time.thread_time()
        for _ in range(CALLS):
            reduce()
        rounds.append((time.thread_time() - begun) / CALLS * 1e6)
    # The first one warms up.
    print(*("%.2f" % each for each in rounds[1:]))


def descend(comm, depth):
    if depth > 1:
        descend(comm, depth - 1)
    else:
        measure(comm)


world = {"mpi4py": comms.Mpi4py, "ctypes": comms.Ctypes}[sys.argv[1]]()
if sys.argv[2] == "thread":
    thread = threading.Thread(target=descend, args=(world, int(sys.argv[3])))
    thread.start()
    thread.join()
else:
    descend(world, int(sys.argv[3]))
