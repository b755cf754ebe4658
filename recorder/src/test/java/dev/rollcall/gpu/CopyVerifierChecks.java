package dev.rollcall.gpu;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.recorder.CopyRecorder;
import dev.rollcall.recorder.Recorder;
import dev.rollcall.trace.CopyEvent;
import dev.rollcall.trace.CopyPath;
import dev.rollcall.trace.CopyVerdict;
import dev.rollcall.trace.CopyVolume;
import dev.rollcall.trace.RecordedEvent;
import dev.rollcall.trace.TraceGeometry;
import dev.rollcall.trace.TraceIdentity;
import dev.rollcall.trace.TraceReader;
import dev.rollcall.trace.TraceWriter;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import jcuda.driver.CUcontext;
import jcuda.driver.CUgraph;
import jcuda.driver.CUstream;
import jcuda.driver.CUstreamCaptureMode;
import jcuda.driver.CUstream_flags;
import jcuda.driver.JCudaDriver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What holds for the verification of copies between two devices, or within one. */
abstract class CopyVerifierChecks {
    private static final long SEED = 4036;
    private static final long MARGIN = 1 << 16;
    private static final int SLOTS = 32_768;
    private static final int CLEAN = 10_000;
    private static final List<CopyVerdict> VERDICTS = List.of(
            CopyVerdict.INTACT,
            CopyVerdict.ZEROED,
            CopyVerdict.STALE,
            CopyVerdict.PARTIAL,
            CopyVerdict.PERMUTED,
            CopyVerdict.DAMAGED,
            CopyVerdict.SOURCE_CHANGED);

    private final Random random = new Random(SEED);
    private final List<String> told = new ArrayList<>();
    private final List<CUstream> streams = new ArrayList<>();

    @TempDir
    private Path folder;

    private Path file;
    private TraceWriter trace;
    private CopyRecorder recorder;
    private DeviceMemory source;
    private DeviceMemory destination;
    private FaultyCopies copies;

    /** Returns the device that the copies go to; they come from the first. */
    abstract int destinationDevice();

    /** Returns the most bytes of one copy. */
    abstract long most();

    @BeforeEach
    void prepare() throws Exception {
        file = folder.resolve("copies.trace");
        TraceIdentity identity = new TraceIdentity("job", 0, 1, "host", 1, 0, "test", "", "");
        trace = TraceWriter.create(file, new TraceGeometry(SLOTS, 1 << 20, 64), identity);
        recorder = new Recorder(
                        trace,
                        SLOTS,
                        0,
                        1,
                        0,
                        Duration.ZERO,
                        type -> Optional.empty(),
                        UnaryOperator.identity(),
                        told::add)
                .copies();
        DeviceMemory.use(destinationDevice());
        destination = new DeviceMemory(most() + MARGIN);
        DeviceMemory.use(0);
        source = new DeviceMemory(most() + MARGIN);
        for (int i = 0; i < 4; i++) {
            CUstream stream = new CUstream();
            DriverException.check(
                    "cuStreamCreate", JCudaDriver.cuStreamCreate(stream, CUstream_flags.CU_STREAM_NON_BLOCKING));
            streams.add(stream);
        }
        copies = new FaultyCopies(source, 0, destination, destinationDevice(), random);
        refill(source, most() + MARGIN);
        refill(destination, most() + MARGIN);
    }

    private void refill(DeviceMemory memory, long bytes) throws DriverException {
        byte[] piece = new byte[(int) Math.min(bytes, 64L << 20)];
        for (long at = 0; at < bytes; at += piece.length) {
            ByteBuffer fast = ByteBuffer.wrap(piece);
            while (fast.remaining() >= Long.BYTES) {
                fast.putLong(random.nextLong());
            }
            int count = (int) Math.min(piece.length, bytes - at);
            DriverException.check(
                    "cuMemcpyHtoD",
                    JCudaDriver.cuMemcpyHtoD(Handles.pointer(memory.address() + at), jcuda.Pointer.to(piece), count));
        }
    }

    @AfterEach
    void giveBack() throws Exception {
        source.close();
        destination.close();
        trace.close();
    }

    private CopyVerifier verifier(OnCorruption mode) throws DriverException {
        return CopyVerifier.create(recorder, mode, told::add);
    }

    private CopyVerdict made(CopyVerifier verifier, CopyVerdict wanted, CopyEvent copy, CUstream stream)
            throws Exception {
        long position = recorder.begin(copy);
        CopyVerification begun = verifier.before(copy, position);
        assertNotNull(begun);
        copies.make(wanted, copy, stream);
        verifier.after(begun);
        DriverException.check("cuStreamSynchronize", JCudaDriver.cuStreamSynchronize(stream));
        CopyEvent recorded = recorded(verifier, position);
        return recorded.check().verdict();
    }

    private CopyEvent recorded(CopyVerifier verifier, long position) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (true) {
            verifier.poll();
            for (RecordedEvent each : TraceReader.open(file).copies().events()) {
                if (each.position() == position && ((CopyEvent) each.event()).completed()) {
                    return (CopyEvent) each.event();
                }
            }
            assertTrue(System.nanoTime() < end, "never compared");
        }
    }

    private List<Long> sizes() {
        List<Long> sizes = new ArrayList<>();
        for (long size = 4; size <= most(); size *= 4) {
            sizes.add(size);
            sizes.add(size + size / 3);
        }
        sizes.add(most());
        sizes.removeIf(size -> size > most());
        return sizes;
    }

    @Test
    void namesWhatHappenedAtEverySizeAndOffset() throws Exception {
        CopyVerifier verifier = verifier(OnCorruption.WARN);
        Map<String, Integer> wrong = new TreeMap<>();
        int made = 0;
        for (long size : sizes()) {
            for (long offset : new long[] {0, 4, 4097}) {
                for (CopyVerdict wanted : VERDICTS) {
                    if (wanted == CopyVerdict.PERMUTED && size < 8) {
                        continue;
                    }
                    // What the destination held must differ from what it is to hold.
                    refill(destination, Math.min(most() + MARGIN, size + 2 * offset + 64));
                    CUstream stream = streams.get(made++ % streams.size());
                    CopyVerdict got = made(verifier, wanted, copies.linear(offset, size, stream), stream);
                    if (got != wanted) {
                        wrong.merge(wanted + " of " + size + " bytes at " + offset + " is " + got, 1, Integer::sum);
                    }
                }
            }
        }
        System.out.println(made + " copies, seed " + SEED + ", told: " + told);
        assertEquals(Map.of(), wrong);
        assertTrue(told.size() >= 5, told.toString());
    }

    @Test
    void readsRowsAndPlanes() throws Exception {
        CopyVerifier verifier = verifier(OnCorruption.WARN);
        CUstream stream = streams.get(0);
        CopyVolume volume = new CopyVolume(3, 40, 50, 16, 2, 1, 8, 3, 0);
        CopyEvent planes = copies.event(0, 100, 20, 512, 256, volume, stream);
        CopyEvent rows = copies.event(16, 1000, 30, 2048, 1024, null, stream);
        for (CopyEvent copy : List.of(planes, rows)) {
            long position = recorder.begin(copy);
            CopyVerification begun = verifier.before(copy, position);
            new HostRoute().copy(begun);
            verifier.after(begun);
            assertEquals(
                    CopyVerdict.INTACT, recorded(verifier, position).check().verdict());
            refill(destination, 1 << 20);
            assertEquals(CopyVerdict.STALE, made(verifier, CopyVerdict.STALE, copy, stream));
        }
    }

    @Test
    void reportsNothingOfCleanCopiesWithOtherStreamsBusy() throws Exception {
        CopyVerifier verifier = verifier(OnCorruption.WARN);
        for (int i = 0; i < CLEAN; i++) {
            long size = 1 + random.nextInt(1 << 16);
            // Each stream has a region of its own: copies that overlap without an order are a fault of the job.
            CUstream stream = streams.get(i % streams.size());
            long region = (most() + MARGIN) / streams.size();
            long offset = region * (i % streams.size()) + random.nextInt((int) Math.min(region - size, 1 << 20));
            CopyEvent copy = copies.linear(offset, size, stream);
            CopyVerification begun = verifier.before(copy, recorder.begin(copy));
            assertNotNull(begun, "copy " + i);
            copies.make(CopyVerdict.INTACT, copy, stream);
            verifier.after(begun);
            if (i % 100 == 0) {
                verifier.poll();
            }
        }
        DeviceMemory.settle();
        recorded(verifier, CLEAN - 1);
        verifier.poll();
        long intact = TraceReader.open(file).copies().events().stream()
                .filter(each -> ((CopyEvent) each.event()).check().verdict() == CopyVerdict.INTACT)
                .count();
        assertEquals(CLEAN, intact);
        assertEquals(List.of(), told);
    }

    @Test
    void throwsWhereThatIsWanted() throws Exception {
        CopyVerifier verifier = verifier(OnCorruption.THROW);
        CUstream stream = streams.get(0);
        CopyEvent copy = copies.linear(0, 100_000, stream);
        assertEquals(CopyVerdict.INTACT, made(verifier, CopyVerdict.INTACT, copy, stream));
        CorruptCopyException thrown =
                assertThrows(CorruptCopyException.class, () -> made(verifier, CopyVerdict.ZEROED, copy, stream));
        assertTrue(thrown.getMessage().contains("arrived zeroed"), thrown.getMessage());
    }

    @Test
    void copiesThroughTheHostWhereThatIsWanted() throws Exception {
        CopyVerifier verifier = verifier(OnCorruption.REROUTE);
        CUstream stream = streams.get(0);
        int bytes = (int) Math.min(most(), 40_000_001);
        CopyEvent copy = copies.linear(3, bytes, stream);
        assertEquals(CopyVerdict.ZEROED, made(verifier, CopyVerdict.ZEROED, copy, stream));
        assertArrayEquals(
                Arrays.copyOfRange(source.read(bytes + 3).array(), 3, bytes + 3),
                Arrays.copyOfRange(destination.read(bytes + 3).array(), 3, bytes + 3));
        assertEquals(CopyPath.REROUTED, verifier.path(0, destinationDevice()));
        refill(destination, bytes);
        CopyEvent next = copy.by(CopyPath.REROUTED);
        assertEquals(CopyVerdict.INTACT, made(verifier, CopyVerdict.STALE, next, stream));
    }

    @Test
    void leavesCapturesAlone() throws Exception {
        CopyVerifier verifier = verifier(OnCorruption.WARN);
        CUstream captured = streams.get(0);
        CUstream other = streams.get(1);
        CopyEvent copy = copies.linear(0, 1 << 20, other);
        // Everything is in place before, as in a job that runs for a while.
        made(verifier, CopyVerdict.INTACT, copy, other);
        int mode = CUstreamCaptureMode.CU_STREAM_CAPTURE_MODE_GLOBAL;
        DriverException.check("cuStreamBeginCapture", JCudaDriver.cuStreamBeginCapture(captured, mode));
        CUgraph graph = new CUgraph();
        try {
            assertTrue(verifier.capturing(Handles.of(captured)));
            assertFalse(verifier.capturing(Handles.of(other)));
            CopyEvent next = copies.linear(0, 3 << 20, other);
            long position = recorder.begin(next);
            CopyVerification begun = verifier.before(next, position);
            assertEquals(1, status(captured), "before the copy");
            copies.make(CopyVerdict.INTACT, next, other);
            assertEquals(1, status(captured), "after the copy itself");
            verifier.after(begun);
            assertEquals(1, status(captured), "after the copy");
            assertEquals(
                    CopyVerdict.INTACT, recorded(verifier, position).check().verdict());
            assertEquals(1, status(captured), "after the poll");
        } finally {
            JCudaDriver.cuStreamEndCapture(captured, graph);
        }
        assertTrue(Handles.of(graph) != 0);
    }

    /** Returns 1 while a stream is captured, 2 once that was made invalid. */
    private static int status(CUstream stream) {
        int[] status = new int[1];
        JCudaDriver.cuStreamIsCapturing(stream, status);
        return status[0];
    }

    @Test
    void leavesTheCurrentContextAsItIs() throws Exception {
        CopyVerifier verifier = verifier(OnCorruption.WARN);
        CUcontext before = new CUcontext();
        DriverException.check("cuCtxGetCurrent", JCudaDriver.cuCtxGetCurrent(before));
        JCudaDriver.setExceptionsEnabled(true);
        try {
            made(verifier, CopyVerdict.ZEROED, copies.linear(0, 1 << 20, streams.get(0)), streams.get(0));
            assertEquals(-1, verifier.device(1234));
        } finally {
            JCudaDriver.setExceptionsEnabled(false);
        }
        CUcontext after = new CUcontext();
        DriverException.check("cuCtxGetCurrent", JCudaDriver.cuCtxGetCurrent(after));
        assertEquals(before, after);
    }
}
