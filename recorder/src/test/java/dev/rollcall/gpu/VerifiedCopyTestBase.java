package dev.rollcall.gpu;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rollcall.recorder.CopyRecorder;
import dev.rollcall.recorder.Recorder;
import dev.rollcall.trace.CopyEvent;
import dev.rollcall.trace.CopyVerdict;
import dev.rollcall.trace.RecordedEvent;
import dev.rollcall.trace.TraceGeometry;
import dev.rollcall.trace.TraceIdentity;
import dev.rollcall.trace.TraceReader;
import dev.rollcall.trace.TraceWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import jcuda.driver.CUstream;
import jcuda.driver.CUstream_flags;
import jcuda.driver.JCudaDriver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** A source and a destination, and a trace of the verified copies between them. */
abstract class VerifiedCopyTestBase {
    static final long SEED = Long.getLong("rollcall.seed", 4036);
    static final long MARGIN = 1 << 16;
    private static final int SLOTS = 32_768;
    private static final long LARGEST_WITHIN = 64 << 20;
    private static final long LARGEST_BETWEEN = 1 << 30;

    final Random random = new Random(SEED);
    final List<String> printed = new ArrayList<>();
    final List<CUstream> streams = new ArrayList<>();

    /** The device of the destination. */
    @Parameter
    int destinationDevice;

    @TempDir
    private Path folder;

    private Path file;
    private TraceWriter trace;
    CopyRecorder recorder;
    TestMemory source;
    TestMemory destination;
    FaultyCopies copies;

    /** Returns the device of the source. */
    int sourceDevice() {
        return 0;
    }

    /** Returns the size of the largest copy. */
    long largest() {
        return destinationDevice == 0 ? LARGEST_WITHIN : LARGEST_BETWEEN;
    }

    @BeforeEach
    void prepare() throws Exception {
        assumeTrue(Devices.count() > destinationDevice, "there is no GPU " + destinationDevice);
        file = folder.resolve("copies.trace");
        TraceIdentity identity = new TraceIdentity("job", 0, 1, "host", 1, 0, "test", "", "");
        trace = TraceWriter.create(file, new TraceGeometry(SLOTS, 1 << 20, 64), identity);
        recorder = new Recorder(
                        trace,
                        Thread.currentThread().getId(),
                        SLOTS,
                        0,
                        1,
                        0,
                        Duration.ZERO,
                        type -> Optional.empty(),
                        UnaryOperator.identity(),
                        printed::add)
                .copies();
        destination = new TestMemory(destinationDevice, largest() + MARGIN);
        source = new TestMemory(sourceDevice(), largest() + MARGIN);
        for (int i = 0; i < 4; i++) {
            CUstream stream = new CUstream();
            DriverException.check(
                    "cuStreamCreate", JCudaDriver.cuStreamCreate(stream, CUstream_flags.CU_STREAM_NON_BLOCKING));
            streams.add(stream);
        }
        copies = new FaultyCopies(source, sourceDevice(), destination, destinationDevice, random);
        source.fill(largest() + MARGIN, random.nextLong());
        destination.fill(largest() + MARGIN, random.nextLong());
    }

    @AfterEach
    void giveBack() throws Exception {
        if (trace != null) {
            source.close();
            destination.close();
            trace.close();
        }
    }

    final CopyVerifier verifier(CorruptionPolicy mode) throws DriverException {
        return CopyVerifier.create(recorder, mode, printed::add);
    }

    /** Makes a copy with the wanted result and verifies it; returns the verdict. */
    final CopyVerdict made(CopyVerifier verifier, CopyVerdict wanted, CopyEvent copy, CUstream stream)
            throws Exception {
        CopyVerification begun = begun(verifier, copy);
        // A repeated copy is recorded at another position.
        long position = begun.position();
        copies.make(wanted, copy, stream);
        verifier.after(begun);
        DriverException.check("cuStreamSynchronize", JCudaDriver.cuStreamSynchronize(stream));
        return recorded(verifier, position).check().verdict();
    }

    /** Begins the verification of a copy. */
    CopyVerification begun(CopyVerifier verifier, CopyEvent copy) throws Exception {
        CopyMemory from = CopyMemory.withoutHostBytes(verifier.memory(copy.sourcePointer()));
        CopyMemory to = CopyMemory.withoutHostBytes(verifier.memory(copy.destinationPointer()));
        return recorded(verifier.before(copy, from, to, false), copy);
    }

    /** Records a copy with a planned verification. */
    final CopyVerification recorded(VerificationPlan plan, CopyEvent copy) {
        assertNotNull(plan.verification(), plan.reason());
        plan.verification().recordedAs(copy, recorder.begin(copy));
        return plan.verification();
    }

    /** Returns the record of a copy, once it was compared. */
    final CopyEvent recorded(CopyVerifier verifier, long position) throws Exception {
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

    /** Returns the copies in the trace. */
    final List<CopyEvent> trace() throws Exception {
        return TraceReader.open(file).copies().events().stream()
                .map(RecordedEvent::event)
                .map(CopyEvent.class::cast)
                .toList();
    }
}
