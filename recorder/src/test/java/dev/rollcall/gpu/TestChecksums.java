package dev.rollcall.gpu;

import java.nio.ByteBuffer;

/** Checksums of a test's bytes, taken by the host. */
final class TestChecksums {
    private TestChecksums() {}

    /** Returns the shape of a copy of contiguous bytes. */
    static CopyShape linear(long bytes) {
        return new CopyShape(bytes, 1, 1);
    }

    static Checksum of(byte[] bytes) {
        return of(ByteBuffer.wrap(bytes));
    }

    static Checksum of(ByteBuffer bytes) {
        return of(bytes, linear(bytes.capacity()), 0, 0);
    }

    static Checksum of(ByteBuffer bytes, CopyShape shape, long rowPitch, long planePitch) {
        return HostChecksum.of(new HostBytes(bytes, 0, null), shape, rowPitch, planePitch);
    }
}
