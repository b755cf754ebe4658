package dev.rollcall.analyzer.input.stack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.input.job.JobReader;
import dev.rollcall.analyzer.input.job.ReadResult;
import dev.rollcall.analyzer.input.stack.StackForm.Kind;
import dev.rollcall.analyzer.input.stack.StackForm.Place;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What stacks alone decide, in each form in which people collect them. */
class CollectedStacksTest {
    private static final Place WAITING = new Place(Kind.COLLECTIVE, 41);
    private static final Place IN_ANOTHER_CALL = new Place(Kind.COLLECTIVE, 57);
    private static final Place ON_DEVICE = new Place(Kind.DEVICE, 41);
    private static final Place LOADING = new Place(Kind.ELSEWHERE, 30);

    @TempDir
    Path folder;

    /** Writes a file for each rank; none for a null. */
    private Verdict verdict(StackForm form, Place... places) throws IOException {
        for (int rank = 0; rank < places.length; rank++) {
            if (places[rank] != null) {
                Files.writeString(
                        folder.resolve("rank" + rank + form.extension()), form.write(4000 + 11 * rank, places[rank]));
            }
        }
        return read();
    }

    private Verdict read() {
        ReadResult result = new JobReader(-1).read(List.of(folder));
        assertEquals(1, result.jobs().size(), () -> result.unreadable().toString());
        return new Diagnosis().of(result.jobs().get(0).job());
    }

    private static void assertSuspects(Verdict verdict, Integer... ranks) {
        assertEquals(List.of(), verdict.culprits(), verdict.summary());
        assertEquals(List.of(ranks), verdict.suspects(), verdict.summary());
        assertEquals(Outcome.INCONCLUSIVE, verdict.outcome(), verdict.summary());
    }

    @ParameterizedTest
    @EnumSource
    void suspectsTheOneRankThatIsNotInTheCallOfTheOthers(StackForm form) throws IOException {
        Verdict verdict = verdict(form, WAITING, WAITING, LOADING, WAITING);
        assertSuspects(verdict, 2);
        assertTrue(verdict.summary().contains(":17)"), verdict.summary());
        assertTrue(verdict.summary().contains(":41"), verdict.summary());
    }

    @ParameterizedTest
    @EnumSource
    void suspectsTheOneRankInAnotherCallOfTheSameName(StackForm form) throws IOException {
        assertSuspects(verdict(form, IN_ANOTHER_CALL, WAITING, WAITING, WAITING), 0);
    }

    @ParameterizedTest
    @EnumSource
    void suspectsARankElsewhereRatherThanOneInAnotherWait(StackForm form) throws IOException {
        assertSuspects(verdict(form, WAITING, WAITING, LOADING, WAITING, IN_ANOTHER_CALL, WAITING), 2);
    }

    @ParameterizedTest
    @EnumSource
    void suspectsTheOneRankThatIsNotInTheWaitForTheDevice(StackForm form) throws IOException {
        assertSuspects(verdict(form, ON_DEVICE, LOADING, ON_DEVICE, ON_DEVICE), 1);
    }

    @ParameterizedTest
    @EnumSource
    void suspectsNobodyInACallWhileTheOthersMayComputeOnTheirDevices(StackForm form) throws IOException {
        assertSuspects(verdict(form, ON_DEVICE, IN_ANOTHER_CALL, ON_DEVICE, ON_DEVICE));
    }

    @ParameterizedTest
    @EnumSource
    void suspectsNobodyWhereAllAreInOnePlace(StackForm form) throws IOException {
        assertSuspects(verdict(form, WAITING, WAITING, WAITING, WAITING));
    }

    @ParameterizedTest
    @EnumSource
    void suspectsNobodyWithoutAMajority(StackForm form) throws IOException {
        assertSuspects(verdict(form, WAITING, LOADING, WAITING, LOADING));
    }

    @ParameterizedTest
    @EnumSource
    void suspectsNobodyWhoWaitsForTheMost(StackForm form) throws IOException {
        assertSuspects(verdict(form, LOADING, LOADING, WAITING, LOADING));
    }

    @ParameterizedTest
    @EnumSource
    void suspectsTheOneRankWithoutAStack(StackForm form) throws IOException {
        Verdict verdict = verdict(form, WAITING, null, WAITING, WAITING);
        assertSuspects(verdict, 1);
        assertTrue(verdict.summary().contains("no stack"), verdict.summary());
    }

    @ParameterizedTest
    @EnumSource
    void suspectsNobodyWhereHalfOfTheStacksAreMissing(StackForm form) throws IOException {
        assertSuspects(verdict(form, null, WAITING, null, WAITING));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "PY_SPY_JSON")
    void readsLinesOfSeveralRanksInterleavedInOneStream(StackForm form) throws IOException {
        List<List<String>> left = new ArrayList<>();
        for (Place place : List.of(WAITING, WAITING, WAITING, LOADING)) {
            left.add(new ArrayList<>(
                    form.write(4000 + 11 * left.size(), place).lines().toList()));
        }
        Random random = new Random(1);
        StringBuilder stream = new StringBuilder("starting\n");
        while (left.stream().anyMatch(lines -> !lines.isEmpty())) {
            int rank = random.nextInt(left.size());
            if (!left.get(rank).isEmpty()) {
                stream.append("[rank")
                        .append(rank)
                        .append("]: ")
                        .append(left.get(rank).remove(0))
                        .append('\n');
            }
        }
        Files.writeString(folder.resolve("console.log"), stream);
        assertSuspects(read(), 3);
    }

    /** As processes in containers have, whose lines only a prefix other than a host or rank keeps apart. */
    @Test
    void keepsProcessesWithEqualNumbersApart() throws IOException {
        List<List<String>> texts = new ArrayList<>();
        for (int rank = 0; rank < 4; rank++) {
            texts.add(StackForm.PY_SPY
                    .write(17, rank == 1 ? LOADING : WAITING)
                    .replace("python train.py", "python train.py --rank " + rank)
                    .lines()
                    .toList());
        }
        StringBuilder stream = new StringBuilder();
        for (int line = 0; line < texts.get(1).size(); line++) {
            for (int rank = 0; rank < 4; rank++) {
                if (line < texts.get(rank).size()) {
                    stream.append("(worker_").append((char) ('a' + rank)).append(" pid=17) ");
                    stream.append(texts.get(rank).get(line)).append('\n');
                }
            }
        }
        Files.writeString(folder.resolve("driver.log"), stream);

        assertSuspects(read(), 1);
    }

    @ParameterizedTest
    @EnumSource
    void ofSeveralLooksTheLastOneCounts(StackForm form) throws IOException {
        Place[] places = {WAITING, WAITING, WAITING, WAITING, WAITING};
        for (int rank = 0; rank < places.length; rank++) {
            Files.writeString(
                    folder.resolve("rank" + rank + form.extension()),
                    form.write(4000 + rank, LOADING) + form.write(4000 + rank, rank == 4 ? LOADING : WAITING));
        }
        assertSuspects(read(), 4);
    }

    /** Beside logs of NCCL that show only which communicators were made. */
    @ParameterizedTest
    @EnumSource
    void decideBesideALogWithoutCalls(StackForm form) throws IOException {
        Place[] places = {WAITING, WAITING, LOADING, WAITING};
        for (int rank = 0; rank < places.length; rank++) {
            int pid = 4000 + 11 * rank;
            String message = "node1:" + pid + ":" + pid + " [0] NCCL INFO ncclCommInitRank comm 0x5581 rank " + rank
                    + " nranks 4 cudaDev 0 nvmlDev 0 busId 1000 commId 0x9a8b7c6d5e4f3210 - Init ";
            Files.writeString(folder.resolve("nccl." + rank + ".log"), message + "START\n" + message + "COMPLETE\n");
        }
        assertSuspects(verdict(form, places), 2);
    }

    /** Whatever the stacks show, nobody is proven to be at fault, and suspects are fewer than those that wait. */
    @ParameterizedTest
    @EnumSource
    void provesNothingWhateverTheRanksDo(StackForm form) throws IOException {
        long seed = 20260302;
        Random random = new Random(seed);
        for (int round = 0; round < 20; round++) {
            Place[] places = IntStream.range(0, 8)
                    .mapToObj(rank -> random.nextInt(3) > 0
                            ? WAITING
                            : new Place(Kind.values()[random.nextInt(3)], 10 + random.nextInt(3)))
                    .toArray(Place[]::new);
            Verdict verdict = verdict(form, places);
            String told = "seed " + seed + ", round " + round + ": " + verdict.summary();
            assertEquals(List.of(), verdict.culprits(), told);
            assertEquals(Outcome.INCONCLUSIVE, verdict.outcome(), told);
            assertTrue(verdict.suspects().stream().noneMatch(rank -> places[rank] == WAITING), told);
            if (Arrays.stream(places).filter(place -> place == WAITING).count() <= 4) {
                assertEquals(List.of(), verdict.suspects(), told);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void survivesDamage(StackForm form) throws IOException {
        long seed = 20260303;
        Random random = new Random(seed);
        for (int round = 0; round < Integer.getInteger("rollcall.mutations", 150); round++) {
            for (int rank = 0; rank < 4; rank++) {
                byte[] text =
                        form.write(4000 + rank, rank == 1 ? LOADING : WAITING).getBytes(StandardCharsets.UTF_8);
                Files.write(folder.resolve("rank" + rank + form.extension()), rank == 3 ? text : damaged(text, random));
            }
            String told = "seed " + seed + ", round " + round;
            ReadResult result = new JobReader(-1).read(List.of(folder));
            result.jobs()
                    .forEach(job -> assertEquals(
                            List.of(), new Diagnosis().of(job.job()).culprits(), told));
        }
    }

    private static byte[] damaged(byte[] text, Random random) {
        byte[] result = text.clone();
        for (int i = random.nextInt(6); i > 0 && result.length > 1; i--) {
            int from = random.nextInt(result.length);
            int to = Math.min(result.length, from + 1 + random.nextInt(60));
            switch (random.nextInt(4)) {
                case 0 -> result[from] = (byte) random.nextInt(256);
                case 1 -> result = Arrays.copyOf(result, from);
                case 2 -> result = joined(Arrays.copyOf(result, from), Arrays.copyOfRange(result, to, result.length));
                default -> result = joined(Arrays.copyOf(result, to), Arrays.copyOfRange(result, from, result.length));
            }
        }
        return result;
    }

    private static byte[] joined(byte[] one, byte[] other) {
        byte[] both = Arrays.copyOf(one, one.length + other.length);
        System.arraycopy(other, 0, both, one.length, other.length);
        return both;
    }
}
