package dev.rollcall.analyzer.model;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a process's devices were given wrongly, and what went wrong on them. Immutable.
 *
 * @param places the devices of its communicators
 * @param misplaced what was on another device than it should have been
 * @param faults the errors of its devices
 */
public record DeviceRecord(List<Place> places, List<MisplacedArgument> misplaced, List<DeviceFault> faults) {
    /** The record of a process about whose devices nothing is known. */
    public static final DeviceRecord NONE = new DeviceRecord(List.of(), List.of(), List.of());

    /**
     * The device on which a rank uses a communicator.
     *
     * @param communicator the communicator's identity
     * @param rank the rank in the communicator; -1 where unknown
     * @param device ordinal of the device in the process
     * @param id the device's UUID; empty where unknown
     */
    public record Place(String communicator, int rank, int device, String id) {}

    public DeviceRecord {
        places = List.copyOf(places);
        misplaced = List.copyOf(misplaced);
        faults = List.copyOf(faults);
    }

    /** Returns whether it shows anything wrong. */
    public boolean shows() {
        return !misplaced.isEmpty() || !faults.isEmpty();
    }

    /**
     * Returns the part of one rank of the process.
     *
     * @param own the places of the rank
     * @param rest whether it also gets what is on devices of no rank
     */
    public DeviceRecord of(List<Place> own, boolean rest) {
        Set<Integer> devices = own.stream().map(Place::device).collect(Collectors.toSet());
        Set<Integer> all = places.stream().map(Place::device).collect(Collectors.toSet());
        return new DeviceRecord(
                own,
                misplaced.stream()
                        .filter(each -> devices.contains(each.operation().device())
                                || rest && !all.contains(each.operation().device()))
                        .toList(),
                faults.stream()
                        .filter(each -> devices.contains(each.noticed().device())
                                || rest && !all.contains(each.noticed().device()))
                        .toList());
    }

    /** Returns a copy with all times earlier by some nanoseconds. */
    public DeviceRecord shiftedBack(long nanos) {
        return new DeviceRecord(
                places,
                misplaced.stream().map(each -> each.shiftedBack(nanos)).toList(),
                faults.stream().map(each -> each.shiftedBack(nanos)).toList());
    }
}
