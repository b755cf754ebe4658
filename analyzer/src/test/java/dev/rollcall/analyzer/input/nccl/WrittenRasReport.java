package dev.rollcall.analyzer.input.nccl;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Writes the answer of NCCL's RAS service about one communicator of all ranks, in text and in JSON, as the service does. */
public final class WrittenRasReport {
    private static final List<String> COUNTED =
            List.of("Broadcast", "Reduce", "AllGather", "ReduceScatter", "AllReduce");

    /** More ranks with one count are not listed. */
    private static final double OUTLIERS = 0.25;

    private final int world;
    private final List<Map<String, Long>> calls = new ArrayList<>();
    private final TreeMap<Integer, Boolean> missing = new TreeMap<>();
    private final TreeMap<Integer, String> errors = new TreeMap<>();
    private final TreeMap<Integer, String> statuses = new TreeMap<>();
    private String time = "2026-11-20 22:20:32";

    /** Makes the report of a job whose ranks all launched so many all-reduces. */
    WrittenRasReport(int world, long calls) {
        this.world = world;
        for (int rank = 0; rank < world; rank++) {
            this.calls.add(new TreeMap<>(Map.of("AllReduce", calls)));
        }
    }

    /** Makes the report of a job of which one rank launched one all-reduce less than the others. */
    public static WrittenRasReport behind(int world, int rank) {
        return new WrittenRasReport(world, 650).launched(rank, "AllReduce", 649);
    }

    WrittenRasReport launched(int rank, String function, long count) {
        calls.get(rank).put(function, count);
        return this;
    }

    WrittenRasReport missing(int rank, boolean dead) {
        missing.put(rank, dead);
        return this;
    }

    /** Lets a rank report a system error. */
    WrittenRasReport systemError(int rank) {
        errors.put(rank, "System error");
        return this;
    }

    /** Gives the communicator of a rank a status, {@code ABORT} or {@code FINALIZE}. */
    WrittenRasReport status(int rank, String status) {
        statuses.put(rank, status);
        return this;
    }

    WrittenRasReport at(String other) {
        time = other;
        return this;
    }

    private static String process(int rank) {
        return "GPU " + rank % 8 + " managed by process " + (4000 + rank) + " on node 192.0.2." + (2 + rank / 8);
    }

    /** Adds the processes that did not answer, or those that are dead. */
    private void processes(boolean dead, String heading, String count, List<String> lines) {
        List<Integer> ranks = missing.entrySet().stream()
                .filter(each -> each.getValue() == dead)
                .map(Map.Entry::getKey)
                .toList();
        if (!ranks.isEmpty()) {
            lines.add(heading);
            lines.add(String.format(count, ranks.size()));
            ranks.forEach(rank -> lines.add(
                    "  Process " + (4000 + rank) + " on node 192.0.2." + (2 + rank / 8) + " managing GPU " + rank % 8));
            lines.add("");
        }
    }

    /**
     * Returns the text.
     *
     * @param version the version of NCCL; 2.24 counts the calls of all operations together
     */
    public List<String> text(String version) {
        List<String> lines = new ArrayList<>(List.of(
                "NCCL version " + version + " compiled with CUDA 12.8",
                "CUDA runtime version 12080, driver version 12080",
                "",
                "Job summary",
                "===========",
                "",
                "  Nodes  Processes         GPUs  Processes     GPUs",
                "(total)   per node  per process    (total)  (total)",
                String.format("%7d  %9d  %11d  %9d  %7d", Math.max(1, world / 8), Math.min(world, 8), 1, world, world),
                "",
                "Communicators... (0.00s)",
                "=============",
                "",
                "Group     Comms     Nodes     Ranks     Ranks     Ranks    Status  Errors",
                "    #  in group  per comm  per node  per comm  in group"));
        List<String> mismatches = mismatches(version.startsWith("2.24"));
        String kinds = mismatches.isEmpty() && missing.isEmpty() && errors.isEmpty() && statuses.isEmpty()
                ? "OK"
                : (missing.isEmpty() ? "" : "INCOMPLETE")
                        + (mismatches.isEmpty() || missing.isEmpty() ? "" : ",")
                        + (mismatches.isEmpty() ? "" : "MISMATCH");
        lines.add(String.format(
                "%5d  %8d  %8d  %8d  %8d  %8d  %8s  %6s",
                0,
                1,
                Math.max(1, world / 8),
                Math.min(world, 8),
                world,
                world,
                "RUNNING",
                kinds.isEmpty() ? "ERROR" : kinds));
        lines.addAll(List.of("", "Errors", "======", ""));
        processes(false, "INCOMPLETE", "  Missing communicator data from %d job processes", lines);
        processes(true, "DEAD", "  %d job processes are considered dead (unreachable via the RAS network)", lines);
        if (!missing.isEmpty()) {
            lines.add("#0-0 (0446e1b272e88fa2) INCOMPLETE");
            lines.add("  Missing communicator data from " + missing.size() + " rank" + (missing.size() > 1 ? "s" : ""));
            missing.keySet().forEach(rank -> lines.add("  Rank " + rank + " -- " + process(rank)));
            lines.add("");
        }
        if (!errors.isEmpty()) {
            lines.add("#0-0 (0446e1b272e88fa2) ERROR");
            lines.add("  Asynchronous errors on " + errors.size() + " ranks");
            lines.addAll(listed(" ranks reported ", " reported ", errors));
        }
        lines.addAll(List.of("Warnings", "========", ""));
        if (!mismatches.isEmpty() || !statuses.isEmpty()) {
            lines.add("#0-0 (0446e1b272e88fa2) MISMATCH");
            if (!statuses.isEmpty()) {
                lines.add("  Communicator ranks have different status");
                lines.add("  " + (world - statuses.size()) + " ranks have status RUNNING");
                lines.addAll(listed(" ranks have status ", " has status ", statuses));
            }
            lines.addAll(mismatches);
        }
        return lines;
    }

    /** Lists ranks with the same words. */
    private static List<String> listed(String many, String one, TreeMap<Integer, String> ranks) {
        List<String> lines = new ArrayList<>();
        if (ranks.size() > 1) {
            lines.add("  " + ranks.size() + many + ranks.firstEntry().getValue());
        }
        ranks.forEach((rank, word) ->
                lines.add("  Rank " + rank + (ranks.size() > 1 ? "" : one + word) + " -- " + process(rank)));
        lines.add("");
        return lines;
    }

    private List<String> mismatches(boolean together) {
        List<String> lines = new ArrayList<>();
        for (String function : together ? List.of("collective") : COUNTED) {
            Map<Long, TreeSet<Integer>> byCount = new LinkedHashMap<>();
            for (int rank = 0; rank < world; rank++) {
                if (!missing.containsKey(rank)) {
                    long count = together
                            ? calls.get(rank).values().stream()
                                    .mapToLong(Long::longValue)
                                    .sum()
                            : calls.get(rank).getOrDefault(function, 0L);
                    byCount.computeIfAbsent(count, any -> new TreeSet<>()).add(rank);
                }
            }
            if (byCount.size() > 1) {
                lines.add("  Communicator ranks have different " + function + " operation counts");
                byCount.entrySet().stream()
                        .sorted((one, other) ->
                                other.getValue().size() - one.getValue().size())
                        .forEach(group -> lines.addAll(group(group.getKey(), group.getValue())));
                lines.add("");
            }
        }
        return lines;
    }

    private List<String> group(long count, TreeSet<Integer> ranks) {
        List<String> lines = new ArrayList<>();
        String launched = count > 0 ? "launched up to operation " + count : "not launched any operations";
        if (ranks.size() == 1) {
            lines.add("  Rank " + ranks.first() + " has " + launched + " -- " + process(ranks.first()));
        } else {
            lines.add("  " + ranks.size() + " ranks have " + launched);
            if (ranks.size() <= OUTLIERS * world) {
                ranks.forEach(rank -> lines.add("  Rank " + rank + " -- " + process(rank)));
            }
        }
        return lines;
    }

    /** Returns the JSON, in which NCCL 2.28.9 leaves out the comma after {@code nvml_dev} of a missing rank. */
    public String json(boolean comma) {
        StringBuilder text = new StringBuilder("{\n  \"nccl_version\": \"2.28.9\",\n  \"timestamp\": \"" + time
                + "\",\n  \"communicators_count\": 1,\n  \"communicators\": [\n    {\n      \"hash\": \"0x446e1b272e88fa2\",\n"
                + "      \"size\": " + world + ",\n      \"ranks\": [");
        String separator = "";
        for (int rank = 0; rank < world; rank++) {
            if (!missing.containsKey(rank)) {
                text.append(separator).append(member(rank));
                text.append(",\n          \"status\": {\n            \"init_state\": 0,\n            \"async_error\": ")
                        .append(errors.containsKey(rank) ? 2 : 0)
                        .append(",\n            \"finalize_called\": ")
                        .append("FINALIZE".equals(statuses.get(rank)))
                        .append(",\n            \"destroy_flag\": false,\n            \"abort_flag\": ")
                        .append("ABORT".equals(statuses.get(rank)))
                        .append("\n          },\n          \"collective_counts\": {");
                for (String function : COUNTED) {
                    text.append(function.equals("Broadcast") ? "" : ",")
                            .append("\n            \"" + function + "\": "
                                    + calls.get(rank).getOrDefault(function, 0L));
                }
                text.append("\n          }\n        }");
                separator = ",";
            }
        }
        text.append("\n      ],\n      \"missing_ranks\": [");
        separator = "";
        for (Map.Entry<Integer, Boolean> each : missing.entrySet()) {
            text.append(separator)
                    .append(member(each.getKey()))
                    .append(comma ? "," : "")
                    .append("\n          \"status\": {\n            \"unresponsive\": " + !each.getValue()
                            + ",\n            \"considered_dead\": " + each.getValue() + "\n          }\n        }");
            separator = ",";
        }
        return text.append("\n      ]\n    }\n  ]\n}\n").toString();
    }

    private static String member(int rank) {
        return "\n        {\n          \"rank\": " + rank + ",\n          \"host\": \"192.0.2." + (2 + rank / 8)
                + "\",\n          \"pid\": " + (4000 + rank) + ",\n          \"cuda_dev\": " + rank % 8
                + ",\n          \"nvml_dev\": " + rank % 8;
    }
}
