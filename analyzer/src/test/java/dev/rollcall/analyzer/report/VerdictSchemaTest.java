package dev.rollcall.analyzer.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.input.job.JobReader;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Coverage;
import dev.rollcall.analyzer.model.DeviceRecord;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.HeldBuffers;
import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.RetainedMemory;
import dev.rollcall.analyzer.report.view.RankState;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Severity;
import dev.rollcall.analyzer.verdict.Verdict;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Holds the JSON of verdicts to docs/verdict.schema.json. */
class VerdictSchemaTest {
    private static final Path CORPUS = Path.of("src/test/resources/corpus");
    private static final JsonNode SOURCE = read(Path.of("../docs/verdict.schema.json"));
    private static final SchemaRegistry REGISTRY =
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
    private static final Schema SCHEMA = REGISTRY.getSchema(SOURCE);

    private static JsonNode read(Path file) {
        try {
            return new ObjectMapper().readTree(file.toFile());
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static JsonNode json(List<Verdict> verdicts) throws IOException {
        StringWriter out = new StringWriter();
        JsonReport.write(verdicts, out);
        return new ObjectMapper().readTree(out.toString());
    }

    private static void assertFits(JsonNode json) {
        assertEquals(
                List.of(), SCHEMA.validate(json).stream().map(Error::toString).toList());
    }

    private static List<Verdict> verdicts(Path path) {
        return new JobReader(-1)
                .read(List.of(path)).jobs().stream()
                        .map(loaded -> new Diagnosis().of(loaded.job()))
                        .toList();
    }

    static List<Verdict> examples() {
        return ExampleVerdicts.all();
    }

    static List<Path> recordedJobs() throws IOException {
        try (Stream<Path> folders = Files.walk(CORPUS, 2)) {
            List<Path> jobs = folders.filter(folder -> CORPUS.relativize(folder).getNameCount() == 2)
                    .filter(Files::isDirectory)
                    .sorted()
                    .toList();
            assertTrue(jobs.size() > 25, jobs::toString);
            return jobs;
        }
    }

    @Test
    void isItselfValid() {
        Schema dialect = REGISTRY.getSchema(SchemaLocation.of(SpecificationVersion.DRAFT_2020_12.getDialectId()));
        assertEquals(List.of(), dialect.validate(SOURCE));
    }

    @Test
    void isInTheProgram() throws IOException {
        assertEquals(SOURCE, new ObjectMapper().readTree(JsonReport.schema()));
    }

    @ParameterizedTest
    @MethodSource("examples")
    void fitsAnExample(Verdict verdict) throws IOException {
        assertFits(json(List.of(verdict)));
    }

    @ParameterizedTest
    @MethodSource("recordedJobs")
    void fitsARecordedJob(Path folder) throws IOException {
        assertFits(json(verdicts(folder)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "pytorch-fr", "nccl-log"})
    void fitsSeveralJobsInOnePlace(String folder) throws IOException {
        List<Verdict> verdicts = verdicts(CORPUS.resolve(folder));

        assertTrue(verdicts.size() > 10, () -> verdicts.size() + " jobs");
        assertFits(json(verdicts));
        assertFits(json(ExampleVerdicts.all()));
    }

    /** A field that the report gains must be added to the schema, too. */
    @Test
    void refusesAnUnknownFieldInEveryObject() throws IOException {
        for (List<Verdict> verdicts : List.of(ExampleVerdicts.all(), List.of(ExampleVerdicts.extraBarrier(4)))) {
            JsonNode json = json(verdicts);
            List<ObjectNode> objects = new ArrayList<>();
            collect(json, objects);
            assertTrue(objects.size() > 20);
            for (ObjectNode object : objects) {
                object.put("unknown", "");
                assertFalse(SCHEMA.validate(json).isEmpty(), object::toString);
                object.remove("unknown");
            }
            assertFits(json);
        }
    }

    private static void collect(JsonNode json, List<ObjectNode> objects) {
        if (json instanceof ObjectNode object) {
            objects.add(object);
        }
        json.forEach(each -> collect(each, objects));
    }

    @Test
    void refusesSuspectsBesideACulprit() throws IOException {
        ObjectNode json = (ObjectNode) json(List.of(ExampleVerdicts.extraBarrier(4)));
        json.putArray("suspects").add(1);

        assertFalse(SCHEMA.validate(json).isEmpty());
    }

    @Test
    void namesAllValuesOfEveryEnumeration() {
        assertNames("verdict/properties/verdict", Outcome.values(), Outcome::id);
        assertNames("finding/properties/cause", Cause.values(), Cause::id);
        assertNames("finding/properties/severity", Severity.values(), Severity::id);
        assertNames("position/properties/state", RankState.values(), RankState::id);
        assertNames("evidence/properties/call/properties/state", CallState.values(), VerdictSchemaTest::name);
        assertNames(
                "coverage/properties/unreadable/items/properties/kind",
                Coverage.Kind.values(),
                VerdictSchemaTest::name);
    }

    private static String name(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static <E> void assertNames(String place, E[] values, Function<E, String> id) {
        Set<String> names = new TreeSet<>();
        SOURCE.at("/$defs/" + place + "/enum").forEach(each -> names.add(each.asText()));
        assertEquals(new TreeSet<>(Arrays.stream(values).map(id).toList()), names, place);
    }

    @Test
    void hasTimesOfEveryYear() throws IOException {
        for (long time : new long[] {Call.NO_TIME + 1, 0, 1, Long.MAX_VALUE}) {
            Verdict verdict = ExampleVerdicts.missingDump();
            assertFits(json(List.of(new Verdict(
                    verdict.job(),
                    verdict.outcome(),
                    List.of(),
                    verdict.suspects(),
                    verdict.summary(),
                    verdict.detail(),
                    time,
                    verdict.findings()))));
        }
    }

    @Test
    void hasNoFieldThatIsNotDocumented() throws IOException {
        String page = Files.readString(Path.of("../docs/verdict.md"));
        Set<String> names = new TreeSet<>();
        properties(SOURCE, names);

        assertTrue(names.size() > 50, names::toString);
        names.forEach(name -> assertTrue(page.contains("`" + name + "`"), name));
    }

    private static void properties(JsonNode schema, Set<String> names) {
        schema.path("properties").fieldNames().forEachRemaining(names::add);
        schema.forEach(each -> properties(each, names));
    }

    @Test
    void describesHeldBuffers() throws IOException {
        HeldBuffers held = new HeldBuffers(
                0,
                "all_reduce",
                HeldBuffers.Use.INPUT,
                HeldBuffers.Holder.WORK,
                0,
                CallStack.UNKNOWN,
                List.of(new HeldBuffers.Moment(7, 6, 6 << 20, 7)),
                false);
        Rank rank = new Rank(
                0,
                "node0",
                100,
                List.of(),
                0,
                Ending.ALIVE,
                0,
                true,
                List.of(),
                List.of(),
                DeviceRecord.NONE,
                new RetainedMemory(List.of(held), null));
        Coverage coverage = new Coverage(1, 1, List.of(), List.of());
        Job job = new Job("job", List.of(rank), List.of(), new InternTable<>(), new InternTable<>(), coverage);
        JsonNode json = json(List.of(new Diagnosis().of(job)));
        assertFits(json);
        JsonNode moment = json.path("heldBuffers").path(0).path("moments").path(0);
        assertEquals(6, moment.path("buffers").asInt());
    }
}
