package dev.rollcall.analyzer.input.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.input.ProcessEvidence;
import dev.rollcall.analyzer.input.ProcessFingerprint;
import dev.rollcall.analyzer.input.ProcessSource;
import dev.rollcall.analyzer.input.SourceIdentity;
import dev.rollcall.analyzer.input.SourceKind;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.RecorderInfo;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.model.Thresholds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SimultaneousPartsTest {
    private static final int ROUNDS = 20_000;
    private static final SourceKind[] KINDS = {SourceKind.CONSOLE, SourceKind.LOG};

    private record Source(SourceKind kind, int rank, ProcessFingerprint fingerprint) implements ProcessSource {
        @Override
        public Path file() {
            return Path.of("rank" + rank + ".log");
        }

        @Override
        public SourceIdentity identity() {
            return new SourceIdentity("", rank, -1);
        }

        @Override
        public boolean identityLost() {
            return false;
        }

        @Override
        public RecorderInfo recorder() {
            return RecorderInfo.UNKNOWN;
        }

        @Override
        public ProcessEvidence read(InternTable<Signature> signatures, InternTable<CallStack> stacks) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Set<Integer> ranks() {
            return Set.of(rank);
        }
    }

    private static RunPart part(SourceKind kind, int rank, long first, int worldSize) {
        RunPart part = new RunPart();
        part.add(new Source(kind, rank, new ProcessFingerprint(first, first + 1, worldSize, Set.of())));
        return part;
    }

    @Test
    void ranksThatWroteAtOneTimeCanBeOneRun() {
        SimultaneousParts parts = new SimultaneousParts();
        for (int rank = 0; rank < 100; rank++) {
            assertTrue(parts.add(List.of(part(SourceKind.LOG, rank, 1_000 + rank, 100))));
        }
        assertFalse(parts.add(List.of(part(SourceKind.LOG, 50, 1_000, 100))));
    }

    @Test
    void whatItShowsIsTrueOfEachTwoParts() {
        long seed = Long.getLong("rollcall.seed", System.nanoTime());
        Random random = new Random(seed);
        int shown = 0;
        for (int round = 0; round < ROUNDS; round++) {
            SimultaneousParts simultaneous = new SimultaneousParts();
            List<RunPart> parts = new ArrayList<>();
            boolean all = true;
            for (int i = 0; i < 3; i++) {
                parts.add(part(
                        KINDS[random.nextInt(KINDS.length)],
                        random.nextInt(8),
                        1_000 + random.nextInt(3) * (Thresholds.BETWEEN_JOBS / 2 + 1),
                        random.nextInt(4) == 0 ? 8 : -1));
                all &= simultaneous.add(List.of(parts.get(i)));
            }
            boolean possible = parts.get(0).canBelongWith(parts.get(1))
                    && parts.get(0).canBelongWith(parts.get(2))
                    && parts.get(1).canBelongWith(parts.get(2));
            assertEquals(all, all && possible, "seed " + seed + ", round " + round);
            shown += all ? 1 : 0;
        }
        assertTrue(shown > 0, "seed " + seed);
    }
}
