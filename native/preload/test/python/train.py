"""A training loop that hangs: rank 0 reports its loss by a collective, which the others do not call.

usage: train.py mpi4py|ctypes     under mpirun
"""
import sys

import comms
import metrics

STEPS = 12
REPORT = 6


def train(comm):
    loss = 100
    for step in range(STEPS):
        gradient = comm.all_reduce(step)
        loss -= gradient // 100
        if comm.rank == 0 and step == REPORT:  # the condition
            metrics.report(comm, loss)
        norm = comm.all_reduce(gradient)
        loss -= norm // 1000


train({"mpi4py": comms.Mpi4py, "ctypes": comms.Ctypes}[sys.argv[1]]())
