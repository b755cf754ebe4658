package dev.rollcall.analyzer.input.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.containment.InputLimits;
import dev.rollcall.analyzer.input.ProcessSource;
import dev.rollcall.analyzer.input.SourceReader;
import dev.rollcall.analyzer.model.Coverage.Unreadable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A reader that fails at one file, where a correct one throws {@link IOException} at most. */
class FailingReaderTest {
    private static final String TIMEOUT =
            "[rank%d]:[E1122 10:18:45.545387726 ProcessGroupNCCL.cpp:689] [PG ID 0 PG GUID 0(default_pg) Rank %<d] Watchdog caught"
                    + " collective operation timeout: WorkNCCL(SeqNum=44, OpType=ALLREDUCE, NumelIn=4, NumelOut=4,"
                    + " Timeout(ms)=15000) ran for 15003 milliseconds before timing out.%n";

    @TempDir
    private Path folder;

    /** How a reader can fail. */
    private enum Failure {
        EXCEPTION(() -> new IllegalStateException("a bug")),
        DEEP_RECURSION(StackOverflowError::new),
        NO_MEMORY(OutOfMemoryError::new);

        private final Supplier<Throwable> made;

        Failure(Supplier<Throwable> made) {
            this.made = made;
        }

        private void raise() {
            Throwable failure = made.get();
            if (failure instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) failure;
        }
    }

    /** Fails at the files with its ending. */
    private record FailingReader(Failure failure, boolean early) implements SourceReader {
        @Override
        public String formatName() {
            return "failing";
        }

        @Override
        public boolean recognizes(Path file, byte[] head) {
            boolean recognized = file.toString().endsWith(".bad");
            if (recognized && early) {
                failure.raise();
            }
            return recognized;
        }

        @Override
        public List<ProcessSource> open(Path file) {
            failure.raise();
            return List.of();
        }
    }

    private ReadResult read(Failure failure, boolean early) throws IOException {
        Files.writeString(folder.resolve("rank0.bad"), "anything");
        Files.writeString(folder.resolve("console.log"), TIMEOUT.formatted(1) + TIMEOUT.formatted(2));
        return new JobReader(-1, InputRules.DEFAULT, Progress.NONE, budget -> {
                    List<SourceReader> readers = new ArrayList<>(JobReader.readers(budget, InputLimits.DEFAULT));
                    readers.add(0, new FailingReader(failure, early));
                    return readers;
                })
                .read(List.of(folder));
    }

    @ParameterizedTest
    @EnumSource
    void costsThatFileAlone(Failure failure) throws IOException {
        assertOnlyOneFileIsLost(read(failure, false), failure);
    }

    @Test
    void costsThatFileAloneWhileItIsExamined() throws IOException {
        assertOnlyOneFileIsLost(read(Failure.EXCEPTION, true), Failure.EXCEPTION);
    }

    private void assertOnlyOneFileIsLost(ReadResult result, Failure failure) {
        assertEquals(1, result.jobs().size());
        Unreadable lost = result.unreadable().stream()
                .filter(file -> file.file().equals(folder.resolve("rank0.bad").toString()))
                .findFirst()
                .orElseThrow();
        String expected =
                failure == Failure.NO_MEMORY ? "it does not fit into memory" : "a bug in rollcall: please report";
        assertTrue(lost.reason().startsWith(expected), lost::reason);
    }
}
