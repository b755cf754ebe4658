package dev.rollcall.analyzer.report;

import dev.rollcall.analyzer.report.PageView.FindingView;
import dev.rollcall.analyzer.report.PageView.JobView;
import dev.rollcall.analyzer.report.chart.Charts;
import dev.rollcall.analyzer.report.picture.RankMaps;
import dev.rollcall.analyzer.report.picture.RollCalls;
import dev.rollcall.analyzer.report.picture.StackPictures;
import dev.rollcall.analyzer.report.picture.Timelines;
import dev.rollcall.analyzer.report.picture.WaitPictures;
import dev.rollcall.analyzer.report.view.CallGrid;
import dev.rollcall.analyzer.report.view.CausePage;
import dev.rollcall.analyzer.report.view.CollectCommands;
import dev.rollcall.analyzer.report.view.CollisionView;
import dev.rollcall.analyzer.report.view.CommunicatorRow;
import dev.rollcall.analyzer.report.view.ComparedResults;
import dev.rollcall.analyzer.report.view.CopyMatrices;
import dev.rollcall.analyzer.report.view.CopyMatrix;
import dev.rollcall.analyzer.report.view.CoverageView;
import dev.rollcall.analyzer.report.view.FindingGrids;
import dev.rollcall.analyzer.report.view.HeadView;
import dev.rollcall.analyzer.report.view.JobOverview;
import dev.rollcall.analyzer.report.view.JobTitles;
import dev.rollcall.analyzer.report.view.NextStep;
import dev.rollcall.analyzer.report.view.PageScript;
import dev.rollcall.analyzer.report.view.Printable;
import dev.rollcall.analyzer.report.view.Prose;
import dev.rollcall.analyzer.report.view.RankRows;
import dev.rollcall.analyzer.report.view.RankStep;
import dev.rollcall.analyzer.report.view.RawCalls;
import dev.rollcall.analyzer.report.view.RetainedView;
import dev.rollcall.analyzer.report.view.RollOfRanks;
import dev.rollcall.analyzer.report.view.SourceTree;
import dev.rollcall.analyzer.report.view.StackTree;
import dev.rollcall.analyzer.report.view.StackView;
import dev.rollcall.analyzer.report.view.Stacks;
import dev.rollcall.analyzer.report.view.SuspectView;
import dev.rollcall.analyzer.report.view.TicketText;
import dev.rollcall.analyzer.report.view.Whereabouts;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Verdict;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Verdicts as one self-contained HTML page: no script, no font and no picture from elsewhere. The templates escape
 * everything, and the page's own content policy allows no script but the page's own {@link PageScript}.
 */
public final class HtmlReport {
    private static final int MOST_COLUMNS = 8;
    private static final int MOST_STACKS = 12;
    private static final int MOST_FINDINGS = 25;
    private static final int MOST_HOSTS = 16;
    private static final int MOST_GROUPS = 100;
    private static final int MOST_STEPS = 16;
    private static final int MOST_FILES = 100;
    private static final int MOST_COMMUNICATORS = 100;

    private final SourceTree sources;

    /** Makes a report that shows code from these sources. */
    public HtmlReport(SourceTree sources) {
        this.sources = sources;
    }

    /** Returns the page for these verdicts, one a job. */
    public String print(List<Verdict> verdicts) {
        List<JobView> jobs = new ArrayList<>();
        verdicts.forEach(verdict -> jobs.add(job(verdict, jobs.size())));
        String title = jobs.size() == 1
                ? Printable.shortened(jobs.get(0).head().sentence().plain(), 120)
                : JobOverview.of(verdicts);
        StringOutput page = new StringOutput();
        TemplateEngine.createPrecompiled(
                        null, ContentType.Html, HtmlReport.class.getClassLoader(), "dev.rollcall.analyzer.report.page")
                .render("report.jte", new PageView(Version.CURRENT, title, jobs, PageScript.OF_REPORT), page);
        return page.toString();
    }

    private JobView job(Verdict verdict, int index) {
        Finding told = verdict.mainFinding();
        List<FindingView> also = new ArrayList<>();
        for (Finding finding : verdict.findings()) {
            if (finding != told) {
                also.add(finding(verdict, finding, also.size() < MOST_FINDINGS));
            }
        }
        List<Whereabouts> roll = RollOfRanks.of(verdict.job(), verdict.named());
        List<CommunicatorRow> communicators = CommunicatorRow.of(verdict.job());
        List<CopyMatrix> copies = CopyMatrices.of(verdict.job().ranks());
        FindingView main = told == null ? null : finding(verdict, told, true);
        HeadView head = HeadView.of(verdict);
        CollisionView collision =
                told == null ? CollisionView.NONE : CollisionView.of(verdict.job(), told, main.grids(), sources);
        List<RankStep> steps = RankStep.of(verdict.job());
        List<StackTree> stacks = StackTree.of(verdict.job());
        Prose nextStep = Prose.of(NextStep.of(verdict));
        return new JobView(
                id(verdict, index),
                JobTitles.of(verdict.job()),
                tone(verdict),
                head,
                SuspectView.of(verdict),
                main,
                collision,
                nextStep,
                CollectCommands.title(verdict),
                CollectCommands.of(verdict),
                RankMaps.of(verdict),
                main == null ? List.of() : RollCalls.of(main.grids(), told, verdict.waits()),
                WaitPictures.of(verdict),
                also,
                copies.subList(0, Math.min(MOST_HOSTS, copies.size())),
                Math.max(0, copies.size() - MOST_HOSTS),
                RetainedView.of(verdict.job().ranks()),
                ComparedResults.of(verdict.job()),
                roll.subList(0, Math.min(MOST_GROUPS, roll.size())),
                steps.subList(0, Math.min(MOST_STEPS, steps.size())),
                Math.max(0, steps.size() - MOST_STEPS),
                Timelines.of(verdict),
                Charts.of(verdict),
                stacks,
                StackPictures.of(stacks, verdict.named()),
                CoverageView.lines(verdict.job(), MOST_FILES),
                communicators.subList(0, Math.min(MOST_COMMUNICATORS, communicators.size())),
                Math.max(0, communicators.size() - MOST_COMMUNICATORS),
                RankRows.of(verdict.job(), verdict.named(), roll),
                RawCalls.of(verdict.job(), verdict.named(), roll),
                told == null ? null : CausePage.of(told.cause()),
                TicketText.of(verdict, head, collision, nextStep));
    }

    /** Returns what the ids of a job's elements begin with. */
    private static String id(Verdict verdict, int index) {
        int job = Objects.hash(JobTitles.of(verdict.job()), JobTitles.folder(verdict.job()), verdict.summary(), index);
        return "r" + Integer.toHexString(job) + "-";
    }

    private FindingView finding(Verdict verdict, Finding finding, boolean whole) {
        List<CallGrid> grids = whole ? FindingGrids.of(verdict.job(), finding, MOST_COLUMNS) : List.of();
        List<StackView> stacks = whole ? Stacks.of(verdict.job(), finding, sources) : List.of();
        int shown = Math.min(MOST_STACKS, stacks.size());
        return new FindingView(
                finding.cause().id(),
                finding.severity().id(),
                Prose.of(finding.summary()),
                Prose.of(finding.explanation()),
                Prose.of(finding.remedy()),
                grids,
                stacks.subList(0, shown),
                stacks.size() - shown);
    }

    private static String tone(Verdict verdict) {
        return switch (verdict.outcome().exitCode()) {
            case 0 -> "good";
            case 1 -> "alarm";
            default -> "doubt";
        };
    }
}
