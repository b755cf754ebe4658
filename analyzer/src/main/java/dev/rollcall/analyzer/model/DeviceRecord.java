package dev.rollcall.analyzer.model;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What a process's devices were given wrongly, and what went wrong on them. Immutable.
 *
 * @param places the devices of its communicators
 * @param misplaced what was on another device than it should have been
 * @param faults the errors of its devices
 * @param threads the names of the threads that make the calls of this rank alone; null where its process has no other rank
 */
public record DeviceRecord(
        List<Place> places, List<MisplacedArgument> misplaced, List<DeviceFault> faults, Set<String> threads) {
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
        threads = threads == null ? null : Set.copyOf(threads);
    }

    /** Makes the record of a process with one rank. */
    public DeviceRecord(List<Place> places, List<MisplacedArgument> misplaced, List<DeviceFault> faults) {
        this(places, misplaced, faults, null);
    }

    /** Returns whether it shows anything wrong. */
    public boolean shows() {
        return !misplaced.isEmpty() || !faults.isEmpty();
    }

    /** Returns whether an operation is known to be the rank's: its process has no other rank, or the thread makes this rank's calls. */
    public boolean owns(DeviceOperation operation) {
        return threads == null || threads.contains(operation.thread());
    }

    /**
     * Returns the part of one rank of a process that has several. The thread that issued an operation shows whose it is, because a
     * program that mistakes the device works on another rank's. Where the thread makes the calls of no rank or of several, it is
     * counted to the rank of its device, and not known to be the rank's.
     *
     * @param own the places of the rank
     * @param rest whether it also gets what is on devices of no rank
     * @param rank the rank
     * @param ranks the ranks whose calls a thread makes, by the thread's name
     */
    public DeviceRecord of(List<Place> own, boolean rest, int rank, Map<String, Set<Integer>> ranks) {
        Set<Integer> devices = own.stream().map(Place::device).collect(Collectors.toSet());
        Set<Integer> all = places.stream().map(Place::device).collect(Collectors.toSet());
        Predicate<DeviceOperation> belongs = each -> {
            Set<Integer> callers = ranks.getOrDefault(each.thread(), Set.of());
            return callers.size() == 1
                    ? callers.contains(rank)
                    : devices.contains(each.device()) || rest && !all.contains(each.device());
        };
        Set<String> threads = ranks.entrySet().stream()
                .filter(each -> each.getValue().equals(Set.of(rank)))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
        return new DeviceRecord(
                own,
                misplaced.stream()
                        .filter(each -> belongs.test(each.operation()))
                        .toList(),
                faults.stream()
                        .filter(each -> each.operations().isEmpty()
                                ? belongs.test(each.noticed())
                                : each.operations().stream().anyMatch(belongs))
                        .toList(),
                threads);
    }

    /** Returns a copy with all times earlier by some nanoseconds. */
    public DeviceRecord shiftedBack(long nanos) {
        return new DeviceRecord(
                places,
                misplaced.stream().map(each -> each.shiftedBack(nanos)).toList(),
                faults.stream().map(each -> each.shiftedBack(nanos)).toList(),
                threads);
    }
}
