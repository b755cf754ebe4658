package dev.rollcall.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.ranks.Exhausted;
import dev.rollcall.trace.CallEvent;
import dev.rollcall.trace.LossKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job that makes calls with no stack or heap left for the hooks. */
class ExhaustionIT {
    private static final int AFTER = 10;

    @TempDir
    private Path folder;

    @Test
    void continuesAfterTheStackWasExhausted() throws Exception {
        assertContinues("stack", "-Xss320k");
    }

    @Test
    void continuesAfterTheHeapWasExhausted() throws Exception {
        assertContinues("heap", "-Xmx24m");
    }

    private void assertContinues(String what, String... jvm) throws Exception {
        Path calls = Files.writeString(folder.resolve("mine.calls"), """
                library mine
                class dev.rollcall.ranks.OwnLibrary
                  communicator     group  name rank size
                  call all_reduce  sum    input reduction
                  call broadcast   share  input root
                """);
        try (Forked process = new Forked(folder).options("slots=64,hang=200ms,calls=" + calls)) {
            for (String option : jvm) {
                process.jvm(option);
            }
            Forked.Result result = process.run(1, Exhausted.class, what).get(0);
            assertEquals(0, result.exitCode(), result.err());
            String[] words = result.out().strip().split(" ");
            long returned = Long.parseLong(words[1]) + AFTER;
            long threw = Long.parseLong(words[3]);
            Traces trace = Traces.open(process.trace(0));
            assertNull(trace.trace().stopped(), result.err());
            if (what.equals("stack")) {
                assertEquals("", result.foreignErr());
            }
            long missed = trace.trace().losses().getOrDefault(LossKind.CALLS_MISSED, 0L);
            long numbered = trace.trace().communicators().get(0).collectives().lastEnqueued();
            String details = result.out() + numbered + " numbered, " + missed + " missed\n" + result.err();
            assertTrue(returned <= numbered + missed && numbered <= returned + threw, details);
            long warnings = count(result, "; the trace counts what was missed");
            assertTrue(missed > 0 ? warnings == 1 : warnings <= 1, details);
            assertNull(trace.trace().communicators().get(0).collectives().carried(), details);
            assertTrue(trace.calls().stream().noneMatch(CallEvent::pending), details);
            List<CallEvent> after = trace.calls()
                    .subList(trace.calls().size() - AFTER, trace.calls().size());
            for (int i = 0; i < AFTER; i++) {
                assertEquals(
                        "everyone " + (numbered - AFTER + 1 + i) + " all_reduce 4 f32 sum completed",
                        trace.describe(after.get(i)),
                        details);
                assertEquals(
                        "world.sum(VALUES, \"SUM\");", trace.line(after.get(i).stack(), Exhausted.class));
            }
        }
    }

    private static long count(Forked.Result result, String words) {
        return result.own().stream().filter(line -> line.contains(words)).count();
    }
}
