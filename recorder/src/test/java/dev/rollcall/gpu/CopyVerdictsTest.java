package dev.rollcall.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.trace.CopyEvent;
import dev.rollcall.trace.CopyVerdict;
import dev.rollcall.trace.CopyVolume;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jcuda.driver.CUstream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Every verdict, at many sizes and offsets. */
@RealGpu
@ParameterizedClass(name = "to GPU {0}")
@ValueSource(ints = {0, 1})
class CopyVerdictsTest extends VerifiedCopyTestBase {
    private static final List<CopyVerdict> VERDICTS = List.of(
            CopyVerdict.INTACT,
            CopyVerdict.ZEROED,
            CopyVerdict.STALE,
            CopyVerdict.PARTIAL,
            CopyVerdict.PERMUTED,
            CopyVerdict.DAMAGED,
            CopyVerdict.SOURCE_CHANGED);

    private List<Long> sizes() {
        List<Long> sizes = new ArrayList<>();
        for (long size = 4; size <= largest(); size *= 4) {
            sizes.add(size);
            sizes.add(size + size / 3);
        }
        sizes.add(largest());
        sizes.removeIf(size -> size > largest());
        return sizes;
    }

    @Test
    void findsTheVerdictAtEverySizeAndOffset() throws Exception {
        CopyVerifier verifier = verifier(CorruptionPolicy.WARN);
        Map<String, Integer> wrong = new TreeMap<>();
        int made = 0;
        for (long size : sizes()) {
            for (long offset : new long[] {0, 4, 4097}) {
                for (CopyVerdict wanted : VERDICTS) {
                    if (wanted == CopyVerdict.PERMUTED && size < 8) {
                        continue;
                    }
                    // The destination must not hold the source's data already.
                    destination.fill(Math.min(largest() + MARGIN, size + 2 * offset + 64), random.nextLong());
                    CUstream stream = streams.get(made++ % streams.size());
                    CopyVerdict got = made(verifier, wanted, copies.linear(offset, size, stream), stream);
                    if (got != wanted) {
                        wrong.merge(wanted + " of " + size + " bytes at " + offset + " is " + got, 1, Integer::sum);
                    }
                }
            }
        }
        System.out.println(made + " copies, seed " + SEED + ", printed: " + printed);
        assertEquals(Map.of(), wrong);
        assertTrue(printed.size() >= 5, printed.toString());
    }

    @Test
    void verifiesRowsAndPlanes() throws Exception {
        CopyVerifier verifier = verifier(CorruptionPolicy.WARN);
        CUstream stream = streams.get(0);
        CopyVolume volume = new CopyVolume(3, 40, 50, 16, 2, 1, 8, 3, 0);
        CopyEvent planes = copies.event(0, 100, 20, 512, 256, volume, stream);
        CopyEvent rows = copies.event(16, 1000, 30, 2048, 1024, null, stream);
        for (CopyEvent copy : List.of(planes, rows)) {
            CopyVerification begun = begun(verifier, copy);
            new HostRoute().copy(begun);
            verifier.after(begun);
            assertEquals(
                    CopyVerdict.INTACT,
                    recorded(verifier, begun.position()).check().verdict());
            destination.fill(1 << 20, random.nextLong());
            assertEquals(CopyVerdict.STALE, made(verifier, CopyVerdict.STALE, copy, stream));
        }
    }
}
