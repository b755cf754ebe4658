"""MPI_COMM_WORLD, by mpi4py or by ctypes."""
import array
import atexit
import ctypes
import functools


class Mpi4py:
    def __init__(self):
        from mpi4py import MPI
        self.in_place = MPI.IN_PLACE
        self.world = MPI.COMM_WORLD
        self.rank = self.world.Get_rank()

    def all_reduce(self, value):
        total = array.array("i", [value])
        self.repeated(total)()
        return total[0]

    def repeated(self, total):
        """An all_reduce of an array that can be called again and again."""
        return functools.partial(self.world.Allreduce, self.in_place, total)


class Ctypes:
    """MPI is preloaded behind the recorder, whose functions come first."""

    def __init__(self):
        self.mpi = ctypes.CDLL(None)
        if hasattr(self.mpi, "ompi_mpi_comm_world"):
            self.world, self.int, self.sum = (self.of_openmpi(name) for name in ("comm_world", "int", "op_sum"))
            self.in_place = ctypes.c_void_p(1)
        else:
            self.in_place = ctypes.c_void_p(-1)
            self.world, self.int, self.sum = (ctypes.c_int(handle) for handle in (0x44000000, 0x4c000405, 0x58000003))
        self.mpi.MPI_Init(None, None)
        atexit.register(self.mpi.MPI_Finalize)
        rank = ctypes.c_int()
        self.mpi.MPI_Comm_rank(self.world, ctypes.byref(rank))
        self.rank = rank.value

    def of_openmpi(self, name):
        return ctypes.c_void_p(ctypes.addressof(ctypes.c_char.in_dll(self.mpi, "ompi_mpi_" + name)))

    def all_reduce(self, value):
        total = array.array("i", [value])
        self.repeated(total)()
        return total[0]

    def repeated(self, total):
        address, length = total.buffer_info()
        return functools.partial(self.mpi.MPI_Allreduce, self.in_place, ctypes.c_void_p(address), length, self.int, self.sum, self.world)
