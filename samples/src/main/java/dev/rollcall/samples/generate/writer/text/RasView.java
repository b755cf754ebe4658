package dev.rollcall.samples.generate.writer.text;

import dev.rollcall.samples.generate.writer.RankDamage;
import dev.rollcall.samples.generate.writer.SimulatedProcess;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What RAS of NCCL 2.28 prints about a job.
 *
 * @param job the job
 * @param damage what happens to one rank; if removed, its process does not answer
 * @param communicators the communicators of living processes
 */
record RasView(JobState job, RankDamage damage, List<RasCommunicator> communicators) {
    /** A group of ranks of at most this size is listed, if it is no larger than a quarter of all. */
    private static final int MOST_OUTLIERS = 10;

    private static final int OUTLIER_SHARE = 4;

    /** The line of the table that a communicator is counted in. */
    private record Line(int size, int nodes, boolean incomplete, boolean mismatch) {
        String errors() {
            if (incomplete) {
                return mismatch ? "INCOMPLETE,MISMATCH" : "INCOMPLETE";
            }
            return mismatch ? "MISMATCH" : "OK";
        }
    }

    /** Returns the output of {@code ncclras}. */
    String text() {
        StringBuilder text = new StringBuilder("NCCL version 2.28.9 compiled with CUDA 13.0\n"
                + "CUDA runtime version 13000, driver version 13000\n\nJob summary\n===========\n\n");
        summary(text);
        text.append("\nCommunicators... (0.00s)\n=============\n\n");
        Map<Line, List<RasCommunicator>> lines = lines();
        text.append("Group     Comms     Nodes     Ranks     Ranks     Ranks    Status  Errors\n")
                .append("    #  in group  per comm  per node  per comm  in group\n");
        int number = 0;
        for (Map.Entry<Line, List<RasCommunicator>> line : lines.entrySet()) {
            List<RasCommunicator> same = line.getValue();
            long ranks = same.stream()
                    .flatMap(communicator -> communicator.members().stream())
                    .map(RasCommunicator.Member::state)
                    .distinct()
                    .count();
            text.append(String.format(
                    Locale.ROOT,
                    "%5d  %8d  %8d  %8s  %8d  %8d  %8s  %6s\n",
                    number++,
                    same.size(),
                    line.getKey().nodes(),
                    perNode(same),
                    line.getKey().size(),
                    ranks,
                    "RUNNING",
                    line.getKey().errors()));
        }
        text.append("\nErrors\n======\n\n");
        incomplete(lines, text);
        text.append("Warnings\n========\n\n");
        mismatches(lines, text);
        return text.toString();
    }

    private List<SimulatedRankState> answering() {
        return job.ranks().stream()
                .filter(rank -> !rank.ended() && !damage.removes(rank.rank()))
                .toList();
    }

    private void summary(StringBuilder text) {
        Map<Integer, Integer> perNode = new TreeMap<>();
        job.ranks().forEach(rank -> perNode.merge(rank.process().node(), 1, Integer::sum));
        int world = job.ranks().size();
        if (perNode.values().stream().distinct().count() == 1) {
            text.append("  Nodes  Processes         GPUs  Processes     GPUs\n"
                    + "(total)   per node  per process    (total)  (total)\n");
            text.append(String.format(
                    Locale.ROOT, "%7d  %9d  %11d  %9d  %7d\n", perNode.size(), perNode.get(0), 1, world, world));
            return;
        }
        text.append("  Nodes  Processes         GPUs\n          per node  per process\n");
        Map<Integer, Long> nodes = new LinkedHashMap<>();
        perNode.values().forEach(processes -> nodes.merge(processes, 1L, Long::sum));
        nodes.forEach(
                (processes, count) -> text.append(String.format(Locale.ROOT, "%7d  %9d  %11d\n", count, processes, 1)));
        text.append("\n  Nodes  Processes         GPUs\n(total)    (total)      (total)\n");
        text.append(String.format(Locale.ROOT, "%7d  %9d  %11d\n", perNode.size(), world, world));
    }

    private Map<Line, List<RasCommunicator>> lines() {
        Map<Line, List<RasCommunicator>> lines = new LinkedHashMap<>();
        communicators.stream()
                .sorted(Comparator.comparing(RasCommunicator::size)
                        .thenComparing(communicator -> !communicator.missing().isEmpty())
                        .thenComparing(communicator -> communicator.differs())
                        .reversed())
                .forEach(communicator -> lines.computeIfAbsent(line(communicator), key -> new ArrayList<>())
                        .add(communicator));
        return lines;
    }

    private static Line line(RasCommunicator communicator) {
        return new Line(
                communicator.size(),
                nodes(communicator).size(),
                !communicator.missing().isEmpty(),
                communicator.differs());
    }

    private static Map<Integer, Integer> nodes(RasCommunicator communicator) {
        Map<Integer, Integer> nodes = new TreeMap<>();
        communicator
                .members()
                .forEach(member -> nodes.merge(member.state().process().node(), 1, Integer::sum));
        return nodes;
    }

    private static String perNode(List<RasCommunicator> same) {
        List<Integer> counts = same.stream()
                .flatMap(communicator -> nodes(communicator).values().stream())
                .sorted()
                .toList();
        int least = counts.get(0);
        int most = counts.get(counts.size() - 1);
        return least == most ? "" + least : least + "-" + most;
    }

    private void incomplete(Map<Line, List<RasCommunicator>> lines, StringBuilder text) {
        List<SimulatedRankState> silent =
                job.ranks().stream().filter(rank -> !answering().contains(rank)).toList();
        if (silent.isEmpty()) {
            return;
        }
        text.append("INCOMPLETE\n  Missing communicator data from ").append(silent.size());
        text.append(silent.size() > 1 ? " job processes\n\n" : " job process\n");
        if (silent.size() == 1) {
            SimulatedProcess process = silent.get(0).process();
            text.append("  Process ").append(process.pid()).append(" on node ").append(process.host());
            text.append(" managing GPU ").append(process.localRank()).append("\n\n");
        }
        each(lines, (name, communicator) -> {
            if (!communicator.missing().isEmpty()) {
                int count = communicator.missing().size();
                text.append(name)
                        .append(" INCOMPLETE\n  Missing communicator data from ")
                        .append(count);
                text.append(count > 1 ? " ranks\n" : " rank\n");
                if (count <= MOST_OUTLIERS) {
                    for (int rank : communicator.missing()) {
                        int global = communicator.group().members()[rank];
                        text.append("  Rank ").append(rank).append(where(new SimulatedProcess(global)));
                    }
                }
                text.append('\n');
            }
        });
    }

    private static void mismatches(Map<Line, List<RasCommunicator>> lines, StringBuilder text) {
        each(lines, (name, communicator) -> {
            if (communicator.differs()) {
                text.append(name).append(" MISMATCH\n");
                for (RasCommunicator.Function function : RasCommunicator.Function.values()) {
                    if (communicator.differs(function)) {
                        mismatch(communicator, function, text);
                    }
                }
            }
        });
    }

    private static void mismatch(RasCommunicator communicator, RasCommunicator.Function function, StringBuilder text) {
        text.append("  Communicator ranks have different ")
                .append(function.label())
                .append(" operation counts\n");
        Map<Long, List<RasCommunicator.Member>> byCount = new TreeMap<>();
        communicator
                .members()
                .forEach(member -> byCount.computeIfAbsent(member.counts().get(function), key -> new ArrayList<>())
                        .add(member));
        byCount.entrySet().stream()
                .sorted(Comparator.comparing(entry -> -entry.getValue().size()))
                .forEach(entry -> {
                    List<RasCommunicator.Member> members = entry.getValue();
                    String launched = entry.getKey() > 0
                            ? " launched up to operation " + entry.getKey()
                            : " not launched any operations";
                    if (members.size() > 1) {
                        text.append("  ")
                                .append(members.size())
                                .append(" ranks have")
                                .append(launched)
                                .append('\n');
                    }
                    if (isOutlier(members.size(), communicator.size())) {
                        for (RasCommunicator.Member member : members) {
                            text.append("  Rank ").append(member.rank());
                            text.append(members.size() > 1 ? "" : " has" + launched);
                            text.append(where(member.state().process()));
                        }
                    }
                });
        text.append('\n');
    }

    private static boolean isOutlier(int count, int of) {
        return count == 1 || count <= MOST_OUTLIERS && count * OUTLIER_SHARE <= of;
    }

    private static String where(SimulatedProcess process) {
        return " -- GPU " + process.localRank() + " managed by process " + process.pid() + " on node " + process.host()
                + "\n";
    }

    private interface NamedCommunicators {
        void accept(String name, RasCommunicator communicator);
    }

    private static void each(Map<Line, List<RasCommunicator>> lines, NamedCommunicators consumer) {
        int number = 0;
        for (List<RasCommunicator> same : lines.values()) {
            for (int i = 0; i < same.size(); i++) {
                consumer.accept(
                        String.format(
                                Locale.ROOT,
                                "#%d-%d (%016x)",
                                number,
                                i,
                                same.get(i).id()),
                        same.get(i));
            }
            number++;
        }
    }

    /** Returns the output of {@code ncclras -f json}. */
    String json(JobLog clock) {
        StringBuilder text =
                new StringBuilder("{\n  \"nccl_version\": \"2.28.9\",\n  \"cuda_runtime_version\": 13000,\n"
                        + "  \"cuda_driver_version\": 13000,\n  \"timestamp\": \"");
        text.append(clock.summaryTime(job.end()).replace('_', ' ')).append("\",\n  \"communicators_count\": ");
        text.append(communicators.size()).append(",\n  \"communicators\": [");
        String separator = "\n";
        for (RasCommunicator communicator : communicators) {
            text.append(separator);
            separator = ",\n";
            communicator(communicator, text);
        }
        return text.append(
                        "\n  ],\n  \"ras\": {\n    \"collection_time_sec\": 0.000,\n    \"timeouts_count\": 0\n  }\n}\n")
                .toString();
    }

    private static void communicator(RasCommunicator communicator, StringBuilder text) {
        text.append("    {\n      \"hash\": \"0x").append(Long.toHexString(communicator.id()));
        text.append("\",\n      \"secondary_hash\": \"0x").append(Long.toHexString(~communicator.id()));
        text.append(":0x").append(Long.toHexString(communicator.id() >>> 7));
        text.append("\",\n      \"size\": ").append(communicator.size());
        text.append(",\n      \"ranks_count\": ").append(communicator.members().size());
        text.append(",\n      \"missing_ranks_count\": ")
                .append(communicator.missing().size());
        text.append(",\n      \"ranks\": [");
        String separator = "\n";
        for (RasCommunicator.Member member : communicator.members()) {
            process(member.rank(), member.state().process(), text.append(separator));
            separator = ",\n";
            text.append("          \"status\": {\n            \"init_state\": 0,\n            \"async_error\": 0,\n"
                    + "            \"finalize_called\": false,\n            \"destroy_flag\": false,\n"
                    + "            \"abort_flag\": false\n          },\n          \"collective_counts\": {");
            String next = "\n";
            for (Map.Entry<RasCommunicator.Function, Long> count :
                    member.counts().entrySet()) {
                text.append(next).append("            \"").append(count.getKey().label());
                text.append("\": ").append(count.getValue());
                next = ",\n";
            }
            text.append("\n          }\n        }");
        }
        text.append("\n      ],\n      \"missing_ranks\": [");
        separator = "\n";
        for (int rank : communicator.missing()) {
            int global = communicator.group().members()[rank];
            process(rank, new SimulatedProcess(global), text.append(separator));
            separator = ",\n";
            text.append(
                    "          \"status\": {\n            \"unresponsive\": true,\n            \"considered_dead\": false\n"
                            + "          }\n        }");
        }
        text.append("\n      ]\n    }");
    }

    private static void process(int rank, SimulatedProcess process, StringBuilder text) {
        text.append("        {\n          \"rank\": ").append(rank);
        text.append(",\n          \"host\": \"").append(process.host());
        text.append("\",\n          \"pid\": ").append(process.pid());
        text.append(",\n          \"cuda_dev\": ").append(process.localRank());
        text.append(",\n          \"nvml_dev\": ").append(process.localRank()).append(",\n");
    }
}
