package dev.rollcall.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.ranks.Steps;
import dev.rollcall.trace.CallEvent;
import dev.rollcall.trace.Event;
import dev.rollcall.trace.RecordedEvent;
import dev.rollcall.trace.StepEvent;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The steps that an application marks through the API's jar. */
class RecordedStepsIT {
    @TempDir
    private Path folder;

    @Test
    void recordsAStepOnceBeforeItsFirstCall() throws Exception {
        try (Forked ranks = new Forked(folder)) {
            Forked.Result result = ranks.run(1, Steps.class).get(0);
            assertTrue(result.out().endsWith("done\n"), result.err());
            List<String> recorded = Traces.open(ranks.trace(0)).trace().calls().events().stream()
                    .map(RecordedEvent::event)
                    .map(RecordedStepsIT::described)
                    .filter(each -> !each.isEmpty())
                    .toList();
            assertEquals(
                    List.of("call", "step 1204", "call", "call", "step 1205", "call", "call", "step 99999", "call"),
                    recorded);
        }
    }

    @Test
    void doesNothingWithoutTheAgent() throws Exception {
        try (Forked ranks = new Forked(folder).withoutAgent()) {
            Forked.Result result = ranks.run(1, Steps.class).get(0);
            assertTrue(result.out().endsWith("done\n"), result.err());
        }
    }

    private static String described(Event event) {
        return event instanceof StepEvent step ? "step " + step.number() : event instanceof CallEvent ? "call" : "";
    }
}
