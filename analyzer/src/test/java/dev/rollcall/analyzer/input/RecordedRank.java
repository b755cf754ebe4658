package dev.rollcall.analyzer.input;

import dev.rollcall.trace.BufferEvent;
import dev.rollcall.trace.BufferHolderKind;
import dev.rollcall.trace.BufferUse;
import dev.rollcall.trace.CallEncoder;
import dev.rollcall.trace.CommunicatorPhase;
import dev.rollcall.trace.CommunicatorWriter;
import dev.rollcall.trace.CopyCheck;
import dev.rollcall.trace.CopyEvent;
import dev.rollcall.trace.CopyKind;
import dev.rollcall.trace.CopyPath;
import dev.rollcall.trace.CopyVerdict;
import dev.rollcall.trace.DeviceErrorEvent;
import dev.rollcall.trace.DeviceWork;
import dev.rollcall.trace.ElementType;
import dev.rollcall.trace.EndEvent;
import dev.rollcall.trace.EndKind;
import dev.rollcall.trace.EventTag;
import dev.rollcall.trace.MisplacedEvent;
import dev.rollcall.trace.Misplacement;
import dev.rollcall.trace.Operation;
import dev.rollcall.trace.Reduction;
import dev.rollcall.trace.ResultEvent;
import dev.rollcall.trace.StepEvent;
import dev.rollcall.trace.ThreadEvent;
import dev.rollcall.trace.ThreadState;
import dev.rollcall.trace.TraceGeometry;
import dev.rollcall.trace.TraceIdentity;
import dev.rollcall.trace.TraceWriter;
import dev.rollcall.trace.WindowEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes a real trace as the agent does, with a clock of its own: one call a second. */
public final class RecordedRank implements AutoCloseable {
    /** When all processes started, milliseconds since the epoch. */
    public static final long START_MILLIS = 1_790_000_000_000L;

    /** The line of the operation that uses the memory of two devices. */
    public static final int CROSSING = 33;

    /** The line of an all_reduce on a device. */
    public static final int COLLECTIVE = 32;

    private static final long SECOND = 1_000_000_000L;

    /** Length of the heap, which is at the end of the file. */
    static final int HEAP = 1 << 16;

    private final Path file;
    private final TraceWriter writer;
    private final CallEncoder encoder;
    private String thread = "main";
    private long now;

    private RecordedRank(Path file, TraceGeometry geometry, TraceIdentity identity) throws IOException {
        this.file = file;
        this.writer = TraceWriter.create(file, geometry, identity);
        this.encoder = new CallEncoder(writer.calls());
        heartbeat();
    }

    /** Starts the trace of a rank on a host that is not this one, with this many slots. */
    public static RecordedRank of(Path folder, String job, int rank, int world, int slots) throws IOException {
        return of(
                folder,
                new TraceIdentity(
                        job, rank, world, "elsewhere", 4000 + rank, START_MILLIS, "test", "java Train", "train.jar"),
                slots);
    }

    /** Starts a trace with this identity. */
    public static RecordedRank of(Path folder, TraceIdentity identity, int slots) throws IOException {
        Files.createDirectories(folder);
        Path file = folder.resolve(identity.rank() + "-" + identity.host() + "-" + identity.pid() + ".trace");
        return new RecordedRank(file, new TraceGeometry(slots, HEAP, 16), identity);
    }

    /** Names the thread that does what follows. */
    public RecordedRank thread(String name) {
        thread = name;
        return this;
    }

    /** Returns the file. */
    public Path file() {
        return file;
    }

    /** Joins a communicator. */
    public CommunicatorWriter join(String identity, String name, int rank, int size) {
        CommunicatorWriter communicator = writer.communicator(now);
        communicator.identity(identity);
        communicator.name(name);
        communicator.rank(rank);
        communicator.size(size);
        communicator.phase(CommunicatorPhase.JOINED, now);
        return communicator;
    }

    /** Enters the communicator's constructor, which does not return. */
    public CommunicatorWriter enter(String identity, String name, int size) {
        CommunicatorWriter communicator = writer.communicator(now);
        communicator.identity(identity);
        communicator.name(name);
        communicator.size(size);
        return communicator;
    }

    /** Fails in a communicator's constructor this many seconds after entering it. */
    public RecordedRank notJoined(CommunicatorWriter communicator, String error, long seconds) {
        now += seconds * SECOND;
        communicator.failure(error);
        communicator.phase(CommunicatorPhase.FAILED, now);
        return this;
    }

    /** Makes calls that complete. */
    public RecordedRank steps(CommunicatorWriter communicator, int calls) {
        for (int i = 0; i < calls; i++) {
            long position = call(communicator, Operation.ALL_REDUCE, 1024, "step", 22);
            writer.calls().completed(position, now + SECOND / 10);
        }
        return this;
    }

    /** Sends a message, which completes. */
    public RecordedRank message(CommunicatorWriter communicator) {
        long position = call(communicator, Operation.SEND, 1024, "send", 25);
        writer.calls().completed(position, now + SECOND / 10);
        return this;
    }

    /** Marks a step, as the agent writes it before the step's first call. */
    public RecordedRank mark(long step) {
        writer.events().write(new StepEvent(now, step, 0, writer.heap().string(thread)));
        return this;
    }

    /** Makes a call that stays pending; returns its position. */
    public long call(CommunicatorWriter communicator, Operation operation, long count, String method, int line) {
        now += SECOND;
        long position = writer.calls().claim(EventTag.CALL);
        encoder.wrap(position).enqueued(now).operation(operation);
        if (operation.pointToPoint()) {
            encoder.pointToPoint(communicator, communicator.nextPointToPoint()).rootOrPeer(1);
        } else {
            encoder.collective(communicator, communicator.nextCollective());
        }
        if (operation != Operation.BARRIER) {
            encoder.type(ElementType.F32).countIn(count).countOut(count);
        }
        if (operation == Operation.ALL_REDUCE) {
            encoder.reduction(Reduction.SUM);
        }
        encoder.site(
                stack(method, line), writer.heap().string(thread), writer.heap().string("allreduce"));
        writer.calls().publish(position);
        writer.calls().started(position, now);
        return position;
    }

    /** Makes an all_reduce of this type and reduction that completes, with this sum of its result. */
    public RecordedRank reduced(CommunicatorWriter communicator, ElementType type, Reduction reduction, long sum) {
        return completed(communicator, Operation.ALL_REDUCE, type, reduction, -1, sum);
    }

    /** Makes a broadcast from this root that completes, with this sum of its result. */
    public RecordedRank broadcast(CommunicatorWriter communicator, int root, long sum) {
        return completed(communicator, Operation.BROADCAST, ElementType.F32, Reduction.NONE, root, sum);
    }

    private RecordedRank completed(
            CommunicatorWriter communicator,
            Operation operation,
            ElementType type,
            Reduction reduction,
            int root,
            long sum) {
        now += SECOND;
        long position = writer.calls().claim(EventTag.CALL);
        long sequence = communicator.nextCollective();
        encoder.wrap(position)
                .enqueued(now)
                .operation(operation)
                .type(type)
                .reduction(reduction)
                .countIn(1024)
                .collective(communicator, sequence);
        if (root >= 0) {
            encoder.rootOrPeer(root);
        }
        encoder.site(
                stack("step", 41), writer.heap().string(thread), writer.heap().string("allreduce"));
        writer.calls().publish(position);
        writer.calls().completed(position, now + SECOND / 10);
        writer.events()
                .write(new ResultEvent(
                        now + SECOND / 10, communicator.index(), sequence, position, sum, 1024L * type.bytes(), type));
        return this;
    }

    /** Copies 16 MiB from the first device to the second, by this path and with this result. */
    public RecordedRank copy(CopyPath path, CopyVerdict verdict) {
        return copy(0, 1, path, verdict);
    }

    /** Records a copy from one device to another with its verdict. */
    public RecordedRank copy(int source, int destination, CopyPath path, CopyVerdict verdict) {
        now += SECOND;
        CopyEvent copy = new CopyEvent(
                0,
                now,
                0,
                CopyKind.PEER,
                path,
                source,
                destination,
                0x7000,
                0x9000,
                16 << 20,
                1,
                0,
                0,
                null,
                0,
                stack("forward", 32),
                writer.heap().string(thread),
                writer.heap().string("cudaMemcpyPeerAsync"),
                0,
                CopyCheck.NONE);
        int bad = verdict == CopyVerdict.INTACT ? 0 : 256;
        writer.copies()
                .completed(writer.events().write(copy), now, new CopyCheck(verdict, 1, bad == 0 ? 1 : 2, 16, 0, bad));
        return this;
    }

    /** Names the devices that the process sees, each by one byte of its UUID. */
    public RecordedRank devices(int... ids) {
        byte[][] uuids = new byte[ids.length][16];
        for (int i = 0; i < ids.length; i++) {
            uuids[i][0] = (byte) ids[i];
        }
        writer.devices(uuids);
        return this;
    }

    /** Enters the constructor of a communicator that works on a device. */
    public CommunicatorWriter enterOn(String identity, int device, int rank, int size) {
        CommunicatorWriter communicator = enter(identity, "world", size);
        communicator.rank(rank);
        communicator.globalRank(rank);
        communicator.device(device);
        communicator.creation(stack("join", 18), writer.heap().string(thread));
        return communicator;
    }

    /** Launches a kernel on a device with memory of another one, which it cannot reach. */
    public RecordedRank misplaced(Misplacement what, int device, int expected, int line) {
        now += SECOND;
        writer.events()
                .write(new MisplacedEvent(
                        now,
                        what,
                        0x7000,
                        5,
                        -1,
                        device,
                        expected,
                        what == Misplacement.STREAM ? 0 : 2,
                        stack("forward", line),
                        writer.heap().string(thread),
                        writer.heap().string("cuLaunchKernel")));
        return this;
    }

    /**
     * Meets an error of its first device, after a launch at each of some lines, or an all_reduce at {@link #COLLECTIVE}; the first of
     * them completed.
     */
    public RecordedRank fault(int code, int... lines) {
        int by = writer.heap().string(thread);
        int launch = writer.heap().string("cuLaunchKernel");
        for (int i = 0; i < lines.length; i++) {
            now += SECOND;
            int other = lines[i] == CROSSING ? 1 : -1;
            writer.events()
                    .write(new WindowEvent(
                            now,
                            1,
                            lines[i] == COLLECTIVE ? DeviceWork.CALL : DeviceWork.LAUNCH,
                            0,
                            other,
                            i == 0,
                            5,
                            -1,
                            stack("forward", lines[i]),
                            by,
                            lines[i] == COLLECTIVE ? writer.heap().string("ncclAllReduce") : launch));
        }
        now += SECOND;
        writer.events()
                .write(new DeviceErrorEvent(
                        now,
                        0,
                        code,
                        writer.heap().string("CUDA_ERROR_ILLEGAL_ADDRESS"),
                        0,
                        5,
                        -1,
                        -1,
                        stack("step", 44),
                        by,
                        1,
                        lines.length - 1));
        return this;
    }

    /**
     * Records how many buffers of 1 MiB the inputs of all_reduce hold.
     *
     * @param call the position of a call
     */
    public RecordedRank held(
            CommunicatorWriter communicator,
            long call,
            int buffers,
            int steps,
            BufferHolderKind holder,
            boolean settled) {
        writer.events()
                .write(new BufferEvent(
                        now,
                        BufferUse.INPUT,
                        0x7000,
                        1 << 20,
                        holder == BufferHolderKind.ALLOCATION ? 0 : -1,
                        call,
                        communicator.index(),
                        stack("step", 22),
                        0,
                        steps,
                        (long) buffers << 20,
                        buffers,
                        holder,
                        settled));
        return this;
    }

    /** Records an allocation that fails on a device. */
    public RecordedRank exhausted(long bytes, int device) {
        int main = writer.heap().string(thread);
        writer.events()
                .write(new BufferEvent(
                        now,
                        BufferUse.EXHAUSTED,
                        0,
                        bytes,
                        device,
                        -1,
                        0,
                        stack("activate", 71),
                        main,
                        0,
                        0,
                        0,
                        BufferHolderKind.UNKNOWN,
                        false));
        return this;
    }

    /** Fails a call. */
    public RecordedRank fail(long position, String text) {
        writer.calls().failed(position, now + SECOND / 10, writer.heap().string(text));
        return this;
    }

    /** Moves the clock on and writes a heartbeat. */
    public RecordedRank alive(long seconds) {
        now += seconds * SECOND;
        heartbeat();
        return this;
    }

    /** Stops recording while the process goes on. */
    public RecordedRank stop(String reason) {
        writer.stopped(now, reason);
        return this;
    }

    /** Records an exception that ended a thread. */
    public RecordedRank uncaught(String thread, String exception, String message) {
        writer.events()
                .write(new EndEvent(
                        now,
                        EndKind.UNCAUGHT_EXCEPTION,
                        false,
                        0,
                        writer.heap().string(exception),
                        writer.heap().string(message),
                        writer.heap().string(thread),
                        stack("check", 57)));
        return this;
    }

    /** Records the end of the process. */
    public RecordedRank end(EndKind kind, int exitCode) {
        writer.events()
                .write(new EndEvent(
                        now, kind, true, exitCode, 0, 0, writer.heap().string(thread), 0));
        return this;
    }

    /** Records a signal such as {@code SIGTERM}, whose handler begins to shut the process down. */
    public RecordedRank signal(String name) {
        int thread = writer.heap().string(name + " handler");
        writer.events().write(new EndEvent(now, EndKind.SIGNAL, true, 143, 0, 0, thread, 0));
        return this;
    }

    /** Records a snapshot of one thread, a second after what the rank did last: its last call has ended by then. */
    public RecordedRank look(int snapshot, String thread, String method, int line) {
        now += SECOND;
        writer.events()
                .write(new ThreadEvent(
                        now,
                        snapshot,
                        1,
                        1,
                        writer.heap().string(thread),
                        false,
                        ThreadState.TIMED_WAITING,
                        stack(method, line),
                        0,
                        0));
        return this;
    }

    private int stack(String method, int line) {
        int type = writer.heap().string("example.Trainer");
        int file = writer.heap().string("Trainer.java");
        int library = writer.heap()
                .frame(
                        writer.heap().string("org.bytedeco.pytorch.ProcessGroupGloo"),
                        writer.heap().string("allreduce"),
                        writer.heap().string("ProcessGroupGloo.java"),
                        214);
        int site = writer.heap().frame(type, writer.heap().string(method), file, line);
        int main = writer.heap().frame(type, writer.heap().string("main"), file, 12);
        return writer.heap().stack(new int[] {library, site, main}, 3);
    }

    private void heartbeat() {
        writer.heartbeat(now, START_MILLIS + now / 1_000_000);
    }

    @Override
    public void close() throws IOException {
        writer.close();
    }
}
