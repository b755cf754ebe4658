package dev.rollcall.analyzer.model;

import java.util.List;

/**
 * An error of a device, which shows later than the operation that made it. Immutable.
 *
 * @param code the driver's error code
 * @param name the name of the code; empty where unknown
 * @param noticed where it was noticed
 * @param last the last operation that is known to have completed; null where unknown
 * @param operations the newest of those that were not known to have completed, the oldest first
 * @param count how many they are, those included that were not kept
 */
public record DeviceFault(
        int code,
        String name,
        DeviceOperation noticed,
        DeviceOperation last,
        List<DeviceOperation> operations,
        int count) {

    public DeviceFault {
        operations = List.copyOf(operations);
    }

    /** Returns the only operation that can have made it; null where there are several, or none was recorded. */
    public DeviceOperation only() {
        return count == 1 && operations.size() == 1 ? operations.get(0) : null;
    }

    /** Returns the only operation among them that uses the memory of two devices; null where none or several do. */
    public DeviceOperation onlyCrossing() {
        List<DeviceOperation> crossing =
                operations.stream().filter(DeviceOperation::crosses).toList();
        return crossing.size() == 1 && count == operations.size() ? crossing.get(0) : null;
    }

    /** Returns the same earlier by some nanoseconds. */
    DeviceFault shiftedBack(long nanos) {
        return new DeviceFault(
                code,
                name,
                noticed.shiftedBack(nanos),
                last == null ? null : last.shiftedBack(nanos),
                operations.stream().map(each -> each.shiftedBack(nanos)).toList(),
                count);
    }
}
