package dev.rollcall.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.ranks.Refused;
import dev.rollcall.trace.CommunicatorEntry;
import dev.rollcall.trace.CommunicatorPhase;
import dev.rollcall.trace.GroupEvent;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Operations of c10d that Gloo does not implement. */
class RefusedIT {
    private static final String NO_GROUPS = "Backend gloo does not implement startCoalescing";
    private static final String NO_SHRINK = "Backend gloo does not support shrink";

    @TempDir
    private Path folder;

    @Test
    void recordsThatAGroupOfCallsAndAShrinkFailed() throws Exception {
        try (Forked ranks = new Forked(folder)) {
            for (Forked.Result result : ranks.run(2, Refused.class)) {
                assertEquals(0, result.exitCode(), result.err());
                List<String> said = result.out().lines().toList();
                assertEquals(
                        List.of(NO_GROUPS, "Backend gloo does not implement endCoalescing", NO_SHRINK),
                        said.subList(said.size() - 3, said.size()));
            }
            Traces survivor = Traces.open(ranks.trace(0));
            List<GroupEvent> groups = survivor.events(GroupEvent.class);
            assertEquals(
                    List.of(false, true), groups.stream().map(GroupEvent::end).toList());
            assertEquals(
                    "java.lang.RuntimeException: " + NO_GROUPS,
                    survivor.trace().string(groups.get(1).text()));
            CommunicatorEntry shrunk = survivor.trace().communicators().get(1);
            assertEquals(CommunicatorPhase.FAILED, shrunk.phase());
            assertEquals(List.of(0L), shrunk.members());
            assertEquals(0, shrunk.rank());
            assertEquals("java.lang.RuntimeException: " + NO_SHRINK, shrunk.failure());
            assertEquals(
                    List.of("world 1 all_reduce 4 f32 sum completed"),
                    survivor.calls().stream().map(survivor::describe).toList());
            assertEquals(0, survivor.calls().get(0).group());
            assertEquals(
                    1, Traces.open(ranks.trace(1)).trace().communicators().size(), "who is left out has no part in it");
        }
    }
}
