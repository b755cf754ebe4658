package dev.rollcall.analyzer.corpus;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.input.job.JobReader;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.verdict.Evidence;
import dev.rollcall.analyzer.verdict.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Consoles that {@code torchrun} printed of real jobs. */
class RecordedConsolesTest {
    private static final Path CORPUS = Path.of("src/test/resources/corpus/torchrun");

    static List<Path> consoles() throws IOException {
        try (Stream<Path> jobs = Files.list(CORPUS)) {
            return jobs.map(job -> job.resolve("console.log"))
                    .filter(Files::exists)
                    .sorted()
                    .toList();
        }
    }

    private static Job job(Path console) {
        return new JobReader(-1).read(List.of(console)).jobs().get(0).job();
    }

    private static boolean waits(Job job, int rank) {
        return job.communicators().stream()
                .map(communicator -> communicator.memberships().get(rank))
                .filter(Objects::nonNull)
                .map(Membership::collectives)
                .anyMatch(calls ->
                        calls.size() > 0 && calls.call(calls.size() - 1).state().pending());
    }

    /** A report that shows the calls of the others alone leaves its reader with nothing to look at. */
    @ParameterizedTest
    @MethodSource("consoles")
    void theFindingShowsTheCallsInWhichItsRanksAre(Path console) {
        Job job = job(console);
        Finding main = new Diagnosis().of(job).mainFinding();

        List<Integer> shown = main.evidence().stream().map(Evidence::rank).toList();
        for (int rank : main.ranks()) {
            assertTrue(!waits(job, rank) || shown.contains(rank), () -> rank + " of " + shown + ": " + main.summary());
        }
    }

    @ParameterizedTest
    @MethodSource("consoles")
    void nobodyIsAskedForStacksOfAJobThatHasEnded(Path console) {
        Job job = job(console);
        Finding main = new Diagnosis().of(job).mainFinding();

        String advice = main.settles() + main.remedy();
        assertTrue(job.launcher().ended());
        assertFalse(advice.replace("py-spy dump, while it hangs", "").contains("py-spy"), advice);
    }
}
