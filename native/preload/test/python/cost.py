"""Prints the processor time, user and system, of one recorded MPI_Allreduce of 1 KiB by mpi4py in microseconds, of one rank.

usage: cost.py main|thread DEPTH    called from so many functions
"""
import array
import sys
import threading
import time

from mpi4py import MPI

CALLS = 5000
ROUNDS = 5


def measure():
    data = array.array("f", [1.0] * 256)
    for each in range(ROUNDS + 1):
        begun = time.thread_time()
        for _ in range(CALLS):
            MPI.COMM_WORLD.Allreduce(MPI.IN_PLACE, data)
        if each:
            print("%.2f" % ((time.thread_time() - begun) / CALLS * 1e6), end=" ")


def descend(depth):
    return descend(depth - 1) if depth > 1 else measure()


if sys.argv[1] == "thread":
    thread = threading.Thread(target=descend, args=(int(sys.argv[2]),))
    thread.start()
    thread.join()
else:
    descend(int(sys.argv[2]))
print()
