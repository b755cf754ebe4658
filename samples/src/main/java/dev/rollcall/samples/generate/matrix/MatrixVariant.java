package dev.rollcall.samples.generate.matrix;

import dev.rollcall.samples.generate.AvailableFiles;
import dev.rollcall.samples.generate.EvidenceFormat;
import dev.rollcall.samples.generate.program.Layout;
import dev.rollcall.samples.generate.program.WaitPolicy;
import dev.rollcall.samples.generate.writer.RingSizes;
import java.util.Locale;
import java.util.Optional;

/** How the jobs of a matrix wait for their calls, and how many calls their files keep. */
enum MatrixVariant {
    /** A rank waits for each call; all calls are kept. */
    WHOLE(WaitPolicy.CALLS, RingSizes.DEFAULT),
    /** A rank waits for its calls at the end of each step; all calls are kept. */
    ASYNC(WaitPolicy.STEPS, RingSizes.DEFAULT),
    /** The rings of all ranks have wrapped at the same call. */
    WRAPPED(WaitPolicy.CALLS, RingSizes.of(64)),
    /** The rings have wrapped at calls that differ between ranks. */
    UNEVEN(WaitPolicy.CALLS, RingSizes.of(128, 64, 256));

    private static final int SMALL = 8;
    private static final int MEDIUM = 64;

    private final WaitPolicy waits;
    private final RingSizes rings;

    MatrixVariant(WaitPolicy waits, RingSizes rings) {
        this.waits = waits;
        this.rings = rings;
    }

    /** Returns the name on the command line. */
    String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the matrix of one layout. A layout of up to 8 ranks gets faults on every rank, a larger one on {@code ranks}
     * ranks. Empty for wrapped rings of more than 64 ranks, which would take as long as all others together,
     * and where no file has a ring.
     */
    Optional<FaultMatrix> matrix(Layout layout, AvailableFiles evidence, long seed, int ranks) {
        boolean wraps = rings != RingSizes.DEFAULT;
        if (wraps && evidence.formats().stream().noneMatch(MatrixVariant::hasRing)) {
            return Optional.empty();
        }
        FaultMatrix matrix = FaultMatrix.of(layout)
                .as(evidence)
                .keeping(rings)
                .waiting(waits)
                .seed(seed)
                .layers(2, 0, 1);
        if (layout.world() <= SMALL) {
            matrix.everyRank();
            return Optional.of(wraps ? matrix.steps(24, 12, 23) : matrix.steps(6, 1, 3, 6));
        }
        matrix.someRanks(ranks);
        if (layout.world() <= MEDIUM) {
            return Optional.of(wraps ? matrix.steps(24, 23) : matrix.steps(4, 2, 4));
        }
        return wraps ? Optional.empty() : Optional.of(matrix.steps(3, 2));
    }

    private static boolean hasRing(EvidenceFormat format) {
        return format == EvidenceFormat.TRACE || format == EvidenceFormat.PYTORCH;
    }
}
