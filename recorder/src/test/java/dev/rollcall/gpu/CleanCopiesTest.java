package dev.rollcall.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.trace.CopyEvent;
import dev.rollcall.trace.CopyVerdict;
import java.util.List;
import jcuda.driver.CUstream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Copies that arrive are never accused. */
@RealGpu
@ParameterizedClass(name = "to GPU {0}")
@ValueSource(ints = {0, 1})
class CleanCopiesTest extends VerifiedCopies {
    private static final int CLEAN = 10_000;

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
            CopyVerification begun = begun(verifier, copy);
            copies.make(CopyVerdict.INTACT, copy, stream);
            verifier.after(begun);
            if (i % 100 == 0) {
                verifier.poll();
            }
        }
        CopiedMemory.settle();
        recorded(verifier, CLEAN - 1);
        verifier.poll();
        long intact = trace().stream()
                .filter(copy -> copy.check().verdict() == CopyVerdict.INTACT)
                .count();
        assertEquals(CLEAN, intact);
        assertEquals(List.of(), told);
    }
}
