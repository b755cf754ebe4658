package dev.rollcall.analyzer.report;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.StackFrame;
import dev.rollcall.analyzer.model.ThreadSnapshot;
import dev.rollcall.analyzer.report.view.Endings;
import dev.rollcall.analyzer.report.view.JobTitles;
import dev.rollcall.analyzer.report.view.SourceTree;
import dev.rollcall.analyzer.verdict.Branch;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Evidence;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Verdicts as SARIF: a run a job, a result a finding. A result stands at the condition that sent the ranks different ways;
 * where none was found at the line of the named ranks, and where no line is known at the file of the evidence, for code
 * hosts refuse a result that stands nowhere.
 */
public final class VerdictSarif {
    private final Job job;
    private final SourceTree sources;

    private VerdictSarif(Job job, SourceTree sources) {
        this.job = job;
        this.sources = sources;
    }

    /**
     * Writes the verdicts and a line end.
     *
     * @param verdicts one a job, at least one
     * @param sources where the job's sources are, for paths that a code host can open
     * @param out stays open
     * @throws IOException if {@code out} fails
     */
    public static void write(List<Verdict> verdicts, SourceTree sources, Writer out) throws IOException {
        List<SarifRun> runs = new ArrayList<>();
        for (Verdict verdict : verdicts) {
            String category = verdicts.size() == 1 ? "" : "analyze/" + name(verdict.job()) + "/";
            VerdictSarif report = new VerdictSarif(verdict.job(), sources);
            runs.add(new SarifRun(
                    category,
                    new SarifRun.Told(
                            level(verdict.outcome()), verdict.outcome().id() + ": " + verdict.summary()),
                    verdict.findings().stream().map(report::result).toList()));
        }
        SarifLog.write(runs, out);
    }

    private static String name(Job job) {
        return job.id().isEmpty() ? JobTitles.folder(job) : job.id();
    }

    private static String level(Outcome outcome) {
        return switch (outcome.exitCode()) {
            case 0 -> "note";
            case 1 -> "error";
            default -> "warning";
        };
    }

    private SarifResult result(Finding finding) {
        List<SarifPlace> places = places(finding);
        SarifPlace first = places.isEmpty() ? file(finding) : places.get(0);
        return new SarifResult(
                finding.cause(),
                switch (finding.severity()) {
                    case CULPRIT -> "error";
                    case SUSPECT, CONSEQUENCE -> "warning";
                    case NOTE -> "note";
                },
                Stream.of(
                                finding.summary(),
                                finding.detail(),
                                finding.explanation(),
                                finding.remedy(),
                                finding.settles())
                        .filter(text -> text != null && !text.isEmpty())
                        .reduce((text, more) -> text + "\n\n" + more)
                        .orElse(finding.cause().id()),
                first,
                places.stream().filter(place -> !place.message().isEmpty()).toList(),
                finding.cause().id() + "/" + (first == null ? "" : first.path() + "/") + condition(finding.branch()),
                finding.ranks());
    }

    private static String condition(Branch branch) {
        return branch == null ? "" : branch.condition();
    }

    /** Returns the places in the code that a finding is about, the one that it stands at first. */
    private List<SarifPlace> places(Finding finding) {
        List<SarifPlace> ended = finding.ranks().stream()
                .map(job::rank)
                .filter(Objects::nonNull)
                .flatMap(rank -> end(rank).stream())
                .toList();
        List<SarifPlace> places = new ArrayList<>();
        if (finding.branch() != null) {
            Branch branch = finding.branch();
            StackFrame frame = new StackFrame(type(finding, branch.file()), "", branch.file(), branch.line());
            places.add(new SarifPlace(sources.path(frame), branch.line(), ""));
        }
        if (finding.cause() == Cause.RANK_ABSENT) {
            places.addAll(ended);
        }
        for (boolean named : new boolean[] {true, false}) {
            for (Evidence each : finding.evidence()) {
                if (finding.ranks().contains(each.rank()) == named) {
                    place(each).ifPresent(places::add);
                }
            }
            if (named && finding.cause() != Cause.RANK_ABSENT) {
                places.addAll(ended);
            }
        }
        return places;
    }

    private Optional<SarifPlace> place(Evidence evidence) {
        String rank = "rank " + evidence.rank();
        if (evidence.copy() != null) {
            return place(evidence.copy().stack(), rank + ": " + evidence.copy().describe());
        }
        if (evidence.operation() != null) {
            return place(
                    evidence.operation().stack(),
                    rank + ": " + evidence.operation().describe());
        }
        Call call = evidence.call();
        if (call == null) {
            return Optional.empty();
        }
        String number = call.sequence() == 0 ? "" : ", call " + call.sequence();
        return place(call.stack(), rank + number + ": " + call.signature().describe());
    }

    /** Returns where a rank's process ended, or what its main thread was doing. */
    private Optional<SarifPlace> end(Rank rank) {
        Optional<SarifPlace> ended =
                place(rank.ending().stack(), "rank " + rank.number() + ": " + Endings.describe(rank.ending()));
        ThreadSnapshot busy = job.currentSnapshot(rank.number());
        if (ended.isPresent() || busy == null) {
            return ended;
        }
        return place(busy.stack(), "rank " + rank.number() + ": " + Endings.describe(busy));
    }

    private Optional<SarifPlace> place(CallStack stack, String message) {
        StackFrame site = stack.siteFrame();
        return site == null || site.file().isEmpty() || site.line() <= 0
                ? Optional.empty()
                : Optional.of(new SarifPlace(sources.path(site), site.line(), message));
    }

    /** Returns the file that tells of the first named rank, or of any; null where none does. */
    private SarifPlace file(Finding finding) {
        return Stream.concat(finding.ranks().stream().map(job::rank), job.ranks().stream())
                .filter(rank -> rank != null && !rank.source().isEmpty())
                .findFirst()
                .map(rank -> new SarifPlace(rank.source(), 0, ""))
                .orElse(null);
    }

    /** Returns the class that a stack of the finding has in a file: sources are found by a class's package. */
    private static String type(Finding finding, String file) {
        return finding.evidence().stream()
                .filter(each -> each.call() != null)
                .flatMap(each -> each.call().stack().frames().stream())
                .filter(frame -> frame.file().equals(file))
                .map(StackFrame::type)
                .findFirst()
                .orElse("");
    }
}
