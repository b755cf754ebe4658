package dev.rollcall.agent;

import dev.rollcall.catalogue.Catalogue;
import dev.rollcall.catalogue.CatalogueEntry;
import dev.rollcall.gpu.CorruptionPolicy;
import dev.rollcall.recorder.Recorder;
import dev.rollcall.trace.TraceGeometry;
import dev.rollcall.trace.TraceIdentity;
import dev.rollcall.trace.TraceWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.bytedeco.pytorch.AllreduceOptions;
import org.bytedeco.pytorch.FileStore;
import org.bytedeco.pytorch.GlooDeviceVector;
import org.bytedeco.pytorch.ProcessGroupGloo;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.Work;
import org.bytedeco.pytorch.global.torch;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The cost of recording one c10d all_reduce and the wait for it: reading the tensors, options and group through JavaCPP, the
 * stack, the slot, the completion. The call itself, which takes a hundred times as long, is left out. A bare walk over the same
 * frames is measured too, as the lower bound of recording with a stack.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 60, time = 100, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 100, time = 40, timeUnit = TimeUnit.MILLISECONDS)
@Fork(1)
public class AllReduceBenchmark {
    private static final int DEPTH = 40;

    /** About the number of frames above those kept; a walk that gets all frames in one batch is cheaper. */
    private static final int TOP_FRAMES = 8;

    /** The frames kept; 0 for none. */
    @Param({"0", "32"})
    public int stack;

    private StackWalker walker;
    private boolean walkOnly;
    private long visited;
    private Path folder;
    private TraceWriter trace;
    private ProcessGroupGloo group;
    private TensorVector tensors;
    private AllreduceOptions options;
    private Work work;
    private int allreduce;
    private int await;

    /** Makes a group of one rank and a session that records it. */
    @Setup
    public void join() throws IOException {
        walker = StackWalker.getInstance(Set.of(StackWalker.Option.RETAIN_CLASS_REFERENCE), stack + TOP_FRAMES);
        folder = Files.createTempDirectory("rollcall-benchmark");
        ProcessGroupGloo.Options groupOptions = ProcessGroupGloo.Options.create();
        groupOptions.devices(new GlooDeviceVector(ProcessGroupGloo.createDeviceForHostname("127.0.0.1")));
        group = new ProcessGroupGloo(new FileStore(folder.resolve("store").toString(), 1), 0, 1, groupOptions);
        tensors = new TensorVector(torch.ones(1024));
        options = new AllreduceOptions();
        work = group.allreduce(tensors, options);
        work._wait();

        ProcessIdentity process = new ProcessIdentity("benchmark", 0, 1, "host", 1);
        trace = TraceWriter.create(
                folder.resolve("benchmark.trace"),
                TraceGeometry.DEFAULT,
                new TraceIdentity("benchmark", 0, 1, "host", 1, 0, "", "", ""));
        Recorder recorder = new Recorder(
                trace,
                Thread.currentThread().getId(),
                TraceGeometry.DEFAULT.slots(),
                0,
                1,
                stack,
                Duration.ZERO,
                new ClassFileSites(),
                WrapperFrames::without,
                AgentLog::print);
        HookedMethods methods = new HookedMethods();
        allreduce = add(methods, ProcessGroupGloo.class, "allreduce");
        await = add(methods, Work.class, "_wait");
        Hooks.install(new HookSession(
                methods,
                recorder,
                process,
                trace,
                CopyScope.OFF,
                CorruptionPolicy.WARN,
                DeviceChecks.CHECK,
                ResultCheck.OFF));
    }

    private static int add(HookedMethods methods, Class<?> type, String method) {
        CatalogueEntry entry = Catalogue.builtIn().ofClass(type.getName()).stream()
                .filter(candidate -> candidate.method().equals(method))
                .findFirst()
                .orElseThrow();
        return methods.add(entry, type.getClassLoader(), type.getName(), method);
    }

    /** Closes the trace and deletes the files. */
    @TearDown
    public void leave() throws IOException {
        Hooks.install(null);
        trace.close();
        for (String file : new String[] {"benchmark.trace", "store"}) {
            Files.deleteIfExists(folder.resolve(file));
        }
        Files.deleteIfExists(folder);
    }

    /** Records one call and its wait, from a stack that is deeper than the frames kept. */
    @Benchmark
    public long record() {
        walkOnly = false;
        return first(DEPTH);
    }

    /** Walks the same stack, reading class and bytecode index of each frame, and records nothing. */
    @Benchmark
    public long walk() {
        walkOnly = true;
        return first(DEPTH);
    }

    private long first(int depth) {
        return depth == 0 ? wrapper() : second(depth - 1) + 1;
    }

    private long second(int depth) {
        return Frames.third(this, depth) - 1;
    }

    /** Another class on the stack. */
    static final class Frames {
        private Frames() {}

        static long third(AllReduceBenchmark benchmark, int depth) {
            return depth > 0 ? benchmark.first(depth - 1) : benchmark.wrapper();
        }
    }

    private long wrapper() {
        if (walkOnly) {
            return walker.walk(this::visit);
        }
        long token =
                Hooks.enterCall(allreduce, group, tensors, null, options, null, null, null, null, null, -1, -1, -1, -1);
        Hooks.leave(allreduce, token, work, 0);
        long wait = Hooks.enter(await, work);
        Hooks.leave(await, wait, work, 1);
        return token;
    }

    private long visit(Stream<StackWalker.StackFrame> frames) {
        visited = 0;
        frames.limit(stack).forEach(this::add);
        return visited;
    }

    private void add(StackWalker.StackFrame frame) {
        visited += frame.getByteCodeIndex() + (frame.getDeclaringClass() == AllReduceBenchmark.class ? 1 : 0);
    }
}
