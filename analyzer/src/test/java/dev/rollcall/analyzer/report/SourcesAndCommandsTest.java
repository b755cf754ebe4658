package dev.rollcall.analyzer.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Launcher;
import dev.rollcall.analyzer.model.Launcher.Hosts;
import dev.rollcall.analyzer.model.Launcher.Starter;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.RankSource;
import dev.rollcall.analyzer.report.view.CollectCommands;
import dev.rollcall.analyzer.report.view.SourceTree;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

/** From which kinds of sources each rank was read, and the commands that collect more. */
class SourcesAndCommandsTest {
    private static final RankSource DUMP = new RankSource("dump", "/job/nccl_trace_rank_0");
    private static final RankSource CONSOLE = new RankSource("console", "/job/console.log");
    private static final Launcher TORCHRUN = new Launcher(Starter.TORCHRUN, Hosts.SHELL, "");

    private static Verdict verdict(
            Outcome outcome, Launcher launcher, Ending ending, List<RankSource> first, List<RankSource> second) {
        Job job = new ExampleJob(2).steps(1).build();
        List<Rank> ranks = job.ranks().stream()
                .map(rank -> new Rank(
                        rank.number(),
                        rank.host(),
                        rank.pid(),
                        rank.number() == 0 ? first : second,
                        rank.started(),
                        ending,
                        rank.lastAlive(),
                        false,
                        rank.threads(),
                        rank.copies()))
                .toList();
        return new Verdict(
                new Job(job.id(), ranks, job.communicators(), job.signatures(), job.stacks(), job.coverage(), launcher),
                outcome,
                List.of(),
                "Nothing is known.",
                List.of());
    }

    private static Verdict of(List<RankSource> first, List<RankSource> second) {
        return verdict(Outcome.INCONCLUSIVE, Launcher.UNKNOWN, Ending.UNKNOWN, first, second);
    }

    private static String text(Verdict verdict) {
        return new TextReport(Ink.PLAIN, 80, new SourceTree(List.of())).print(List.of(verdict));
    }

    private static String page(Verdict verdict) {
        return new HtmlReport(new SourceTree(List.of())).print(List.of(verdict));
    }

    @Test
    void saysFromWhichKindsEachRankWasRead() {
        String text = text(of(List.of(DUMP, CONSOLE), List.of(CONSOLE))).replaceAll("\\s+", " ");

        assertTrue(text.contains("nccl_trace_rank_0 (dump, rank 0), console.log (console, ranks 0 and 1)"), text);
    }

    @Test
    void namesAllFilesOfARankOnThePage() {
        String page = page(of(List.of(DUMP, CONSOLE), List.of(CONSOLE)));

        assertTrue(page.contains("dump nccl_trace_rank_0, console console.log"), page);
        assertTrue(page.contains(">console.log<"), page);
    }

    @Test
    void writesTheKindsAsJson() throws IOException {
        StringWriter json = new StringWriter();
        JsonReport.write(List.of(of(List.of(DUMP, CONSOLE), List.of(CONSOLE))), json);

        assertEquals(
                "[{\"ranks\":[0],\"kinds\":[\"dump\",\"console\"]},{\"ranks\":[1],\"kinds\":[\"console\"]}]",
                new ObjectMapper()
                        .readTree(json.toString())
                        .at("/coverage/sources")
                        .toString());
    }

    @Test
    void printsTheCommandsForTheLauncherOfAJobThatIsOpen() {
        Verdict verdict = verdict(Outcome.INCONCLUSIVE, TORCHRUN, Ending.UNKNOWN, List.of(CONSOLE), List.of(CONSOLE));

        String command = CollectCommands.of(TORCHRUN).get(0).line();
        assertTrue(command.contains("py-spy dump --pid"), command);
        assertTrue(text(verdict).replace(" \\\n    ", " ").contains("\n    " + command + "\n"), text(verdict));
        assertTrue(page(verdict).contains(CollectCommands.TITLE), page(verdict));
    }

    @Test
    void breaksALongCommandSoThatAShellReadsItWhole() {
        Verdict verdict = verdict(Outcome.INCONCLUSIVE, TORCHRUN, Ending.UNKNOWN, List.of(CONSOLE), List.of(CONSOLE));

        text(verdict).lines().forEach(line -> assertTrue(line.length() <= 80, line));
        assertTrue(text(verdict).contains(" \\\n"), text(verdict));
    }

    @Test
    void printsWhatHelpsAfterTheEndOfAJob() {
        Ending ended = Ending.signalled("SIGKILL", "", 0);
        Verdict verdict = verdict(Outcome.INCONCLUSIVE, TORCHRUN, ended, List.of(CONSOLE), List.of(CONSOLE));

        String text = text(verdict);
        assertFalse(text.contains(CollectCommands.TITLE), text);
        assertTrue(text.contains("\n    cp /tmp/nccl_trace_rank_* "), text);
        assertTrue(text.contains("TORCH_NCCL_TRACE_BUFFER_SIZE=2000"), text);
        assertTrue(text.contains("\n    rollcall analyze .\n"), text);
    }

    @Test
    void printsNoCommandsWhereTheyAreOfNoUse() {
        for (Verdict verdict : List.of(
                of(List.of(CONSOLE), List.of(CONSOLE)),
                verdict(Outcome.DESYNC, TORCHRUN, Ending.UNKNOWN, List.of(CONSOLE), List.of(CONSOLE)))) {
            assertEquals(List.of(), CollectCommands.of(verdict));
            assertFalse(text(verdict).contains(CollectCommands.TITLE), text(verdict));
        }
    }

    @Test
    void sendsNoSignalAndEndsNothing() {
        for (Starter starter : Starter.values()) {
            for (Hosts hosts : Hosts.values()) {
                CollectCommands.of(new Launcher(starter, hosts, "4711"))
                        .forEach(command -> assertFalse(
                                command.line().matches(".*\\b(?:kill|pkill|killall|scancel|rm|reset)\\b.*"),
                                command.line()));
            }
        }
    }

    @Test
    void quotesCommandsSoThatAShellAcceptsThem() throws IOException, InterruptedException {
        for (Starter starter : Starter.values()) {
            for (Hosts hosts : Hosts.values()) {
                for (CollectCommands.Command command : CollectCommands.of(new Launcher(starter, hosts, "4711"))) {
                    Process shell = new ProcessBuilder("sh", "-n", "-c", command.line())
                            .redirectErrorStream(true)
                            .start();
                    String complaint = new String(shell.getInputStream().readAllBytes());
                    assertEquals(0, shell.waitFor(), command.line() + "\n" + complaint);
                }
            }
        }
    }
}
