package dev.rollcall.analyzer.input.console;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The ranks of Ray's workers. Ray's driver puts the pid of a worker before each of its lines, and Ray Train lists the pids with the
 * ranks when it starts the workers ({@code ray/train/_internal/backend_executor.py}, {@code train/v2/_internal/execution/worker_group}).
 * Not thread-safe.
 *
 * <pre>
 * (TrainController pid=5) - (node_id=3fa2, ip=10.0.0.3, pid=78) world_rank=1, local_rank=1, node_rank=0
 * (RayTrainWorker pid=78, ip=10.0.0.3) ValueError: bad
 * </pre>
 */
final class RayWorkers {
    /** In each line of the list. */
    static final String WORD = " world_rank=";

    private static final Pattern LISTED =
            Pattern.compile("\\bip=([^\\s,()]{1,253}), pid=(\\d{1,18})\\) world_rank=(\\d{1,7})\\b");

    private static final Pattern WRITER = Pattern.compile("(?:^|([^\\s,]{1,253}), )\\w*Worker\\w* pid=(\\d{1,18})$");

    /** The rank of each process, by address and pid; by the pid alone where one address has it, else -1. */
    private final Map<String, Integer> ranks = new HashMap<>();

    /** Adds a line that has the word. */
    void add(String text) {
        Matcher listed = LISTED.matcher(text);
        if (listed.find() && ranks.size() < 2 * ReportedRanks.MOST) {
            int rank = Integer.parseInt(listed.group(3));
            ranks.put(listed.group(1) + " " + listed.group(2), rank);
            ranks.merge(listed.group(2), rank, (known, other) -> known.equals(other) ? known : -1);
        }
    }

    /**
     * Returns the rank of a worker; -1 where unknown. The driver leaves out the address of workers beside it.
     *
     * @param writer as in {@link dev.rollcall.analyzer.input.text.TextLine}
     */
    int rank(String writer) {
        Matcher worker = ranks.isEmpty() || !writer.contains("pid=") ? null : WRITER.matcher(writer);
        if (worker == null || !worker.find()) {
            return -1;
        }
        String address = worker.group(1);
        return ranks.getOrDefault(address == null ? worker.group(2) : address + " " + worker.group(2), -1);
    }
}
