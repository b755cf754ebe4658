package dev.rollcall.gpu;

import dev.rollcall.trace.CopyCheck;
import dev.rollcall.trace.CopyVerdict;
import java.util.BitSet;
import java.util.function.IntPredicate;

/**
 * The checksums taken around a copy, and the verdict that follows from them; docs/checksum.md explains it. Immutable and
 * thread-safe.
 *
 * @param shape what was copied
 * @param source of the source: before the copy, or during it if the copy is large
 * @param sourceBefore of the source before the copy; equals {@code source} unless the copy is large, then only the heads of its
 *     blocks are valid
 * @param sourceAfter of the source directly after the copy
 * @param before of the destination before the copy; only the heads of its blocks and the last unit are used
 * @param after of the destination directly after the copy
 * @param sourceInTime whether {@code source} was summed before the copy, or, of a large copy, stayed ahead of it; otherwise
 *     docs/checksum.md calls it late
 * @param beforeInTime whether {@code before} was read ahead of the copy, except perhaps for a few blocks at its beginning
 */
record CopyEvidence(
        CopyShape shape,
        Checksum source,
        Checksum sourceBefore,
        Checksum sourceAfter,
        Checksum before,
        Checksum after,
        boolean sourceInTime,
        boolean beforeInTime) {

    /** The units of zeros that are summed at a time. */
    private static final int UNITS_AT_A_TIME = 1024;

    /** Returns the result of a copy whose sides have the same totals. */
    static CopyCheck intact(CopyShape shape, ChecksumTotals both) {
        return new CopyCheck(CopyVerdict.INTACT, both.total(), both.total(), byteShift(shape), 0, 0);
    }

    private static int byteShift(CopyShape shape) {
        return shape.unitShift() + Integer.numberOfTrailingZeros(ChecksumUnit.BYTES);
    }

    /** Returns what the copy did. */
    CopyCheck check() {
        BitSet bad = bad();
        return new CopyCheck(
                bad.isEmpty() ? CopyVerdict.INTACT : verdict(bad),
                source.totals().total(),
                after.totals().total(),
                byteShift(shape),
                Math.max(0, bad.nextSetBit(0)),
                bad.cardinality());
    }

    private BitSet bad() {
        BitSet bad = new BitSet();
        for (int block = 0; block < source.count(); block++) {
            bad.set(block, source.whole(block) != after.whole(block));
        }
        return bad;
    }

    private CopyVerdict verdict(BitSet bad) {
        if (source.totals().total() != sourceAfter.totals().total() || !sourceHeadsUnchanged()) {
            // The source was written meanwhile, so that it is not known what should have arrived.
            return CopyVerdict.SOURCE_CHANGED;
        }
        IntPredicate zero = zeroBlocks();
        if (all(bad, zero)) {
            return CopyVerdict.ZEROED;
        }
        if (beforeInTime) {
            CopyVerdict early = stoppedOrSkipped(bad, zero);
            if (early != null) {
                return early;
            }
        }
        if (source.totals().bag() == after.totals().bag()) {
            return CopyVerdict.PERMUTED;
        }
        // A sum that came late may include what was written into the source after the copy had read it, unless a head
        // would show that.
        boolean sourceMayDiffer = !sourceInTime && all(bad, this::headArrived);
        return sourceMayDiffer ? CopyVerdict.SOURCE_CHANGED : CopyVerdict.DAMAGED;
    }

    /** Returns the verdict of a copy that stopped early or wrote nothing; null for another. */
    private CopyVerdict stoppedOrSkipped(BitSet bad, IntPredicate zero) {
        int first = bad.nextSetBit(0);
        boolean badToTheEnd = bad.nextClearBit(first) >= source.count();
        // A block whose head equals the source's proves nothing: its old content may have begun the same.
        if (!all(bad, this::headArrived) && all(bad, this::untouched)) {
            return badToTheEnd && first > 0 ? CopyVerdict.PARTIAL : CopyVerdict.STALE;
        }
        if (badToTheEnd && endsUnwritten()) {
            // The copy may have stopped within the first bad block, so only the later ones must be unwritten as a
            // whole.
            BitSet later = (BitSet) bad.clone();
            later.clear(first);
            if (all(later, this::untouched) || all(later, zero)) {
                return CopyVerdict.PARTIAL;
            }
        }
        return null;
    }

    /** Returns whether the heads of the source's blocks are the same before and after the copy. */
    private boolean sourceHeadsUnchanged() {
        for (int block = 0; block < source.count(); block++) {
            if (sourceBefore.head(block) != sourceAfter.head(block)) {
                return false;
            }
        }
        return true;
    }

    private static boolean all(BitSet blocks, IntPredicate holds) {
        return blocks.stream().allMatch(holds);
    }

    /** Returns whether the head of a block is what the source holds. */
    private boolean headArrived(int block) {
        return after.head(block) == source.head(block);
    }

    /** Returns whether the head of a block is what the destination held before. */
    private boolean untouched(int block) {
        return after.head(block) == before.head(block);
    }

    /** Returns the test whether a block of the destination holds nothing but zeros. */
    private IntPredicate zeroBlocks() {
        int last = shape.blocks() - 1;
        long whole = sumOfZeros(shape.unitsOf(0));
        long wholeOfLast = sumOfZeros(shape.unitsOf(last));
        return block -> after.whole(block) == (block == last ? wholeOfLast : whole);
    }

    private static long sumOfZeros(int units) {
        long[] zeros = new long[2 * UNITS_AT_A_TIME];
        long sum = 0;
        for (int unit = 0; unit < units; unit += UNITS_AT_A_TIME) {
            sum += ChecksumArithmetic.placed(zeros, 0, Math.min(UNITS_AT_A_TIME, units - unit), unit);
        }
        return sum;
    }

    /**
     * Returns whether the last unit begins as the source's and goes on as the destination was, or with zeros: the copy stopped
     * within it or before.
     */
    private boolean endsUnwritten() {
        ChecksumUnit now = after.totals().last();
        int arrived = now.commonStart(source.totals().last());
        return arrived < ChecksumUnit.BYTES
                && (now.equalFrom(arrived, before.totals().last()) || now.equalFrom(arrived, new ChecksumUnit(0, 0)));
    }
}
