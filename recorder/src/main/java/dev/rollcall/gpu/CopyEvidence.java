package dev.rollcall.gpu;

import dev.rollcall.trace.CopyCheck;
import dev.rollcall.trace.CopyVerdict;
import java.util.BitSet;
import java.util.function.IntPredicate;

/**
 * The checksums that were taken around a copy, and what follows from them. Immutable and thread-safe.
 *
 * @param shape what was copied
 * @param source of the source before the copy, or beside it
 * @param sourceFirst of the source before the copy; its blocks' heads are enough
 * @param sourceAgain of the source directly after the copy
 * @param before of the destination before the copy; its blocks' heads and the first and last unit are enough
 * @param destination of the destination directly after the copy
 * @param sourceInTime whether {@code source} was read ahead of the copy
 * @param beforeInTime whether {@code before} was read ahead of the copy, but for the first few blocks of a large one
 */
record CopyEvidence(
        CopyShape shape,
        Checksum source,
        Checksum sourceFirst,
        Checksum sourceAgain,
        Checksum before,
        Checksum destination,
        boolean sourceInTime,
        boolean beforeInTime) {

    /** Returns what a copy did whose sides have the same totals. */
    static CopyCheck intact(CopyShape shape, ChecksumTotals both) {
        int shift = shape.unitShift() + Integer.numberOfTrailingZeros(ChecksumUnit.BYTES);
        return new CopyCheck(CopyVerdict.INTACT, both.total(), both.total(), shift, 0, 0);
    }

    /** Returns what the copy did. */
    CopyCheck check() {
        BitSet bad = bad();
        return new CopyCheck(
                bad.isEmpty() ? CopyVerdict.INTACT : verdict(bad),
                source.totals().total(),
                destination.totals().total(),
                shape.unitShift() + Integer.numberOfTrailingZeros(ChecksumUnit.BYTES),
                Math.max(0, bad.nextSetBit(0)),
                bad.cardinality());
    }

    private BitSet bad() {
        BitSet bad = new BitSet();
        for (int block = 0; block < source.count(); block++) {
            bad.set(block, source.whole(block) != destination.whole(block));
        }
        return bad;
    }

    private CopyVerdict verdict(BitSet bad) {
        if (source.totals().total() != sourceAgain.totals().total() || !headsStayed()) {
            // Somebody wrote into the source meanwhile: what the destination should hold is not known.
            return CopyVerdict.SOURCE_CHANGED;
        }
        ZeroBlocks zeros = new ZeroBlocks(shape);
        IntPredicate zero = block -> destination.whole(block) == zeros.whole(block);
        if (all(bad, zero)) {
            return CopyVerdict.ZEROED;
        }
        if (beforeInTime) {
            CopyVerdict unwritten = unwritten(bad, zero);
            if (unwritten != null) {
                return unwritten;
            }
        }
        if (source.totals().bag() == destination.totals().bag()) {
            return CopyVerdict.PERMUTED;
        }
        // A sum that came late may be of what was written into the source after it was copied, unless that would show
        // in a head.
        boolean sourceMayDiffer = !sourceInTime && all(bad, this::headArrived);
        return sourceMayDiffer ? CopyVerdict.SOURCE_CHANGED : CopyVerdict.DAMAGED;
    }

    /** Returns the verdict of a copy that left off, or did nothing; null for another. */
    private CopyVerdict unwritten(BitSet bad, IntPredicate zero) {
        int first = bad.nextSetBit(0);
        boolean leavesOff = bad.nextClearBit(first) >= source.count();
        // A block whose head is the source's tells nothing: what was there before may have begun the same.
        if (!all(bad, this::headArrived) && all(bad, this::untouched)) {
            return leavesOff && first > 0 ? CopyVerdict.PARTIAL : CopyVerdict.STALE;
        }
        if (leavesOff && endMissing()) {
            BitSet later = bad.get(first + 1, source.count());
            IntPredicate shifted = block -> untouched(first + 1 + block);
            if (all(later, shifted) || all(later, block -> zero.test(first + 1 + block))) {
                return CopyVerdict.PARTIAL;
            }
        }
        return null;
    }

    /** Whether the source's blocks began the same before the copy and after it, wherever the copy and the sum beside it were. */
    private boolean headsStayed() {
        for (int block = 0; block < source.count(); block++) {
            if (sourceFirst.head(block) != sourceAgain.head(block)) {
                return false;
            }
        }
        return true;
    }

    private static boolean all(BitSet blocks, IntPredicate holds) {
        return blocks.stream().allMatch(holds);
    }

    /** Whether a block's beginning is what the source holds. */
    private boolean headArrived(int block) {
        return destination.head(block) == source.head(block);
    }

    /** Whether a block's beginning is what the destination held before. */
    private boolean untouched(int block) {
        return destination.head(block) == before.head(block);
    }

    /** Whether the last unit is what it was before, or zero, from some byte on; up to there it may have arrived. */
    private boolean endMissing() {
        ChecksumUnit now = destination.totals().last();
        ChecksumUnit wanted = source.totals().last();
        int arrived = now.commonStart(wanted);
        return arrived < ChecksumUnit.BYTES
                && (now.equalFrom(arrived, before.totals().last()) || now.equalFrom(arrived, new ChecksumUnit(0, 0)));
    }
}
