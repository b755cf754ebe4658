/*
 * Jobs that hang on purpose, after the ways of real ones, and healthy ones. MpiVerdictIT has the expected verdict of each.
 *
 * usage: hangs JOB        under mpirun, with four ranks
 */
#define _DEFAULT_SOURCE
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { STEPS = 12, FAULT = 6, GRADIENT = 1024, LOSS = 16, LARGE = 1 << 18 };

static int rank;
static int world;
static float gradient[4 * LARGE];
static float result[4 * LARGE];

/* Some steps of a training loop. */
static void train(int steps) {
    for (int step = 0; step < steps; step++) {
        MPI_Allreduce(MPI_IN_PLACE, gradient, GRADIENT, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
        MPI_Allreduce(MPI_IN_PLACE, gradient, LOSS, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
    }
}

static void healthy(void) { train(20); }

/* What healthy programs do, a bit of everything. */
static void healthy_mixed(void) {
    MPI_Comm twin;
    MPI_Comm half;
    MPI_Comm later;
    MPI_Request requests[3];
    int counts[4] = {1, 2, 3, 4};
    int displacements[4] = {0, 1, 3, 6};
    int even[4] = {4, 4, 4, 4};
    int places[4] = {0, 4, 8, 12};
    MPI_Comm_dup(MPI_COMM_WORLD, &twin);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
    MPI_Comm_idup(MPI_COMM_WORLD, &later, &requests[0]);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    for (int step = 0; step < 5; step++) {
        int next = (rank + 1) % world;
        int last = (rank + world - 1) % world;
        MPI_Allreduce(MPI_IN_PLACE, gradient, GRADIENT, MPI_FLOAT, MPI_MAX, half);
        MPI_Iallreduce(MPI_IN_PLACE, gradient, LOSS, MPI_FLOAT, MPI_SUM, twin, &requests[0]);
        MPI_Irecv(result, LOSS, MPI_FLOAT, last, 7, MPI_COMM_WORLD, &requests[1]);
        MPI_Isend(gradient, LOSS, MPI_FLOAT, next, 7, MPI_COMM_WORLD, &requests[2]);
        MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
        MPI_Sendrecv(gradient, 8, MPI_FLOAT, next, 9, result, 100, MPI_FLOAT, last, 9, later, MPI_STATUS_IGNORE);
        MPI_Isend(gradient, LOSS, MPI_FLOAT, next, step, later, &requests[0]);
        MPI_Probe(MPI_ANY_SOURCE, step, later, MPI_STATUS_IGNORE);
        MPI_Recv(result, LOSS, MPI_FLOAT, last, step, later, MPI_STATUS_IGNORE);
        MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
        MPI_Allgatherv(gradient, counts[rank], MPI_FLOAT, result, counts, displacements, MPI_FLOAT, MPI_COMM_WORLD);
        MPI_Alltoallv(gradient, even, places, MPI_FLOAT, result, even, places, MPI_FLOAT, MPI_COMM_WORLD);
        MPI_Gatherv(gradient, counts[rank], MPI_FLOAT, result, counts, displacements, MPI_FLOAT, 2, MPI_COMM_WORLD);
        MPI_Reduce_scatter(gradient, result, counts, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
        MPI_Bcast(gradient, 10, MPI_FLOAT, 3, MPI_COMM_WORLD);
        MPI_Scan(gradient, result, 10, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
    }
    MPI_Datatype ten;
    MPI_Type_contiguous(10, MPI_FLOAT, &ten);
    MPI_Type_commit(&ten);
    /* Legal: the same data by two datatypes. */
    MPI_Bcast(gradient, rank == 0 ? 1 : 10, rank == 0 ? ten : MPI_FLOAT, 0, MPI_COMM_WORLD);
    MPI_Type_free(&ten);
    MPI_Request persistent[2];
    MPI_Send_init(gradient, 4, MPI_FLOAT, (rank + 1) % world, 3, MPI_COMM_WORLD, &persistent[0]);
    MPI_Recv_init(result, 4, MPI_FLOAT, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, &persistent[1]);
    for (int step = 0; step < 3; step++) {
        MPI_Startall(2, persistent);
        MPI_Waitall(2, persistent, MPI_STATUSES_IGNORE);
    }
    MPI_Request_free(&persistent[0]);
    MPI_Request_free(&persistent[1]);
    MPI_Comm_free(&twin);
    MPI_Comm_free(&half);
    MPI_Comm_free(&later);
    train(2);
}

static void slow_rank(void) {
    for (;;) {
        if (rank == 1) {
            usleep(50000);
        }
        train(1);
    }
}

/* Rank 0 alone evaluates a metric by a collective. */
static void rank0_metric(void) {
    float metric = 1;
    train(5);
    if (rank == 0) {
        MPI_Allreduce(MPI_IN_PLACE, &metric, 1, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
    }
    train(3);
}

static void save_checkpoint(void) {
    if (rank == 0) {
        usleep(10000);
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

static void rank0_barrier(void) {
    train(4);
    save_checkpoint();
    train(4);
}

static void skipped_call(void) {
    for (int step = 0; step < STEPS; step++) {
        MPI_Allreduce(MPI_IN_PLACE, gradient, GRADIENT, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
        if (rank != 1 || step != FAULT) {
            MPI_Reduce_scatter_block(gradient, result, 64, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
        }
        MPI_Allgather(gradient, 32, MPI_FLOAT, result, 32, MPI_FLOAT, MPI_COMM_WORLD);
    }
}

static void uneven_batches(void) {
    train(rank == 2 ? 11 : 12);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void crashed_rank(void) {
    train(6);
    if (rank == 3) {
        /* As a process that the system kills: nothing is said at its end. */
        usleep(300000);
        raise(SIGKILL);
    }
    train(6);
}

static void exited_rank(void) {
    train(6);
    if (rank == 3) {
        /* The launcher may end the others at once: they must be in the next call by then. */
        usleep(300000);
        fprintf(stderr, "loss is NaN\n");
        _exit(7);
    }
    train(6);
}

static void early_finalize(void) {
    train(rank == 2 ? 6 : 8);
}

static void stuck_outside(void) {
    train(6);
    if (rank == 3) {
        sleep(1000);
    }
    train(6);
}

static void operation_mismatch(void) {
    for (int step = 0; step < STEPS; step++) {
        MPI_Allreduce(MPI_IN_PLACE, gradient, GRADIENT, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
        if (rank == 1 && step == FAULT) {
            MPI_Allgather(gradient, LARGE, MPI_FLOAT, result, LARGE, MPI_FLOAT, MPI_COMM_WORLD);
        } else {
            MPI_Alltoall(gradient, LARGE / 4, MPI_FLOAT, result, LARGE / 4, MPI_FLOAT, MPI_COMM_WORLD);
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

/* The extra data of rank 2 is more than an implementation buffers. */
static void size_mismatch(void) {
    train(3);
    MPI_Bcast(gradient, rank == 2 ? LARGE : LARGE / 2, MPI_FLOAT, 0, MPI_COMM_WORLD);
    train(2);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void wrong_root(void) {
    train(2);
    MPI_Bcast(gradient, LARGE, MPI_FLOAT, rank == 3 ? 3 : 0, MPI_COMM_WORLD);
    train(2);
}

static void wrong_reduction(void) {
    train(2);
    MPI_Allreduce(MPI_IN_PLACE, gradient, GRADIENT, MPI_FLOAT, rank == 1 ? MPI_MAX : MPI_SUM, MPI_COMM_WORLD);
    train(2);
}

/* Both calls are issued before either is waited for. */
static void order_swap(void) {
    MPI_Request requests[2];
    for (int step = 0; step < STEPS; step++) {
        MPI_Allreduce(MPI_IN_PLACE, gradient, GRADIENT, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
        if (rank == 1 && step == FAULT) {
            MPI_Ialltoall(gradient, LOSS, MPI_FLOAT, result, LOSS, MPI_FLOAT, MPI_COMM_WORLD, &requests[0]);
            MPI_Iallgather(gradient + LARGE, LOSS, MPI_FLOAT, result + LARGE, LOSS, MPI_FLOAT, MPI_COMM_WORLD, &requests[1]);
        } else {
            MPI_Iallgather(gradient + LARGE, LOSS, MPI_FLOAT, result + LARGE, LOSS, MPI_FLOAT, MPI_COMM_WORLD, &requests[1]);
            MPI_Ialltoall(gradient, LOSS, MPI_FLOAT, result, LOSS, MPI_FLOAT, MPI_COMM_WORLD, &requests[0]);
        }
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
}

static void crossed_communicators(void) {
    MPI_Comm first;
    MPI_Comm second;
    MPI_Comm_dup(MPI_COMM_WORLD, &first);
    MPI_Comm_dup(MPI_COMM_WORLD, &second);
    for (int step = 0; step < 3; step++) {
        MPI_Barrier(first);
        MPI_Barrier(second);
    }
    MPI_Barrier(rank == 0 ? second : first);
    MPI_Barrier(rank == 0 ? first : second);
    train(2);
}

static void lost_send(void) {
    for (int step = 0; step < STEPS; step++) {
        if (rank == 0 && step != FAULT) {
            MPI_Send(gradient, LOSS, MPI_FLOAT, 1, 5, MPI_COMM_WORLD);
        }
        if (rank == 1) {
            MPI_Recv(result, LOSS, MPI_FLOAT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
        train(1);
    }
}

static void lost_request(void) {
    MPI_Request request;
    for (int step = 0; step < STEPS; step++) {
        if (rank == 0 && step != FAULT) {
            MPI_Isend(gradient, LOSS, MPI_FLOAT, 1, 5, MPI_COMM_WORLD, &request);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        }
        if (rank == 1) {
            MPI_Irecv(result, LOSS, MPI_FLOAT, 0, 5, MPI_COMM_WORLD, &request);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        }
        train(1);
    }
}

/* The receiver asks for the message before it receives it. */
static void lost_send_probed(void) {
    MPI_Status status;
    for (int step = 0; step < STEPS; step++) {
        if (rank == 0 && step != FAULT) {
            MPI_Send(gradient, LOSS, MPI_FLOAT, 1, 5, MPI_COMM_WORLD);
        }
        if (rank == 1) {
            MPI_Probe(0, 5, MPI_COMM_WORLD, &status);
            MPI_Recv(result, LOSS, MPI_FLOAT, status.MPI_SOURCE, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
        train(1);
    }
}

/* Two ranks send to each other at first, more than an implementation buffers. */
static void head_to_head(void) {
    train(2);
    if (rank < 2) {
        MPI_Ssend(gradient, LARGE, MPI_FLOAT, 1 - rank, 5, MPI_COMM_WORLD);
        MPI_Recv(result, LARGE, MPI_FLOAT, 1 - rank, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    train(2);
}

static void missing_split(void) {
    MPI_Comm half;
    train(2);
    if (rank != 2) {
        MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &half);
    }
    train(2);
}

static const struct {
    const char *name;
    void (*run)(void);
} JOBS[] = {
#define JOB(name) {#name, name}
    JOB(healthy), JOB(healthy_mixed), JOB(slow_rank), JOB(rank0_metric), JOB(rank0_barrier), JOB(skipped_call),
    JOB(uneven_batches), JOB(crashed_rank), JOB(exited_rank), JOB(early_finalize), JOB(stuck_outside),
    JOB(operation_mismatch), JOB(size_mismatch), JOB(wrong_root), JOB(wrong_reduction), JOB(order_swap),
    JOB(crossed_communicators), JOB(lost_send), JOB(lost_request), JOB(lost_send_probed), JOB(head_to_head), JOB(missing_split),
};

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &world);
    for (size_t i = 0; i < sizeof JOBS / sizeof *JOBS; i++) {
        if (argc > 1 && !strcmp(argv[1], JOBS[i].name)) {
            JOBS[i].run();
            MPI_Finalize();
            return 0;
        }
    }
    fprintf(stderr, "no such job\n");
    MPI_Abort(MPI_COMM_WORLD, 2);
}
