package dev.rollcall.samples.gpu;

import static dev.rollcall.samples.gpu.Checks.cuda;
import static dev.rollcall.samples.gpu.Checks.nccl;
import static org.bytedeco.cuda.global.cudart.cudaMalloc;
import static org.bytedeco.cuda.global.cudart.cudaMemsetAsync;
import static org.bytedeco.cuda.global.cudart.cudaSetDevice;
import static org.bytedeco.cuda.global.cudart.cudaStreamCreate;
import static org.bytedeco.cuda.global.cudart.cudaStreamSynchronize;
import static org.bytedeco.cuda.global.nccl.ncclAllReduce;
import static org.bytedeco.cuda.global.nccl.ncclAvg;
import static org.bytedeco.cuda.global.nccl.ncclCommDestroy;
import static org.bytedeco.cuda.global.nccl.ncclCommInitRank;
import static org.bytedeco.cuda.global.nccl.ncclFloat32;
import static org.bytedeco.cuda.global.nccl.ncclGetUniqueId;

import dev.rollcall.samples.ExpectedVerdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.bytedeco.cuda.cudart.CUstream_st;
import org.bytedeco.cuda.nccl.ncclComm;
import org.bytedeco.cuda.nccl.ncclUniqueId;
import org.bytedeco.javacpp.FloatPointer;

/**
 * Training by NCCL, one GPU a rank. Halfway, rank 0 averages the weights before it writes a checkpoint, for which the other ranks
 * wait; they do not average. With {@code --healthy} all ranks do.
 *
 * <p>{@code NcclBranch FOLDER RANKS [--healthy]} is the rank that the environment variable RANK says; without it, the process has
 * all ranks, a thread each.
 */
@ExpectedVerdict(
        verdict = "desync",
        causes = "extra-collective",
        lineComment = "the extra one",
        branchComment = "the fork")
public final class NcclBranch {
    private static final int COUNT = 1 << 16;
    private static final int STEPS = 10;

    private final int rank;
    private final boolean healthy;
    private final Path checkpoint;
    private final CUstream_st stream = new CUstream_st();
    private final FloatPointer weights = new FloatPointer();
    private final FloatPointer gradients = new FloatPointer();
    private final ncclComm communicator = new ncclComm();

    private NcclBranch(int rank, int ranks, ncclUniqueId id, Path folder, boolean healthy) {
        this.rank = rank;
        this.healthy = healthy;
        checkpoint = folder.resolve("checkpoint");
        cuda(cudaSetDevice(rank));
        cuda(cudaStreamCreate(stream));
        cuda(cudaMalloc(weights, (long) Float.BYTES * COUNT));
        cuda(cudaMalloc(gradients, (long) Float.BYTES * COUNT));
        nccl(ncclCommInitRank(communicator, ranks, id, rank));
    }

    /** Trains as one rank, or as all. */
    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[0]);
        int ranks = Integer.parseInt(args[1]);
        boolean healthy = Arrays.asList(args).contains("--healthy");
        String rank = System.getenv("RANK");
        if (rank == null) {
            trainAll(ranks, folder, healthy);
        } else {
            int own = Integer.parseInt(rank);
            new NcclBranch(own, ranks, SharedId.in(folder.resolve("id"), own), folder, healthy).train();
        }
        System.out.println("done");
    }

    private static void trainAll(int ranks, Path folder, boolean healthy) throws Exception {
        ncclUniqueId id = new ncclUniqueId();
        nccl(ncclGetUniqueId(id));
        ExecutorService threads = Executors.newFixedThreadPool(ranks);
        List<Callable<Void>> all = new ArrayList<>();
        for (int i = 0; i < ranks; i++) {
            int rank = i;
            all.add(() -> {
                new NcclBranch(rank, ranks, id, folder, healthy).train();
                return null;
            });
        }
        for (Future<Void> each : threads.invokeAll(all)) {
            each.get();
        }
        threads.shutdown();
    }

    private void train() throws IOException, InterruptedException {
        for (int step = 0; step < STEPS; step++) {
            cuda(cudaMemsetAsync(gradients, step, (long) Float.BYTES * COUNT, stream));
            average(gradients);
            if (step == STEPS / 2) {
                saveCheckpoint();
            }
        }
        nccl(ncclCommDestroy(communicator));
    }

    private void saveCheckpoint() throws IOException, InterruptedException {
        if (healthy) {
            average(weights);
        }
        if (rank == 0) { // the fork
            write();
        }
        SharedId.await(checkpoint);
    }

    private void write() throws IOException {
        if (!healthy) {
            average(weights);
        }
        Files.createFile(checkpoint);
    }

    private void average(FloatPointer values) {
        nccl(ncclAllReduce(values, values, COUNT, ncclFloat32, ncclAvg, communicator, stream)); // the extra one
        cuda(cudaStreamSynchronize(stream));
    }
}
