package dev.rollcall.gpu;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The MIG devices, which are parts of GPUs, that {@code CUDA_VISIBLE_DEVICES} gives a process. Each is a device with a UUID of
 * its own. Immutable and thread-safe.
 */
final class MigDevices {
    private static final String PREFIX = "MIG-";
    private static final Pattern UUID_FORM =
            Pattern.compile(PREFIX + "(\\p{XDigit}{8}(?:-\\p{XDigit}{4}){3}-\\p{XDigit}{12})");

    private final List<Optional<byte[]>> uuids = new ArrayList<>();

    private MigDevices(String visible) {
        for (String name : visible.split(",")) {
            uuids.add(uuid(name.trim()));
        }
    }

    /** Parses the variable's value, which may be null. */
    static MigDevices parse(String visible) {
        return new MigDevices(visible == null ? "" : visible);
    }

    private static Optional<byte[]> uuid(String name) {
        if (!name.startsWith(PREFIX)) {
            return Optional.empty();
        }
        Matcher form = UUID_FORM.matcher(name);
        // Drivers up to 470 name a MIG device by its GPU and two numbers. Any UUID will do that differs between names.
        UUID uuid = form.matches()
                ? UUID.fromString(form.group(1))
                : UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
        return Optional.of(ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(uuid.getMostSignificantBits())
                .putLong(uuid.getLeastSignificantBits())
                .array());
    }

    /** Returns the UUID of the device with this ordinal, 16 bytes; empty where the variable does not name it as a MIG device. */
    Optional<byte[]> uuid(int ordinal) {
        return ordinal < uuids.size() ? uuids.get(ordinal) : Optional.empty();
    }
}
