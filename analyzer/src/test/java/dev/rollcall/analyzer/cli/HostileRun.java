package dev.rollcall.analyzer.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Analyzes and scans the files of a job beside hostile files, one after the other and then all together, in one JVM: {@code JOB SCRATCH
 * [WHAT]}. Prints for each whether the verdict and the finding are the same as without it, the processor time, and below it, indented,
 * what the coverages say.
 *
 * <p>One may cost twice the time of the job alone and two seconds; all together, what they cost one by one. Processor time does not
 * depend on other load. A coverage names a source once; what is not read of one alone is named when all are together.
 */
final class HostileRun {
    private static final String CODE = """
            import torch.distributed as dist
            def main():
                rank = dist.get_rank()
                if rank == 0:
                    dist.barrier()
            main()
            """;

    private static final long LIMIT_MILLIS = 2_000;

    /** What stands for all inputs in one folder. */
    static final String TOGETHER = "all together";

    /** How a line of a coverage begins. */
    static final String COVERAGE = "  ";

    private static final Pattern NOT_READ = Pattern.compile("rollcall: not read: (.*?): (.*)");
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path job;
    private final Path scratch;
    private Answer expected;
    private int bad;

    private HostileRun(Path job, Path scratch) {
        this.job = job;
        this.scratch = scratch;
    }

    public static void main(String[] args) throws Exception {
        Pattern what = Pattern.compile(args.length > 2 ? args[2] : "");
        Map<String, HostileFiles.Maker> chosen = HostileFiles.all();
        chosen.keySet().removeIf(each -> !what.matcher(each).find());
        int bad = new HostileRun(Path.of(args[0]), Path.of(args[1])).run(chosen);
        System.out.println(bad + " bad");
        System.exit(bad == 0 ? 0 : 1);
    }

    private int run(Map<String, HostileFiles.Maker> chosen) throws Exception {
        // As a user's command is, the first one is cold.
        expected = answer(copy(job, scratch.resolve("alone")));
        System.out.println("alone\t" + expected.result + "\t" + expected.millis + " ms");
        long sum = 0;
        Set<String> lost = new TreeSet<>();
        for (Map.Entry<String, HostileFiles.Maker> each : chosen.entrySet()) {
            Answer answer =
                    beside(each.getKey(), List.of(each.getValue()), 2 * expected.millis + LIMIT_MILLIS, Set.of());
            sum += answer.millis;
            lost.addAll(answer.lost);
        }
        beside(TOGETHER, chosen.values(), sum, lost);
        return bad;
    }

    private Answer beside(String what, Collection<HostileFiles.Maker> makers, long limit, Set<String> lost)
            throws Exception {
        Path folder = copy(job, scratch.resolve("beside"));
        for (HostileFiles.Maker maker : makers) {
            maker.write(folder);
        }
        Answer answer = answer(folder);
        Set<String> unnamed = new TreeSet<>(lost);
        unnamed.removeAll(answer.named);
        List<String> flaws = new ArrayList<>();
        if (!answer.result.equals(expected.result)) {
            flaws.add("DIFFERS: " + answer.result);
        }
        if (answer.millis > limit) {
            flaws.add("SLOW: more than " + limit + " ms");
        }
        if (!answer.namedTwice.isEmpty()) {
            flaws.add("NAMED TWICE: " + answer.namedTwice);
        }
        if (!unnamed.isEmpty()) {
            flaws.add("NOT NAMED: " + unnamed);
        }
        bad += flaws.isEmpty() ? 0 : 1;
        System.out.println(what + "\t" + (flaws.isEmpty() ? "same" : flaws) + "\t" + answer.millis + " ms");
        answer.coverage.forEach(line -> System.out.println(COVERAGE + line));
        delete(folder);
        return answer;
    }

    private static long millis() {
        return SYSTEM.getProcessCpuTime() / 1_000_000;
    }

    private static Path copy(Path job, Path folder) throws IOException {
        Files.createDirectories(folder);
        try (Stream<Path> files = Files.list(job)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, folder.resolve(file.getFileName()));
            }
        }
        Files.writeString(folder.resolve("train.py"), CODE);
        return folder;
    }

    private static void delete(Path folder) throws IOException, InterruptedException {
        new ProcessBuilder("rm", "-rf", folder.toString()).inheritIO().start().waitFor();
    }

    /** What a user learns of a folder. */
    private static final class Answer {
        /** The verdict, and what the scan finds in the code. */
        private String result = "";

        private long millis;

        /** What is named as left out, each with the reason. */
        private final Set<String> coverage = new LinkedHashSet<>();

        /** The names of what could not be read, or not all of it. */
        private final Set<String> lost = new TreeSet<>();

        /** These, and the names of what was read and not used. */
        private final Set<String> named = new TreeSet<>();

        private final Set<String> namedTwice = new TreeSet<>();

        /** Adds one coverage: of a job, or of the code. */
        private void add(String of, JsonNode unread, Path folder) {
            Set<String> names = new TreeSet<>();
            for (JsonNode each : unread) {
                String name = each.get("file").asText().replace(folder + "/", "");
                coverage.add(of + name + ": " + each.get("reason").asText());
                if (!each.path("kind").asText().equals("left-aside")) {
                    lost.add(name);
                }
                named.add(name);
                if (!names.add(name)) {
                    namedTwice.add(name);
                }
            }
        }
    }

    private static Answer answer(Path folder) throws IOException {
        List<Object> words = new ArrayList<>(
                List.of("analyze", "--format", "json", folder, "--source", folder, "--classes", folder));
        try (Stream<Path> files = Files.list(folder)) {
            files.filter(file -> file.toString().matches(".*\\.(jar|class)"))
                    .sorted()
                    .forEach(file -> {
                        words.add("--classes");
                        words.add(file);
                    });
        }
        Answer answer = new Answer();
        long begun = millis();
        CommandLineRun analysis = CommandLineRun.of(words.toArray());
        CommandLineRun scan = CommandLineRun.of("scan", "--format", "json", folder);
        answer.millis = millis() - begun;
        if (analysis.out().isEmpty() || scan.out().isEmpty()) {
            answer.result = analysis.err() + scan.err();
            return answer;
        }
        JsonNode root = JSON.readTree(analysis.out());
        JsonNode first = root.has("jobs") ? root.get("jobs").get(0) : root;
        answer.result = analysis.exitCode() + " " + first.get("verdict") + " " + first.get("culprits") + " "
                + first.get("suspects");
        for (JsonNode job : root.has("jobs") ? root.get("jobs") : List.of(root)) {
            answer.add("", job.get("coverage").get("unreadable"), folder);
        }
        Matcher unread = NOT_READ.matcher(analysis.err());
        while (unread.find()) {
            String name = unread.group(1).replace(folder + "/", "");
            answer.coverage.add(name + ": " + unread.group(2));
            answer.lost.add(name);
            answer.named.add(name);
        }
        JsonNode code = JSON.readTree(scan.out());
        for (JsonNode finding : code.get("findings")) {
            if (finding.get("file").asText().endsWith("train.py")) {
                answer.result += " " + finding.get("line") + " " + finding.get("cause");
            }
        }
        answer.add("scan: ", code.get("coverage").get("unread"), folder);
        return answer;
    }
}
