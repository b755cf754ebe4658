package dev.rollcall.agent;

import com.sun.management.ThreadMXBean;
import dev.rollcall.catalogue.Catalogue;
import dev.rollcall.catalogue.CatalogueEntry;
import dev.rollcall.gpu.CorruptionPolicy;
import dev.rollcall.recorder.Recorder;
import dev.rollcall.trace.TraceGeometry;
import dev.rollcall.trace.TraceIdentity;
import dev.rollcall.trace.TraceWriter;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import jdk.jfr.Event;
import jdk.jfr.Recording;
import jdk.jfr.StackTrace;
import org.bytedeco.pytorch.AllreduceOptions;
import org.bytedeco.pytorch.FileStore;
import org.bytedeco.pytorch.GlooDeviceVector;
import org.bytedeco.pytorch.ProcessGroupGloo;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.Work;
import org.bytedeco.pytorch.global.torch;

/**
 * Measures what it costs the calling thread to record one c10d all_reduce and the wait for it, without the collective itself: by
 * the agent's hooks, as a JFR event with the same fields, and a bare walk over the same stack. The rounds of all rows take turns.
 * Prints for each row its name, the number of threads, and the medians of nanoseconds of processor time and of allocated bytes a
 * call, separated by tabs; then the same of calls that find the processor's caches full of other data, as after a collective, in
 * nanoseconds of wall time. Run it with {@code -XX:FlightRecorderOptions=stackdepth=32}.
 */
public final class RecordingBenchmark {
    private static final int DEPTH = 40;
    private static final int FRAMES = 32;

    /** About the number of frames above those kept; a walk that gets all frames in one batch is cheaper. */
    private static final int TOP_FRAMES = 8;

    /** How often a row is called at the bottom of one stack. */
    private static final int CALLS = 64;

    private static final int[] THREADS = {1, 8};

    /** More than the caches of a processor hold. */
    private static final byte[] OTHER_DATA = new byte[32 << 20];

    private static final int CACHE_LINE = 64;
    private static final int COLD_CALLS = 32;
    private static final long WARM_UP_NANOS = 600_000_000;
    private static final long ROUND_NANOS = 60_000_000;
    private static final ThreadMXBean CLOCK = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private static Path folder;
    private static final ThreadLocal<Caller> CALLERS = ThreadLocal.withInitial(Caller::new);

    private RecordingBenchmark() {}

    /** Takes the number of rounds. */
    public static void main(String[] arguments) throws Exception {
        int rounds = Integer.parseInt(arguments[0]);
        folder = Files.createTempDirectory("rollcall-benchmark");
        List<Row> rows = List.of(
                new Recorded("stack=off", 0),
                new Recorded("stack=8", 8),
                new Recorded("stack=32", FRAMES),
                new Walk(),
                new FlightEvent("JFR event without stack", false),
                new FlightEvent("JFR event, 32 frames", true));
        ExecutorService pool = Executors.newFixedThreadPool(THREADS[THREADS.length - 1], task -> {
            Thread thread = new Thread(task);
            // A failure of the main thread ends the process.
            thread.setDaemon(true);
            return thread;
        });
        try (Recording recording = new Recording()) {
            recording.setToDisk(false);
            recording.enable(StacklessCall.class);
            recording.enable(CallWithStack.class).withStackTrace();
            recording.start();
            List<Series> all = new ArrayList<>();
            for (Row row : rows) {
                measure(row, 1, WARM_UP_NANOS, pool);
            }
            for (int threads : THREADS) {
                for (Row row : rows) {
                    all.add(new Series(row, threads, new ArrayList<>()));
                }
            }
            List<Series> cold = new ArrayList<>();
            for (Row row : rows) {
                cold.add(new Series(row, 0, new ArrayList<>()));
            }
            for (int round = 0; round < rounds; round++) {
                for (Series series : all) {
                    series.samples.add(measure(series.row, series.threads, ROUND_NANOS, pool));
                }
                for (Series series : cold) {
                    series.samples.add(measureCold(series.row, pool));
                }
            }
            all.addAll(cold);
            for (Series series : all) {
                System.out.printf(
                        "%s\t%d\t%.0f\t%.0f%n",
                        series.row.name + (series.threads == 0 ? ", cold caches" : ""),
                        Math.max(series.threads, 1),
                        series.median(true),
                        series.median(false));
            }
        }
        for (Row row : rows) {
            row.close();
        }
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.deleteIfExists(file);
            }
        }
        Files.deleteIfExists(folder);
        System.out.flush();
        // Gloo's threads run on, and PyTorch's destructors could wait for them.
        Runtime.getRuntime().halt(0);
    }

    private static Sample measure(Row row, int threads, long nanos, ExecutorService pool) throws Exception {
        Hooks.install(row.session);
        CyclicBarrier start = new CyclicBarrier(threads);
        List<Future<Sample>> futures = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            futures.add(pool.submit(() -> {
                Caller caller = CALLERS.get();
                caller.row = row;
                start.await();
                long id = Thread.currentThread().getId();
                long calls = 0;
                long bytes = CLOCK.getThreadAllocatedBytes(id);
                long processor = CLOCK.getCurrentThreadCpuTime();
                while (CLOCK.getCurrentThreadCpuTime() - processor < nanos / threads) {
                    caller.first(DEPTH);
                    calls += CALLS;
                }
                return new Sample(
                        (double) (CLOCK.getCurrentThreadCpuTime() - processor) / calls,
                        (double) (CLOCK.getThreadAllocatedBytes(id) - bytes) / calls);
            }));
        }
        double processor = 0;
        double bytes = 0;
        for (Future<Sample> future : futures) {
            processor += future.get().processor / threads;
            bytes += future.get().bytes / threads;
        }
        Hooks.install(null);
        return new Sample(processor, bytes);
    }

    private static Sample measureCold(Row row, ExecutorService pool) throws Exception {
        Hooks.install(row.session);
        return pool.submit(() -> {
                    Caller caller = CALLERS.get();
                    caller.row = row;
                    caller.coldNanos = new long[COLD_CALLS];
                    long id = Thread.currentThread().getId();
                    long bytes = CLOCK.getThreadAllocatedBytes(id);
                    caller.first(DEPTH);
                    bytes = CLOCK.getThreadAllocatedBytes(id) - bytes;
                    Arrays.sort(caller.coldNanos);
                    Sample sample = new Sample(caller.coldNanos[COLD_CALLS / 2], (double) bytes / COLD_CALLS);
                    caller.coldNanos = null;
                    return sample;
                })
                .get();
    }

    private record Sample(double processor, double bytes) {}

    private record Series(Row row, int threads, List<Sample> samples) {
        double median(boolean processor) {
            double[] sorted = samples.stream()
                    .mapToDouble(sample -> processor ? sample.processor : sample.bytes)
                    .sorted()
                    .toArray();
            return sorted[sorted.length / 2];
        }
    }

    /** What one thread calls with: a group of one rank of its own. */
    private static final class Caller {
        private final ProcessGroupGloo group;
        private final TensorVector tensors = new TensorVector(torch.ones(1024));
        private final AllreduceOptions options = new AllreduceOptions();
        private final Work work;
        private Row row;
        private long visited;

        /** The nanoseconds of each call to make with cold caches; null for calls with warm ones. */
        private long[] coldNanos;

        Caller() {
            ProcessGroupGloo.Options groupOptions = ProcessGroupGloo.Options.create();
            groupOptions.devices(new GlooDeviceVector(ProcessGroupGloo.createDeviceForHostname("127.0.0.1")));
            String store =
                    folder.resolve("store-" + Thread.currentThread().getId()).toString();
            group = new ProcessGroupGloo(new FileStore(store, 1), 0, 1, groupOptions);
            work = group.allreduce(tensors, options);
            work._wait();
        }

        long first(int depth) {
            return depth == 0 ? calls() : second(depth - 1) + 1;
        }

        long second(int depth) {
            return Frames.third(this, depth) - 1;
        }

        private long calls() {
            if (coldNanos != null) {
                return coldCalls();
            }
            for (int i = 0; i < CALLS; i++) {
                row.call(this);
            }
            return visited;
        }

        private long coldCalls() {
            for (int i = 0; i < coldNanos.length; i++) {
                for (int at = 0; at < OTHER_DATA.length; at += CACHE_LINE) {
                    OTHER_DATA[at]++;
                }
                long begin = System.nanoTime();
                row.call(this);
                coldNanos[i] = System.nanoTime() - begin;
            }
            return visited;
        }
    }

    /** Another class on the stack. */
    private static final class Frames {
        private Frames() {}

        static long third(Caller caller, int depth) {
            return caller.first(depth > 0 ? depth - 1 : 0);
        }
    }

    /** What is measured. */
    private abstract static class Row {
        private final String name;
        private HookSession session;

        Row(String name) {
            this.name = name;
        }

        abstract void call(Caller caller);

        void close() throws IOException {}
    }

    /** The agent's hooks. */
    private static final class Recorded extends Row {
        private final TraceWriter trace;
        private final int allreduce;
        private final int await;

        Recorded(String name, int frames) throws IOException {
            super(name);
            trace = TraceWriter.create(
                    folder.resolve(frames + ".trace"),
                    TraceGeometry.DEFAULT,
                    new TraceIdentity("benchmark", 0, 1, "host", 1, 0, "", "", ""));
            Recorder recorder = new Recorder(
                    trace,
                    Thread.currentThread().getId(),
                    TraceGeometry.DEFAULT.slots(),
                    0,
                    1,
                    frames,
                    Duration.ZERO,
                    new ClassFileSites(),
                    WrapperFrames::without,
                    AgentLog::print);
            HookedMethods methods = new HookedMethods();
            allreduce = add(methods, ProcessGroupGloo.class, "allreduce");
            await = add(methods, Work.class, "_wait");
            super.session = new HookSession(
                    methods,
                    recorder,
                    new ProcessIdentity("benchmark", 0, 1, "host", 1),
                    trace,
                    CopyScope.OFF,
                    CorruptionPolicy.WARN,
                    DeviceChecks.CHECK,
                    ResultCheck.OFF);
        }

        private static int add(HookedMethods methods, Class<?> type, String method) {
            CatalogueEntry entry = Catalogue.builtIn().ofClass(type.getName()).stream()
                    .filter(candidate -> candidate.method().equals(method))
                    .findFirst()
                    .orElseThrow();
            return methods.add(entry, type.getClassLoader(), type.getName(), method);
        }

        @Override
        void call(Caller caller) {
            long token = Hooks.enterCall(
                    allreduce,
                    caller.group,
                    caller.tensors,
                    null,
                    caller.options,
                    null,
                    null,
                    null,
                    null,
                    null,
                    -1,
                    -1,
                    -1,
                    -1);
            Hooks.leave(allreduce, token, caller.work, 0);
            long wait = Hooks.enter(await, caller.work);
            Hooks.leave(await, wait, caller.work, 1);
        }

        @Override
        void close() throws IOException {
            trace.close();
        }
    }

    /** Walks the stack, reading class and bytecode index of each frame: the lower bound of recording with a stack. */
    private static final class Walk extends Row {
        private final StackWalker walker =
                StackWalker.getInstance(Set.of(StackWalker.Option.RETAIN_CLASS_REFERENCE), FRAMES + TOP_FRAMES);

        Walk() {
            super("bare walk over 32 frames");
        }

        @Override
        void call(Caller caller) {
            caller.visited = walker.walk(Walk::visit);
        }

        private static long visit(Stream<StackWalker.StackFrame> frames) {
            return frames.limit(FRAMES)
                    .mapToLong(frame ->
                            frame.getByteCodeIndex() + frame.getDeclaringClass().hashCode())
                    .sum();
        }
    }

    /** A JFR event with the fields of a recorded call, kept in memory. */
    private static final class FlightEvent extends Row {
        private final boolean stack;

        FlightEvent(String name, boolean stack) {
            super(name);
            this.stack = stack;
        }

        @Override
        void call(Caller caller) {
            CallEvent event = stack ? new CallWithStack() : new StacklessCall();
            event.begin();
            Tensor tensor = caller.tensors.get(0);
            event.communicator = caller.group.address();
            event.operation = "all_reduce";
            event.count = tensor.numel();
            event.type = tensor.scalar_type().value;
            event.reduction = caller.options.reduceOp().op_().value;
            event.buffer = tensor.data_ptr().address();
            event.end();
            event.commit();
        }
    }

    /** The fields of a call. */
    abstract static class CallEvent extends Event {
        long communicator;
        String operation;
        long count;
        int type;
        int reduction;
        long buffer;
    }

    /** An event without a stack. */
    @StackTrace(false)
    static final class StacklessCall extends CallEvent {}

    /** An event with a stack. */
    static final class CallWithStack extends CallEvent {}
}
