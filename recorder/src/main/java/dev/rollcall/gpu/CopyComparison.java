package dev.rollcall.gpu;

import dev.rollcall.trace.CopyCheck;

/**
 * Compares the sums of a copy's two sides once they are all there.
 *
 * @param large whether the source was summed beside the copy, and only its heads before it
 * @param unhurried whether the copy did not wait for the heads of its destination
 */
record CopyComparison(SideChecksums source, SideChecksums destination, boolean large, boolean unhurried) {
    /** Bytes in a nanosecond that no link between devices moves. */
    private static final long FASTEST = 1000;

    /** Returns what the copy did. The blocks are looked at only where the totals differ. */
    CopyCheck check() throws DriverException {
        int whole = large ? SideChecksums.BESIDE : SideChecksums.FIRST;
        ChecksumTotals sent = source.totals(whole);
        if (sent.equals(destination.totals(SideChecksums.LAST))) {
            return CopyEvidence.intact(source.shape(), sent);
        }
        Checksum first = source.read(SideChecksums.FIRST);
        return new CopyEvidence(
                        source.shape(),
                        large ? source.read(SideChecksums.BESIDE) : first,
                        first,
                        source.read(SideChecksums.LAST),
                        destination.read(SideChecksums.FIRST),
                        destination.read(SideChecksums.LAST),
                        sumKeptAhead(),
                        headsCameInTime())
                .check();
    }

    /**
     * Returns whether the sum beside the copy was ahead of it: where the device had no room, it may have read what was written
     * after the copy had read it. It begins with the copy, and reads several times as fast unless something keeps it.
     */
    private boolean sumKeptAhead() {
        if (!large) {
            return true;
        }
        DeviceChecksumBuffer from = large(source);
        long start = from.ended(SideChecksums.FIRST);
        return from.ended(SideChecksums.BESIDE) - start <= (from.began(SideChecksums.LAST) - start) / 2;
    }

    /**
     * Returns whether the destination's heads were read while much of the copy was yet to come, on whatever link there is. One
     * that was over sooner than any link allows did not write at all, or hardly.
     */
    private boolean headsCameInTime() {
        if (!unhurried) {
            return true;
        }
        DeviceChecksumBuffer from = large(source);
        DeviceChecksumBuffer to = large(destination);
        long left = to.began(SideChecksums.LAST) - to.ended(SideChecksums.FIRST);
        long copied = from.began(SideChecksums.LAST) - from.ended(SideChecksums.FIRST);
        long least = source.shape().bytes() / FASTEST;
        return left >= least / 2 || copied < least;
    }

    /** Returns the room of a side of a large copy, which a device sums. */
    private static DeviceChecksumBuffer large(SideChecksums side) {
        return (DeviceChecksumBuffer) ((DeviceSideChecksums) side).room();
    }
}
