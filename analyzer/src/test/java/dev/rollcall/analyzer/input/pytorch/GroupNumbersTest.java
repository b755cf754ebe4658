package dev.rollcall.analyzer.input.pytorch;

import static dev.rollcall.analyzer.input.pytorch.DumpedJob.communicator;
import static dev.rollcall.analyzer.input.pytorch.DumpedJob.member;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.model.Coverage.Kind;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.LibraryProgress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which line of a dump's status is which group's, where no entry says it. */
class GroupNumbersTest {
    private static final LibraryProgress UNKNOWN = LibraryProgress.UNKNOWN;

    @TempDir
    private Path folder;

    private DumpedJob job;

    @BeforeEach
    void open() {
        job = new DumpedJob(folder);
    }

    private static LibraryProgress allDone(long calls) {
        return new LibraryProgress(calls, calls, calls);
    }

    /** The names grow in steps, as other processes have groups of their own; as text, 10 comes before 2. */
    @Test
    void correspondInAscendingOrderWhereBothAreNumbersAndEquallyMany() throws IOException {
        long seed = Long.getLong("rollcall.seed", 20_261_122);
        Random random = new Random(seed);
        for (int round = 0; round < 20; round++) {
            int groups = 1 + random.nextInt(12);
            List<Integer> names = ascending(random, groups, 120);
            List<Integer> numbers = ascending(random, groups, 30);
            List<Integer> counts = ascending(random, groups, 100_000);
            Job read = job.job(2, rank -> {
                RecordedDump dump = new RecordedDump();
                for (int i = 0; i < groups; i++) {
                    dump.group(String.valueOf(names.get(i)), "group of " + i, 0, 1)
                            .status(String.valueOf(numbers.get(i)), counts.get(i), counts.get(i));
                }
                return dump;
            });

            for (int i = 0; i < groups; i++) {
                assertEquals(
                        allDone(counts.get(i)),
                        member(read, "group of " + i, 1).progress(),
                        "seed " + seed + ", round " + round);
            }
        }
    }

    private static List<Integer> ascending(Random random, int size, int bound) {
        TreeSet<Integer> numbers = new TreeSet<>();
        while (numbers.size() < size) {
            numbers.add(1 + random.nextInt(bound));
        }
        return new ArrayList<>(numbers);
    }

    private static RecordedDump threeGroups(String first, String second, String third) {
        return new RecordedDump()
                .group(first, "one", 0, 1)
                .group(second, "two", 0, 1)
                .group(third, "three", 0, 1);
    }

    private static List<LibraryProgress> progress(Job read) {
        return List.of(
                member(read, "one", 0).progress(),
                member(read, "two", 0).progress(),
                member(read, "three", 0).progress());
    }

    @Test
    void areNotLinkedWhereNamesAreHashes() throws IOException {
        Job read = job.job(
                2,
                rank -> threeGroups("3fe1", "9c02", "b77d")
                        .status("0", 11, 11)
                        .status("1", 22, 21)
                        .status("2", 33, 33));

        assertEquals(List.of(UNKNOWN, UNKNOWN, UNKNOWN), progress(read));
        assertEquals(
                2, read.coverage().ofKind(Kind.DOUBTFUL).size(), "an unfinished call that no group has is no health");
    }

    @Test
    void areNotLinkedWhereTheyAreNotEquallyMany() throws IOException {
        Job read = job.job(
                2, rank -> threeGroups("0", "7", "9").status("0", 11, 11).status("1", 22, 22));

        assertEquals(List.of(UNKNOWN, UNKNOWN, UNKNOWN), progress(read));
    }

    @Test
    void areNotLinkedInAnOrderThatAnEntryContradicts() throws IOException {
        Job read = job.job(2, rank -> {
            RecordedDump dump = threeGroups("0", "7", "9")
                    .status("0", 11, 11)
                    .status("1", 22, 22)
                    .status("2", 33, 33);
            for (int call = 0; call < 33; call++) {
                dump.completed("0", "all_reduce", 41).with("pg_id", 2);
            }
            return dump;
        });

        assertEquals(List.of(allDone(33), UNKNOWN, UNKNOWN), progress(read));
    }

    @Test
    void areLinkedByEntriesWhateverTheNamesLookLike() throws IOException {
        Job read = job.job(
                2,
                rank -> threeGroups("3fe1", "9c02", "b77d")
                        .completed("9c02", "all_reduce", 41)
                        .with("pg_id", 0)
                        .completed("3fe1", "all_reduce", 41)
                        .with("pg_id", 8)
                        .status("0", 1, 1)
                        .status("5", 33, 33)
                        .status("8", 1, 1));

        assertEquals(List.of(allDone(1), allDone(1), allDone(33)), progress(read));
        assertEquals(
                33,
                communicator(read, "three").memberships().get(1).collectives().lastSequence());
    }
}
