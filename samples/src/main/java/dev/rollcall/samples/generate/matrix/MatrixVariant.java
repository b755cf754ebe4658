package dev.rollcall.samples.generate.matrix;

import dev.rollcall.samples.generate.EvidenceFormat;
import dev.rollcall.samples.generate.program.Layout;
import dev.rollcall.samples.generate.program.WaitPolicy;
import dev.rollcall.samples.generate.writer.RingSizes;
import java.util.Locale;
import java.util.Optional;

/** A way in which the jobs of a matrix go about their calls, and what is left of those. */
enum MatrixVariant {
    /** Few steps, of which all is kept. */
    WHOLE(WaitPolicy.CALLS, RingSizes.USUAL),
    /** Calls are waited for at each step's end only. */
    ASYNC(WaitPolicy.STEPS, RingSizes.USUAL),
    /** Rings have wrapped, at the same place on all ranks. */
    WRAPPED(WaitPolicy.CALLS, RingSizes.of(64)),
    /** Rings have wrapped, at places that differ between ranks. */
    UNEVEN(WaitPolicy.CALLS, RingSizes.of(128, 64, 256));

    private static final int SMALL = 8;
    private static final int MEDIUM = 64;

    private final WaitPolicy awaiting;
    private final RingSizes rings;

    MatrixVariant(WaitPolicy awaiting, RingSizes rings) {
        this.awaiting = awaiting;
        this.rings = rings;
    }

    /** Returns the name that users type. */
    String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns its matrix for one layout: every rank of a small one, and some of a larger, the fewer the larger it is; none
     * where rings would wrap of a job so large that it takes as long as all others.
     */
    Optional<FaultMatrix> matrix(Layout layout, EvidenceFormat format, long seed, int ranks) {
        FaultMatrix matrix = FaultMatrix.of(layout)
                .as(format)
                .keeping(rings)
                .awaiting(awaiting)
                .seed(seed)
                .layers(2, 0, 1);
        boolean wraps = rings != RingSizes.USUAL;
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
}
