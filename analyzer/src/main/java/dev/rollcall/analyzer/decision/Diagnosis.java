package dev.rollcall.analyzer.decision;

import dev.rollcall.analyzer.incident.AlignedJob;
import dev.rollcall.analyzer.incident.Incident;
import dev.rollcall.analyzer.incident.IncidentFinder;
import dev.rollcall.analyzer.incident.IncidentKind;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CodeStructure;
import dev.rollcall.analyzer.model.Coverage;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.SharedWrappers;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Severity;
import dev.rollcall.analyzer.verdict.Verdict;
import dev.rollcall.analyzer.verdict.WaitMap;
import dev.rollcall.analyzer.wording.FindingWriter;
import dev.rollcall.analyzer.wording.HealthText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Turns a job into a verdict: finds its incidents, decides each, puts the root first, and words what was decided.
 *
 * <p>Safe for use by several threads where its code structure is.
 */
public final class Diagnosis {
    /** What is decided apart from the calls, and may be their root. */
    private static final Set<IncidentKind> BESIDE_CALLS = EnumSet.of(
            IncidentKind.MISPLACED_ARGUMENT,
            IncidentKind.BAD_COPY,
            IncidentKind.WRONG_RESULT,
            IncidentKind.DEVICE_FAULT,
            IncidentKind.RETAINED_BUFFERS,
            IncidentKind.LATENESS);

    private final CodeStructure code;

    /** Makes a diagnosis without the application's code. */
    public Diagnosis() {
        this(CodeStructure.UNKNOWN);
    }

    /**
     * Makes a diagnosis.
     *
     * @param code what the application's code says, where it is at hand
     */
    public Diagnosis(CodeStructure code) {
        this.code = code;
    }

    /** Returns what is the matter with a job. Its coverage names also the code that could not be read. */
    public Verdict of(Job read) {
        return verdict(SharedWrappers.skippedIn(read, code)).with(code.unread());
    }

    private Verdict verdict(Job job) {
        int unnumbered = job.coverage().ofKind(Coverage.Kind.UNNUMBERED).size();
        if (unnumbered > 0) {
            return inconclusive(
                    job,
                    HealthText.unnumbered(job.ranks().size() + unnumbered, unnumbered),
                    HealthText.unnumberedReason());
        }
        List<Coverage.Unreadable> ungrouped = job.coverage().ofKind(Coverage.Kind.UNGROUPED);
        if (!ungrouped.isEmpty()) {
            return inconclusive(job, HealthText.ungrouped(ungrouped.get(0)), HealthText.ungroupedReason());
        }
        AlignedJob aligned = AlignedJob.of(job, code);
        List<RuledIncident> roots = new ArrayList<>();
        List<RuledIncident> notes = new ArrayList<>();
        List<RuledIncident> shared = new ArrayList<>();
        List<RuledIncident> calls = new ArrayList<>();
        for (Incident incident : IncidentFinder.find(aligned)) {
            RuledIncident ruled = RuledIncident.of(incident);
            if (incident.kind() == IncidentKind.SHARED_DEVICE) {
                shared.add(ruled);
            } else if (!BESIDE_CALLS.contains(incident.kind())) {
                calls.add(ruled);
            } else {
                (ruled.severity() == Severity.NOTE && ruled.ruling().outcome() != Outcome.CORRUPTED ? notes : roots)
                        .add(ruled);
            }
        }
        Verdict verdict = verdict(aligned, new Precedence(aligned).order(calls), ordered(roots), notes);
        FindingWriter writer = new FindingWriter(aligned);
        Verdict whole = shared.isEmpty() ? verdict : withSharedDevice(verdict, shared, writer);
        WaitMap waits = WaitMapper.map(aligned, whole);
        String waiting = writer.waits(whole, waits);
        return waiting.isEmpty() ? whole.with(waits) : whole.with(waits, waiting);
    }

    /** Orders what may be the root of the calls: an error of a device follows from memory that it could not reach. */
    private static List<RuledIncident> ordered(List<RuledIncident> roots) {
        Set<Integer> misplaced = new TreeSet<>();
        roots.stream()
                .filter(each -> each.incident().kind() == IncidentKind.MISPLACED_ARGUMENT
                        && each.severity() == Severity.CULPRIT)
                .forEach(each -> misplaced.addAll(each.named()));
        return roots.stream()
                .map(each -> each.incident().kind() == IncidentKind.DEVICE_FAULT && misplaced.containsAll(each.named())
                        ? each.as(Severity.CONSEQUENCE)
                        : each)
                .sorted(Comparator.comparing(RuledIncident::severity)
                        .thenComparing(each -> each.incident().kind())
                        .thenComparing(each -> each.incident().time()))
                .toList();
    }

    private static Verdict inconclusive(Job job, String summary, String detail) {
        return new Verdict(
                job,
                Outcome.INCONCLUSIVE,
                List.of(),
                List.of(),
                summary,
                detail,
                Call.NO_TIME,
                List.of(FindingWriter.undetermined(summary, detail, List.of())));
    }

    private Verdict verdict(
            AlignedJob aligned, List<RuledIncident> calls, List<RuledIncident> roots, List<RuledIncident> noted) {
        FindingWriter writer = new FindingWriter(aligned);
        List<Finding> notes = noted.stream().map(each -> finding(each, writer)).toList();
        Verdict verdict =
                calls.isEmpty() ? new HealthCheck(aligned, notes).verdict() : verdict(aligned, calls, writer, notes);
        if (roots.isEmpty()) {
            return verdict;
        }
        List<Finding> findings = roots.stream()
                .map(each -> unproven(each, verdict) ? each.as(Severity.SUSPECT) : each)
                .map(each -> finding(each, writer))
                .toList();
        return withRoots(verdict, findings, roots.get(0).ruling().outcome());
    }

    /** An error of a device may follow from calls that do not fit: suspects among other ranks leave that open. */
    private static boolean unproven(RuledIncident root, Verdict calls) {
        return root.incident().kind() == IncidentKind.DEVICE_FAULT
                && root.severity() == Severity.CULPRIT
                && !root.named().containsAll(calls.suspects());
    }

    private static Finding finding(RuledIncident each, FindingWriter writer) {
        return writer.write(each.incident(), each.cause(), each.ruling().severity(), each.severity(), each.named());
    }

    private static Verdict verdict(
            AlignedJob aligned, List<RuledIncident> calls, FindingWriter writer, List<Finding> notes) {
        Set<Integer> culprits = new TreeSet<>();
        Set<Integer> suspects = new TreeSet<>();
        RuledIncident main = calls.get(0);
        for (RuledIncident each : calls) {
            if (each.severity() == Severity.CULPRIT) {
                culprits.addAll(each.named());
            }
            if (each.severity() == Severity.SUSPECT && Precedence.equallyStrong(each, main)) {
                Set<Integer> more = new TreeSet<>(suspects);
                more.addAll(each.named());
                suspects = more.size() > Ruling.MOST_SUSPECTS ? suspects : more;
            }
        }
        List<Finding> findings = new ArrayList<>();
        calls.forEach(each -> findings.add(finding(each, writer)));
        findings.addAll(notes);
        Finding first = findings.get(0);
        return new Verdict(
                aligned.job(),
                main.ruling().outcome(),
                List.copyOf(culprits),
                culprits.isEmpty() ? List.copyOf(suspects) : List.of(),
                first.summary(),
                (first.detail() + also(findings)).strip(),
                frozenAt(main.incident(), aligned),
                findings);
    }

    /** Returns who else is a culprit, beside those of the first finding. */
    private static String also(List<Finding> findings) {
        StringBuilder text = new StringBuilder();
        Set<Integer> told = new TreeSet<>(findings.get(0).ranks());
        for (Finding finding : findings) {
            List<Integer> others = finding.ranks().stream()
                    .filter(rank -> !told.contains(rank))
                    .toList();
            if (finding.severity() == Severity.CULPRIT && !others.isEmpty()) {
                told.addAll(others);
                text.append(' ').append(FindingWriter.also(others, finding.cause() == Cause.RANK_ABSENT));
            }
        }
        return text.toString();
    }

    /** Returns since when the ranks of an incident wait: when the first of them entered the call in which it still is. */
    private static long frozenAt(Incident incident, AlignedJob aligned) {
        return Stream.of(incident.ranks(), incident.others())
                .flatMap(Collection::stream)
                .map(aligned::waitOf)
                .filter(wait -> wait != null && wait.call().enqueued() != Call.NO_TIME)
                .mapToLong(wait -> wait.call().enqueued())
                .min()
                .orElse(Call.NO_TIME);
    }

    /**
     * Joins ranks that share a device with what is said of the calls. They are the root of a creation that does not succeed, unless
     * another rank is known to be at fault.
     */
    private static Verdict withSharedDevice(Verdict calls, List<RuledIncident> shared, FindingWriter writer) {
        List<Finding> found = shared.stream().map(each -> finding(each, writer)).toList();
        Set<Integer> ranks = new TreeSet<>();
        found.forEach(finding -> ranks.addAll(finding.ranks()));
        List<Finding> all = new ArrayList<>();
        if (!ranks.containsAll(calls.culprits())) {
            all.addAll(calls.findings());
            found.forEach(finding -> all.add(finding.as(Severity.NOTE)));
            return new Verdict(
                    calls.job(),
                    calls.outcome(),
                    calls.culprits(),
                    calls.suspects(),
                    calls.summary(),
                    calls.detail(),
                    calls.frozenAt(),
                    all);
        }
        all.addAll(found);
        calls.findings().forEach(finding -> all.add(finding.as(Severity.CONSEQUENCE)));
        Finding first = found.get(0);
        return new Verdict(
                calls.job(),
                Outcome.DESYNC,
                List.of(),
                first.severity() == Severity.SUSPECT ? List.copyOf(ranks) : List.of(),
                first.summary(),
                first.detail(),
                calls.frozenAt(),
                all);
    }

    /**
     * Joins what is wrong beside the calls with what is said of them: a rank that computes with wrong numbers may go astray, and
     * one whose device failed or whose memory is exhausted ends. That is the root of what befell the same ranks; where others
     * diverged, or where it shows only suspects, the calls stand first, for they are why the job does not go on.
     */
    private static Verdict withRoots(Verdict calls, List<Finding> roots, Outcome outcome) {
        List<Integer> culprits = ranks(roots, Severity.CULPRIT);
        boolean stuck = calls.outcome() == Outcome.DESYNC || calls.outcome() == Outcome.STALLED;
        boolean root = explained(roots, calls).containsAll(calls.culprits())
                && (!culprits.isEmpty() || !suspectedFaults(roots).isEmpty());
        List<Finding> all = new ArrayList<>();
        if (stuck && !root) {
            all.addAll(calls.findings());
            roots.forEach(finding -> all.add(finding.as(Severity.NOTE)));
            return new Verdict(
                    calls.job(),
                    calls.outcome(),
                    calls.culprits(),
                    calls.suspects(),
                    calls.summary(),
                    calls.detail(),
                    calls.frozenAt(),
                    all);
        }
        all.addAll(roots);
        calls.findings()
                .forEach(finding ->
                        all.add(finding.severity() == Severity.CULPRIT ? finding.as(Severity.CONSEQUENCE) : finding));
        Finding first = roots.get(0);
        return new Verdict(
                calls.job(),
                outcome,
                culprits,
                culprits.isEmpty() ? suspects(roots, calls) : List.of(),
                first.summary(),
                stuck ? (first.detail() + " What followed: " + calls.summary()).strip() : first.detail(),
                stuck ? calls.frozenAt() : Call.NO_TIME,
                all);
    }

    private static List<Finding> suspectedFaults(List<Finding> roots) {
        return roots.stream()
                .filter(finding -> finding.cause() == Cause.DEVICE_ERROR && finding.severity() == Severity.SUSPECT)
                .toList();
    }

    /** Returns the ranks that the roots explain: also those that did nothing but stop when their device failed. */
    private static Set<Integer> explained(List<Finding> roots, Verdict calls) {
        Set<Integer> explained = new TreeSet<>(ranks(roots, Severity.CULPRIT));
        boolean onlyStopped = calls.findings().stream()
                .allMatch(finding -> finding.severity() != Severity.CULPRIT || finding.cause() == Cause.RANK_ABSENT);
        if (onlyStopped) {
            Stream.concat(roots.stream(), calls.findings().stream())
                    .filter(finding -> finding.cause() == Cause.DEVICE_ERROR)
                    .forEach(finding -> explained.addAll(finding.ranks()));
        }
        return explained;
    }

    /** Returns the suspects of the roots and, if they are few enough together, those of the calls. */
    private static List<Integer> suspects(List<Finding> roots, Verdict calls) {
        List<Integer> own = ranks(roots, Severity.SUSPECT);
        List<Integer> both = Stream.concat(own.stream(), calls.suspects().stream())
                .distinct()
                .sorted()
                .toList();
        return both.size() > Ruling.MOST_SUSPECTS ? own : both;
    }

    /** Returns the ranks of the findings of one severity, ascending. */
    private static List<Integer> ranks(List<Finding> findings, Severity severity) {
        return findings.stream()
                .filter(finding -> finding.severity() == severity)
                .flatMap(finding -> finding.ranks().stream())
                .distinct()
                .sorted()
                .toList();
    }
}
