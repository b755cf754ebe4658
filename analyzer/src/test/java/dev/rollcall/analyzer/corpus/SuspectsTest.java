package dev.rollcall.analyzer.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.report.Ink;
import dev.rollcall.analyzer.report.TextReport;
import dev.rollcall.analyzer.report.view.SourceTree;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Severity;
import dev.rollcall.analyzer.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every verdict promises to reports, on recorded jobs, whole and with one file missing. */
class SuspectsTest {
    private static final int MOST_SUSPECTS = 8;

    static List<CorpusJob> jobs() throws IOException {
        return RecordedJobsTest.jobs();
    }

    private static List<Verdict> verdicts(CorpusJob job) throws IOException {
        List<Verdict> verdicts = new ArrayList<>();
        verdicts.add(CorpusJob.verdict(job.files()));
        for (Path missing : job.files()) {
            List<Path> rest = new ArrayList<>(job.files());
            rest.remove(missing);
            verdicts.add(CorpusJob.verdict(rest));
        }
        return verdicts;
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void eachSuspectHasAReasonAndWhatWouldSettleIt(CorpusJob job) throws IOException {
        for (Verdict verdict : verdicts(job)) {
            TreeSet<Integer> explained = new TreeSet<>();
            for (Finding finding : verdict.findings()) {
                if (finding.severity() == Severity.SUSPECT) {
                    assertFalse(finding.summary().isBlank() || finding.settles().isBlank(), finding::toString);
                    explained.addAll(finding.ranks());
                }
            }
            assertEquals(List.copyOf(explained), verdict.suspects(), verdict.summary());
            assertTrue(verdict.suspects().size() <= MOST_SUSPECTS, verdict.summary());
            assertTrue(verdict.suspects().isEmpty() || verdict.culprits().isEmpty(), verdict.summary());
        }
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void anInconclusiveVerdictSaysWhatToDo(CorpusJob job) throws IOException {
        for (Verdict verdict : verdicts(job)) {
            if (verdict.outcome() == Outcome.INCONCLUSIVE) {
                String text = new TextReport(Ink.PLAIN, 90, new SourceTree(List.of())).print(List.of(verdict));
                assertTrue(text.contains("\nWhat to do\n  "), text);
            }
        }
    }
}
