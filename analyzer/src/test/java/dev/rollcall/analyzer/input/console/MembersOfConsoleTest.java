package dev.rollcall.analyzer.input.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.input.job.JobReader;
import dev.rollcall.analyzer.input.job.LoadedJob;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which ranks a job has, and which lines are of which job, where a console shows no more than the ranks that wrote. */
class MembersOfConsoleTest {
    private static final int SHOWN = 3;

    @TempDir
    private Path folder;

    private List<Verdict> verdicts(int world) {
        return new JobReader(world)
                .read(List.of(folder)).jobs().stream()
                        .map(LoadedJob::job)
                        .map(new Diagnosis()::of)
                        .sorted(Comparator.comparing(Verdict::summary))
                        .toList();
    }

    private Verdict verdict(List<String> lines) throws IOException {
        return verdict(lines, -1);
    }

    private Verdict verdict(List<String> lines, int world) throws IOException {
        Files.write(folder.resolve("console.log"), lines);
        List<Verdict> verdicts = verdicts(world);
        assertEquals(1, verdicts.size());
        return verdicts.get(0);
    }

    /** Returns the lines of ranks that wait in one call. */
    private static List<String> waiting(int first, int end) {
        return waiting(first, end, "03");
    }

    private static List<String> waiting(int first, int end, String hour) {
        ConsoleText text = new ConsoleText();
        for (int rank = first; rank < end; rank++) {
            text.timeout(rank, "ALLREDUCE", 512, 20, 20);
        }
        return text.lines().stream()
                .map(line -> line.replace("E714 03:", "E714 " + hour + ":"))
                .toList();
    }

    private static List<String> with(String line, List<String> lines) {
        List<String> all = new ArrayList<>(List.of(line.split("\n")));
        all.addAll(lines);
        return all;
    }

    private static List<String> prefixed(String prefix, List<String> lines) {
        return lines.stream().map(line -> prefix + line).toList();
    }

    @Test
    void areNotSaidToBeAllWhereTheNumberIsOnlyTheHighestRankThatWrote() throws IOException {
        Verdict verdict = verdict(waiting(0, SHOWN));

        assertEquals(Outcome.INCONCLUSIVE, verdict.outcome());
        assertTrue(verdict.suspects().isEmpty() && verdict.culprits().isEmpty());
        assertTrue(verdict.summary().contains("nothing shows whether the job has other ranks"), verdict::summary);
        assertTrue(verdict.job().coverage().lowerBound());
        assertEquals(SHOWN, verdict.job().coverage().expected());
    }

    /** Returns lines of ranks 0 to 3 and 6 in a call of all ranks, and of ranks 4, 5 and 7 in a call of a group that has rank 6, too. */
    private static List<String> waitingInTwoGroups(long callsOfSix) {
        ConsoleText text = new ConsoleText();
        List.of(0, 1, 2, 3, 6).forEach(rank -> text.timeout(rank, "ALLREDUCE", 512, 20, 20));
        List.of(4, 5, 7).forEach(rank -> text.timeout(rank, rank - 4, "31(experts)", "ALLTOALL_BASE", 512, 80, 80));
        return with(
                "[rank6]:[E714 03:31:00.123456789 ProcessGroupNCCL.cpp:1684] [PG ID 0 PG GUID 31(experts) Rank 2] Received a dump"
                        + " signal due to a collective timeout from  rank 4 and we will try our best to dump the debug info. Last"
                        + " enqueued NCCL work: " + callsOfSix + ", last completed NCCL work: 79.",
                text.lines());
    }

    @Test
    void includeTheOneForWhichTheSilentOnesWaitInAnotherGroup() throws IOException {
        Verdict verdict = verdict(waitingInTwoGroups(79));

        assertEquals(List.of(), verdict.culprits(), verdict::summary);
        assertEquals(List.of(6), verdict.suspects(), verdict::summary);
    }

    @Test
    void doNotIncludeOneThatMadeTheCallInWhichTheSilentOnesWait() throws IOException {
        Verdict verdict = verdict(waitingInTwoGroups(80));

        assertEquals(List.of(), verdict.culprits(), verdict::summary);
        assertFalse(verdict.suspects().contains(6), verdict::summary);
    }

    @Test
    void areThoseThatTheUserSays() throws IOException {
        assertEquals(Outcome.STALLED, verdict(waiting(0, SHOWN), SHOWN).outcome());
        assertEquals(List.of(SHOWN), verdicts(SHOWN + 1).get(0).suspects());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "I0714 03:00:00.1 77 torch/distributed/elastic/agent/server/api.py:525] Result:\n  restart_count=0\n"
                        + "  global_world_sizes=[%d, %<d]",
                "[rank0]:[I714 03:00:00.1 ProcessGroupNCCL.cpp:900] [PG ID 0 PG GUID 0 Rank 0] ProcessGroupNCCL"
                        + " initialization options: size: %d, global rank: 0, TIMEOUT(ms): 600000",
                "Initializing distributed: GLOBAL_RANK: 0, MEMBER: 1/%d",
                "[2026-07-14 03:00:00,100] [INFO] [launch.py:163:main] dist_world_size=%d",
                "+ torchrun --nnodes=1 --nproc_per_node=%d fit.py",
                "+ export PET_NNODES=%d\n+ torchrun --nproc_per_node=1 fit.py",
                "user@node:~$ python -m torch.distributed.run --nproc-per-node %d fit.py",
                "  min_nodes        : 1\n  max_nodes        : 1\n  nproc_per_node   : %d",
                "[rank1]: {'lr': 0.1, 'world_size': %d, 'steps': 9}"
            })
    void areThoseThatALauncherOrTheProgramCounts(String line) throws IOException {
        assertEquals(
                Outcome.STALLED,
                verdict(with(line.formatted(SHOWN), waiting(0, SHOWN))).outcome());

        Verdict oneSilent = verdict(with(line.formatted(SHOWN + 1), waiting(0, SHOWN)));
        assertEquals(List.of(SHOWN), oneSilent.suspects(), oneSilent::summary);
        assertEquals(List.of(), oneSilent.culprits());
        assertFalse(oneSilent.job().coverage().lowerBound());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tensor parallel world_size: 3",
                "tp_world_size=3",
                "local_world_size=3",
                "loaded a checkpoint of a job with world_size=64",
                "world_size=3\nworld_size=64",
                "+ torchrun --nnodes=1:4 --nproc_per_node=3 fit.py",
                "+ PET_NNODES=1:4 torchrun --nproc_per_node=3 fit.py",
                "  min_nodes        : 1\n  max_nodes        : 4\n  nproc_per_node   : 3",
                "  global_world_sizes=[2, 2]"
            })
    void staySoManyAtLeastWhereALineIsAboutOthersOrContradicts(String line) throws IOException {
        Verdict verdict = verdict(with(line, waiting(0, SHOWN)));

        assertTrue(verdict.job().coverage().lowerBound(), verdict::summary);
        assertEquals(SHOWN, verdict.job().coverage().expected());
        assertEquals(List.of(), verdict.suspects());
    }

    @Test
    void areThoseOfTheLastLaunch() throws IOException {
        List<String> lines = new ArrayList<>(with("$ torchrun --nproc_per_node=8 fit.py", List.of()));
        new ConsoleText()
                .exception(3, "FileNotFoundError: no such file")
                .lines()
                .forEach(lines::add);
        lines.add("(venv) user@node:~/fit$ OMP_NUM_THREADS=1 torchrun --nproc_per_node=3 fit.py");
        lines.addAll(waiting(0, SHOWN));

        Verdict verdict = verdict(lines);
        assertEquals(Outcome.STALLED, verdict.outcome(), verdict::summary);
        assertEquals(List.of(), verdict.culprits());
    }

    @Test
    void includeTheRankThatOthersNameAndThatWroteNothing() throws IOException {
        List<String> lines = new ArrayList<>(waiting(0, SHOWN));
        lines.addAll(new ConsoleText()
                .observed(1, 20, 19).lines().stream()
                        .map(line -> line.replace("from  rank 0", "from  rank " + SHOWN))
                        .toList());

        assertEquals(List.of(SHOWN), verdict(lines).suspects());
    }

    @ParameterizedTest
    @ValueSource(strings = {"08", "14"})
    void ofHostsInTwoZonesAreOneJob(String hour) throws IOException {
        Files.write(folder.resolve("a.log"), waiting(0, 2));
        Files.write(folder.resolve("b.log"), waiting(2, 4, hour));

        List<Verdict> verdicts = verdicts(4);
        assertEquals(1, verdicts.size());
        assertEquals(Outcome.STALLED, verdicts.get(0).outcome());
    }

    @Test
    void ofRunsHoursApartStayTwoJobsWhereARankIsInBothOrTheMinutesDiffer() throws IOException {
        Files.write(folder.resolve("a.log"), waiting(0, 2));
        Files.write(folder.resolve("b.log"), waiting(1, 4, "11"));
        assertEquals(2, verdicts(4).size());

        Files.write(
                folder.resolve("b.log"),
                waiting(2, 4).stream()
                        .map(line -> line.replace("E714 03:20:", "E714 11:27:"))
                        .toList());
        assertEquals(2, verdicts(4).size());
    }

    @Test
    void ofRunsWithDifferentNumbersOfRanksStayTwoJobs() throws IOException {
        Files.write(folder.resolve("a.log"), with("world_size=2", waiting(0, 2)));
        Files.write(folder.resolve("b.log"), with("world_size=8", waiting(2, 4)));
        assertEquals(2, verdicts(-1).size());

        Files.write(folder.resolve("a.log"), with("world_size=8", waiting(0, 2)));
        assertEquals(1, verdicts(-1).size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"%s-1  | ", "[pod/%s-0/main] ", "%s-worker-0 main ", "%s: "})
    void ofTwoContainersThatWriteAsTheSameRankAreTwoJobs(String prefix) throws IOException {
        List<String> lines = new ArrayList<>(prefixed(prefix.formatted("night"), waiting(0, 2)));
        ConsoleText other = new ConsoleText();
        for (int rank = 0; rank < 4; rank++) {
            other.timeout(rank, rank == 2 ? "BROADCAST" : "ALLREDUCE", 64, 44, 44);
        }
        lines.addAll(1, prefixed(prefix.formatted("day7"), other.lines()));
        Files.write(folder.resolve("console.log"), lines);

        List<Verdict> verdicts = verdicts(-1);
        assertEquals(2, verdicts.size());
        assertEquals(
                List.of(List.of(), List.of(2)),
                verdicts.stream()
                        .map(Verdict::culprits)
                        .sorted(Comparator.comparing(List::size))
                        .toList());
    }

    @Test
    void ofTwoContainersWithRanksOfTheirOwnAreOneJob() throws IOException {
        List<String> lines = new ArrayList<>(prefixed("fit-0  | ", waiting(0, 2)));
        lines.addAll(2, prefixed("fit-1  | ", waiting(2, 4)));

        assertEquals(Outcome.STALLED, verdict(lines, 4).outcome());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INFO: known issue: \"%s\"",
                "[rank1]: see '%s' in the wiki",
                "[rank1]: retries on `%s`",
            })
    void doNotIncludeARankWhoseMessageIsQuoted(String quotation) throws IOException {
        List<String> lines = new ArrayList<>(waiting(0, 2));
        waiting(7, 8).forEach(line -> lines.add(quotation.formatted(line)));

        Verdict verdict = verdict(lines);
        assertEquals(2, verdict.job().coverage().expected());
        assertEquals(2, verdict.job().ranks().size());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"message\":\"%s\"}",
                "{\"message\": \"%s\", \"level\": \"error\"}",
                "level=error msg=\"%s\"",
                "gw> %s"
            })
    void includeARankWhoseMessageACollectorWraps(String wrapping) throws IOException {
        List<String> lines = waiting(0, SHOWN).stream().map(wrapping::formatted).toList();

        Verdict verdict = verdict(lines, SHOWN);
        assertEquals(SHOWN, verdict.job().ranks().size());
        assertEquals(Outcome.STALLED, verdict.outcome());
    }

    @Test
    void includeARankWhoseMessageLostItsHead() throws IOException {
        List<String> lines = waiting(0, SHOWN).stream()
                .map(line -> line.replaceFirst("\\[E714 [^\\]]*\\] ", ""))
                .toList();

        assertEquals(Outcome.INCONCLUSIVE, verdict(lines).outcome());
        assertEquals(SHOWN, verdict(lines).job().ranks().size());
    }

    @ParameterizedTest
    @CsvSource({"600000, 1", "90000, 0"})
    void areComparedInACallWithoutAGroupOnlyIfAllMayTakeEquallyLong(int timeout, int named) throws IOException {
        List<String> lines = new ArrayList<>();
        for (int rank : new int[] {0, 2, 3}) {
            lines.addAll(
                    new ConsoleText().timeout(rank, "ALLREDUCE", 512, 20, 20).lines());
        }
        lines.add(new ConsoleText()
                .timeout(1, "ALLREDUCE", 1, 20, 20)
                .lines()
                .get(0)
                .replace("Timeout(ms)=600000", "Timeout(ms)=" + timeout));

        Verdict verdict = verdict(lines, 4);

        assertEquals(named == 1 ? List.of(1) : List.of(), verdict.culprits(), verdict::summary);
    }
}
