package dev.rollcall.analyzer.input;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.verdict.Verdict;
import dev.rollcall.trace.TraceReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The trace holds the position of each communicator's oldest pending call, which is stale if the writer was killed before it
 * updated it. No verdict depends on it.
 */
class StaleOldestPendingTest {
    private static final int WORLD = 3;
    private static final long PENDING = 5;

    /** Where docs/trace-format.md has the hint of the first communicator's collectives: header, lane, field. */
    private static final long HINT = 4096 + 128 + 24;

    @TempDir
    Path folder;

    private Verdict verdict() {
        return new Diagnosis().of(new TraceFolder(folder).onlyJob());
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    private static long hint(Path file) throws IOException {
        try (TraceReader reader = TraceReader.open(file)) {
            return reader.communicators().get(0).collectives().oldestPending();
        }
    }

    private void hint(long position) throws IOException {
        ByteBuffer word = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        word.putLong(0, position + 1);
        for (Path file : files()) {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                channel.write(word.rewind(), HINT);
            }
            assertEquals(position, hint(file));
        }
    }

    @Test
    void isWhereTheFormatSays() throws IOException {
        new TraceFolder(folder).hang(WORLD);
        for (Path file : files()) {
            assertEquals(PENDING, hint(file));
        }
        hint(0);
    }

    /** A call that has ended, none at all, one that was never made, and no position. */
    @ParameterizedTest
    @ValueSource(longs = {0, -1, 1_000_000, Long.MIN_VALUE})
    void changesNoVerdict(long stale) throws IOException {
        new TraceFolder(folder).hang(WORLD);
        Verdict before = verdict();
        assertEquals(
                List.of(0L), before.culprits().stream().map(Number::longValue).toList());
        hint(stale);
        assertEquals(before.summary(), verdict().summary());
        assertEquals(before.culprits(), verdict().culprits());
    }
}
