package dev.rollcall.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.trace.BufferEvent;
import dev.rollcall.trace.BufferHolderKind;
import dev.rollcall.trace.BufferUse;
import dev.rollcall.trace.EventCursor;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RetainedBuffersTest {
    private static final long MIB = 1 << 20;
    private static final int SITE = 7;

    @TempDir
    private Path folder;

    private final List<String> printed = new ArrayList<>();
    private TestTrace trace;
    private Recorder recorder;
    private RetainedBuffers buffers;
    private ThreadRecording thread;
    private RecordedCommunicator world;
    private long position;
    private long step;

    @BeforeEach
    void makeRecorder() throws IOException {
        trace = new TestTrace(folder, 4096);
        recorder = new Recorder(
                trace.writer,
                Thread.currentThread().getId(),
                trace.slots,
                0,
                1,
                8,
                Duration.ofSeconds(1),
                type -> Optional.empty(),
                UnaryOperator.identity(),
                printed::add);
        buffers = recorder.buffers();
        thread = recorder.calls().newThread();
        CommunicatorsByKey library = recorder.communicators().of("nccl");
        world = recorder.communicators().adopt(library, 1, 0, 1);
    }

    @AfterEach
    void closeTrace() throws IOException {
        trace.close();
    }

    private void step() {
        recorder.steps().begin(thread, step++);
        buffers.poll();
    }

    /** Makes a call that completes. */
    private void call(long input, long output, BufferHolder holder) {
        callAt(SITE, input, output, holder);
    }

    private void callAt(int site, long input, long output, BufferHolder holder) {
        thread.call.clear();
        thread.call.buffer = input;
        thread.call.bufferBytes = MIB;
        thread.call.outputBuffer = output;
        thread.call.outputBytes = MIB;
        thread.callStack = site;
        buffers.used(thread, world, position, holder, holder);
        buffers.completed(position++);
    }

    private long allocated(long address) {
        buffers.allocated(address, MIB);
        return address;
    }

    private List<BufferEvent> events() throws IOException {
        List<BufferEvent> events = new ArrayList<>();
        for (EventCursor cursor = trace.read().copies().cursor(); cursor.next(); ) {
            events.add((BufferEvent) cursor.event());
        }
        return events;
    }

    @Test
    void writesAtEachDoubling() throws IOException {
        for (int i = 1; i <= 30; i++) {
            step();
            call(allocated(i * MIB), 0, null);
        }
        assertEquals(
                List.of(4, 7, 13, 25),
                events().stream().map(BufferEvent::heldBuffers).toList());
        BufferEvent last = events().get(3);
        assertEquals(BufferUse.INPUT, last.use());
        assertEquals(BufferHolderKind.ALLOCATION, last.holder());
        assertEquals(25 * MIB, last.heldBytes());
        assertEquals(SITE, last.stack());
        assertEquals(MIB, last.address());
        assertEquals(1, printed.size());
        buffers.settle();
        assertEquals(29, events().get(4).heldBuffers());
    }

    @Test
    void keepsNothingOfTheCallsOfPlacesThatItDoesNotFollow() throws IOException {
        step();
        call(allocated(MIB), 0, null);
        for (int i = 2; i < 8192; i++) {
            callAt(SITE + i, allocated(i * MIB), 0, null);
            buffers.freed(i * MIB);
        }
        for (int i = 1; i <= 6; i++) {
            step();
            call(allocated(i * MIB), 0, null);
        }
        assertEquals(List.of(4), events().stream().map(BufferEvent::heldBuffers).toList());
    }

    @Test
    void followsInputsAndOutputsApart() throws IOException {
        allocated(900 * MIB);
        for (int i = 1; i <= 5; i++) {
            step();
            call(900 * MIB, allocated(i * MIB), null);
        }
        buffers.settle();
        assertTrue(events().stream().allMatch(event -> event.use() == BufferUse.OUTPUT), events()::toString);
        assertEquals(1, events().size());
    }

    @Test
    void takesPiecesOfOneAllocationForOneBuffer() throws IOException {
        buffers.allocated(MIB, 100 * MIB);
        for (int i = 1; i <= 20; i++) {
            step();
            call(i * MIB, 0, null);
        }
        buffers.settle();
        assertEquals(List.of(), events());
    }

    @Test
    void doesNotFollowMemoryOfUnknownAllocations() throws IOException {
        for (int i = 1; i <= 20; i++) {
            step();
            call(i * MIB, 0, null);
        }
        buffers.settle();
        assertEquals(List.of(), events());
    }

    @Test
    void doesNotFollowWhatIsUsedInOneStepOrBeforeTheFirst() throws IOException {
        for (int i = 1; i <= 20; i++) {
            call(allocated(i * MIB), 0, null);
        }
        step();
        for (int i = 101; i <= 120; i++) {
            call(allocated(i * MIB), 0, null);
        }
        for (int i = 0; i < 20; i++) {
            step();
        }
        buffers.settle();
        assertEquals(List.of(), events());
    }

    @Test
    void writesThatANumberNoLongerGrows() throws IOException {
        for (int i = 1; i <= 40; i++) {
            step();
            call(allocated(i * MIB), 0, null);
            buffers.freed((i - 6) * MIB);
        }
        List<BufferEvent> events = events();
        assertTrue(events.get(events.size() - 1).settled(), events::toString);
        assertTrue(events.size() <= 3, events::toString);
        assertEquals(List.of(), printed);
    }

    @Test
    void writesThatAllWereReleased() throws IOException {
        for (int round = 0; round < 5; round++) {
            for (int i = 1; i <= 6; i++) {
                step();
                call(allocated(i * MIB), 0, null);
            }
            for (int i = 1; i <= 6; i++) {
                buffers.freed(i * MIB);
            }
        }
        step();
        assertEquals(
                List.of(4, 0), events().stream().map(BufferEvent::heldBuffers).toList());
        assertTrue(events().stream().noneMatch(BufferEvent::settled));
    }

    @Test
    void followsOtherBuffersByWhatHoldsThem() throws IOException {
        List<long[]> tensors = new ArrayList<>();
        for (int i = 1; i <= 6; i++) {
            step();
            long[] tensor = {i * MIB};
            tensors.add(tensor);
            call(tensor[0], 0, new BufferHolder(tensor, BufferHolderKind.TENSOR, object -> ((long[]) object)[0]));
        }
        buffers.settle();
        assertEquals(BufferHolderKind.TENSOR, events().get(events().size() - 1).holder());
        tensors.forEach(tensor -> tensor[0] = 0);
        step();
        assertEquals(0, events().get(events().size() - 1).heldBuffers());
    }

    @Test
    void writesWhatIsHeldBeforeAnAllocationThatFailed() throws IOException {
        for (int i = 1; i <= 6; i++) {
            step();
            call(allocated(i * MIB), 0, null);
        }
        buffers.exhausted(thread, null, 3 * MIB, 1);
        List<BufferEvent> events = events();
        BufferEvent failed = events.get(events.size() - 1);
        assertEquals(BufferUse.EXHAUSTED, failed.use());
        assertEquals(3 * MIB, failed.bytes());
        assertEquals(1, failed.device());
        assertEquals(5, events.get(events.size() - 2).heldBuffers());
    }
}
