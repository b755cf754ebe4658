package dev.rollcall.samples.generate.matrix;

import dev.rollcall.samples.generate.EvidenceFormat;
import dev.rollcall.samples.generate.program.Awaiting;
import dev.rollcall.samples.generate.program.Layout;
import dev.rollcall.samples.generate.writer.Rings;
import java.util.Locale;
import java.util.Optional;

/** A way in which the jobs of a matrix go about their calls, and what is left of those. */
enum Variant {
    /** Few steps, of which all is kept. */
    WHOLE(Awaiting.CALLS, Rings.USUAL),
    /** Calls are waited for at each step's end only. */
    ASYNC(Awaiting.STEPS, Rings.USUAL),
    /** Rings have wrapped, at the same place on all ranks. */
    WRAPPED(Awaiting.CALLS, Rings.of(64)),
    /** Rings have wrapped, at places that differ between ranks. */
    UNEVEN(Awaiting.CALLS, Rings.of(128, 64, 256));

    private static final int SMALL = 8;
    private static final int MEDIUM = 64;

    private final Awaiting awaiting;
    private final Rings rings;

    Variant(Awaiting awaiting, Rings rings) {
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
    Optional<Matrix> matrix(Layout layout, EvidenceFormat format, long seed, int ranks) {
        Matrix matrix = Matrix.of(layout)
                .as(format)
                .keeping(rings)
                .awaiting(awaiting)
                .seed(seed)
                .layers(2, 0, 1);
        boolean wraps = rings != Rings.USUAL;
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
