package dev.rollcall.analyzer.report;

import dev.rollcall.analyzer.report.view.CallGrid;
import dev.rollcall.analyzer.report.view.CollectCommands;
import dev.rollcall.analyzer.report.view.CollectCommands.Command;
import dev.rollcall.analyzer.report.view.ComparedResults;
import dev.rollcall.analyzer.report.view.CopyMatrices;
import dev.rollcall.analyzer.report.view.CopyMatrix;
import dev.rollcall.analyzer.report.view.CoverageView;
import dev.rollcall.analyzer.report.view.FindingGrids;
import dev.rollcall.analyzer.report.view.HeadView;
import dev.rollcall.analyzer.report.view.JobOverview;
import dev.rollcall.analyzer.report.view.JobTitles;
import dev.rollcall.analyzer.report.view.NamedRanks;
import dev.rollcall.analyzer.report.view.NextStep;
import dev.rollcall.analyzer.report.view.Printable;
import dev.rollcall.analyzer.report.view.RankStep;
import dev.rollcall.analyzer.report.view.RetainedView;
import dev.rollcall.analyzer.report.view.RollOfRanks;
import dev.rollcall.analyzer.report.view.SourceTree;
import dev.rollcall.analyzer.report.view.StackTree;
import dev.rollcall.analyzer.report.view.Stacks;
import dev.rollcall.analyzer.report.view.SuspectView;
import dev.rollcall.analyzer.report.view.Whereabouts;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Severity;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Verdicts as text for a terminal: the sentence first, then what proves it. Everything from a trace is printed without
 * control characters. Immutable and thread-safe but for the sources.
 */
public final class TextReport {
    private static final int MOST_COLUMNS = 6;
    private static final int MOST_GROUPS = 12;
    private static final int MOST_FILES = 10;
    private static final int MOST_INDEXED = 30;

    private final Ink ink;
    private final int width;
    private final SourceTree sources;

    /**
     * Makes a report.
     *
     * @param ink colours or none
     * @param width columns to fill, at least 60
     * @param sources where to find the application's code
     */
    public TextReport(Ink ink, int width, SourceTree sources) {
        this.ink = ink;
        this.width = width;
        this.sources = sources;
    }

    /** Returns the verdicts one after the other; several below one line on all, each under its job's identity. */
    public String print(List<Verdict> verdicts) {
        TextBlock out = new TextBlock(width, ink);
        if (verdicts.size() > 1) {
            index(verdicts, out);
        }
        String gap = "\n";
        for (Verdict verdict : verdicts) {
            if (verdicts.size() > 1) {
                out.line(gap + ink.strong("━━ " + JobTitles.of(verdict.job()))).line("");
                gap = "\n\n";
            }
            print(verdict, out);
        }
        return out.toString();
    }

    /** Prints a line or two for each job, as the page's index does. */
    private void index(List<Verdict> verdicts, TextBlock out) {
        out.paragraph("", JobOverview.of(verdicts)).line("");
        for (Verdict verdict : verdicts.subList(0, Math.min(MOST_INDEXED, verdicts.size()))) {
            out.labelled(
                    "  " + verdict.outcome().id() + ": ",
                    Stream.of(NamedRanks.of(verdict), Printable.of(verdict.summary()))
                            .filter(text -> !text.isEmpty())
                            .collect(Collectors.joining(" · ")),
                    paint(verdict));
        }
        if (verdicts.size() > MOST_INDEXED) {
            out.line("  … and " + (verdicts.size() - MOST_INDEXED) + " more jobs, below.");
        }
    }

    private void print(Verdict verdict, TextBlock out) {
        for (String line : LineWrap.wrap(Printable.of(verdict.summary()), width)) {
            out.line(ink.strong(line));
        }
        if (!verdict.detail().isEmpty()) {
            out.paragraph("", Printable.of(verdict.detail()));
        }
        out.line("");
        facts(verdict, HeadView.of(verdict), out);
        suspects(verdict, out);
        Finding told = verdict.mainFinding();
        if (told != null) {
            advice("What happened", told.explanation(), out);
        }
        advice("What to do", NextStep.of(verdict), out);
        collect(verdict, out);
        List<CopyMatrix> copies = CopyMatrices.of(verdict.job().ranks());
        boolean badCopies = copies.stream().anyMatch(CopyMatrix::bad);
        if (badCopies) {
            new TextCopies(out).print(copies);
        }
        if (told != null) {
            evidence(verdict, told, out);
        }
        results(verdict, out);
        roll(verdict, out);
        steps(verdict, out);
        new TextStackTree(out).print(StackTree.of(verdict.job()));
        also(verdict, told, out);
        retained(verdict, out);
        if (!badCopies) {
            new TextCopies(out).print(copies);
        }
        out.heading("What was read");
        CoverageView.lines(verdict.job(), MOST_FILES).forEach(line -> out.labelled("  ", line));
    }

    private static void also(Verdict verdict, Finding told, TextBlock out) {
        List<Finding> also = verdict.findings().stream()
                .filter(finding -> finding != told && finding.severity() != Severity.SUSPECT)
                .toList();
        if (!also.isEmpty()) {
            out.heading("Other findings");
            for (Finding finding : also) {
                out.labelled(
                        "  " + finding.cause().id() + " (" + finding.severity().id() + "): ",
                        Printable.of(finding.summary()));
            }
        }
    }

    private static void results(Verdict verdict, TextBlock out) {
        List<ComparedResults> results = ComparedResults.of(verdict.job());
        if (!results.isEmpty()) {
            out.heading("Results of collectives");
        }
        for (ComparedResults each : results) {
            out.labelled("  ", Printable.of(each.text()), each.differs() ? out.ink()::alarm : line -> line);
        }
    }

    /** Prints the facts of the page's first screen: the same words in the same order. */
    private void facts(Verdict verdict, HeadView head, TextBlock out) {
        joined(Stream.of(head.outcome(), head.cause()), out, paint(verdict));
        joined(head.facts().stream().map(fact -> fact.label() + ": " + fact.value()), out, UnaryOperator.identity());
    }

    private void joined(Stream<String> parts, TextBlock out, UnaryOperator<String> paint) {
        // Each part stays in one piece where it fits into a line.
        String line = parts.filter(part -> !part.isEmpty())
                .map(part -> part.length() < width ? part.replace(' ', '\u00a0') : part)
                .collect(Collectors.joining("\u00a0· "));
        if (!line.isEmpty()) {
            LineWrap.wrap(line, width).forEach(each -> out.line(paint.apply(each)));
        }
    }

    private UnaryOperator<String> paint(Verdict verdict) {
        return switch (verdict.outcome().exitCode()) {
            case 0 -> ink::good;
            case 1 -> ink::alarm;
            default -> ink::doubt;
        };
    }

    private static void suspects(Verdict verdict, TextBlock out) {
        List<SuspectView> suspects = SuspectView.of(verdict);
        if (!suspects.isEmpty()) {
            out.heading("Look at first");
        }
        for (SuspectView suspect : suspects) {
            String who = "  " + suspect.who();
            if (suspect.reason().isEmpty()) {
                out.paragraph("  ", suspect.who());
            } else {
                out.labelled(suspect.who().isEmpty() ? who : who + ": ", suspect.reason());
            }
            if (!suspect.settles().isEmpty()) {
                out.labelled("    To settle it: ", suspect.settles());
            }
        }
    }

    private void evidence(Verdict verdict, Finding finding, TextBlock out) {
        for (CallGrid grid : FindingGrids.of(verdict.job(), finding, MOST_COLUMNS)) {
            out.heading(grid.title() + grid.communicator() + grid.ranks());
            new TextGrid(grid, out).print();
        }
        new TextStacks(out).print(Stacks.of(verdict.job(), finding, sources));
    }

    private void roll(Verdict verdict, TextBlock out) {
        List<Whereabouts> roll = RollOfRanks.of(verdict.job(), verdict.named());
        if (roll.isEmpty()) {
            return;
        }
        out.heading("Where the ranks are");
        for (Whereabouts group : roll.subList(0, Math.min(MOST_GROUPS, roll.size()))) {
            List<String> parts = new ArrayList<>();
            parts.add(group.place().isEmpty() ? group.what() : group.what() + ", at " + group.place());
            parts.add(group.waited().isEmpty() ? "" : "waiting " + group.waited());
            parts.add(group.state());
            parts.removeIf(String::isEmpty);
            out.labelled("  " + group.who() + ": ", String.join("; ", parts));
        }
        if (roll.size() > MOST_GROUPS) {
            out.line("  … and " + (roll.size() - MOST_GROUPS) + " more groups (--html shows more).");
        }
    }

    private static void steps(Verdict verdict, TextBlock out) {
        List<RankStep> steps = RankStep.of(verdict.job());
        if (!steps.isEmpty()) {
            out.heading("Steps");
        }
        for (RankStep each : steps.subList(0, Math.min(MOST_GROUPS, steps.size()))) {
            out.labelled("  " + each.who() + ": ", each.label());
        }
        if (steps.size() > MOST_GROUPS) {
            out.line("  … and " + (steps.size() - MOST_GROUPS) + " more steps (--html shows more).");
        }
    }

    private void retained(Verdict verdict, TextBlock out) {
        List<RetainedView> rows = RetainedView.of(verdict.job().ranks());
        if (rows.isEmpty()) {
            return;
        }
        out.heading("Memory held by collectives");
        for (RetainedView row : rows.subList(0, Math.min(MOST_GROUPS, rows.size()))) {
            out.labelled("  ", row.line());
        }
        if (rows.size() > MOST_GROUPS) {
            out.line("  … and " + (rows.size() - MOST_GROUPS) + " more places (--html shows more).");
        }
    }

    private static void collect(Verdict verdict, TextBlock out) {
        List<Command> commands = CollectCommands.of(verdict);
        if (!commands.isEmpty()) {
            out.heading(CollectCommands.title(verdict));
        }
        for (Command command : commands) {
            out.paragraph("  ", command.purpose() + ":").command("    ", command.line());
        }
    }

    private static void advice(String title, String text, TextBlock out) {
        if (text != null && !text.isBlank()) {
            out.heading(title).paragraph("  ", Printable.of(text));
        }
    }
}
