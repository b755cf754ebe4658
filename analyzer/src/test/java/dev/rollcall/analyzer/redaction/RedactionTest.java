package dev.rollcall.analyzer.redaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Coverage;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Launcher;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.RankSource;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.model.StackFrame;
import dev.rollcall.analyzer.model.ThreadSnapshot;
import dev.rollcall.analyzer.report.ExampleJob;
import dev.rollcall.analyzer.report.HtmlReport;
import dev.rollcall.analyzer.report.Ink;
import dev.rollcall.analyzer.report.JsonReport;
import dev.rollcall.analyzer.report.TextReport;
import dev.rollcall.analyzer.report.VerdictSarif;
import dev.rollcall.analyzer.report.view.SourceTree;
import dev.rollcall.analyzer.verdict.Branch;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Evidence;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Severity;
import dev.rollcall.analyzer.verdict.Verdict;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RedactionTest {
    /** Every name that must not be seen contains this; nothing else does. */
    private static final String MARK = "zq";

    private static Map<String, String> reports(List<Verdict> verdicts, SourceTree sources) throws IOException {
        Map<String, String> reports = new LinkedHashMap<>();
        reports.put("text", new TextReport(Ink.PLAIN, 80, sources).print(verdicts));
        reports.put("html", new HtmlReport(sources).print(verdicts));
        StringWriter json = new StringWriter();
        JsonReport.write(verdicts, json);
        reports.put("json", json.toString());
        StringWriter sarif = new StringWriter();
        VerdictSarif.write(verdicts, sources, sarif);
        reports.put("sarif", sarif.toString());
        return reports;
    }

    /** Random jobs with names that are marked, in every field that holds one and in every text that may mention one. */
    private static final class NamedJob {
        private final Random random;
        private final String job;
        private final String user;
        private final List<String> hosts = new ArrayList<>();

        NamedJob(Random random) {
            this.random = random;
            this.job = MARK + "job" + word() + pick("-7", "_x", "");
            this.user = MARK + "user" + word();
        }

        private String word() {
            StringBuilder word = new StringBuilder();
            for (int i = 0; i < 3; i++) {
                word.append((char) ('a' + random.nextInt(26)));
            }
            return word.toString();
        }

        private String pick(String... choices) {
            return choices[random.nextInt(choices.length)];
        }

        private String host() {
            return MARK + "h" + word() + random.nextInt(99)
                    + pick("", "." + MARK + "lab.example", "-" + MARK + "gpu.local");
        }

        private String folder() {
            return pick(
                    "/home/" + user + "/" + MARK + word(),
                    "/data/" + MARK + word() + "/" + job,
                    "C:\\Users\\" + user + "\\" + MARK + word(),
                    "/mnt/" + MARK + word() + "/a b " + MARK + word(),
                    MARK + word() + "/" + job);
        }

        private String message() {
            String host = pick(hosts.get(random.nextInt(hosts.size())), MARK + word() + "." + MARK + "other.example");
            return pick(
                    "cannot open /home/" + user + "/" + MARK + word() + "/" + MARK + word() + ".csv",
                    "connect to [" + host + "]:29500 failed",
                    "tcp://" + user + "@" + host + ":29500/" + MARK + word() + " refused by 10.47."
                            + random.nextInt(200) + ".9",
                    "No such file: '" + MARK + word() + "/" + MARK + word() + ".json' (user " + user + ", job " + job
                            + ")",
                    "--out=/scratch/" + user + "/" + MARK + word() + ":/opt/" + MARK + word() + "/lib/" + MARK + word()
                            + ".jar",
                    "java.net.UnknownHostException: " + MARK + word(),
                    "the client timed out, connecting to (" + MARK + word() + ", 29500), fd00:47::"
                            + random.nextInt(9));
        }

        private CallStack stack(String method, int line) {
            return new CallStack(
                    List.of(
                            new StackFrame("", "all_reduce", "/usr/lib/" + MARK + word() + "/torch/dist.py", 9),
                            new StackFrame("", method, "/home/" + user + "/" + MARK + "src/train.py", line)),
                    1);
        }

        Verdict verdict(int world) {
            for (int i = 0; i < world; i++) {
                String host = host();
                hosts.add(hosts.contains(host) ? host + i : host);
            }
            ExampleJob example = new ExampleJob(world).steps(2);
            for (int rank = 0; rank < world; rank++) {
                boolean failed = random.nextInt(3) == 0;
                example.call(
                        rank,
                        rank == 1 ? Signature.of("barrier") : ExampleJob.allReduce(8),
                        stack(rank == 1 ? "save" : "step", rank == 1 ? 88 : 22),
                        failed ? CallState.FAILED : CallState.STARTED,
                        user + "-loader",
                        failed ? message() : "");
                example.thread(rank, new ThreadSnapshot("main", "waiting", stack("look", 7), ExampleJob.SEEN));
                if (random.nextInt(3) == 0) {
                    example.ending(
                            rank,
                            new Ending(
                                    Ending.Kind.UNCAUGHT_EXCEPTION,
                                    -1,
                                    "IOException \"" + message() + "\"",
                                    "main of " + job,
                                    stack("end", 9),
                                    ExampleJob.SEEN));
                }
            }
            Job plain = example.build();
            String folder = folder();
            List<Rank> ranks = new ArrayList<>();
            for (Rank rank : plain.ranks()) {
                String host = hosts.get(rank.number());
                ranks.add(new Rank(
                        rank.number(),
                        host,
                        rank.pid(),
                        List.of(new RankSource(
                                RankSource.TRACE, folder + "/" + rank.number() + "-" + host + "-1.trace")),
                        rank.started(),
                        rank.ending(),
                        rank.lastAlive(),
                        rank.heartbeat(),
                        rank.threads(),
                        rank.copies()));
            }
            List<Coverage.Unreadable> unreadable = new ArrayList<>();
            for (int i = 0; i < random.nextInt(6); i++) {
                unreadable.add(new Coverage.Unreadable(folder + "/" + MARK + word() + i + ".log", message()));
            }
            Job named = new Job(
                    random.nextBoolean() ? job : "",
                    ranks,
                    plain.communicators(),
                    plain.signatures(),
                    plain.stacks(),
                    new Coverage(world, world, unreadable, List.of()),
                    new Launcher(Launcher.Starter.SLURM, Launcher.Hosts.SLURM, job));
            return random.nextBoolean() ? new Diagnosis().of(named) : told(named);
        }

        /** Returns a verdict whose every text mentions names. */
        private Verdict told(Job named) {
            Finding finding = new Finding(
                    Cause.EXTRA_COLLECTIVE,
                    Severity.SUSPECT,
                    List.of(1),
                    named.communicators().get(0),
                    3,
                    "Rank 1 (" + hosts.get(1) + ") diverged: " + message(),
                    message(),
                    message(),
                    new Branch("/home/" + user + "/" + MARK + "src/train.py", 86, "rank == 0"),
                    List.of(new Evidence(
                            1,
                            named.communicators()
                                    .get(0)
                                    .memberships()
                                    .get(1)
                                    .collectives()
                                    .call(2),
                            message())));
            return new Verdict(
                    named,
                    Outcome.INCONCLUSIVE,
                    List.of(),
                    List.of(1),
                    finding.summary(),
                    message(),
                    ExampleJob.START,
                    List.of(finding));
        }
    }

    @RepeatedTest(60)
    void letsNoNameThroughInAnyFormat() throws IOException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<Verdict> verdicts = new ArrayList<>();
        for (int jobs = 1 + random.nextInt(3); jobs > 0; jobs--) {
            verdicts.add(new NamedJob(random).verdict(2 + random.nextInt(5)));
        }

        Redaction redaction = new Redaction(verdicts);

        reports(redaction.verdicts(), redaction.sources(List.of())).forEach((format, report) -> {
            String lower = report.toLowerCase(Locale.ROOT);
            for (String secret : new String[] {MARK, "10.47.", "fd00:47"}) {
                int at = lower.indexOf(secret);
                assertFalse(
                        at >= 0,
                        () -> "seed " + seed + ", " + format + ": "
                                + report.substring(Math.max(0, at - 90), Math.min(report.length(), at + 60)));
            }
        });
    }

    @RepeatedTest(20)
    void keepsDifferentHostsApartAndEqualOnesEqual() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Verdict verdict = new NamedJob(random).verdict(6);

        List<Rank> ranks =
                new Redaction(List.of(verdict)).verdicts().get(0).job().ranks();

        for (Rank one : ranks) {
            for (Rank other : ranks) {
                boolean same = verdict.job()
                        .rank(one.number())
                        .host()
                        .equals(verdict.job().rank(other.number()).host());
                assertEquals(same, one.host().equals(other.host()), "seed " + seed);
            }
        }
    }

    @Test
    void givesAllFormatsTheSameNames() throws IOException {
        Verdict verdict = new NamedJob(new Random(16)).verdict(6);
        List<TreeSet<String>> hosts = new ArrayList<>();

        for (int run = 0; run < 2; run++) {
            Redaction redaction = new Redaction(List.of(verdict));
            reports(redaction.verdicts(), redaction.sources(List.of())).forEach((format, report) -> {
                if (format.equals("html")) {
                    hosts.add(new TreeSet<>(Pattern.compile(
                                    "<th scope=\"row\"[^>]*>\\s*(?:<a [^>]*>)?(\\d)(?:</a>)?\\s*</th>\\s*<td>(host-\\d)</td>")
                            .matcher(report)
                            .results()
                            .map(row -> row.group(1) + row.group(2))
                            .toList()));
                }
            });
            assertTrue(redaction.verdicts().get(0).job().rank(0).host().equals("host-1"));
        }

        assertEquals(6, hosts.get(0).size());
        assertEquals(hosts.get(0), hosts.get(1));
    }

    @Test
    void showsTheSourceOfACallAlthoughItsFolderIsHidden(@TempDir Path folder) throws IOException {
        Path file = Files.createDirectories(folder.resolve("home/zquser/zqsrc")).resolve("train.py");
        List<String> lines = new ArrayList<>(Collections.nCopies(90, "other()"));
        lines.set(21, "reduce(open('/home/zquser/data/x.bin'))");
        Files.write(file, lines);
        CallStack stack = new CallStack(List.of(new StackFrame("", "step", "/home/zquser/zqsrc/train.py", 22)), 0);
        ExampleJob example = new ExampleJob(2).steps(2);
        example.call(0, ExampleJob.allReduce(8), stack, CallState.STARTED, "main", "");
        Verdict verdict = new Diagnosis().of(example.build());

        Redaction redaction = new Redaction(List.of(verdict));

        reports(redaction.verdicts(), redaction.sources(List.of(folder))).forEach((format, report) -> {
            if (format.equals("text") || format.equals("html")) {
                assertTrue(report.contains("reduce(open("), report);
            }
            assertFalse(report.contains("zquser"), report);
        });
    }

    @Test
    void changesNothingElse() {
        Verdict verdict = new Diagnosis().of(new ExampleJob(3).host("").steps(2).build());

        Verdict redacted = new Redaction(List.of(verdict)).verdicts().get(0);

        assertEquals(verdict.summary(), redacted.summary());
        assertEquals(verdict.culprits(), redacted.culprits());
        assertEquals(verdict.job().signatures(), redacted.job().signatures());
    }
}
