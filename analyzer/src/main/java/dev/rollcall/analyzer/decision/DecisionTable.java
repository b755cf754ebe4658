package dev.rollcall.analyzer.decision;

import static dev.rollcall.analyzer.decision.Ruling.Named.ALL;
import static dev.rollcall.analyzer.decision.Ruling.Named.NOBODY;
import static dev.rollcall.analyzer.decision.Ruling.Named.ONE_OF_EACH;
import static dev.rollcall.analyzer.decision.Ruling.Named.OTHERS;
import static dev.rollcall.analyzer.decision.Ruling.Named.RANKS;
import static dev.rollcall.analyzer.incident.Fact.ALL_BUT_ONE_LACK;
import static dev.rollcall.analyzer.incident.Fact.ALL_SIDES;
import static dev.rollcall.analyzer.incident.Fact.BUSY;
import static dev.rollcall.analyzer.incident.Fact.CONDITIONAL;
import static dev.rollcall.analyzer.incident.Fact.CRASHED;
import static dev.rollcall.analyzer.incident.Fact.CUT_SHORT;
import static dev.rollcall.analyzer.incident.Fact.DOUBTFUL;
import static dev.rollcall.analyzer.incident.Fact.EITHER_SIDE;
import static dev.rollcall.analyzer.incident.Fact.EXHAUSTED;
import static dev.rollcall.analyzer.incident.Fact.EXITED;
import static dev.rollcall.analyzer.incident.Fact.EXPECTED;
import static dev.rollcall.analyzer.incident.Fact.FAILED;
import static dev.rollcall.analyzer.incident.Fact.FEW_LACK;
import static dev.rollcall.analyzer.incident.Fact.FROZEN;
import static dev.rollcall.analyzer.incident.Fact.HALF_LACK;
import static dev.rollcall.analyzer.incident.Fact.LATER_FAULT;
import static dev.rollcall.analyzer.incident.Fact.MOST_LACK;
import static dev.rollcall.analyzer.incident.Fact.NEW;
import static dev.rollcall.analyzer.incident.Fact.NOT_SURVIVED;
import static dev.rollcall.analyzer.incident.Fact.NO_CALLS;
import static dev.rollcall.analyzer.incident.Fact.ONE_FAILURE;
import static dev.rollcall.analyzer.incident.Fact.ONE_SIDE;
import static dev.rollcall.analyzer.incident.Fact.OWED;
import static dev.rollcall.analyzer.incident.Fact.OWN_FAULT;
import static dev.rollcall.analyzer.incident.Fact.PERHAPS_DONE;
import static dev.rollcall.analyzer.incident.Fact.PERHAPS_INSIDE;
import static dev.rollcall.analyzer.incident.Fact.PERHAPS_OWN_FAULT;
import static dev.rollcall.analyzer.incident.Fact.PERHAPS_SURVIVED;
import static dev.rollcall.analyzer.incident.Fact.REPEATED;
import static dev.rollcall.analyzer.incident.Fact.RUNNING;
import static dev.rollcall.analyzer.incident.Fact.SEEN;
import static dev.rollcall.analyzer.incident.Fact.SEVERAL_FAILURES;
import static dev.rollcall.analyzer.incident.Fact.SPARE;
import static dev.rollcall.analyzer.incident.Fact.STRANGE;
import static dev.rollcall.analyzer.incident.Fact.SURVIVED;
import static dev.rollcall.analyzer.incident.Fact.UNDATED;
import static dev.rollcall.analyzer.incident.Fact.UNENDED;
import static dev.rollcall.analyzer.incident.Fact.UNPROVEN;
import static dev.rollcall.analyzer.incident.Fact.UNREAD;
import static dev.rollcall.analyzer.incident.Fact.UNRECEIVED;
import static dev.rollcall.analyzer.incident.Fact.UNRESPONSIVE;
import static dev.rollcall.analyzer.incident.Fact.UNSEEN;
import static dev.rollcall.analyzer.incident.Fact.WHOLE;
import static dev.rollcall.analyzer.incident.IncidentKind.ABSENCE;
import static dev.rollcall.analyzer.incident.IncidentKind.ABSENCE_FROM_CREATION;
import static dev.rollcall.analyzer.incident.IncidentKind.ABSENCE_FROM_MESSAGE;
import static dev.rollcall.analyzer.incident.IncidentKind.BAD_COPY;
import static dev.rollcall.analyzer.incident.IncidentKind.BROKEN_CALL;
import static dev.rollcall.analyzer.incident.IncidentKind.CYCLE;
import static dev.rollcall.analyzer.incident.IncidentKind.DEATH_IN_CALL;
import static dev.rollcall.analyzer.incident.IncidentKind.DEVICE_FAULT;
import static dev.rollcall.analyzer.incident.IncidentKind.DIVERGENT_CALL;
import static dev.rollcall.analyzer.incident.IncidentKind.FAILED_CREATION;
import static dev.rollcall.analyzer.incident.IncidentKind.JOINED_CALL;
import static dev.rollcall.analyzer.incident.IncidentKind.LAGGING_COMPLETION;
import static dev.rollcall.analyzer.incident.IncidentKind.LAGGING_DEVICE;
import static dev.rollcall.analyzer.incident.IncidentKind.LATENESS;
import static dev.rollcall.analyzer.incident.IncidentKind.MESSAGE_RING;
import static dev.rollcall.analyzer.incident.IncidentKind.MISPLACED_ARGUMENT;
import static dev.rollcall.analyzer.incident.IncidentKind.NO_PENDING_CALL;
import static dev.rollcall.analyzer.incident.IncidentKind.PENDING_CALLS;
import static dev.rollcall.analyzer.incident.IncidentKind.RETAINED_BUFFERS;
import static dev.rollcall.analyzer.incident.IncidentKind.SEPARATE_CREATIONS;
import static dev.rollcall.analyzer.incident.IncidentKind.SHARED_DEVICE;
import static dev.rollcall.analyzer.incident.IncidentKind.STACKS_ALONE;
import static dev.rollcall.analyzer.incident.IncidentKind.SWAPPED_CALLS;
import static dev.rollcall.analyzer.incident.IncidentKind.UNBALANCED_EXCHANGE;
import static dev.rollcall.analyzer.incident.IncidentKind.UNEQUAL_MESSAGE;
import static dev.rollcall.analyzer.incident.IncidentKind.UNEXPLAINED_WAIT;
import static dev.rollcall.analyzer.incident.IncidentKind.UNFINISHED_LAUNCH;
import static dev.rollcall.analyzer.incident.IncidentKind.UNMATCHED_MESSAGE;
import static dev.rollcall.analyzer.incident.IncidentKind.UNREAD_MEMBERS;
import static dev.rollcall.analyzer.incident.IncidentKind.WRONG_RESULT;
import static dev.rollcall.analyzer.verdict.Cause.EXTRA_COLLECTIVE;
import static dev.rollcall.analyzer.verdict.Cause.RANK_ABSENT;
import static dev.rollcall.analyzer.verdict.Cause.UNDETERMINED;
import static dev.rollcall.analyzer.verdict.Outcome.CORRUPTED;
import static dev.rollcall.analyzer.verdict.Outcome.DESYNC;
import static dev.rollcall.analyzer.verdict.Outcome.HEALTHY;
import static dev.rollcall.analyzer.verdict.Outcome.INCONCLUSIVE;
import static dev.rollcall.analyzer.verdict.Outcome.PROGRESSING;
import static dev.rollcall.analyzer.verdict.Outcome.STALLED;
import static dev.rollcall.analyzer.verdict.Severity.CULPRIT;
import static dev.rollcall.analyzer.verdict.Severity.NOTE;
import static dev.rollcall.analyzer.verdict.Severity.SUSPECT;

import dev.rollcall.analyzer.decision.Ruling.Named;
import dev.rollcall.analyzer.incident.Fact;
import dev.rollcall.analyzer.incident.Incident;
import dev.rollcall.analyzer.incident.IncidentKind;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Severity;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The decision about each incident. A row applies to an incident of one of its kinds if, of each aspect that the row mentions,
 * the row mentions the incident's fact. For each kind and each combination of facts exactly one row applies, whatever the
 * order of the rows; a test holds the table to that.
 *
 * <p>Read a row as: if this happened, and that is known of it, then the named ranks are culprits or suspects of this cause. The facts
 * in {@code and} are alternatives within an aspect, and conditions across aspects: {@code and(EXITED, CRASHED, FEW_LACK)} means exited
 * or crashed, and few lack the call. A row without a cause keeps the one that the finder of the incident gave.
 */
public final class DecisionTable {
    private static final Set<IncidentKind> CONTRADICTIONS = EnumSet.of(
            DIVERGENT_CALL,
            SWAPPED_CALLS,
            UNBALANCED_EXCHANGE,
            UNMATCHED_MESSAGE,
            UNEQUAL_MESSAGE,
            MESSAGE_RING,
            CYCLE,
            SEPARATE_CREATIONS);

    /** The kinds that have a clock. */
    private static final Set<IncidentKind> TIMED = Arrays.stream(IncidentKind.values())
            .filter(kind -> kind.aspects().contains(Fact.Aspect.CLOCK))
            .collect(Collectors.toCollection(() -> EnumSet.noneOf(IncidentKind.class)));

    private static final Set<IncidentKind> ABSENCES = EnumSet.of(ABSENCE, ABSENCE_FROM_CREATION);

    private static final List<Row> ROWS = List.of(
            // Calls or messages that contradict each other: which side, by votes, history, code and peers.
            when(CONTRADICTIONS).and(ONE_SIDE).then(CULPRIT, RANKS, DESYNC),
            when(CONTRADICTIONS).and(ALL_SIDES).then(CULPRIT, ALL, DESYNC),
            when(DIVERGENT_CALL).and(EITHER_SIDE).then(SUSPECT, ONE_OF_EACH, UNDETERMINED, DESYNC),
            when(UNBALANCED_EXCHANGE).and(EITHER_SIDE).then(SUSPECT, ALL, UNDETERMINED, DESYNC),
            when(SWAPPED_CALLS, SEPARATE_CREATIONS).and(EITHER_SIDE).then(SUSPECT, ONE_OF_EACH, DESYNC),
            when(UNMATCHED_MESSAGE, UNEQUAL_MESSAGE, MESSAGE_RING, CYCLE)
                    .and(EITHER_SIDE)
                    .then(SUSPECT, ALL, DESYNC),

            // Ranks that ended and lack a call: whoever crashed; else the fewer, or those that owed the call.
            when(ABSENCE, ABSENCE_FROM_CREATION, ABSENCE_FROM_MESSAGE)
                    .and(CRASHED)
                    .then(CULPRIT, RANKS, DESYNC),
            when(ABSENCES).and(EXITED, FEW_LACK).then(CULPRIT, RANKS, DESYNC),
            when(ABSENCE).and(EXITED, HALF_LACK, EXPECTED).then(CULPRIT, RANKS, DESYNC),
            when(ABSENCE).and(EXITED, HALF_LACK, REPEATED, NEW).then(SUSPECT, ONE_OF_EACH, UNDETERMINED, DESYNC),
            when(ABSENCE).and(EXITED, HALF_LACK, CONDITIONAL).then(CULPRIT, OTHERS, EXTRA_COLLECTIVE, DESYNC),
            when(ABSENCE_FROM_CREATION).and(EXITED, HALF_LACK).then(SUSPECT, ONE_OF_EACH, UNDETERMINED, DESYNC),
            when(ABSENCES).and(EXITED, MOST_LACK, ALL_BUT_ONE_LACK).then(CULPRIT, OTHERS, EXTRA_COLLECTIVE, DESYNC),
            when(ABSENCE_FROM_MESSAGE).and(EXITED, OWED).then(CULPRIT, RANKS, DESYNC),
            when(ABSENCE_FROM_MESSAGE).and(EXITED, UNPROVEN, STRANGE).then(SUSPECT, ONE_OF_EACH, UNDETERMINED, DESYNC),

            // Ranks that did not end and lack a call in which others wait for good.
            when(ABSENCES).and(SEEN, UNSEEN, PERHAPS_DONE, FROZEN, FEW_LACK).then(CULPRIT, RANKS, DESYNC),
            when(ABSENCE)
                    .and(SEEN, UNSEEN, FROZEN, HALF_LACK, EXPECTED, REPEATED)
                    .then(CULPRIT, RANKS, DESYNC),
            when(ABSENCE).and(SEEN, UNSEEN, FROZEN, HALF_LACK, NEW).then(SUSPECT, ONE_OF_EACH, UNDETERMINED, DESYNC),
            when(ABSENCE)
                    .and(SEEN, UNSEEN, FROZEN, HALF_LACK, CONDITIONAL)
                    .then(CULPRIT, OTHERS, EXTRA_COLLECTIVE, DESYNC),
            when(ABSENCE_FROM_CREATION).and(SEEN, UNSEEN, FROZEN, HALF_LACK).then(CULPRIT, RANKS, DESYNC),
            when(ABSENCES).and(PERHAPS_DONE, FROZEN, HALF_LACK).then(SUSPECT, ONE_OF_EACH, UNDETERMINED, DESYNC),
            when(ABSENCE_FROM_MESSAGE).and(SEEN, UNSEEN, FROZEN, OWED, UNPROVEN).then(CULPRIT, RANKS, DESYNC),
            when(ABSENCE_FROM_MESSAGE).and(PERHAPS_DONE, FROZEN, OWED).then(CULPRIT, RANKS, DESYNC),
            when(ABSENCE_FROM_MESSAGE)
                    .and(PERHAPS_DONE, FROZEN, UNPROVEN)
                    .then(SUSPECT, ONE_OF_EACH, UNDETERMINED, DESYNC),
            when(ABSENCE_FROM_MESSAGE)
                    .and(SEEN, UNSEEN, PERHAPS_DONE, FROZEN, STRANGE)
                    .then(SUSPECT, ONE_OF_EACH, UNDETERMINED, DESYNC),

            // The fewer are in a call that their past predicts. One rank may have made one call too many. Several that
            // agree show what the program does, so that the others stopped.
            when(ABSENCE)
                    .and(SEEN, UNSEEN, PERHAPS_DONE, FROZEN, MOST_LACK, EXPECTED)
                    .then(SUSPECT, RANKS, UNDETERMINED, DESYNC),
            when(ABSENCE)
                    .and(SEEN, UNSEEN, PERHAPS_DONE, FROZEN, ALL_BUT_ONE_LACK, EXPECTED)
                    .then(SUSPECT, ONE_OF_EACH, UNDETERMINED, DESYNC),
            when(ABSENCES)
                    .and(SEEN, UNSEEN, PERHAPS_DONE, FROZEN, MOST_LACK, ALL_BUT_ONE_LACK, REPEATED, NEW)
                    .then(SUSPECT, OTHERS, UNDETERMINED, DESYNC),
            when(ABSENCE)
                    .and(SEEN, UNSEEN, PERHAPS_DONE, FROZEN, MOST_LACK, ALL_BUT_ONE_LACK, CONDITIONAL)
                    .then(CULPRIT, OTHERS, EXTRA_COLLECTIVE, DESYNC),

            // A counter proves no absence, because it rises when the library's function returns.
            when(ABSENCES).and(PERHAPS_INSIDE, FROZEN, FEW_LACK, HALF_LACK).then(SUSPECT, RANKS, UNDETERMINED, DESYNC),
            when(ABSENCES)
                    .and(PERHAPS_INSIDE, FROZEN, MOST_LACK, ALL_BUT_ONE_LACK)
                    .then(SUSPECT, OTHERS, UNDETERMINED, DESYNC),
            when(ABSENCES)
                    .and(PERHAPS_INSIDE, UNDATED, BUSY, FEW_LACK, HALF_LACK)
                    .then(SUSPECT, RANKS, UNDETERMINED, INCONCLUSIVE),
            when(ABSENCES)
                    .and(PERHAPS_INSIDE, UNDATED, BUSY, MOST_LACK, ALL_BUT_ONE_LACK)
                    .then(SUSPECT, OTHERS, UNDETERMINED, INCONCLUSIVE),
            when(ABSENCE_FROM_MESSAGE).and(PERHAPS_INSIDE, FROZEN).then(SUSPECT, ONE_OF_EACH, UNDETERMINED, DESYNC),
            when(ABSENCE_FROM_MESSAGE)
                    .and(PERHAPS_INSIDE, UNDATED, BUSY)
                    .then(SUSPECT, ONE_OF_EACH, UNDETERMINED, INCONCLUSIVE),

            // The same, and nothing shows that the wait is for good: one against many is where to look.
            when(ABSENCES)
                    .and(SEEN, UNSEEN, PERHAPS_DONE, UNDATED, BUSY, FEW_LACK)
                    .then(SUSPECT, RANKS, UNDETERMINED, INCONCLUSIVE),
            when(ABSENCES)
                    .and(SEEN, UNSEEN, PERHAPS_DONE, UNDATED, BUSY, HALF_LACK)
                    .then(SUSPECT, ONE_OF_EACH, UNDETERMINED, INCONCLUSIVE),
            when(ABSENCE)
                    .and(SEEN, UNSEEN, PERHAPS_DONE, UNDATED, BUSY, MOST_LACK, ALL_BUT_ONE_LACK, EXPECTED)
                    .then(SUSPECT, ONE_OF_EACH, UNDETERMINED, INCONCLUSIVE),
            when(ABSENCES)
                    .and(
                            SEEN,
                            UNSEEN,
                            PERHAPS_DONE,
                            UNDATED,
                            BUSY,
                            MOST_LACK,
                            ALL_BUT_ONE_LACK,
                            REPEATED,
                            NEW,
                            CONDITIONAL)
                    .then(SUSPECT, OTHERS, UNDETERMINED, INCONCLUSIVE),
            when(ABSENCE_FROM_MESSAGE)
                    .and(SEEN, UNSEEN, UNDATED, BUSY, OWED, UNPROVEN)
                    .then(SUSPECT, RANKS, UNDETERMINED, INCONCLUSIVE),
            when(ABSENCE_FROM_MESSAGE)
                    .and(PERHAPS_DONE, UNDATED, BUSY, OWED)
                    .then(SUSPECT, RANKS, UNDETERMINED, INCONCLUSIVE),
            when(ABSENCE_FROM_MESSAGE)
                    .and(PERHAPS_DONE, UNDATED, BUSY, UNPROVEN)
                    .then(SUSPECT, ONE_OF_EACH, UNDETERMINED, INCONCLUSIVE),
            when(ABSENCE_FROM_MESSAGE)
                    .and(SEEN, UNSEEN, PERHAPS_DONE, UNDATED, BUSY, STRANGE)
                    .then(SUSPECT, ONE_OF_EACH, UNDETERMINED, INCONCLUSIVE),

            // Calls and creations that broke.
            when(FAILED_CREATION, DEATH_IN_CALL).then(CULPRIT, RANKS, DESYNC),
            when(BROKEN_CALL).then(NOTE, NOBODY, UNDETERMINED, INCONCLUSIVE),

            // Calls that no rank is known to lack.
            when(UNREAD_MEMBERS)
                    .and(FEW_LACK, HALF_LACK, FROZEN, UNDATED, BUSY)
                    .then(SUSPECT, RANKS, UNDETERMINED, INCONCLUSIVE),
            when(UNREAD_MEMBERS)
                    .and(MOST_LACK, ALL_BUT_ONE_LACK, FROZEN, UNDATED, BUSY)
                    .then(NOTE, NOBODY, UNDETERMINED, INCONCLUSIVE),
            when(LAGGING_DEVICE).and(FROZEN).then(CULPRIT, RANKS, DESYNC),
            when(UNFINISHED_LAUNCH).and(FROZEN).then(SUSPECT, RANKS, DESYNC),
            when(LAGGING_DEVICE, UNFINISHED_LAUNCH).and(UNDATED, BUSY).then(SUSPECT, RANKS, INCONCLUSIVE),
            when(LAGGING_COMPLETION).and(FROZEN, FEW_LACK, HALF_LACK).then(SUSPECT, RANKS, DESYNC),
            when(LAGGING_COMPLETION).and(UNDATED, BUSY, FEW_LACK, HALF_LACK).then(SUSPECT, RANKS, INCONCLUSIVE),
            when(LAGGING_COMPLETION)
                    .and(FROZEN, MOST_LACK, ALL_BUT_ONE_LACK)
                    .then(SUSPECT, OTHERS, UNDETERMINED, DESYNC),
            when(LAGGING_COMPLETION)
                    .and(UNDATED, BUSY, MOST_LACK, ALL_BUT_ONE_LACK)
                    .then(SUSPECT, OTHERS, UNDETERMINED, INCONCLUSIVE),
            when(JOINED_CALL).and(FROZEN).then(NOTE, NOBODY, STALLED),
            when(UNEXPLAINED_WAIT).and(FROZEN).then(NOTE, NOBODY, UNDETERMINED, INCONCLUSIVE),
            when(JOINED_CALL, UNEXPLAINED_WAIT).and(UNDATED, BUSY).then(NOTE, NOBODY, UNDETERMINED, INCONCLUSIVE),

            // Stacks without calls show where ranks are, and never why.
            when(STACKS_ALONE).and(ONE_SIDE).then(SUSPECT, RANKS, UNDETERMINED, INCONCLUSIVE),
            when(STACKS_ALONE).and(EITHER_SIDE, ALL_SIDES).then(NOTE, NOBODY, UNDETERMINED, INCONCLUSIVE),

            // Data, devices, memory and pace.
            when(BAD_COPY).then(CULPRIT, RANKS, CORRUPTED),
            when(MISPLACED_ARGUMENT).and(NOT_SURVIVED).then(CULPRIT, RANKS, CORRUPTED),
            when(MISPLACED_ARGUMENT).and(PERHAPS_SURVIVED).then(SUSPECT, RANKS, CORRUPTED),
            when(MISPLACED_ARGUMENT).and(SURVIVED).then(NOTE, RANKS, HEALTHY),
            when(DEVICE_FAULT).and(OWN_FAULT).then(CULPRIT, RANKS, CORRUPTED),
            when(DEVICE_FAULT).and(PERHAPS_OWN_FAULT).then(SUSPECT, RANKS, CORRUPTED),
            when(DEVICE_FAULT).and(LATER_FAULT).then(NOTE, RANKS, HEALTHY),
            when(SHARED_DEVICE).then(SUSPECT, RANKS, DESYNC),
            // Ranks pass results on: a wrong value can reach most ranks, and the odd one is then the one that is right.
            when(WRONG_RESULT).and(ONE_SIDE).then(SUSPECT, RANKS, CORRUPTED),
            when(WRONG_RESULT).and(EITHER_SIDE).then(SUSPECT, ONE_OF_EACH, CORRUPTED),
            when(WRONG_RESULT).and(ALL_SIDES).then(NOTE, NOBODY, CORRUPTED),
            when(LATENESS).then(NOTE, RANKS, PROGRESSING),
            when(RETAINED_BUFFERS).and(SPARE).then(NOTE, RANKS, HEALTHY),
            when(RETAINED_BUFFERS).and(EXHAUSTED).then(CULPRIT, RANKS, DESYNC),

            // A wait that is known to be young is no fault.
            when(TIMED).and(SEEN, UNSEEN, PERHAPS_DONE, PERHAPS_INSIDE, RUNNING).then(NOTE, NOBODY, PROGRESSING),

            // The whole job, if it has no incident but waits that are young.
            when(PENDING_CALLS).and(FROZEN, UNDATED, BUSY).then(NOTE, NOBODY, UNDETERMINED, INCONCLUSIVE),
            when(NO_PENDING_CALL).and(WHOLE).then(NOTE, NOBODY, HEALTHY),
            when(NO_PENDING_CALL).and(ONE_FAILURE).then(CULPRIT, RANKS, RANK_ABSENT, DESYNC),
            when(NO_PENDING_CALL).and(SEVERAL_FAILURES).then(SUSPECT, RANKS, UNDETERMINED, INCONCLUSIVE),
            when(NO_PENDING_CALL).and(UNRECEIVED, UNRESPONSIVE).then(SUSPECT, RANKS, UNDETERMINED, INCONCLUSIVE),
            when(NO_PENDING_CALL)
                    .and(NO_CALLS, FAILED, CUT_SHORT, DOUBTFUL, UNREAD, UNENDED)
                    .then(NOTE, NOBODY, UNDETERMINED, INCONCLUSIVE));

    private DecisionTable() {}

    /** Returns the decision about an incident. */
    public static Ruling rule(Incident incident) {
        return ROWS.stream()
                .filter(row -> row.applies(incident.kind(), incident.facts()))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no decision about " + incident.kind() + incident.facts()))
                .ruling();
    }

    /** Returns the rows. */
    static List<Row> rows() {
        return ROWS;
    }

    /** One row of the table: the kinds and facts to which it applies, and the decision. */
    record Row(Set<IncidentKind> kinds, Set<Fact> facts, Ruling ruling) {

        /** Returns whether the row applies to an incident with one fact of each aspect of its kind. */
        boolean applies(IncidentKind kind, Set<Fact> known) {
            return kinds.contains(kind)
                    && known.stream()
                            .allMatch(fact -> facts.contains(fact)
                                    || facts.stream().noneMatch(mentioned -> mentioned.aspect() == fact.aspect()));
        }
    }

    /** The condition of a row that is being written. */
    private record Condition(Set<IncidentKind> kinds, Set<Fact> facts) {

        Condition and(Fact... known) {
            return new Condition(kinds, EnumSet.copyOf(Arrays.asList(known)));
        }

        /** Decides for the cause that the calls of the incident show. */
        Row then(Severity severity, Named named, Outcome outcome) {
            return then(severity, named, null, outcome);
        }

        Row then(Severity severity, Named named, Cause cause, Outcome outcome) {
            return new Row(kinds, facts, new Ruling(cause, severity, named, outcome));
        }
    }

    private static Condition when(Set<IncidentKind> kinds) {
        return new Condition(kinds, EnumSet.noneOf(Fact.class));
    }

    private static Condition when(IncidentKind first, IncidentKind... more) {
        return new Condition(EnumSet.of(first, more), EnumSet.noneOf(Fact.class));
    }
}
