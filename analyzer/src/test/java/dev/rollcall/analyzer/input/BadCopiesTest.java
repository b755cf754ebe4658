package dev.rollcall.analyzer.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.ApprovedTexts;
import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.model.BadCopy;
import dev.rollcall.analyzer.report.HtmlReport;
import dev.rollcall.analyzer.report.Ink;
import dev.rollcall.analyzer.report.JsonReport;
import dev.rollcall.analyzer.report.TextReport;
import dev.rollcall.analyzer.report.view.SourceTree;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Severity;
import dev.rollcall.analyzer.verdict.Verdict;
import dev.rollcall.trace.CommunicatorWriter;
import dev.rollcall.trace.CopyPath;
import dev.rollcall.trace.CopyVerdict;
import dev.rollcall.trace.EndKind;
import dev.rollcall.trace.Operation;
import dev.rollcall.trace.TraceIdentity;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Jobs whose copies between GPUs were verified. */
class BadCopiesTest {
    @RegisterExtension
    static final ApprovedTexts TEXTS = new ApprovedTexts();

    @TempDir
    Path folder;

    /** Returns the verdict of a job of one process that has no rank and makes no collectives. */
    private Verdict lone(CopyVerdict direct, CopyVerdict byHost) throws IOException {
        TraceIdentity identity = new TraceIdentity(
                "job", -1, -1, "elsewhere", 4000, RecordedRank.START_MILLIS, "test", "java Train", "");
        try (RecordedRank rank = RecordedRank.of(folder, identity, 64)) {
            for (int i = 0; i < 3; i++) {
                rank.copy(CopyPath.DIRECT, direct);
                if (byHost != null) {
                    rank.copy(CopyPath.REROUTED, byHost);
                }
            }
            rank.copy(CopyPath.DIRECT, CopyVerdict.SOURCE_CHANGED).end(EndKind.NORMAL, 0);
        }
        return new Diagnosis().of(new TraceFolder(folder).onlyJob());
    }

    @Test
    void namesTheDevicesAndWhatTheyDeliver() throws IOException {
        Verdict verdict = lone(CopyVerdict.ZEROED, null);
        assertEquals(Outcome.CORRUPTED, verdict.outcome());
        assertEquals(List.of(0), verdict.culprits());
        assertEquals(Cause.COPY_CORRUPTED, verdict.findings().get(0).cause());
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
    }

    @Test
    void reportsThatCopiesThroughHostMemoryArrive() throws IOException {
        TEXTS.verify("intact", lone(CopyVerdict.ZEROED, CopyVerdict.INTACT).detail());
        TEXTS.verify("stale", lone(CopyVerdict.ZEROED, CopyVerdict.STALE).detail());
    }

    @Test
    void showsThePlaceOfTheFirstBadCopy() throws IOException {
        Finding finding =
                lone(CopyVerdict.ZEROED, CopyVerdict.INTACT).findings().get(0);
        BadCopy first = finding.evidence().get(0).copy();
        assertEquals("zeroed", first.verdict());
        assertEquals("forward", first.stack().siteFrame().method());
    }

    @Test
    void doesNotCallAJobWithUnverifiedCopiesHealthy() throws IOException {
        Verdict verdict = lone(CopyVerdict.NOT_VERIFIED, null);
        assertEquals(Outcome.INCONCLUSIVE, verdict.outcome());
        TEXTS.verify(verdict.summary());
    }

    @Test
    void acceptsIntactCopies() throws IOException {
        Verdict verdict = lone(CopyVerdict.INTACT, null);
        assertEquals(Outcome.HEALTHY, verdict.outcome());
        TEXTS.verify(verdict.summary());
    }

    /** Returns the sentence about two ranks with the same bad copy, each of which sees the devices in an order of its own. */
    private String numberedBy(int[] first, int[] second) throws IOException {
        TraceFolder traces = new TraceFolder(folder);
        for (int number = 0; number < 2; number++) {
            try (RecordedRank rank = traces.rank(number, 2)) {
                rank.devices(number == 0 ? first : second);
                CommunicatorWriter all = rank.join("store-1", "world", number, 2);
                rank.steps(all, 2).copy(number, 1 - number, CopyPath.DIRECT, CopyVerdict.ZEROED);
                rank.end(EndKind.NORMAL, 0);
            }
        }
        return new Diagnosis().of(traces.onlyJob()).summary();
    }

    @Test
    void namesDevicesByUuidWhereRanksNumberThemDifferently() throws IOException {
        TEXTS.verify("different", numberedBy(new int[] {1, 2}, new int[] {2, 1}));
    }

    @Test
    void namesDevicesByNumberWhereRanksAgree() throws IOException {
        TEXTS.verify("same", numberedBy(new int[] {1, 2}, new int[] {1, 2}));
    }

    /** Returns the verdict on four ranks: rank 2 stops, and one rank has a bad copy before that. */
    private Verdict job(int corrupted) throws IOException {
        TraceFolder traces = new TraceFolder(folder);
        for (int number = 0; number < 4; number++) {
            try (RecordedRank rank = traces.rank(number, 4)) {
                CommunicatorWriter all = rank.join("store-1", "world", number, 4);
                rank.steps(all, 5);
                if (number == corrupted) {
                    rank.copy(CopyPath.DIRECT, CopyVerdict.PARTIAL);
                }
                if (number == 2) {
                    rank.uncaught("main", "java.lang.ArithmeticException", "loss is NaN")
                            .end(EndKind.EXIT, 1);
                } else {
                    rank.call(all, Operation.ALL_REDUCE, 1024, "step", 22);
                    rank.alive(30);
                }
            }
        }
        return new Diagnosis().of(traces.onlyJob());
    }

    @Test
    void putsABadCopyBeforeItsConsequences() throws Exception {
        Verdict verdict = job(2);
        assertEquals(Outcome.CORRUPTED, verdict.outcome());
        assertEquals(List.of(2), verdict.culprits());
        assertEquals(Cause.COPY_CORRUPTED, verdict.findings().get(0).cause());
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
        assertEquals(Severity.CONSEQUENCE, verdict.findings().get(1).severity());
        String sentence = verdict.findings().get(0).summary();
        SourceTree none = new SourceTree(List.of());
        String text = new TextReport(Ink.PLAIN, 500, none).print(List.of(verdict));
        assertTrue(text.contains(sentence), text);
        StringWriter json = new StringWriter();
        JsonReport.write(List.of(verdict), json);
        assertTrue(json.toString().contains("\"copy-corrupted\""), json.toString());
        assertTrue(json.toString().contains("\"function\": \"cudaMemcpyPeerAsync\""), json.toString());
        assertTrue(json.toString().contains("\"verdicts\""), json.toString());
        String page = new HtmlReport(none).print(List.of(verdict));
        assertTrue(page.contains("delivers a part of the data"));
        assertTrue(page.contains(
                "the first bad copy: cudaMemcpyPeerAsync of 16 MiB, GPU 0 → GPU 1, partial from byte 0 on"));
        assertTrue(page.indexOf("Copies between GPUs") < page.indexOf("<h2>Stacks</h2>"), page);
        assertTrue(text.contains("GPU 0 → GPU 1: 1 of 1 bad, partial"), text);
    }

    @Test
    void doesNotBlameABadCopyForWhatAnotherRankDid() throws IOException {
        Verdict verdict = job(1);
        assertEquals(Outcome.DESYNC, verdict.outcome());
        assertEquals(List.of(2), verdict.culprits());
        assertTrue(
                verdict.findings().stream()
                        .anyMatch(finding -> finding.cause() == Cause.COPY_CORRUPTED
                                && finding.severity() == Severity.NOTE
                                && finding.ranks().equals(List.of(1))),
                verdict.findings().toString());
    }
}
