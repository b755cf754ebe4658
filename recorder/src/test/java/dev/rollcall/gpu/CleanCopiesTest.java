package dev.rollcall.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.trace.CopyEvent;
import dev.rollcall.trace.CopyVerdict;
import java.util.List;
import jcuda.driver.CUstream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Correct copies are never reported. */
@RealGpu
@ParameterizedClass(name = "to GPU {0}")
@ValueSource(ints = {0, 1})
class CleanCopiesTest extends VerifiedCopyTestBase {
    private static final int CLEAN = 10_000;
    private static final int LARGE = 2_000;

    /** The largest size, twice the one above which a copy does not wait for the heads of its destination. */
    private static final int LARGEST_BITS = 26;

    @Test
    void findsSmallCopiesIntactWithOtherStreamsBusy() throws Exception {
        CopyVerifier verifier = verifier(CorruptionPolicy.WARN);
        for (int i = 0; i < CLEAN; i++) {
            copy(verifier, i, 1 + random.nextInt(1 << 16));
            if (i % 100 == 0) {
                verifier.poll();
            }
        }
        assertIntact(verifier, CLEAN);
    }

    @Test
    void findsLargeCopiesIntactWithOtherStreamsBusy() throws Exception {
        CopyVerifier verifier = verifier(CorruptionPolicy.WARN);
        for (int i = 0; i < LARGE; i++) {
            copy(
                    verifier,
                    i,
                    Math.min(region() / 2, 1 + (long) Math.pow(2, 16 + (LARGEST_BITS - 16) * random.nextDouble())));
            if (i % 100 == 99) {
                TestMemory.settle();
                verifier.poll();
            }
        }
        assertIntact(verifier, LARGE);
    }

    /** Returns the bytes of each stream's own region: overlapping copies in different streams would be a race. */
    private long region() {
        return (largest() + MARGIN) / streams.size();
    }

    private void copy(CopyVerifier verifier, int number, long size) throws Exception {
        CUstream stream = streams.get(number % streams.size());
        long offset = region() * (number % streams.size()) + random.nextInt((int) Math.min(region() - size, 1 << 20));
        CopyEvent copy = copies.linear(offset, size, stream);
        CopyVerification begun = begun(verifier, copy);
        copies.make(CopyVerdict.INTACT, copy, stream);
        verifier.after(begun);
    }

    private void assertIntact(CopyVerifier verifier, int made) throws Exception {
        TestMemory.settle();
        recorded(verifier, made - 1);
        verifier.poll();
        long intact = trace().stream()
                .filter(copy -> copy.check().verdict() == CopyVerdict.INTACT)
                .count();
        assertEquals(made, intact);
        assertEquals(List.of(), printed);
    }
}
