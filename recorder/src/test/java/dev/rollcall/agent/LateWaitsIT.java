package dev.rollcall.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.ranks.LateWaits;
import dev.rollcall.trace.CallEvent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Works that the agent does not watch, because the application has always waited for them. */
class LateWaitsIT {
    private static final int LAST = 20;
    private static final long LIMIT_MILLIS = 240_000;

    @TempDir
    private Path folder;

    @Test
    void recordsTheFailureOfAWorkWhoseTestOnlySaysThatItFinished() throws Exception {
        try (Forked ranks = new Forked(folder)) {
            Forked.Result asking = ranks.run(2, LateWaits.class, "asks").get(0);
            assertTrue(asking.out().endsWith("failed\n"), asking.err());
            Traces trace = Traces.open(ranks.trace(0));
            CallEvent last = trace.calls().get(LAST);
            assertEquals("world 21 all_reduce 4 f32 sum failed", trace.describe(last));
            String text = trace.trace().string(last.text());
            assertTrue(text.matches("(?s).*Connection (closed|reset) by peer.*"), text);
        }
    }

    @Test
    void recordsACallAsPendingOnceTheApplicationWaitsForIt() throws Exception {
        try (Forked ranks = new Forked(folder).options("hang=1s")) {
            ranks.start(2, LateWaits.class, "computes");
            String line = "in all_reduce, call 21 on world";
            String pending = "world 21 all_reduce 4 f32 sum pending";
            // On a slow machine the line may come while the application computes, before the call becomes unknown.
            long limit = System.currentTimeMillis() + LIMIT_MILLIS;
            while (!(ranks.err(0).contains(line) && last(ranks).equals(pending))
                    && System.currentTimeMillis() < limit) {
                Thread.sleep(100);
            }
            assertTrue(ranks.err(0).contains(line), ranks.err(0));
            assertEquals(pending, last(ranks));
        }
    }

    @Test
    void completesACallWhoseFirstWaitTimedOut() throws Exception {
        try (Forked ranks = new Forked(folder)) {
            List<Forked.Result> results = ranks.run(2, LateWaits.class, "retries");
            assertTrue(
                    results.get(0).out().endsWith("timed out\n"), results.get(0).err());
            Traces trace = Traces.open(ranks.trace(0));
            assertEquals(
                    "world 21 all_reduce 4 f32 sum completed",
                    trace.describe(trace.calls().get(LAST)));
        }
    }

    @Test
    void completesACallWhoseWaitTimedOutAndWasNotRepeated() throws Exception {
        try (Forked ranks = new Forked(folder)) {
            ranks.start(2, LateWaits.class, "gives up");
            String completed = "world 21 all_reduce 4 f32 sum completed";
            long limit = System.currentTimeMillis() + LIMIT_MILLIS;
            boolean ended = false;
            while (!ended && System.currentTimeMillis() < limit) {
                Thread.sleep(100);
                // The trace may not be complete until then.
                ended = Files.exists(folder.resolve("store-timed out"))
                        && last(ranks).equals(completed);
            }
            assertEquals(completed, last(ranks));
        }
    }

    private static String last(Forked ranks) throws Exception {
        Traces trace = Traces.open(ranks.trace(0));
        return trace.calls().size() <= LAST
                ? "no call yet"
                : trace.describe(trace.calls().get(LAST));
    }
}
