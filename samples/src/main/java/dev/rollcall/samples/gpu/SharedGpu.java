package dev.rollcall.samples.gpu;

import static dev.rollcall.samples.gpu.Checks.cuda;
import static dev.rollcall.samples.gpu.Checks.nccl;
import static org.bytedeco.cuda.global.cudart.cudaMalloc;
import static org.bytedeco.cuda.global.cudart.cudaSetDevice;
import static org.bytedeco.cuda.global.cudart.cudaStreamSynchronize;
import static org.bytedeco.cuda.global.nccl.ncclAllReduce;
import static org.bytedeco.cuda.global.nccl.ncclCommDestroy;
import static org.bytedeco.cuda.global.nccl.ncclCommInitRank;
import static org.bytedeco.cuda.global.nccl.ncclFloat32;
import static org.bytedeco.cuda.global.nccl.ncclSum;

import dev.rollcall.samples.ExpectedCulprits;
import dev.rollcall.samples.ExpectedVerdict;
import java.nio.file.Path;
import java.util.Arrays;
import org.bytedeco.cuda.nccl.ncclComm;
import org.bytedeco.cuda.nccl.ncclUniqueId;
import org.bytedeco.javacpp.FloatPointer;

/**
 * Two ranks that forget to choose a GPU, so that both have GPU 0. With {@code --healthy} each chooses its own.
 *
 * <p>{@code SharedGpu FOLDER RANKS [--healthy]} is the rank that the environment variable RANK says.
 */
@ExpectedVerdict(
        verdict = "desync",
        causes = "shared-device",
        culprits = ExpectedCulprits.CULPRIT_AND_NEXT,
        suspected = true,
        lineComment = "on the GPU that is current")
public final class SharedGpu {
    private SharedGpu() {}

    /** Creates a communicator and sums a number. */
    public static void main(String[] args) throws Exception {
        int rank = Integer.parseInt(System.getenv("RANK"));
        int ranks = Integer.parseInt(args[1]);
        if (Arrays.asList(args).contains("--healthy")) {
            cuda(cudaSetDevice(rank));
        }
        ncclUniqueId id = SharedId.in(Path.of(args[0]).resolve("id"), rank);
        ncclComm communicator = new ncclComm();
        nccl(ncclCommInitRank(communicator, ranks, id, rank)); // on the GPU that is current
        FloatPointer sum = new FloatPointer();
        cuda(cudaMalloc(sum, Float.BYTES));
        nccl(ncclAllReduce(sum, sum, 1, ncclFloat32, ncclSum, communicator, null));
        cuda(cudaStreamSynchronize(null));
        nccl(ncclCommDestroy(communicator));
        System.out.println("done");
    }
}
