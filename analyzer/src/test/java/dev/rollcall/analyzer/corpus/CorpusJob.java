package dev.rollcall.analyzer.corpus;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.input.job.JobReader;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** One recorded job of the corpus, and its ground truth. */
record CorpusJob(Path folder, JsonNode truth) {

    /** Returns the jobs of one folder of the corpus. */
    static List<CorpusJob> of(String source) throws IOException {
        Path folder = Path.of("src/test/resources/corpus", source);
        JsonNode truths =
                new ObjectMapper().readTree(folder.resolve("truth.json").toFile());
        List<CorpusJob> jobs = new ArrayList<>();
        truths.properties().forEach(job -> jobs.add(new CorpusJob(folder.resolve(job.getKey()), job.getValue())));
        return jobs;
    }

    /** Returns the ranks' files, without those in subfolders and the RAS reports. */
    List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !file.getFileName().toString().startsWith("ras."))
                    .sorted()
                    .toList();
        }
    }

    static Verdict verdict(List<Path> files) {
        Path ras = files.get(0).resolveSibling("ras.json");
        List<Path> given = Files.exists(ras)
                ? Stream.concat(files.stream(), Stream.of(ras)).toList()
                : files;
        return new Diagnosis().of(new JobReader(-1).read(given).jobs().get(0).job());
    }

    /** Returns what a verdict gets wrong; empty if nothing. */
    String miss(Verdict verdict) {
        List<String> verdicts = texts(truth.get("verdict"));
        if (!verdicts.contains(verdict.outcome().id())) {
            return verdict.outcome().id() + " instead of " + verdicts + ": " + verdict.summary();
        }
        if (!culprits().contains(verdict.culprits())) {
            return "names " + verdict.culprits() + " instead of " + culprits() + ": " + verdict.summary();
        }
        List<String> causes = texts(truth.get("causes"));
        String cause = verdict.findings().isEmpty()
                ? ""
                : verdict.findings().get(0).cause().id();
        return verdict.culprits().isEmpty() || causes.isEmpty() || causes.contains(cause)
                ? ""
                : "says " + cause + " instead of " + causes;
    }

    /** Returns the ranks that a verdict accuses and no ground truth does. */
    Set<Integer> innocents(Verdict verdict) {
        Set<Integer> accused = new TreeSet<>(verdict.culprits());
        culprits().forEach(accused::removeAll);
        return accused;
    }

    /** Returns whether a verdict says at most what the ground truth does. */
    boolean fair(Verdict verdict) {
        return innocents(verdict).isEmpty()
                && (verdict.outcome() == Outcome.INCONCLUSIVE
                        || texts(truth.get("verdict"))
                                .contains(verdict.outcome().id()));
    }

    /** Returns whether a rank is to blame, whatever the source shows. */
    boolean blames() {
        return texts(truth.get("verdict")).equals(List.of("desync"));
    }

    /** Returns whether the ground truth blames some rank, but never this one, by the order of the files. */
    boolean namesOnlyOthersThan(int rank) {
        return blames() && culprits().stream().noneMatch(blamed -> blamed.contains(rank));
    }

    /** Returns the only rank to blame, by the order of the files; -1 if there are none or several. */
    int onlyCulprit() {
        return blames() && culprits().size() == 1 && culprits().get(0).size() == 1
                ? culprits().get(0).get(0)
                : -1;
    }

    private List<List<Integer>> culprits() {
        return StreamSupport.stream(truth.get("culprits").spliterator(), false)
                .map(list -> StreamSupport.stream(list.spliterator(), false)
                        .map(JsonNode::asInt)
                        .toList())
                .toList();
    }

    private static List<String> texts(JsonNode node) {
        return node.isTextual()
                ? List.of(node.asText())
                : StreamSupport.stream(node.spliterator(), false)
                        .map(JsonNode::asText)
                        .toList();
    }

    @Override
    public String toString() {
        return folder.getParent().getFileName() + "/" + folder.getFileName();
    }
}
