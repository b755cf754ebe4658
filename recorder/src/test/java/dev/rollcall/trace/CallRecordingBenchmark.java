package dev.rollcall.trace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/** Measures the recorder's core: one call from its sequence number to its end, with its arguments already read. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class CallRecordingBenchmark {

    /** The trace that all threads share. */
    @State(Scope.Benchmark)
    public static class Trace {
        private Path file;
        private TraceWriter writer;
        private int stack;
        private int function;

        /** Creates the trace, with a recorder's default sizes. */
        @Setup
        public void create() throws IOException {
            Path folder = Files.createTempDirectory("rollcall-benchmark");
            file = folder.resolve("benchmark.trace");
            writer = TraceWriter.create(file, TraceGeometry.DEFAULT, TestTraces.IDENTITY);
            HeapWriter heap = writer.heap();
            stack = heap.stack(new int[] {heap.frame(heap.string("Trainer"), heap.string("step"), 0, 41)}, 1);
            function = heap.string("allreduce");
        }

        /** Deletes the trace. */
        @TearDown
        public void delete() throws IOException {
            writer.close();
            Files.delete(file);
            Files.delete(file.getParent());
        }
    }

    /** The state of one calling thread. */
    @State(Scope.Thread)
    public static class Caller {
        private CallEncoder encoder;
        private CommunicatorWriter communicator;
        private int thread;
        private long[] splits;
        private int[] frames;

        /** Creates the state. */
        @Setup
        public void create(Trace trace) {
            encoder = new CallEncoder(trace.writer.calls());
            communicator = trace.writer.communicator(System.nanoTime());
            thread = trace.writer.heap().string(Thread.currentThread().getName());
            splits = new long[] {1, 2, 3, 4, 5, 6, 7, 8};
            frames = new int[32];
            trace.writer.heap().stack(frames, frames.length);
            trace.writer.heap().list(splits, splits.length);
        }
    }

    private static long publish(Trace trace, Caller caller) {
        CallRing calls = trace.writer.calls();
        long position = calls.claim(EventTag.CALL);
        caller.encoder
                .wrap(position)
                .enqueued(System.nanoTime())
                .collective(caller.communicator, caller.communicator.nextCollective())
                .operation(Operation.ALL_REDUCE)
                .type(ElementType.F32)
                .reduction(Reduction.SUM)
                .countIn(1024)
                .countOut(1024)
                .buffer(0x7F00_0000_0000L)
                .site(trace.stack, caller.thread, trace.function);
        calls.publish(position);
        return position;
    }

    /** A call that is issued, starts and ends, with three readings of the clock. */
    @Benchmark
    public boolean wholeCall(Trace trace, Caller caller) {
        long position = publish(trace, caller);
        trace.writer.calls().started(position, System.nanoTime());
        return trace.writer.calls().completed(position, System.nanoTime());
    }

    /** The same on two threads, each with its own communicator. */
    @Benchmark
    @Threads(2)
    public boolean wholeCallOnTwoThreads(Trace trace, Caller caller) {
        return wholeCall(trace, caller);
    }

    /** A call that never ends, so that it must be carried or lost in the next turn of the ring. */
    @Benchmark
    public long issuedOnly(Trace trace, Caller caller) {
        return publish(trace, caller);
    }

    /** Finding a stored stack of 32 frames. */
    @Benchmark
    public int knownStack(Trace trace, Caller caller) {
        return trace.writer.heap().stack(caller.frames, caller.frames.length);
    }

    /** Finding a stored list of 8 values. */
    @Benchmark
    public int knownList(Trace trace, Caller caller) {
        return trace.writer.heap().list(caller.splits, caller.splits.length);
    }
}
