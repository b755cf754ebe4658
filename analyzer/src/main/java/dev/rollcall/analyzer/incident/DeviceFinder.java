package dev.rollcall.analyzer.incident;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.DeviceFault;
import dev.rollcall.analyzer.model.DeviceRecord.Place;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.MisplacedArgument;
import dev.rollcall.analyzer.model.MisplacedArgument.What;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.Thresholds;
import dev.rollcall.analyzer.verdict.Cause;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Finds what was on another device than it should have been, the errors of devices, and devices that two ranks use. */
final class DeviceFinder {
    /** What ranks do wrong in the same way: they run the same line. */
    private record Habit(What what, String function, int argument, String place) {
        static Habit of(MisplacedArgument found) {
            return new Habit(
                    found.what(),
                    found.operation().function(),
                    found.argument(),
                    found.operation().stack().siteFrame() == null
                            ? ""
                            : found.operation().stack().siteFrame().place());
        }
    }

    private record SameFault(Fact origin, int code) {}

    private DeviceFinder() {}

    static List<Incident> find(AlignedJob aligned) {
        List<Incident> incidents = new ArrayList<>(misplaced(aligned));
        incidents.addAll(faults(aligned));
        incidents.addAll(shared(aligned));
        return incidents;
    }

    private static List<Incident> misplaced(AlignedJob aligned) {
        Map<Habit, Map<Integer, MisplacedArgument>> habits = new LinkedHashMap<>();
        for (Rank rank : aligned.job().ranks()) {
            for (MisplacedArgument found : rank.devices().misplaced()) {
                habits.computeIfAbsent(Habit.of(found), habit -> new TreeMap<>())
                        .putIfAbsent(rank.number(), found);
            }
        }
        return habits.values().stream().map(found -> judged(aligned, found)).toList();
    }

    /** A habit that did no harm on one rank need not be what stopped another. */
    private static Incident judged(AlignedJob aligned, Map<Integer, MisplacedArgument> found) {
        Map<Fact, Map<Integer, MisplacedArgument>> byHarm = new EnumMap<>(Fact.class);
        found.forEach((number, each) -> byHarm.computeIfAbsent(
                        harm(aligned, aligned.job().rank(number), each), harm -> new TreeMap<>())
                .put(number, each));
        if (byHarm.containsKey(Fact.NOT_SURVIVED)) {
            return misplaced(byHarm.get(Fact.NOT_SURVIVED), Fact.NOT_SURVIVED);
        }
        return misplaced(found, byHarm.containsKey(Fact.SURVIVED) ? Fact.SURVIVED : Fact.PERHAPS_SURVIVED);
    }

    private static Incident misplaced(Map<Integer, MisplacedArgument> found, Fact harm) {
        long first = found.values().stream()
                .mapToLong(each -> known(each.operation().time()))
                .min()
                .orElse(Long.MAX_VALUE);
        return new Incident(
                IncidentKind.MISPLACED_ARGUMENT,
                EnumSet.of(harm),
                Cause.WRONG_DEVICE,
                null,
                0,
                List.copyOf(found.keySet()),
                List.of(),
                first,
                new IncidentDetails.Misplaced(found));
    }

    /**
     * Returns what came of it: a kernel need not use an address that it is given, and a program may go on after a refused call. A
     * call that the rank made later and that completed shows that it went on, whatever happened after that.
     */
    private static Fact harm(AlignedJob aligned, Rank rank, MisplacedArgument found) {
        if (wentOn(aligned, rank, found.operation().time())) {
            return Fact.SURVIVED;
        }
        List<DeviceFault> faults = rank.devices().faults();
        boolean harmed = faults.isEmpty()
                ? FailureOrigin.hasFailedByItself(rank)
                : faults.stream().anyMatch(fault -> fault.mayComeOf(found.operation()));
        if (harmed) {
            return rank.devices().owns(found.operation()) ? Fact.NOT_SURVIVED : Fact.PERHAPS_SURVIVED;
        }
        return rank.ending().exitedNormally() ? Fact.SURVIVED : Fact.PERHAPS_SURVIVED;
    }

    /** Returns whether a rank completed a call that it made after a time. */
    static boolean wentOn(AlignedJob aligned, Rank rank, long time) {
        return aligned.job().communicators().stream()
                .map(communicator -> communicator.memberships().get(rank.number()))
                .anyMatch(member -> member != null
                        && (completedSince(member.collectives(), time) || completedSince(member.pointToPoint(), time)));
    }

    private static boolean completedSince(CallSequence calls, long time) {
        for (int i = calls.size() - 1; i >= 0; i--) {
            if (calls.enqueued(i) != Call.NO_TIME && calls.enqueued(i) <= time) {
                return false;
            }
            if (calls.completed(i) != Call.NO_TIME && !calls.state(i).pending()) {
                return true;
            }
        }
        return false;
    }

    private static long known(long time) {
        return time == Call.NO_TIME ? Long.MAX_VALUE : time;
    }

    /**
     * Ranks with the same error are one incident: each has an error of its own device, made by the same program. Errors that show
     * after another rank's may be its consequence.
     */
    private static List<Incident> faults(AlignedJob aligned) {
        long first = aligned.job().ranks().stream()
                .flatMap(rank -> rank.devices().faults().stream())
                .mapToLong(fault -> known(fault.noticed().time()))
                .min()
                .orElse(Long.MAX_VALUE);
        Map<SameFault, Map<Integer, DeviceFault>> same =
                new TreeMap<>(Comparator.comparing(SameFault::origin).thenComparingInt(SameFault::code));
        for (Rank rank : aligned.job().ranks()) {
            for (DeviceFault fault : rank.devices().faults()) {
                boolean late = known(fault.noticed().time()) - first > Thresholds.COMMON_FAULT;
                Fact origin = late
                        ? Fact.LATER_FAULT
                        : fault.isOwn() && fault.operations().stream().allMatch(rank.devices()::owns)
                                ? Fact.OWN_FAULT
                                : Fact.PERHAPS_OWN_FAULT;
                same.computeIfAbsent(new SameFault(origin, fault.code()), each -> new TreeMap<>())
                        .putIfAbsent(rank.number(), fault);
            }
        }
        List<Incident> incidents = new ArrayList<>();
        same.forEach((each, faults) -> incidents.add(fault(each.origin, faults)));
        return incidents;
    }

    private static Incident fault(Fact origin, Map<Integer, DeviceFault> faults) {
        int first = faults.keySet().stream()
                .min(Comparator.comparingLong(
                        rank -> known(faults.get(rank).noticed().time())))
                .orElseThrow();
        return new Incident(
                IncidentKind.DEVICE_FAULT,
                EnumSet.of(origin),
                Cause.DEVICE_ERROR,
                null,
                0,
                List.copyOf(faults.keySet()),
                List.of(),
                known(faults.get(first).noticed().time()),
                new IncidentDetails.Faults(first, faults.get(first)));
    }

    /** Ranks that create a communicator on one device: NCCL refuses that, and then the creation fails or does not end. */
    private static List<Incident> shared(AlignedJob aligned) {
        List<Incident> incidents = new ArrayList<>();
        Set<List<Integer>> seen = new HashSet<>();
        for (Communicator communicator : aligned.job().communicators()) {
            Map<String, TreeSet<Integer>> byDevice = new HashMap<>();
            Map<String, Integer> ordinals = new HashMap<>();
            for (Membership member : communicator.memberships().values()) {
                Place place = place(aligned.job().rank(member.rank()), communicator);
                boolean created = member.phase() == Membership.Phase.JOINED || member.phase() == Membership.Phase.LEFT;
                if (place != null && !created) {
                    byDevice.computeIfAbsent(place.id(), id -> new TreeSet<>()).add(member.rank());
                    ordinals.putIfAbsent(place.id(), place.device());
                }
            }
            byDevice.forEach((id, ranks) -> {
                if (ranks.size() > 1 && seen.add(List.copyOf(ranks))) {
                    incidents.add(shared(communicator, ranks, id, ordinals.get(id)));
                }
            });
        }
        return incidents;
    }

    private static Place place(Rank rank, Communicator communicator) {
        return rank == null
                ? null
                : rank.devices().places().stream()
                        .filter(place -> place.communicator().equals(communicator.identity())
                                && !place.id().isEmpty())
                        .findFirst()
                        .orElse(null);
    }

    private static Incident shared(Communicator communicator, Collection<Integer> ranks, String id, int device) {
        long begun = ranks.stream()
                .map(rank -> communicator.memberships().get(rank).join().begun())
                .mapToLong(DeviceFinder::known)
                .min()
                .orElse(Long.MAX_VALUE);
        return new Incident(
                IncidentKind.SHARED_DEVICE,
                Set.of(),
                Cause.SHARED_DEVICE,
                communicator,
                0,
                List.copyOf(ranks),
                List.of(),
                begun,
                new IncidentDetails.SharedDevice(id, device));
    }
}
