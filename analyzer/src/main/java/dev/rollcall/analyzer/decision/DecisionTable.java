package dev.rollcall.analyzer.decision;

import static dev.rollcall.analyzer.decision.Ruling.Named.ALL;
import static dev.rollcall.analyzer.decision.Ruling.Named.NOBODY;
import static dev.rollcall.analyzer.decision.Ruling.Named.ONE_OF_EACH;
import static dev.rollcall.analyzer.decision.Ruling.Named.OTHERS;
import static dev.rollcall.analyzer.decision.Ruling.Named.RANKS;
import static dev.rollcall.analyzer.incident.Fact.ALL_SIDES;
import static dev.rollcall.analyzer.incident.Fact.BUSY;
import static dev.rollcall.analyzer.incident.Fact.EITHER_SIDE;
import static dev.rollcall.analyzer.incident.Fact.EXPECTED;
import static dev.rollcall.analyzer.incident.Fact.FEW_LACK;
import static dev.rollcall.analyzer.incident.Fact.FROZEN;
import static dev.rollcall.analyzer.incident.Fact.GONE;
import static dev.rollcall.analyzer.incident.Fact.HALF_LACK;
import static dev.rollcall.analyzer.incident.Fact.LEFT;
import static dev.rollcall.analyzer.incident.Fact.MOST_LACK;
import static dev.rollcall.analyzer.incident.Fact.ONE_SIDE;
import static dev.rollcall.analyzer.incident.Fact.RUNNING;
import static dev.rollcall.analyzer.incident.Fact.SEEN;
import static dev.rollcall.analyzer.incident.Fact.UNDATED;
import static dev.rollcall.analyzer.incident.Fact.UNEXPECTED;
import static dev.rollcall.analyzer.incident.Fact.UNSEEN;
import static dev.rollcall.analyzer.incident.IncidentKind.ABSENCE;
import static dev.rollcall.analyzer.incident.IncidentKind.ABSENCE_FROM_CREATION;
import static dev.rollcall.analyzer.incident.IncidentKind.BAD_COPY;
import static dev.rollcall.analyzer.incident.IncidentKind.BROKEN_CALL;
import static dev.rollcall.analyzer.incident.IncidentKind.CYCLE;
import static dev.rollcall.analyzer.incident.IncidentKind.DEATH_IN_CALL;
import static dev.rollcall.analyzer.incident.IncidentKind.DIVERGENT_CALL;
import static dev.rollcall.analyzer.incident.IncidentKind.FAILED_CREATION;
import static dev.rollcall.analyzer.incident.IncidentKind.JOINED_CALL;
import static dev.rollcall.analyzer.incident.IncidentKind.LAGGING_COMPLETION;
import static dev.rollcall.analyzer.incident.IncidentKind.LAGGING_DEVICE;
import static dev.rollcall.analyzer.incident.IncidentKind.LATENESS;
import static dev.rollcall.analyzer.incident.IncidentKind.MESSAGE_RING;
import static dev.rollcall.analyzer.incident.IncidentKind.SEPARATE_CREATIONS;
import static dev.rollcall.analyzer.incident.IncidentKind.SWAPPED_CALLS;
import static dev.rollcall.analyzer.incident.IncidentKind.UNBALANCED_EXCHANGE;
import static dev.rollcall.analyzer.incident.IncidentKind.UNEQUAL_MESSAGE;
import static dev.rollcall.analyzer.incident.IncidentKind.UNEXPLAINED_WAIT;
import static dev.rollcall.analyzer.incident.IncidentKind.UNFINISHED_LAUNCH;
import static dev.rollcall.analyzer.incident.IncidentKind.UNMATCHED_MESSAGE;
import static dev.rollcall.analyzer.incident.IncidentKind.UNREAD_MEMBERS;
import static dev.rollcall.analyzer.verdict.Cause.EXTRA_COLLECTIVE;
import static dev.rollcall.analyzer.verdict.Cause.UNDETERMINED;
import static dev.rollcall.analyzer.verdict.Outcome.CORRUPTED;
import static dev.rollcall.analyzer.verdict.Outcome.DESYNC;
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

/**
 * The decision about each incident. A row applies to an incident of one of its kinds if, of each aspect that the row mentions,
 * the row mentions the incident's fact. For each kind and each combination of facts exactly one row applies, whatever the
 * order of the rows; a test holds the table to that.
 *
 * <p>Read a row as: if this happened, and that is known of it, then the named ranks are culprits or suspects of this cause.
 */
public final class DecisionTable {
    /** The cause that the calls of the incident show. */
    private static final Cause AS_SHOWN = null;

    private static final Set<IncidentKind> CONTRADICTIONS = EnumSet.of(
            DIVERGENT_CALL,
            SWAPPED_CALLS,
            UNBALANCED_EXCHANGE,
            UNMATCHED_MESSAGE,
            UNEQUAL_MESSAGE,
            MESSAGE_RING,
            CYCLE,
            SEPARATE_CREATIONS);

    private static final Set<IncidentKind> ABSENCES = EnumSet.of(ABSENCE, ABSENCE_FROM_CREATION);

    private static final List<Row> ROWS = List.of(
            // Calls or messages that contradict each other: which side, by votes, history, code and peers.
            when(CONTRADICTIONS).and(ONE_SIDE).then(CULPRIT, RANKS, AS_SHOWN, DESYNC),
            when(CONTRADICTIONS).and(ALL_SIDES).then(CULPRIT, ALL, AS_SHOWN, DESYNC),
            when(DIVERGENT_CALL).and(EITHER_SIDE).then(SUSPECT, ONE_OF_EACH, UNDETERMINED, DESYNC),
            when(UNBALANCED_EXCHANGE).and(EITHER_SIDE).then(SUSPECT, ALL, UNDETERMINED, DESYNC),
            when(SWAPPED_CALLS, SEPARATE_CREATIONS).and(EITHER_SIDE).then(SUSPECT, ONE_OF_EACH, AS_SHOWN, DESYNC),
            when(UNMATCHED_MESSAGE, UNEQUAL_MESSAGE, MESSAGE_RING, CYCLE)
                    .and(EITHER_SIDE)
                    .then(SUSPECT, ALL, AS_SHOWN, DESYNC),

            // Ranks that lack a call: those that ended, first.
            when(ABSENCES).and(GONE).then(CULPRIT, RANKS, AS_SHOWN, DESYNC),
            when(ABSENCES).and(LEFT, FEW_LACK).then(CULPRIT, RANKS, AS_SHOWN, DESYNC),
            when(ABSENCES).and(LEFT, HALF_LACK, EXPECTED).then(CULPRIT, RANKS, AS_SHOWN, DESYNC),
            when(ABSENCES).and(LEFT, HALF_LACK, UNEXPECTED).then(SUSPECT, ONE_OF_EACH, UNDETERMINED, DESYNC),
            when(ABSENCES).and(LEFT, MOST_LACK).then(CULPRIT, OTHERS, EXTRA_COLLECTIVE, DESYNC),

            // Ranks that are still there, and others wait for good.
            when(ABSENCES).and(SEEN, UNSEEN, FROZEN, FEW_LACK).then(CULPRIT, RANKS, AS_SHOWN, DESYNC),
            when(ABSENCES).and(SEEN, UNSEEN, FROZEN, HALF_LACK, EXPECTED).then(CULPRIT, RANKS, AS_SHOWN, DESYNC),
            when(ABSENCES)
                    .and(SEEN, UNSEEN, FROZEN, HALF_LACK, UNEXPECTED)
                    .then(SUSPECT, ONE_OF_EACH, UNDETERMINED, DESYNC),
            when(ABSENCES).and(SEEN, FROZEN, MOST_LACK, EXPECTED).then(CULPRIT, RANKS, AS_SHOWN, DESYNC),
            when(ABSENCES).and(UNSEEN, FROZEN, MOST_LACK, EXPECTED).then(SUSPECT, RANKS, UNDETERMINED, DESYNC),
            when(ABSENCES).and(SEEN, UNSEEN, FROZEN, MOST_LACK, UNEXPECTED).then(SUSPECT, OTHERS, UNDETERMINED, DESYNC),

            // The same, and nothing shows that the wait is for good: one against many is where to look.
            when(ABSENCES).and(SEEN, UNSEEN, UNDATED, BUSY, FEW_LACK).then(SUSPECT, RANKS, UNDETERMINED, INCONCLUSIVE),
            when(ABSENCES)
                    .and(SEEN, UNSEEN, UNDATED, BUSY, HALF_LACK)
                    .then(SUSPECT, ONE_OF_EACH, UNDETERMINED, INCONCLUSIVE),
            when(ABSENCES)
                    .and(SEEN, UNSEEN, UNDATED, BUSY, MOST_LACK, UNEXPECTED)
                    .then(SUSPECT, OTHERS, UNDETERMINED, INCONCLUSIVE),
            when(ABSENCES)
                    .and(SEEN, UNSEEN, UNDATED, BUSY, MOST_LACK, EXPECTED)
                    .then(NOTE, NOBODY, UNDETERMINED, INCONCLUSIVE),
            when(ABSENCES).and(SEEN, UNSEEN, RUNNING).then(NOTE, NOBODY, AS_SHOWN, PROGRESSING),

            // Calls and creations that broke.
            when(FAILED_CREATION, DEATH_IN_CALL).then(CULPRIT, RANKS, AS_SHOWN, DESYNC),
            when(BROKEN_CALL).then(NOTE, NOBODY, UNDETERMINED, INCONCLUSIVE),

            // Calls that no rank is known to lack.
            when(UNREAD_MEMBERS)
                    .and(FEW_LACK, HALF_LACK, FROZEN, UNDATED, BUSY)
                    .then(SUSPECT, RANKS, UNDETERMINED, INCONCLUSIVE),
            when(UNREAD_MEMBERS).and(MOST_LACK, FROZEN, UNDATED, BUSY).then(NOTE, NOBODY, UNDETERMINED, INCONCLUSIVE),
            when(UNREAD_MEMBERS).and(RUNNING).then(NOTE, NOBODY, UNDETERMINED, PROGRESSING),
            when(LAGGING_DEVICE).and(FROZEN).then(CULPRIT, RANKS, AS_SHOWN, DESYNC),
            when(UNFINISHED_LAUNCH, LAGGING_COMPLETION).and(FROZEN).then(SUSPECT, RANKS, AS_SHOWN, DESYNC),
            when(LAGGING_DEVICE, UNFINISHED_LAUNCH, LAGGING_COMPLETION)
                    .and(UNDATED, BUSY)
                    .then(SUSPECT, RANKS, AS_SHOWN, INCONCLUSIVE),
            when(JOINED_CALL).and(FROZEN).then(NOTE, NOBODY, AS_SHOWN, STALLED),
            when(UNEXPLAINED_WAIT).and(FROZEN).then(NOTE, NOBODY, UNDETERMINED, INCONCLUSIVE),
            when(JOINED_CALL, UNEXPLAINED_WAIT).and(UNDATED, BUSY).then(NOTE, NOBODY, UNDETERMINED, INCONCLUSIVE),
            when(LAGGING_DEVICE, UNFINISHED_LAUNCH, LAGGING_COMPLETION, JOINED_CALL, UNEXPLAINED_WAIT)
                    .and(RUNNING)
                    .then(NOTE, NOBODY, AS_SHOWN, PROGRESSING),

            // Data and pace.
            when(BAD_COPY).then(CULPRIT, RANKS, AS_SHOWN, CORRUPTED),
            when(LATENESS).then(NOTE, RANKS, AS_SHOWN, PROGRESSING));

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
