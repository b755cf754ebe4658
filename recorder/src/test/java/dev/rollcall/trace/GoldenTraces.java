package dev.rollcall.trace;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes the golden traces and their JSON into the folder that its argument names; CONTRIBUTING.md has the command.
 *
 * <p>The files reveal changes of the format. Only an intended change is a reason to write them again.
 */
final class GoldenTraces {
    static final List<String> NAMES = List.of("every-event", "wrapped");

    private GoldenTraces() {}

    public static void main(String[] arguments) throws IOException {
        Path folder = Files.createDirectories(Path.of(arguments[0]));
        for (String name : NAMES) {
            Path file = folder.resolve(name + ".trace");
            TraceWriter writer = TraceWriter.create(file, new TraceGeometry(16, 4096, 3), TestTraces.IDENTITY);
            if (name.equals("wrapped")) {
                writeWrapped(writer);
            } else {
                writeEveryEvent(writer);
            }
            fixStartClock(file);
            Files.writeString(folder.resolve(name + ".json"), GoldenJson.of(TraceReader.open(file)));
        }
    }

    /** Replaces the time of the file's creation by a fixed one. */
    private static void fixStartClock(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        ByteBuffer.wrap(bytes)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(TraceHeader.START_CLOCK_OFFSET, 1_000_000_000L)
                .putLong(TraceHeader.START_CLOCK_OFFSET + Long.BYTES, 1_700_000_000_500L);
        Files.write(file, bytes);
    }

    private static void writeEveryEvent(TraceWriter writer) throws IOException {
        HeapWriter heap = writer.heap();
        int thread = heap.string("main");
        int function = heap.string("ncclAllReduce");
        int text = heap.string("a \"quoted\" error\nin two lines, ünïcode 漢字 \uD83D\uDE00");
        int stack = heap.stack(
                new int[] {
                    heap.frame(heap.string("job.Trainer"), heap.string("step"), heap.string("Trainer.java"), 41),
                    heap.frame(heap.string("job.Main"), heap.string("main"), 0, 0)
                },
                2);
        CommunicatorWriter world = world(writer, stack, thread);
        writeCalls(writer, world, stack, thread, function, text);
        EventWriter events = writer.events();
        events.write(new GroupEvent(false, 50, 7, 0, stack, thread, function, 0));
        events.write(new GroupEvent(true, 60, 7, 2, stack, thread, function, text));
        events.write(new CommunicatorEvent(
                70,
                CommunicatorPhase.SPLIT,
                2,
                1,
                4,
                1,
                -1,
                -1,
                1,
                0,
                heap.string("half"),
                stack,
                thread,
                function,
                0));
        events.write(new MisplacedEvent(
                75, Misplacement.COMMUNICATOR, 0x7F00_0000_2000L, 5, 2, 1, 0, 2, stack, thread, function));
        events.write(new WindowEvent(76, 1, DeviceWork.COPY, 1, -1, false, 5, -1, stack, thread, function));
        events.write(
                new DeviceErrorEvent(80, 1, 700, heap.string("ILLEGAL_ADDRESS"), text, 5, 0, -1, stack, thread, 1, 2));
        events.write(new StepEvent(90, 3, heap.string("epoch 1"), thread));
        events.write(new ThreadEvent(
                100, 1, 2, 1, thread, false, ThreadState.BLOCKED, stack, heap.string("lock@1"), heap.string("worker")));
        events.write(new EndEvent(
                110, EndKind.UNCAUGHT_EXCEPTION, true, 1, heap.string("java.lang.Error"), text, thread, stack));
        writeCopies(writer, stack, thread, function, text);
        writer.instrumented("a.B", "c", "()V", true, "");
        writer.instrumented("a.B", "d", "", false, "no such method");
        writer.devices(new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, -1}, new byte[16]);
        writer.heartbeat(2_000_000_000L, 1_700_000_001_500L);
        writer.heartbeat(3_000_000_000L, 1_700_000_002_500L);
        heap.string("long ".repeat(200));
        writer.stopped(4_000_000_000L, "ArithmeticException: ünïcode");
        writer.close();
    }

    private static CommunicatorWriter world(TraceWriter writer, int stack, int thread) {
        CommunicatorWriter world = writer.communicator(10);
        world.identity("0123abcd");
        world.name("world");
        world.library("nccl");
        world.size(8);
        world.rank(3);
        world.globalRank(3);
        world.device(1);
        world.handle(0x7F00_0000_1000L);
        world.members(new long[] {0, 1, 2, 3, 4, 5, 6, 7});
        world.creation(stack, thread);
        world.phase(CommunicatorPhase.JOINED, 20);
        CommunicatorWriter half = writer.communicator(25);
        half.split(world.index(), 1, 0);
        half.failure("timed out");
        half.phase(CommunicatorPhase.FAILED, 30);
        world.keepNewestLists(
                1, ListHash.of(new long[] {1, 2}, 2, new long[] {3}, 1), new long[] {1, 2}, 2, new long[] {3}, 1);
        world.keepNewestLists(2, ListHash.of(null, 0, new long[] {-4}, 1), null, 0, new long[] {-4}, 1);
        return world;
    }

    private static void writeCalls(
            TraceWriter writer, CommunicatorWriter world, int stack, int thread, int function, int text) {
        CallRing calls = writer.calls();
        CallEncoder encoder = new CallEncoder(calls);
        long[] splits = {1, 2, 3};
        for (int i = 0; i < 4; i++) {
            long position = calls.claim(EventTag.CALL);
            encoder.wrap(position).enqueued(40 + i).site(stack, thread, function);
            encoder.operation(Operation.ofCode(i + 8)).type(ElementType.F32).reduction(Reduction.SUM);
            if (i == 3) {
                encoder.pointToPoint(world, world.nextPointToPoint())
                        .rootOrPeer(2)
                        .messageTag(-1);
            } else {
                encoder.collective(world, world.nextCollective())
                        .countIn(1L << 33)
                        .countOut(0)
                        .group(i);
            }
            if (i == 0) {
                encoder.lists(writer.heap().list(splits, 3), 0).listHash(ListHash.of(splits, 3, null, 0));
                encoder.buffer(0x7F00_0000_2000L).stream(0xFFFF_FFFF_FFFF_FFFFL).blocking();
            }
            calls.publish(position);
        }
        calls.started(0, 41);
        calls.completed(0, 42);
        calls.failed(1, 43, text);
        calls.unknown(2);
    }

    private static void writeCopies(TraceWriter writer, int stack, int thread, int function, int text) {
        EventWriter events = writer.events();
        CopyVolume volume = new CopyVolume(2, 3, 4, 5, 6, 7, 8, 9, 10);
        for (CopyKind kind : CopyKind.values()) {
            events.write(new CopyEvent(
                    0,
                    200,
                    0,
                    kind,
                    CopyPath.DIRECT,
                    0,
                    -1,
                    0x1000,
                    0x2000,
                    1 << 20,
                    2,
                    3,
                    4,
                    kind == CopyKind.PEER ? volume : null,
                    5,
                    stack,
                    thread,
                    function,
                    kind == CopyKind.HOST_TO_HOST ? text : 0,
                    CopyCheck.NONE));
        }
        writer.copies().completed(5, 210, new CopyCheck(CopyVerdict.ZEROED, -1, 2, 12, 3, 0xFFFF_FFFF));
        writer.copies().failed(1, 220, text);
        events.write(new BufferEvent(
                230, BufferUse.INPUT, 0x3000, 64, 1, 0, 1, stack, thread, 5, 320, 4, BufferHolderKind.WORK, true));
        events.write(new BufferEvent(
                240, BufferUse.EXHAUSTED, 0, 64, -1, -1, 0, 0, 0, 0, 0, 0, BufferHolderKind.UNKNOWN, false));
        events.write(new ResultEvent(250, 1, 7, 3, -2, 4096, ElementType.BF16));
        events.write(new ResultEvent(260, 2, 1, -1, 5, 8, ElementType.F64));
    }

    /** Writes the trace of a process that was killed in the third turn of its ring. */
    private static void writeWrapped(TraceWriter writer) {
        CommunicatorWriter world = writer.communicator(1);
        CommunicatorWriter other = writer.communicator(2);
        long stuck = TestTraces.call(writer, world);
        writer.calls().started(stuck, 5);
        long lost = TestTraces.call(writer, world);
        long late = TestTraces.call(writer, other);
        for (int i = 0; i < 32; i++) {
            writer.calls().completed(TestTraces.call(writer, other), 100 + i);
        }
        writer.calls().completed(late, 400);
        writer.calls().completed(lost, 500);
        writer.calls().claim(EventTag.CALL);
        for (int i = 0; i < 15; i++) {
            writer.calls().completed(TestTraces.call(writer, other), 200 + i);
        }
        writer.calls().started(TestTraces.call(writer, other), 300);
    }
}
