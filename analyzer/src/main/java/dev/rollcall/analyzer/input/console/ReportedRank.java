package dev.rollcall.analyzer.input.console;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallStack;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/** What a console shows of one rank. Not thread-safe. */
final class ReportedRank {
    private static final int MOST_GROUPS = 64;
    private static final int SIGTERM = 15;

    final Map<GroupName, GroupFacts> groups = new LinkedHashMap<>();
    /** Whether its lines show nothing but that it is there. */
    boolean onlyWriter;
    /** The last call that took too long, before the message that names its group; null for none. */
    TimedOutCall unassigned;

    long unassignedTime = Call.NO_TIME;
    /** What the rank calls according to a DETAIL error; null for none. */
    CollectiveFingerprint fingerprint;
    /** Its rank in the group of the monitored barrier that it arrived at; -1 where no message says that it did. */
    int barrierRank = -1;
    /** Whether a rank says that a member of this number did not arrive at a monitored barrier. */
    boolean missedBarrier;
    /** Where it made the call that a DETAIL error or a monitored barrier is about. */
    CallStack reportStack = CallStack.UNKNOWN;
    /** The exception that it wrote last, if it wrote nothing of its program later; null for none. */
    RaisedException raised;
    /** Its progress bars since that exception, each state once. */
    final Set<ProgressBar> drawnSinceException = new HashSet<>(2);
    /** What torchrun says of its process; null where it says nothing. */
    FailureSummary.Failure failure;
    /** When its last message was written, as far as messages have times. */
    long last = Call.NO_TIME;

    /** Returns the facts of a group; null if the console mentions more groups than any job has for one rank. */
    GroupFacts of(GroupName group) {
        if (groups.size() >= MOST_GROUPS && !groups.containsKey(group)) {
            return null;
        }
        return groups.computeIfAbsent(group, name -> new GroupFacts());
    }

    /** Gives the call without a group to a group. */
    void assign(GroupName group) {
        GroupFacts facts = unassigned == null ? null : of(group);
        if (facts != null) {
            facts.call(unassigned, unassignedTime);
        }
        unassigned = null;
    }

    /** Returns its calls that took too long. */
    Stream<TimedOutCall> timedOutCalls() {
        return Stream.concat(
                        Stream.ofNullable(unassigned), groups.values().stream().map(group -> group.call))
                .filter(Objects::nonNull);
    }

    /** Returns whether a call of the rank took too long. */
    boolean timedOut() {
        return timedOutCalls().findAny().isPresent();
    }

    /** Returns whether messages say that its call and other ranks' calls do not fit, or that it or others miss a barrier. */
    boolean reportsOthers() {
        return fingerprint != null || barrierRank >= 0 || missedBarrier;
    }

    /** Returns what is known of a rank that only prints what programs print. */
    static ReportedRank ofWriter() {
        ReportedRank facts = new ReportedRank();
        facts.onlyWriter = true;
        return facts;
    }

    /** Returns whether anything is known of the rank but that its process ended when the whole job was ended. */
    boolean showsMoreThanEnd() {
        return !groups.isEmpty()
                || unassigned != null
                || reportsOthers()
                || raised != null
                || failure != null && failure.exitCode() != -SIGTERM;
    }

    /** Returns whether it is known of a call that it does not complete, and in which group of all ranks. */
    boolean knowsCallOnWorld() {
        GroupFacts world = groups.get(GroupName.WORLD);
        return world != null && world.call != null;
    }

    /** Returns whether nothing but counters is known of its calls. */
    boolean countsAlone() {
        return !groups.isEmpty() && groups.values().stream().allMatch(group -> group.call == null);
    }

    /** Returns whether no message names another group than that of all ranks. */
    boolean usesWorldAlone() {
        return groups.keySet().stream().allMatch(GroupName.WORLD::equals);
    }

    /** Returns whether a call that took too long is a send or a receive. */
    boolean sendsOrReceives() {
        return groups.values().stream().anyMatch(group -> group.call != null && group.call.pointToPoint());
    }

    /** Returns how many calls its counters show as under way, in all groups. */
    long callsUnderWay() {
        return groups.values().stream().mapToLong(GroupFacts::callsUnderWay).sum();
    }

    /** Returns when the last of its calls that took too long began; {@link Call#NO_TIME} where unknown. */
    long lastCallBegun() {
        return groups.values().stream()
                .filter(group -> group.call != null && group.call.waited() >= 0 && group.callTime != Call.NO_TIME)
                .mapToLong(group -> group.callTime - group.call.waited())
                .max()
                .orElse(Call.NO_TIME);
    }

    /** Adds what lines without a rank show, which are this rank's. */
    void takeFrom(ReportedRank own) {
        own.groups.forEach(groups::putIfAbsent);
        unassigned = unassigned == null ? own.unassigned : unassigned;
        unassignedTime = Math.max(unassignedTime, own.unassignedTime);
        barrierRank = barrierRank < 0 ? own.barrierRank : barrierRank;
        reportStack = reportStack.frames().isEmpty() ? own.reportStack : reportStack;
        raised = raised == null ? own.raised : raised;
        last = Math.max(last, own.last);
    }
}
