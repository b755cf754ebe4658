package dev.rollcall.analyzer.input;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.trace.CommunicatorWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names of communicators that the sources do not name; logs never do. */
class CommunicatorNamesTest {
    private static final int WORLD = 2;

    @TempDir
    Path folder;

    private List<String> names(String first, String second) throws IOException {
        TraceFolder traces = new TraceFolder(folder);
        for (int number = 0; number < WORLD; number++) {
            try (RecordedRank rank = traces.rank(number, WORLD)) {
                CommunicatorWriter one = rank.join("store-1", first, number, WORLD);
                CommunicatorWriter other = rank.join("store-2", second, number, WORLD);
                rank.steps(one, 2).steps(other, 2).alive(1);
            }
        }
        return traces.onlyJob().communicators().stream().map(Communicator::name).toList();
    }

    @Test
    void namesOnlyOneCommunicatorOfAllRanksWorld() throws IOException {
        assertEquals(List.of("world", "group 2"), names("", ""));
    }

    @Test
    void keepsTheNamesThatTheSourcesGive() throws IOException {
        assertEquals(List.of("world", "group 2"), names("world", ""));
    }

    /** Frameworks give all groups of one kind the same name. */
    @Test
    void addsTheRanksToEqualNames() throws IOException {
        int world = 6;
        TraceFolder traces = new TraceFolder(folder);
        for (int number = 0; number < world; number++) {
            try (RecordedRank rank = traces.rank(number, world)) {
                int half = number / 3;
                CommunicatorWriter all = rank.join("store-0", "world", number, world);
                CommunicatorWriter own = rank.join("store-" + (1 + half), "tensor", number % 3, 3);
                rank.steps(all, 2).steps(own, 2).alive(1);
            }
        }

        assertEquals(
                List.of("world", "tensor (ranks 0–2)", "tensor (ranks 3–5)"),
                traces.onlyJob().communicators().stream()
                        .map(Communicator::name)
                        .sorted(Comparator.comparing(name -> name.startsWith("tensor")))
                        .toList());
    }
}
