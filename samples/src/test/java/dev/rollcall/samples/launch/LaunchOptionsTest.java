package dev.rollcall.samples.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.samples.Sample;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.commons.cli.ParseException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LaunchOptionsTest {

    private static RunPlan parse(String line) throws ParseException {
        return LaunchOptions.parse(line.split(" "), new Installation(Path.of("home")));
    }

    @Test
    void takesFourRanksAndTheUsualCulpritByDefault() throws ParseException {
        RunPlan plan = parse("skipped-batch");

        assertEquals(Sample.SKIPPED_BATCH, plan.sample());
        assertEquals(4, plan.worldSize());
        assertEquals(2, plan.culprit());
        assertTrue(plan.folder().startsWith("home/samples/target/runs"), plan.folder()::toString);
    }

    @Test
    void takesOptionsBeforeAndAfterTheName() throws ParseException {
        RunPlan plan = parse("--ranks 6 order-swap --culprit 5 --hang 2s --steps 400 --agent slots=64 --agent stack=8");

        assertEquals(6, plan.worldSize());
        assertEquals(5, plan.culprit());
        assertEquals(400, plan.steps());
        assertEquals(Duration.ofSeconds(2), plan.hang());
        assertEquals(List.of("slots=64", "stack=8"), plan.agentOptions());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nope",
                "healthy straggler",
                "healthy --ranks 1",
                "healthy --ranks 2 --culprit 2",
                "healthy --ranks many",
                "healthy --wrong 1"
            })
    void refusesWhatMakesNoSense(String line) {
        assertThrows(ParseException.class, () -> parse(line));
    }
}
