package dev.rollcall.gpu;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.trace.CopyEvent;
import dev.rollcall.trace.CopyPath;
import dev.rollcall.trace.CopyVerdict;
import java.util.Arrays;
import jcuda.driver.CUstream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** What happens at a corrupt copy. */
@RealGpu
@ParameterizedClass(name = "to GPU {0}")
@ValueSource(ints = {0, 1})
class CorruptionPolicyTest extends VerifiedCopyTestBase {
    @Test
    void throwsWithThePolicyToThrow() throws Exception {
        CopyVerifier verifier = verifier(CorruptionPolicy.THROW);
        CUstream stream = streams.get(0);
        CopyEvent copy = copies.linear(0, 100_000, stream);
        assertEquals(CopyVerdict.INTACT, made(verifier, CopyVerdict.INTACT, copy, stream));
        CorruptCopyException thrown =
                assertThrows(CorruptCopyException.class, () -> made(verifier, CopyVerdict.ZEROED, copy, stream));
        assertTrue(thrown.getMessage().contains("arrived zeroed"), thrown.getMessage());
    }

    @Test
    void repeatsTheCopyWithThePolicyToReroute() throws Exception {
        CopyVerifier verifier = verifier(CorruptionPolicy.REROUTE);
        CUstream stream = streams.get(0);
        int bytes = (int) Math.min(largest(), 40_000_001);
        CopyEvent copy = copies.linear(3, bytes, stream);
        assertEquals(CopyVerdict.ZEROED, made(verifier, CopyVerdict.ZEROED, copy, stream));
        assertArrayEquals(
                Arrays.copyOfRange(source.read(bytes + 3).array(), 3, bytes + 3),
                Arrays.copyOfRange(destination.read(bytes + 3).array(), 3, bytes + 3));
        assertEquals(CopyPath.REROUTED, verifier.path(0, destinationDevice));
        assertTrue(verifier.unverifiedPath(0, destinationDevice) != CopyPath.REROUTED);
        destination.fill(bytes, random.nextLong());
        CopyEvent next = copy.by(CopyPath.REROUTED);
        assertEquals(CopyVerdict.INTACT, made(verifier, CopyVerdict.STALE, next, stream));
    }
}
