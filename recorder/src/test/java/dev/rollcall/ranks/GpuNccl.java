package dev.rollcall.ranks;

import static org.bytedeco.cuda.global.cudart.cudaFree;
import static org.bytedeco.cuda.global.cudart.cudaGetDeviceCount;
import static org.bytedeco.cuda.global.cudart.cudaGraphDestroy;
import static org.bytedeco.cuda.global.cudart.cudaGraphExecDestroy;
import static org.bytedeco.cuda.global.cudart.cudaGraphInstantiate;
import static org.bytedeco.cuda.global.cudart.cudaGraphLaunch;
import static org.bytedeco.cuda.global.cudart.cudaMalloc;
import static org.bytedeco.cuda.global.cudart.cudaMemsetAsync;
import static org.bytedeco.cuda.global.cudart.cudaSetDevice;
import static org.bytedeco.cuda.global.cudart.cudaStreamBeginCapture;
import static org.bytedeco.cuda.global.cudart.cudaStreamCaptureModeThreadLocal;
import static org.bytedeco.cuda.global.cudart.cudaStreamCreate;
import static org.bytedeco.cuda.global.cudart.cudaStreamEndCapture;
import static org.bytedeco.cuda.global.cudart.cudaStreamSynchronize;
import static org.bytedeco.cuda.global.nccl.*;

import dev.rollcall.api.Rollcall;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bytedeco.cuda.cudart.CUgraphExec_st;
import org.bytedeco.cuda.cudart.CUgraph_st;
import org.bytedeco.cuda.cudart.CUstream_st;
import org.bytedeco.cuda.global.nccl;
import org.bytedeco.cuda.nccl.ncclComm;
import org.bytedeco.cuda.nccl.ncclConfig_t;
import org.bytedeco.cuda.nccl.ncclUniqueId;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.javacpp.PointerPointer;

/**
 * Ranks that communicate by NCCL, one GPU each: {@code GpuNccl SCENARIO MODE WORLD}. In the mode {@code process} a process is
 * the rank that the environment variable RANK says, in {@code all} it has a thread for each, in {@code one-thread} one thread has all ranks. The processes meet by the
 * file that the environment variable STORE names. Scenarios that hang do so until the process is killed. The mode {@code load} unpacks the
 * bindings and prints the number of GPUs. The script {@code .ci/gpu/nccl} finds lines by the comments at their ends.
 */
public final class GpuNccl {
    private static final int ELEMENTS = 1024;
    private static final int LARGE_COUNT = 1_000_003;
    private static final int UNDEFINED = Integer.MIN_VALUE;
    private static final int MAGIC = 0xcafebeef;
    private static final long LONG_MILLIS = 600_000;

    /** What one rank does. */
    @FunctionalInterface
    private interface Scenario {
        void run(GpuNccl rank) throws Exception;
    }

    /** Few enough that the stream takes them all without making the thread wait. */
    private static final int CALLS_IN_A_ROUND = 500;

    /** The bytes of a buffer whose retention matters. */
    private static final long LARGE = 1 << 20;

    /** As many as the JIT compiler needs until the rounds no longer get faster. */
    private static final int WARM_ROUNDS = 40;

    private static final int ROUNDS = 100;

    private static final Map<String, Scenario> SCENARIOS = Map.ofEntries(
            Map.entry("healthy200", GpuNccl::healthy),
            Map.entry("rank0-branch", GpuNccl::branch),
            Map.entry("ring", GpuNccl::ring),
            Map.entry("split", GpuNccl::split),
            Map.entry("shrink", GpuNccl::shrink),
            Map.entry("abort", GpuNccl::abort),
            Map.entry("dead-rank", GpuNccl::deadRank),
            Map.entry("capture", GpuNccl::capture),
            Map.entry("nonblocking", GpuNccl::nonblocking),
            Map.entry("held", GpuNccl::held),
            Map.entry("held-healthy", GpuNccl::heldHealthy),
            Map.entry("results", GpuNccl::results),
            Map.entry("cost", GpuNccl::cost));

    /** What only the libraries that stand in for NCCL and CUDA can be made to do. */
    private static final Map<String, Scenario> STAGED = Map.of(
            "shared-gpu", rank -> {},
            "wrong-buffer", GpuNccl::wrongBuffer,
            "abort-alone", GpuNccl::abortAlone,
            "abort-often", GpuNccl::abortOften,
            "remote-error", GpuNccl::remoteError,
            "refused", GpuNccl::refused,
            "exhausted", GpuNccl::exhausted,
            "unasked", GpuNccl::unasked,
            "twin", GpuNccl::twin);

    private final int rank;
    private final int world;
    private final CUstream_st stream = new CUstream_st();
    private final FloatPointer buffer = new FloatPointer();
    private final FloatPointer all = new FloatPointer();
    private ncclComm communicator = new ncclComm();

    private GpuNccl(int rank, int world) {
        this.rank = rank;
        this.world = world;
    }

    /** Runs a scenario. */
    public static void main(String[] args) throws Exception {
        int world = Integer.parseInt(args[2]);
        switch (args[1]) {
            case "process" -> new GpuNccl(Integer.parseInt(System.getenv("RANK")), world).run(args[0]);
            case "all" -> threads(args[0], world);
            case "one-thread" -> oneThread(world);
            case "load" -> System.out.println("gpus " + gpus());
            default -> throw new IllegalArgumentException(args[1]);
        }
        System.out.println("done " + args[0]);
    }

    private static int gpus() {
        Loader.load(nccl.class);
        int[] count = new int[1];
        cuda(cudaGetDeviceCount(count));
        return count[0];
    }

    private static void threads(String scenario, int world) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < world; i++) {
            int rank = i;
            Thread thread = new Thread(
                    () -> {
                        try {
                            new GpuNccl(rank, world).run(scenario);
                        } catch (Exception e) {
                            throw new IllegalStateException(e);
                        }
                    },
                    "rank " + rank);
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private void run(String scenario) throws Exception {
        // Ranks that forget to choose their devices have the same one.
        open(scenario.equals("shared-gpu") ? 0 : rank);
        if (!scenario.equals("nonblocking") && !scenario.equals("unasked")) {
            join("first");
        }
        SCENARIOS.getOrDefault(scenario, STAGED.get(scenario)).run(this);
    }

    private void open(int device) {
        cuda(cudaSetDevice(device));
        cuda(cudaStreamCreate(stream));
        cuda(cudaMalloc(buffer, 4L * ELEMENTS));
        cuda(cudaMalloc(all, 4L * ELEMENTS * world));
    }

    private void join(String name) throws Exception {
        communicator = new ncclComm();
        nccl(ncclCommInitRank(communicator, world, id(name), rank)); // the creation
    }

    /** Returns the unique id that rank 0 makes for all. */
    private ncclUniqueId id(String name) throws Exception {
        Path file = Path.of(System.getenv("STORE") + "-" + name);
        ncclUniqueId id = new ncclUniqueId();
        if (rank == 0) {
            nccl(ncclGetUniqueId(id));
            byte[] bytes = new byte[NCCL_UNIQUE_ID_BYTES];
            id.internal().get(bytes);
            Path part = Files.write(Path.of(file + ".part"), bytes);
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
            return id;
        }
        await(file);
        id.internal().put(Files.readAllBytes(file));
        return id;
    }

    private static void await(Path file) throws InterruptedException {
        while (!Files.exists(file)) {
            Thread.sleep(10);
        }
    }

    /** Waits on the host until all ranks have come here. */
    private void meet(String name) throws IOException, InterruptedException {
        String store = System.getenv("STORE") + "-" + name + "-";
        Files.writeString(Path.of(store + rank), "");
        for (int each = 0; each < world; each++) {
            await(Path.of(store + each));
        }
    }

    private void healthy() {
        for (int step = 0; step < 200; step++) {
            allReduce();
            if (step % 10 == 0) {
                nccl(ncclBroadcast(buffer, buffer, ELEMENTS, ncclFloat32, 0, communicator, stream));
                nccl(ncclAllGather(buffer, all, ELEMENTS, ncclFloat32, communicator, stream));
                nccl(ncclReduceScatter(all, buffer, ELEMENTS, ncclFloat32, ncclSum, communicator, stream));
            }
        }
        synchronize();
        leave();
    }

    /** Prints the microseconds that the thread needs for one all_reduce of 1 KiB, in each of many rounds. */
    private void cost() {
        for (int round = 0; round < WARM_ROUNDS + ROUNDS; round++) {
            long begun = System.nanoTime();
            for (int call = 0; call < CALLS_IN_A_ROUND; call++) {
                nccl(ncclAllReduce(buffer, buffer, 256, ncclFloat32, ncclSum, communicator, stream));
            }
            long nanos = System.nanoTime() - begun;
            synchronize();
            if (rank == 0 && round >= WARM_ROUNDS) {
                System.out.println("cost " + nanos / 1000.0 / CALLS_IN_A_ROUND);
            }
        }
        leave();
    }

    private void allReduce() {
        nccl(ncclAllReduce(buffer, buffer, ELEMENTS, ncclFloat32, ncclSum, communicator, stream));
    }

    /** Keeps the inputs of all steps until the process ends. */
    private void held() throws InterruptedException {
        List<FloatPointer> kept = new ArrayList<>();
        for (int step = 0; step < 8; step++) {
            Rollcall.step(step);
            FloatPointer input = allocate(LARGE);
            kept.add(input);
            reduce(input, buffer); // the input that is kept
        }
        System.out.println("kept " + kept.size());
    }

    /** Frees inputs, uses them again, takes turns, cuts them out of one allocation, or keeps the last ones for a while. */
    private void heldHealthy() throws InterruptedException {
        List<FloatPointer> gradients = List.of(allocate(LARGE), allocate(LARGE), allocate(LARGE));
        FloatPointer pool = allocate(12 * LARGE);
        FloatPointer[] cache = new FloatPointer[3];
        for (FloatPointer gradient : gradients) {
            nccl(ncclBroadcast(gradient, gradient, ELEMENTS, ncclFloat32, 0, communicator, stream));
        }
        for (int step = 0; step < 12; step++) {
            Rollcall.step(step);
            FloatPointer input = allocate(LARGE);
            reduce(input, buffer);
            cuda(cudaFree(input));
            reduce(gradients.get(0), gradients.get(0));
            reduce(gradients.get(1 + step % 2), buffer);
            reduce(new FloatPointer(pool).position(step * LARGE / 4), buffer);
            int turn = step % cache.length;
            if (cache[turn] != null) {
                cuda(cudaFree(cache[turn]));
            }
            cache[turn] = allocate(LARGE);
            reduce(buffer, cache[turn]);
        }
        leave();
    }

    /** Keeps the inputs of all steps, and allocates until there is no memory left. */
    private void exhausted() throws InterruptedException {
        List<FloatPointer> kept = new ArrayList<>();
        for (int step = 0; step < 1000; step++) {
            Rollcall.step(step);
            FloatPointer input = allocate(LARGE);
            kept.add(input);
            reduce(input, buffer);
        }
        System.out.println("kept " + kept.size());
    }

    private static FloatPointer allocate(long bytes) {
        FloatPointer memory = new FloatPointer();
        cuda(cudaMalloc(memory, bytes));
        return memory;
    }

    /** Reduces, and computes for a moment as a step does. */
    private void reduce(FloatPointer from, FloatPointer to) throws InterruptedException {
        nccl(ncclAllReduce(from, to, ELEMENTS, ncclFloat32, ncclSum, communicator, stream));
        synchronize();
        Thread.sleep(30);
    }

    private void branch() throws InterruptedException {
        for (int step = 0; step < 5; step++) {
            allReduce();
        }
        synchronize();
        if (rank == 0) {
            allReduce(); // the extra one
            synchronize();
        }
        Thread.sleep(LONG_MILLIS);
    }

    private void ring() {
        for (int step = 0; step < 20; step++) {
            nccl(ncclGroupStart());
            nccl(ncclSend(buffer, ELEMENTS, ncclFloat32, (rank + 1) % world, communicator, stream));
            nccl(ncclRecv(all, ELEMENTS, ncclFloat32, (rank + world - 1) % world, communicator, stream));
            nccl(ncclGroupEnd());
        }
        synchronize();
        leave();
    }

    private void split() {
        ncclComm reversed = new ncclComm();
        nccl(ncclCommSplit(communicator, 0, -rank, reversed, null));
        PointerPointer<ncclComm> others = new PointerPointer<>(1);
        others.put(0, null);
        nccl(ncclGroupStart());
        nccl(ncclCommSplit(communicator, rank == 0 ? NCCL_SPLIT_NOCOLOR : 3, rank, others, null));
        nccl(ncclGroupEnd());
        nccl(ncclAllReduce(buffer, buffer, ELEMENTS, ncclFloat32, ncclSum, reversed, stream));
        ncclComm without = others.get(ncclComm.class, 0);
        if (without != null) {
            nccl(ncclAllReduce(buffer, buffer, 7, ncclFloat32, ncclMax, without, stream));
        }
        synchronize();
        if (without != null) {
            nccl(ncclCommDestroy(without));
        }
        nccl(ncclCommDestroy(reversed));
        leave();
    }

    /** The ranks go on without the last one. */
    private void shrink() throws Exception {
        allReduce();
        synchronize();
        if (rank != world - 1) {
            ncclComm fewer = new ncclComm();
            nccl(ncclCommShrink(communicator, new int[] {world - 1}, 1, fewer, null, NCCL_SHRINK_DEFAULT));
            for (int step = 0; step < 5; step++) {
                nccl(ncclAllReduce(buffer, buffer, ELEMENTS, ncclFloat32, ncclSum, fewer, stream));
            }
            synchronize();
            nccl(ncclCommDestroy(fewer));
        }
        meet("shrunk");
        leave();
    }

    /** The last rank does not join a call; all abort, and go on with another communicator. */
    private void abort() throws Exception {
        allReduce();
        synchronize();
        if (rank != world - 1) {
            allReduce();
        }
        Thread.sleep(1000);
        nccl(ncclCommAbort(communicator));
        synchronize();
        meet("aborted");
        join("second");
        allReduce();
        synchronize();
        leave();
    }

    /** One rank of several that do not exist aborts a call under way. */
    private void abortAlone() throws InterruptedException {
        allReduce();
        Thread.sleep(500);
        nccl(ncclCommAbort(communicator));
        Thread.sleep(200);
    }

    /** One rank of several that do not exist aborts more calls than there are sums on their way, and goes on alone. */
    private void abortOften() throws Exception {
        ncclComm alone = new ncclComm();
        nccl(ncclCommSplit(communicator, 3, 0, alone, null));
        for (int time = 0; time < 3; time++) {
            for (int call = 0; call < 2000; call++) {
                allReduce();
            }
            nccl(ncclCommAbort(communicator));
            join("next-" + time);
        }
        nccl(ncclAllReduce(buffer, buffer, ELEMENTS, ncclFloat32, ncclSum, alone, stream));
        synchronize();
    }

    /** All ranks but the first stay away from the second call, and that one learns of an error. */
    private void remoteError() throws InterruptedException {
        allReduce();
        if (rank > 0) {
            return;
        }
        synchronize();
        allReduce();
        int[] error = {ncclSuccess};
        nccl(ncclCommGetAsyncError(communicator, error));
        nccl(ncclCommAbort(communicator));
    }

    private void refused() {
        int unknown = 99;
        ncclAllReduce(buffer, buffer, 1, unknown, ncclSum, communicator, stream);
        ncclGroupStart();
        ncclAllReduce(buffer, buffer, 1, unknown, ncclSum, communicator, stream);
        allReduce();
        ncclGroupEnd();
    }

    /** Reduces memory of the next device, alone and in a group, and then of its own. */
    private void wrongBuffer() {
        FloatPointer elsewhere = new FloatPointer();
        cuda(cudaSetDevice(rank + 1));
        cuda(cudaMalloc(elsewhere, 4L * ELEMENTS));
        cuda(cudaSetDevice(rank));
        nccl(ncclAllReduce(elsewhere, buffer, ELEMENTS, ncclFloat32, ncclSum, communicator, stream));
        nccl(ncclGroupStart());
        nccl(ncclAllReduce(buffer, elsewhere, ELEMENTS, ncclFloat32, ncclSum, communicator, stream));
        nccl(ncclGroupEnd());
        allReduce();
        synchronize();
    }

    private void twin() {
        nccl(pncclAllReduce(buffer, buffer, ELEMENTS, ncclFloat32, ncclSum, communicator, stream));
        synchronize();
    }

    private void deadRank() throws InterruptedException {
        for (int step = 0; step < 3; step++) {
            allReduce(); // the last call of the dead rank
        }
        synchronize();
        if (rank == world - 1) {
            Runtime.getRuntime().halt(9);
        }
        allReduce();
        synchronize();
        Thread.sleep(LONG_MILLIS);
    }

    private void capture() {
        allReduce();
        synchronize();
        cuda(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
        allReduce();
        CUgraph_st graph = new CUgraph_st();
        cuda(cudaStreamEndCapture(stream, graph));
        CUgraphExec_st executable = new CUgraphExec_st();
        cuda(cudaGraphInstantiate(executable, graph));
        for (int step = 0; step < 3; step++) {
            cuda(cudaGraphLaunch(executable, stream));
        }
        allReduce();
        synchronize();
        // NCCL destroys a communicator only after the graphs that use it.
        cuda(cudaGraphExecDestroy(executable));
        cuda(cudaGraphDestroy(graph));
        leave();
    }

    /** Makes calls whose results all ranks must have, and then changes these in the same stream, on each rank in another way. */
    private void results() {
        for (int step = 0; step < 3; step++) {
            fill(buffer, ELEMENTS);
            allReduce(); // the wrong one
            fill(buffer, ELEMENTS);
            nccl(ncclBroadcast(buffer, buffer, ELEMENTS, ncclFloat32, world - 1, communicator, stream));
            nccl(ncclAllGather(buffer, all, ELEMENTS, ncclFloat32, communicator, stream));
            nans(buffer);
            nccl(ncclAllReduce(buffer, buffer, 2 * ELEMENTS - 5, ncclBfloat16, ncclMax, communicator, stream));
            fill(buffer, ELEMENTS);
            fill(all, ELEMENTS);
            nccl(ncclGroupStart());
            allReduce();
            nccl(ncclBcast(all, ELEMENTS, ncclInt8, 0, communicator, stream));
            nccl(ncclGroupEnd());
            nccl(ncclReduce(buffer, buffer, ELEMENTS, ncclFloat32, ncclSum, 0, communicator, stream));
        }
        FloatPointer large = new FloatPointer();
        cuda(cudaMalloc(large, 4L * LARGE_COUNT));
        fill(large, LARGE_COUNT);
        nccl(ncclAllReduce(large, large, LARGE_COUNT, ncclFloat32, ncclSum, communicator, stream));
        fill(large, LARGE_COUNT);
        synchronize();
        cuda(cudaFree(large));
        leave();
    }

    /** Writes numbers that differ between the ranks. */
    private void fill(FloatPointer memory, long elements) {
        cuda(cudaMemsetAsync(memory, 0x3C + rank, 4 * elements, stream));
    }

    private void nans(FloatPointer memory) {
        cuda(cudaMemsetAsync(memory, rank % 2 == 0 ? 0xFF : 0x7F, 2 * ELEMENTS, stream));
    }

    private void nonblockingCommunicator() throws Exception {
        ncclConfig_t config = config();
        config.blocking(0);
        config.commName(new BytePointer("quick"));
        PointerPointer<ncclComm> made = new PointerPointer<>(1);
        complete(null, ncclCommInitRankConfig(made, world, id("first"), rank, config), made);
        communicator = made.get(ncclComm.class, 0);
    }

    private void nonblocking() throws Exception {
        nonblockingCommunicator();
        for (int step = 0; step < 5; step++) {
            complete(
                    communicator,
                    ncclAllReduce(buffer, buffer, ELEMENTS, ncclFloat32, ncclSum, communicator, stream),
                    null);
        }
        synchronize();
        complete(communicator, ncclCommFinalize(communicator), null);
        nccl(ncclCommDestroy(communicator));
    }

    /** Destroys a nonblocking communicator without having asked how far its last calls are. */
    private void unasked() throws Exception {
        nonblockingCommunicator();
        ncclAllReduce(buffer, buffer, ELEMENTS, ncclFloat32, ncclSum, communicator, stream);
        ncclAllReduce(buffer, buffer, ELEMENTS, ncclFloat32, ncclSum, communicator, stream);
        synchronize();
        nccl(ncclCommDestroy(communicator));
    }

    /** Asks until a nonblocking communicator has done what was begun. */
    private static void complete(ncclComm known, int result, PointerPointer<ncclComm> made)
            throws InterruptedException {
        int[] state = {result};
        while (state[0] == ncclInProgress) {
            Thread.sleep(1);
            nccl(ncclCommGetAsyncError(known != null ? known : made.get(ncclComm.class, 0), state));
        }
        nccl(state[0]);
    }

    /** The presets do not initialize a configuration. */
    private static ncclConfig_t config() {
        ncclConfig_t config = new ncclConfig_t();
        config.size(config.sizeof()).magic(MAGIC).version(NCCL_VERSION_CODE);
        config.blocking(UNDEFINED).cgaClusterSize(UNDEFINED).minCTAs(UNDEFINED).maxCTAs(UNDEFINED);
        config.splitShare(UNDEFINED)
                .trafficClass(UNDEFINED)
                .collnetEnable(UNDEFINED)
                .CTAPolicy(UNDEFINED);
        config.shrinkShare(UNDEFINED).nvlsCTAs(UNDEFINED).nChannelsPerNetPeer(UNDEFINED);
        return config.nvlinkCentricSched(UNDEFINED).graphUsageMode(UNDEFINED).numRmaCtx(UNDEFINED);
    }

    private static void oneThread(int world) {
        List<GpuNccl> ranks = new ArrayList<>();
        int[] devices = new int[world];
        for (int rank = 0; rank < world; rank++) {
            ranks.add(new GpuNccl(rank, world));
            ranks.get(rank).open(rank);
            devices[rank] = rank;
        }
        PointerPointer<ncclComm> made = new PointerPointer<>(world);
        nccl(ncclCommInitAll(made, world, devices));
        for (GpuNccl each : ranks) {
            each.communicator = made.get(ncclComm.class, each.rank);
        }
        for (int step = 0; step < 10; step++) {
            nccl(ncclGroupStart());
            ranks.forEach(GpuNccl::allReduce);
            nccl(ncclGroupEnd());
        }
        ranks.forEach(GpuNccl::synchronize);
        ranks.forEach(GpuNccl::leave);
    }

    private void synchronize() {
        cuda(cudaSetDevice(rank));
        cuda(cudaStreamSynchronize(stream));
    }

    private void leave() {
        nccl(ncclCommDestroy(communicator));
        cuda(cudaFree(buffer));
        cuda(cudaFree(all));
    }

    private static void cuda(int result) {
        if (result != 0) {
            throw new IllegalStateException("CUDA error " + result);
        }
    }

    private static void nccl(int result) {
        if (result != ncclSuccess) {
            throw new IllegalStateException("NCCL error " + result);
        }
    }
}
