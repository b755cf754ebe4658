package dev.rollcall.gpu;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.trace.CopyEvent;
import dev.rollcall.trace.CopyPath;
import dev.rollcall.trace.CopyVerdict;
import dev.rollcall.trace.CopyVolume;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jcuda.driver.CUstream;
import jcuda.driver.JCudaDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Copies between the host and a device: synchronous ones, whose host side this thread sums, and asynchronous ones from and
 * to pinned memory, which the device reads.
 */
@RealGpu
@ParameterizedClass(name = "to {0}")
@ValueSource(ints = {0, TestMemory.HOST})
class HostCopiesTest extends VerifiedCopyTestBase {
    private static final long MOST = 256 << 20;
    private static final int CLEAN = 3000;

    private boolean synchronous;

    @Override
    int sourceDevice() {
        return destinationDevice == TestMemory.HOST ? 0 : TestMemory.HOST;
    }

    @Override
    long largest() {
        return MOST;
    }

    private VerificationPlan planned(CopyVerifier verifier, CopyEvent copy) throws DriverException {
        long from = copy.sourcePointer();
        long to = copy.destinationPointer();
        return verifier.before(
                copy,
                new CopyMemory(verifier.memory(from), 0, bytes(source, sourceDevice(), from)),
                new CopyMemory(verifier.memory(to), 0, bytes(destination, destinationDevice, to)),
                synchronous);
    }

    private static HostBytes bytes(TestMemory memory, int device, long address) {
        return device == TestMemory.HOST ? new HostBytes(memory.buffer(), address - memory.address(), memory) : null;
    }

    @Override
    CopyVerification begun(CopyVerifier verifier, CopyEvent copy) throws Exception {
        return recorded(planned(verifier, copy), copy);
    }

    /** Makes a copy with the wanted result and verifies it; returns the verdict. A synchronous copy is complete on return. */
    private CopyVerdict verdict(CopyVerifier verifier, CopyVerdict wanted, CopyEvent copy, CUstream stream)
            throws Exception {
        CopyVerification begun = begun(verifier, copy);
        long position = begun.position();
        copies.make(wanted, copy, stream);
        if (synchronous) {
            DriverException.check("cuStreamSynchronize", JCudaDriver.cuStreamSynchronize(stream));
        }
        verifier.after(begun);
        return recorded(verifier, position).check().verdict();
    }

    private static List<Long> sizes() {
        List<Long> sizes = new ArrayList<>();
        for (long size = 4; size <= 16 << 20; size *= 8) {
            sizes.add(size);
            sizes.add(size + size / 3);
        }
        sizes.add(MOST);
        return sizes;
    }

    @Test
    void findsTheVerdictAtEverySizeAndOffset() throws Exception {
        CopyVerifier verifier = verifier(CorruptionPolicy.WARN);
        Map<String, Integer> wrong = new TreeMap<>();
        int made = 0;
        for (boolean each : new boolean[] {true, false}) {
            synchronous = each;
            for (long size : sizes()) {
                for (long offset : size == MOST ? new long[] {1} : new long[] {0, 1, 4097}) {
                    for (CopyVerdict wanted : CopyVerdict.values()) {
                        if (wanted == CopyVerdict.NOT_VERIFIED || wanted == CopyVerdict.PERMUTED && size < 8) {
                            continue;
                        }
                        destination.fill(Math.min(MOST + MARGIN, size + 2 * offset + 64), random.nextLong());
                        CUstream stream = streams.get(made++ % streams.size());
                        CopyVerdict got = verdict(verifier, wanted, copies.linear(offset, size, stream), stream);
                        if (got != wanted) {
                            String what =
                                    wanted + " of " + size + " bytes at " + offset + ", synchronous " + synchronous;
                            wrong.merge(what + " is " + got, 1, Integer::sum);
                        }
                    }
                }
            }
        }
        System.out.println(made + " copies, seed " + SEED + ", printed: " + printed);
        assertEquals(Map.of(), wrong);
        assertTrue(printed.stream().allMatch(line -> line.contains("the host")), printed.toString());
    }

    @Test
    void verifiesAFewBytes() throws Exception {
        CopyVerifier verifier = verifier(CorruptionPolicy.WARN);
        CUstream stream = streams.get(0);
        for (boolean each : new boolean[] {true, false}) {
            synchronous = each;
            for (long size = 1; size < 4; size++) {
                source.fill(64, 7);
                destination.fill(64, 8);
                assertEquals(
                        CopyVerdict.STALE,
                        verdict(verifier, CopyVerdict.STALE, copies.linear(5, size, stream), stream));
                assertEquals(
                        CopyVerdict.INTACT,
                        verdict(verifier, CopyVerdict.INTACT, copies.linear(5, size, stream), stream));
            }
        }
    }

    @Test
    void findsCleanCopiesIntactWithOtherStreamsBusy() throws Exception {
        CopyVerifier verifier = verifier(CorruptionPolicy.WARN);
        for (int i = 0; i < CLEAN; i++) {
            synchronous = i % 5 == 0;
            long size = 1 + random.nextInt(1 << 16);
            CUstream stream = streams.get(i % streams.size());
            long region = MOST / streams.size() * (i % streams.size());
            CopyEvent copy = copies.linear(region + random.nextInt(1 << 20), size, stream);
            CopyVerification begun = begun(verifier, copy);
            copies.make(CopyVerdict.INTACT, copy, stream);
            if (synchronous) {
                DriverException.check("cuStreamSynchronize", JCudaDriver.cuStreamSynchronize(stream));
            }
            verifier.after(begun);
            if (i % 100 == 0) {
                verifier.poll();
            }
        }
        TestMemory.settle();
        recorded(verifier, CLEAN - 1);
        verifier.poll();
        assertEquals(
                CLEAN,
                trace().stream()
                        .filter(copy -> copy.check().verdict() == CopyVerdict.INTACT)
                        .count());
        assertEquals(List.of(), printed);
    }

    @Test
    void verifiesRowsAndPlanes() throws Exception {
        CopyVerifier verifier = verifier(CorruptionPolicy.WARN);
        CUstream stream = streams.get(0);
        CopyVolume volume = new CopyVolume(3, 40, 50, 0, 0, 0, 0, 0, 0);
        CopyEvent planes = copies.event(0, 100, 20, 512, 256, volume, stream);
        CopyEvent rows = copies.event(16, 1000, 30, 2048, 1024, null, stream);
        for (CopyEvent copy : List.of(planes, rows)) {
            for (boolean each : new boolean[] {true, false}) {
                synchronous = each;
                destination.fill(1 << 20, random.nextLong());
                CopyVerification begun = begun(verifier, copy);
                new HostRoute().copy(begun);
                verifier.after(begun);
                assertEquals(
                        CopyVerdict.INTACT,
                        recorded(verifier, begun.position()).check().verdict());
                destination.fill(1 << 20, random.nextLong());
                assertEquals(CopyVerdict.STALE, verdict(verifier, CopyVerdict.STALE, copy, stream));
            }
        }
    }

    @Test
    void throwsWithThePolicyToThrow() throws Exception {
        CopyVerifier verifier = verifier(CorruptionPolicy.THROW);
        CUstream stream = streams.get(0);
        for (boolean each : new boolean[] {true, false}) {
            synchronous = each;
            CopyEvent copy = copies.linear(3, 100_000, stream);
            assertEquals(CopyVerdict.INTACT, verdict(verifier, CopyVerdict.INTACT, copy, stream));
            assertThrows(CorruptCopyException.class, () -> verdict(verifier, CopyVerdict.ZEROED, copy, stream));
        }
    }

    @Test
    void repeatsTheCopyWithThePolicyToReroute() throws Exception {
        CopyVerifier verifier = verifier(CorruptionPolicy.REROUTE);
        CUstream stream = streams.get(0);
        int bytes = 20_000_001;
        for (boolean each : new boolean[] {true, false}) {
            synchronous = each;
            destination.fill(bytes + 64L, random.nextLong());
            assertEquals(
                    CopyVerdict.DAMAGED,
                    verdict(verifier, CopyVerdict.DAMAGED, copies.linear(3, bytes, stream), stream));
            assertArrayEquals(
                    Arrays.copyOfRange(source.read(bytes + 3).array(), 3, bytes + 3),
                    Arrays.copyOfRange(destination.read(bytes + 3).array(), 3, bytes + 3));
        }
        assertEquals(
                List.of(CopyPath.DIRECT, CopyPath.REROUTED, CopyPath.DIRECT, CopyPath.REROUTED),
                trace().stream().map(CopyEvent::path).toList());
    }

    @Test
    void sumsNothingAfterASynchronousCopyHasReturned() throws Exception {
        CopyVerifier verifier = verifier(CorruptionPolicy.WARN);
        synchronous = true;
        int bytes = 24 << 20;
        for (int i = 0; i < 200; i++) {
            CUstream stream = streams.get(i % streams.size());
            CopyEvent copy = copies.linear(i % 32, bytes, stream);
            CopyVerification begun = begun(verifier, copy);
            copies.make(CopyVerdict.INTACT, copy, stream);
            DriverException.check("cuStreamSynchronize", JCudaDriver.cuStreamSynchronize(stream));
            verifier.after(begun);
            // The application may use the memory at once, in another stream.
            (i % 2 == 0 ? destination : source).fill(bytes + 64L, i);
            assertEquals(
                    CopyVerdict.INTACT,
                    recorded(verifier, begun.position()).check().verdict());
        }
        assertEquals(List.of(), printed);
    }

    @Test
    void doesNotVerifyACopyBeyondTheMemory() throws Exception {
        CopyVerifier verifier = verifier(CorruptionPolicy.WARN);
        for (boolean each : new boolean[] {true, false}) {
            synchronous = each;
            VerificationPlan plan = planned(verifier, copies.linear(MOST, MARGIN + 1, streams.get(0)));
            assertEquals(UnverifiedReason.OUT_OF_BOUNDS.words(), plan.reason());
        }
    }
}
