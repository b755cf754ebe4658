package dev.rollcall.analyzer.input.console;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.input.console.ConsoleDamage.Line;
import dev.rollcall.analyzer.input.job.JobReader;
import dev.rollcall.analyzer.input.job.LoadedJob;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Consoles that {@code torchrun} printed of real jobs, with damage to the lines of each rank, and to the launcher's: no innocent rank is a
 * culprit, and no hang is health.
 */
class DamagedConsolesTest {
    private static final Path CORPUS = Path.of("src/test/resources/corpus/torchrun");
    private static final long SEED = Long.getLong("rollcall.seed", 20_261_123);
    private static final Pattern RANK = Pattern.compile("^\\[rank(\\d+)\\]:");
    private static final String STACK = "Stack trace of the failed collective";

    @TempDir
    private Path folder;

    /** Returns the lines of a console; the frames of a stack have no rank before them and are of the rank that wrote its first line. */
    private static List<Line> lines(Path console) throws IOException {
        List<Line> lines = new ArrayList<>();
        int ofStack = -1;
        for (String text : Files.readAllLines(console)) {
            Matcher prefix = RANK.matcher(text);
            boolean frame = text.startsWith("#") || text.isBlank();
            int rank = prefix.find() ? Integer.parseInt(prefix.group(1)) : frame ? ofStack : -1;
            ofStack = frame || text.contains(STACK) ? rank : -1;
            lines.add(new Line(rank, text));
        }
        return lines;
    }

    /** Returns the ranks that any evidence of a job may show as culprits. */
    private static Set<Integer> guilty(JsonNode truth) {
        Set<Integer> guilty = new HashSet<>();
        for (String evidence : List.of("console", "all")) {
            truth.get(evidence).forEach(ranks -> ranks.forEach(rank -> guilty.add(rank.asInt())));
        }
        return guilty;
    }

    private void assertNoInnocentCulprit(List<String> lines, Set<Integer> guilty, String what) throws IOException {
        Files.write(folder.resolve("console.log"), lines);
        for (LoadedJob loaded : new JobReader(-1).read(List.of(folder)).jobs()) {
            Verdict verdict = new Diagnosis().of(loaded.job());
            assertTrue(guilty.containsAll(verdict.culprits()), () -> what + ": " + verdict.summary());
            assertFalse(
                    Set.of(Outcome.HEALTHY, Outcome.PROGRESSING).contains(verdict.outcome()),
                    () -> what + ": " + verdict.summary());
        }
    }

    @ParameterizedTest
    @EnumSource
    void accuseNoInnocentRank(ConsoleDamage damage) throws IOException {
        Random random = new Random(SEED);
        JsonNode truths =
                new ObjectMapper().readTree(CORPUS.resolve("truth.json").toFile());
        for (Map.Entry<String, JsonNode> job : truths.properties()) {
            List<Line> lines = lines(CORPUS.resolve(job.getKey()).resolve("console.log"));
            for (int rank : lines.stream().map(Line::rank).distinct().toList()) {
                assertNoInnocentCulprit(
                        damage.of(lines, rank, random),
                        guilty(job.getValue()),
                        "seed " + SEED + ", " + job.getKey() + ", rank " + rank + " " + damage);
            }
        }
    }
}
