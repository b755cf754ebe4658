package dev.rollcall.analyzer.input.pytorch;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What one rank's flight recorder holds, in the words of PyTorch's format 2.10, with what a test changes in it. */
public final class RecordedDump {
    private static final long SECOND = 1_000_000_000;

    private final Map<String, Object> root = new LinkedHashMap<>();
    /** By name as text, which is how c10d keeps them. */
    private final Map<String, Object> groups = new TreeMap<>();

    private final Map<String, Object> status = new LinkedHashMap<>();
    private final List<Map<String, Object>> entries = new ArrayList<>();
    private final Map<String, Long> collectives = new HashMap<>();
    private final Map<String, Long> pointToPoint = new HashMap<>();
    private String backend = "nccl";
    private long now = 1_795_211_340L * SECOND;

    public RecordedDump() {
        root.put("version", "2.10");
        root.put("pg_config", groups);
        root.put("pg_status", status);
        root.put("entries", entries);
    }

    public RecordedDump version(String version) {
        root.put("version", version);
        return this;
    }

    public RecordedDump backend(String name) {
        backend = name;
        return this;
    }

    /** Sets the time of the next call, seconds since the epoch. */
    public RecordedDump at(long seconds) {
        now = seconds * SECOND;
        return this;
    }

    public RecordedDump group(String name, String description, Integer... ranks) {
        Map<String, Object> group = new LinkedHashMap<>();
        group.put("name", name);
        group.put("desc", description);
        group.put("ranks", Arrays.toString(ranks));
        groups.put(name, group);
        return this;
    }

    /** The group's status as c10d keeps it, by the process's own number of the group. */
    public RecordedDump status(String local, long enqueued, long completed) {
        status.put(
                local,
                Map.of(
                        "last_enqueued_collective", enqueued,
                        "last_started_collective", enqueued,
                        "last_completed_collective", completed));
        return this;
    }

    public RecordedDump completed(String group, String call, int line) {
        return call(group, call, 1024, "completed", line);
    }

    public RecordedDump pending(String group, String call, int line) {
        return call(group, call, 1024, "scheduled", line);
    }

    /** Adds a call; what has an arrow in its name is a send or a receive. */
    public RecordedDump call(String group, String call, long elements, String state, int line) {
        boolean sends = call.contains("->") || call.contains("<-");
        (sends ? pointToPoint : collectives).merge(group, 1L, Long::sum);
        now += SECOND / 100;
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("frames", frames(line));
        entry.put("record_id", entries.size());
        entry.put("pg_id", new ArrayList<>(groups.keySet()).indexOf(group));
        entry.put("process_group", List.of(group, ((Map<?, ?>) groups.get(group)).get("desc")));
        entry.put("collective_seq_id", collectives.getOrDefault(group, 0L));
        entry.put("p2p_seq_id", pointToPoint.getOrDefault(group, 0L));
        entry.put("op_id", entries.size() + 1);
        entry.put("profiling_name", backend + ":" + call);
        entry.put("time_created_ns", now);
        entry.put("input_sizes", List.of(List.of(elements)));
        entry.put("input_dtypes", List.of("Float"));
        entry.put("output_sizes", List.of(List.of(elements)));
        entry.put("output_dtypes", List.of("Float"));
        entry.put("state", state);
        entry.put("time_discovered_started_ns", null);
        entry.put("time_discovered_completed_ns", state.equals("completed") ? (Object) (now + SECOND / 1000) : null);
        entry.put("retired", state.equals("completed"));
        entry.put("timeout_ms", 600_000);
        entry.put("is_p2p", sends);
        entries.add(entry);
        return this;
    }

    /** Returns how many entries there are. */
    public int entries() {
        return entries.size();
    }

    /** Returns when the newest call was made, nanoseconds since the epoch. */
    public long created() {
        return (long) entries.get(entries.size() - 1).get("time_created_ns");
    }

    private static List<Object> frames(int line) {
        Map<String, Object> frame = new LinkedHashMap<>();
        frame.put("name", "step");
        frame.put("filename", "/app/train.py");
        frame.put("line", line);
        return List.of(frame);
    }

    /** Sets a field of the newest entry. */
    public RecordedDump with(String key, Object value) {
        entries.get(entries.size() - 1).put(key, value);
        return this;
    }

    /** Makes the newest call's end noted so many seconds after the call was made. */
    public RecordedDump endedAfter(long seconds) {
        Map<String, Object> entry = entries.get(entries.size() - 1);
        entry.put("time_discovered_completed_ns", (long) entry.get("time_created_ns") + seconds * SECOND);
        return this;
    }

    /**
     * Turns the dump into one of TorchComms' recorder: one counter from 0 for all calls, no peers, no status, and groups that are
     * described by the backend.
     */
    public RecordedDump torchComms() {
        root.put("comm_lib_version", "");
        status.clear();
        groups.values().forEach(group -> describe(group, backend));
        for (Map<String, Object> entry : entries) {
            String name = entry.get("profiling_name").toString();
            entry.put("profiling_name", name.replaceAll(" .*", ""));
            entry.put("collective_seq_id", entry.get("record_id"));
            entry.put("p2p_seq_id", 0);
            entry.put("is_p2p", false);
            entry.put("process_group", List.of(((List<?>) entry.get("process_group")).get(0), backend));
        }
        return this;
    }

    @SuppressWarnings("unchecked")
    private static void describe(Object group, String description) {
        ((Map<String, Object>) group).put("desc", description);
    }

    /** Takes a field out of every entry. */
    public RecordedDump without(String key) {
        entries.forEach(entry -> entry.remove(key));
        return this;
    }

    /** Leaves only the calls that are under way, as a dump does that is asked for those alone. */
    public RecordedDump onlyActive() {
        entries.removeIf(entry -> entry.get("state").equals("completed"));
        return this;
    }

    /** Leaves only the newest calls, so many, as a ring does that was overwritten. */
    public RecordedDump wrapped(int calls) {
        entries.subList(0, Math.max(0, entries.size() - calls)).clear();
        return this;
    }

    public Map<String, Object> root() {
        return root;
    }

    public Path pickle(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        return Files.write(file, Pickle.of(root));
    }

    public Path json(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        return Files.write(file, new ObjectMapper().writeValueAsBytes(root));
    }
}
