package dev.rollcall.analyzer.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Analyzes and scans the files of a job beside hostile files, one after the other, in one JVM, and prints for each whether the verdict
 * and the finding are the same as without it, the processor time, and what the coverage says: {@code JOB SCRATCH [WHAT]}.
 *
 * <p>The limits are those of the requirement: twice the time and two seconds. Processor time does not depend on other load.
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
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final ObjectMapper JSON = new ObjectMapper();

    private HostileRun() {}

    public static void main(String[] args) throws Exception {
        Path job = copy(Path.of(args[0]), Path.of(args[1], "alone"));
        // As a user's command is, the first one is cold.
        long begun = millis();
        String expected = answer(job).result;
        long limit = 2 * (millis() - begun) + LIMIT_MILLIS;
        System.out.println("alone\t" + expected + "\t" + (limit - LIMIT_MILLIS) / 2 + " ms");
        int bad = 0;
        for (Map.Entry<String, HostileFiles.Maker> each : HostileFiles.all().entrySet()) {
            if (args.length > 2
                    && !Pattern.compile(args[2]).matcher(each.getKey()).find()) {
                continue;
            }
            Path folder = copy(Path.of(args[0]), Path.of(args[1], "beside"));
            each.getValue().write(folder);
            long start = millis();
            Answer answer = answer(folder);
            long used = millis() - start;
            String state = !answer.result.equals(expected) ? "DIFFERS" : used > limit ? "SLOW" : "same";
            bad += state.equals("same") ? 0 : 1;
            System.out.println(each.getKey() + "\t" + state + "\t" + used + " ms\t"
                    + (state.equals("DIFFERS") ? answer.result : "") + "\t" + answer.coverage);
            delete(folder);
        }
        System.out.println(bad + " bad");
        System.exit(bad == 0 ? 0 : 1);
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

    /**
     * What a user learns.
     *
     * @param result the verdict and what the scan finds in the code
     * @param coverage what is named as left out
     */
    private record Answer(String result, String coverage) {}

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
        CommandLineRun analysis = CommandLineRun.of(words.toArray());
        CommandLineRun scan = CommandLineRun.of("scan", "--format", "json", folder);
        if (analysis.out().isEmpty() || scan.out().isEmpty()) {
            return new Answer(analysis.err() + scan.err(), "");
        }
        JsonNode root = JSON.readTree(analysis.out());
        JsonNode first = root.has("jobs") ? root.get("jobs").get(0) : root;
        List<String> found = new ArrayList<>();
        for (JsonNode finding : JSON.readTree(scan.out()).get("findings")) {
            if (finding.get("file").asText().endsWith("train.py")) {
                found.add(finding.get("line") + " " + finding.get("cause"));
            }
        }
        return new Answer(
                analysis.exitCode() + " " + first.get("verdict") + " " + first.get("culprits") + " "
                        + first.get("suspects") + " " + found,
                first.get("coverage").get("unreadable") + " "
                        + JSON.readTree(scan.out()).get("unread") + " "
                        + new String(analysis.err().getBytes(StandardCharsets.UTF_8), StandardCharsets.US_ASCII)
                                .strip());
    }
}
