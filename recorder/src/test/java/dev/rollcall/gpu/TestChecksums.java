package dev.rollcall.gpu;

import java.nio.ByteBuffer;

/** Sums bytes that a test has. */
final class TestChecksums {
    private TestChecksums() {}

    static Checksum of(byte[] bytes) {
        return of(ByteBuffer.wrap(bytes));
    }

    static Checksum of(ByteBuffer bytes) {
        return of(bytes, CopyShape.linear(bytes.capacity()), 0, 0);
    }

    static Checksum of(ByteBuffer bytes, CopyShape shape, long rowPitch, long planePitch) {
        return HostChecksum.of(new HostBytes(bytes, 0, null), shape, rowPitch, planePitch);
    }
}
