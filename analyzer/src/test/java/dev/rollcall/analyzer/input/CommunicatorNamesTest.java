package dev.rollcall.analyzer.input;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.trace.CommunicatorWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What communicators are called that their sources give no name, as logs never do. */
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
    void namesOneOfSeveralThatAllRanksShareTheWorld() throws IOException {
        assertEquals(List.of("world", "group 2"), names("", ""));
    }

    @Test
    void keepsTheNamesThatTheSourcesGive() throws IOException {
        assertEquals(List.of("world", "group 2"), names("world", ""));
    }
}
