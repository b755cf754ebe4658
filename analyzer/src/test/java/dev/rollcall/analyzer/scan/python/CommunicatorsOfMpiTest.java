package dev.rollcall.analyzer.scan.python;

import static dev.rollcall.analyzer.scan.python.MarkedProgram.assertFindings;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** mpi4py's two constants, and a choice between them. */
final class CommunicatorsOfMpiTest {

    @Test
    void inItsOwnCommunicatorARankIsAlone() {
        assertFindings("""
                from mpi4py import MPI

                def held(x):
                    comm = MPI.COMM_SELF
                    if comm.Get_rank() == 0:
                        comm.barrier()

                def each_is_the_first():
                    if MPI.COMM_SELF.rank == 0:
                        MPI.COMM_WORLD.barrier()

                def each_is_alone():
                    if MPI.COMM_SELF.Get_size() == 1:
                        MPI.COMM_WORLD.barrier()

                def first_alone():
                    if MPI.COMM_WORLD.rank == 0:
                        MPI.COMM_SELF.bcast(1)

                class Mesh:
                    def __init__(self, comm=MPI.COMM_SELF):
                        self.comm = comm

                def of_object(x):
                    mesh = Mesh()
                    if MPI.COMM_WORLD.rank == 0:
                        mesh.comm.bcast(x)

                def wrong():
                    if MPI.COMM_WORLD.rank == 0:  # warning
                        MPI.COMM_WORLD.bcast(1)
                """, Map.of());
    }

    @Test
    void aChosenCommunicatorHasTheRanksOfTheOneThatIsChosen() {
        assertFindings("""
                from mpi4py import MPI

                def chosen(several):
                    comm = MPI.COMM_WORLD if several else MPI.COMM_SELF
                    if comm.rank == 0:  # warning
                        comm.barrier()

                def excluded(several):
                    comm = MPI.COMM_WORLD if several else MPI.COMM_SELF
                    if not several and comm.rank == 0:
                        MPI.COMM_WORLD.barrier()

                def asked_again(several):
                    comm = MPI.COMM_WORLD if several else MPI.COMM_SELF
                    if several and comm.rank == 0:  # warning
                        comm.barrier()

                def of_two(rows, columns, which):
                    comm = rows if which else columns
                    if comm.rank == 0:  # warning
                        comm.barrier()

                def missing(several):
                    comm = MPI.COMM_WORLD if several else None
                    if comm.rank == 0:  # warning
                        comm.barrier()
                """, Map.of());
    }
}
