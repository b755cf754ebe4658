"""Calls MPI_Barrier from a thread with a stack as small as it needs without the recorder; MPI is preloaded.

usage: small_stack.py KIBIBYTES
"""
import ctypes
import os
import sys
import threading

library = ctypes.CDLL(None)
provided = ctypes.c_int()
library.MPI_Init_thread(None, None, 3, ctypes.byref(provided))
world = ctypes.c_void_p(ctypes.addressof(ctypes.c_char.in_dll(library, "ompi_mpi_comm_world")))
ended = []


def call():
    for _ in range(3):
        library.MPI_Barrier(world)
    ended.append(True)


# What is done once in a process may need more: loading libraries, creating the trace.
call()
threading.stack_size(int(sys.argv[1]) * 1024)
thread = threading.Thread(target=call)
thread.start()
thread.join()
# Without MPI_Finalize, which has nothing to do with this.
os._exit(0 if len(ended) == 2 else 1)
