package dev.rollcall.samples.generate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rollcall.trace.CallEvent;
import dev.rollcall.trace.EndEvent;
import dev.rollcall.trace.Event;
import dev.rollcall.trace.EventCursor;
import dev.rollcall.trace.Operation;
import dev.rollcall.trace.TraceReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GenerateTest {

    @TempDir
    private Path folder;

    private List<Path> generate(String name, String... options) throws Exception {
        List<String> all = new ArrayList<>(List.of(options));
        all.addAll(List.of("--out", folder.resolve(name).toString()));
        GenerateOptions parsed = GenerateOptions.parse(all.toArray(String[]::new));
        GenerateCommand.write(parsed.scenario(), parsed.evidence(), parsed.out(), parsed.rings());
        try (Stream<Path> files = Files.list(parsed.out())) {
            return files.sorted().toList();
        }
    }

    private static List<Event> events(Path trace) throws IOException {
        List<Event> events = new ArrayList<>();
        for (EventCursor cursor = TraceReader.open(trace).calls().cursor(); cursor.next(); ) {
            events.add(cursor.event());
        }
        return events;
    }

    private static List<CallEvent> calls(Path trace) throws IOException {
        return events(trace).stream()
                .filter(CallEvent.class::isInstance)
                .map(CallEvent.class::cast)
                .toList();
    }

    @Test
    void givesTheSameBytesForTheSameOptions() throws Exception {
        String[] options = {"--layout", "2x2x2", "--fault", "skipped", "--seed", "4"};
        List<Path> once = generate("once", options);
        List<Path> again = generate("again", options);

        assertEquals(8, once.size());
        for (int i = 0; i < once.size(); i++) {
            assertEquals(once.get(i).getFileName(), again.get(i).getFileName());
            assertArrayEquals(Files.readAllBytes(once.get(i)), Files.readAllBytes(again.get(i)));
        }
    }

    @Test
    void completesEveryCallOfAHealthyJob() throws Exception {
        for (Path trace : generate("job", "--layout", "2x2x2")) {
            assertTrue(calls(trace).stream().allMatch(CallEvent::completed));
            assertTrue(TraceReader.open(trace).closed());
        }
    }

    @Test
    void leavesPendingWhatTheCulpritKeepsFromEnding() throws Exception {
        List<Path> traces = generate("job", "--fault", "stuck-outside", "--rank", "3", "--on", "world");
        List<CallEvent> stuck = calls(traces.get(3));
        List<CallEvent> waiting = calls(traces.get(0));

        assertEquals(stuck.size() + 1, waiting.size());
        assertTrue(stuck.stream().allMatch(CallEvent::completed));
        assertTrue(waiting.get(waiting.size() - 1).pending());
        assertEquals(Operation.ALL_REDUCE, waiting.get(waiting.size() - 1).operation());
        assertFalse(TraceReader.open(traces.get(0)).closed(), "it was ended from outside");
    }

    @Test
    void recordsHowTheCulpritEnded() throws Exception {
        Path trace = generate("job", "--fault", "crash", "--rank", "5").get(5);

        EndEvent end = events(trace).stream()
                .filter(EndEvent.class::isInstance)
                .map(EndEvent.class::cast)
                .findFirst()
                .orElseThrow();
        TraceReader reader = TraceReader.open(trace);
        assertEquals("loss is NaN", reader.string(end.text()));
        assertEquals(104, reader.stack(end.stack()).get(0).line());
    }

    @Test
    void keepsTheNewestCallsWhereRingsAreSmall() throws Exception {
        Path whole = generate("whole", "--steps", "40").get(0);
        Path wrapped = generate("wrapped", "--steps", "40", "--slots", "64").get(0);

        List<CallEvent> all = calls(whole);
        List<CallEvent> newest = calls(wrapped);
        assertTrue(newest.size() < 64);
        assertEquals(
                all.subList(all.size() - newest.size(), all.size()).stream()
                        .map(CallEvent::enqueued)
                        .toList(),
                newest.stream().map(CallEvent::enqueued).toList());
    }

    @Test
    void writesDumpsThatPythonLoads() throws Exception {
        Path dump = generate("job", "--format", "pytorch", "--layout", "2x2x2", "--fault", "skipped")
                .get(0);
        String script = "import pickle,sys; d = pickle.load(open(sys.argv[1], 'rb')); e = d['entries'][-1];"
                + " print(d['version'], d['pg_config']['0']['ranks'], e['process_group'][0], e['is_p2p'],"
                + " e['frames'][-1]['line'], len(d['entries']) == e['record_id'] + 1)";
        Process python;
        try {
            python = new ProcessBuilder("python3", "-c", script, dump.toString())
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException none) {
            assumeTrue(false, "there is no python3 to load a dump");
            return;
        }
        String said = new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertEquals(0, python.waitFor(), said);
        assertEquals("2.10 [0, 1, 2, 3, 4, 5, 6, 7] 0 False 14 True", said.strip());
    }

    @Test
    void leavesNoDumpOfARankThatIsGone() throws Exception {
        List<Path> dumps = generate("job", "--format", "pytorch", "--fault", "kill", "--rank", "3");

        assertEquals(7, dumps.size());
        assertFalse(Files.exists(dumps.get(0).resolveSibling("nccl_trace_rank_3")));
    }

    @Test
    void refusesAFolderThatHoldsSomething() throws Exception {
        generate("job");

        IOException refused = assertThrows(IOException.class, () -> generate("job"));
        assertTrue(refused.getMessage().contains("is not empty"), refused.getMessage());
    }
}
