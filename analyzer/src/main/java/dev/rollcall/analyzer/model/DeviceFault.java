package dev.rollcall.analyzer.model;

import java.util.List;
import java.util.Objects;

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

    /** {@code CUDA_ERROR_ECC_UNCORRECTABLE}: memory lost bits. */
    private static final int ECC = 214;

    /** {@code CUDA_ERROR_NVLINK_UNCORRECTABLE}: a link between two devices failed. */
    private static final int NVLINK = 220;

    public DeviceFault {
        name = BoundedText.of(name);
        operations = List.copyOf(operations);
    }

    /** Returns whether the hardware failed, so that no operation made the error. */
    public boolean isOfHardware() {
        return code == ECC || code == NVLINK;
    }

    /**
     * Returns whether the device itself or an operation of the process alone made it. A collective may have made it, too, and other ranks take part
     * in it; so may operations that were not recorded.
     */
    public boolean isOwn() {
        if (isOfHardware()) {
            return code == ECC;
        }
        return !operations.isEmpty()
                && count == operations.size()
                && operations.stream().noneMatch(DeviceOperation::isCall);
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

    /**
     * Returns whether an operation on the device may have made the error: it is among those that had not completed, or may be among
     * those that were not kept.
     */
    public boolean mayComeOf(DeviceOperation operation) {
        if (isOfHardware() || operation.device() != noticed.device() || operation.time() > noticed.time()) {
            return false;
        }
        // An operation is timed before its call and, in the list, after it.
        return operations.stream()
                        .anyMatch(each -> each.time() >= operation.time()
                                && Objects.equals(
                                        each.stack().siteFrame(),
                                        operation.stack().siteFrame()))
                || count > operations.size() && (last == null || operation.time() >= last.time());
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
