package dev.rollcall.analyzer.input.nccl;

import dev.rollcall.analyzer.input.ProcessSource;
import dev.rollcall.analyzer.input.nccl.RasReport.Answer;
import dev.rollcall.analyzer.input.nccl.RasReport.Communicator;
import dev.rollcall.analyzer.input.text.MemoryBudget;
import dev.rollcall.analyzer.input.text.TextLine;
import dev.rollcall.analyzer.input.text.TextParser;
import dev.rollcall.analyzer.model.Call;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Finds what NCCL's RAS service answers in text ({@code ncclras}, since NCCL 2.24) in a file. Of several answers the last one counts.
 * The format is that of {@code src/ras/client_support.cc} in NCCL: it lists the few ranks that are unlike the others, and only the
 * number of the others. Not thread-safe.
 */
public final class RasTextParser implements TextParser {
    /** The rows below the summary of the job: one where all hosts are alike, and a few otherwise. */
    private static final int MOST_TABLE_LINES = 64;

    private static final int MOST_RANKS = 1 << 17;
    /** More communicators than any job of which some ranks differ. */
    private static final int MOST_COMMUNICATORS = 1 << 13;
    /** What a line takes in memory at most, in bytes. */
    private static final int BYTES_OF_LINE = 600;

    /** What a rank of a communicator takes in memory, in bytes, also in the job. */
    private static final int BYTES_OF_MEMBER = 1000;

    private static final String JOB = "Job summary";
    private static final String JOB_TABLE = "Nodes  Processes         GPUs  Processes     GPUs";
    private static final String GROUPS = "Group     Comms     Nodes     Ranks     Ranks     Ranks";

    private static final Pattern JOB_ROW = Pattern.compile("\\s*\\d+\\s+\\d+\\s+\\d+\\s+\\d+\\s+(\\d{1,7})");
    private static final Pattern GROUP_ROW =
            Pattern.compile("\\s*(\\d{1,7})\\s+\\d+\\s+\\S+\\s+\\S+\\s+(\\d{1,7})\\s+\\d+\\s+[A-Z]+\\s+\\S+");
    private static final Pattern COMMUNICATOR =
            Pattern.compile("#(\\d{1,7})-\\d{1,7} \\(([0-9a-f]{1,16})\\) (MISMATCH|INCOMPLETE|ERROR)");

    /** How the lists of processes begin that did not answer, or that RAS gave up. */
    private static final Pattern UNANSWERED =
            Pattern.compile("\\s*(?:Missing communicator data from \\d+ job process|The missing process)");

    private static final String DEAD = "considered dead (unreachable";
    private static final Pattern PROCESS = Pattern.compile("\\s*Process (\\d{1,18}) on node (\\S{1,300}) managing GPU");

    private final List<Integer> groupSizes = new ArrayList<>();
    private final Map<String, RasTextCommunicator> communicators = new LinkedHashMap<>();
    /** The processes that are listed as silent or dead. */
    private final Map<ProcessAddress, Answer> silent = new LinkedHashMap<>();

    /** What the processes are that are listed next; null for none. */
    private Answer listed;

    private RasTextCommunicator current;
    private int gpus;
    private final MemoryBudget budget;
    private int tableLines;
    private boolean found;

    /** A process in a list, without its devices. */
    record ProcessAddress(String host, long pid) {}

    /** Makes a parser for one file that keeps as much as the budget allows. */
    public RasTextParser(MemoryBudget budget) {
        this.budget = budget;
    }

    @Override
    public List<String> words() {
        return List.of(
                JOB,
                JOB_TABLE,
                GROUPS,
                ") MISMATCH",
                ") INCOMPLETE",
                ") ERROR",
                "Missing communicator data from ",
                "The missing process",
                DEAD,
                " managing GPU",
                "The missing rank",
                "Communicator ranks have different ",
                " ranks have ",
                " ranks reported ",
                " has launched up to operation ",
                " has not launched any operations",
                " has status ",
                " managed by process ",
                "[process information not found]");
    }

    @Override
    public boolean add(TextLine line) {
        String text = line.text();
        if (text.contains(JOB)) {
            groupSizes.clear();
            communicators.clear();
            silent.clear();
            listed = null;
            current = null;
            gpus = 0;
            return false;
        }
        if (text.contains(JOB_TABLE) || text.contains(GROUPS)) {
            found |= text.contains(GROUPS);
            tableLines = MOST_TABLE_LINES;
            return true;
        }
        if (listsProcesses(text)) {
            return false;
        }
        Matcher communicator = COMMUNICATOR.matcher(text);
        if (communicator.find()) {
            tableLines = 0;
            listed = null;
            begin(communicator);
        } else if (tableLines > 0) {
            return row(text);
        } else if (current != null && budget.take(BYTES_OF_LINE)) {
            current.add(text);
        }
        return false;
    }

    /** Adds a line of a list of processes. Returns whether it is one. */
    private boolean listsProcesses(String text) {
        boolean dead = text.contains(DEAD);
        if (dead || UNANSWERED.matcher(text).lookingAt()) {
            listed = dead ? Answer.CONSIDERED_DEAD : Answer.NONE;
            current = null;
            tableLines = 0;
            return true;
        }
        Matcher process = PROCESS.matcher(text);
        if (listed == null || !process.lookingAt() || !budget.take(BYTES_OF_LINE)) {
            return false;
        }
        silent.put(new ProcessAddress(process.group(2), Long.parseLong(process.group(1))), listed);
        return true;
    }

    /** Adds a row of a table. Returns whether more rows may follow. */
    private boolean row(String text) {
        Matcher group = GROUP_ROW.matcher(text);
        Matcher job = JOB_ROW.matcher(text);
        if (group.matches() && Integer.parseInt(group.group(1)) == groupSizes.size()) {
            groupSizes.add(Integer.parseInt(group.group(2)));
        } else if (job.matches()) {
            gpus = Integer.parseInt(job.group(1));
        }
        tableLines = text.isBlank() ? 0 : tableLines - 1;
        return tableLines > 0;
    }

    private void begin(Matcher communicator) {
        int group = Integer.parseInt(communicator.group(1));
        String identity = RasReport.identity(communicator.group(2));
        int size = group < groupSizes.size() ? groupSizes.get(group) : -1;
        current = communicators.get(identity);
        if (current == null && size > 0 && size <= MOST_RANKS && communicators.size() < MOST_COMMUNICATORS) {
            current = new RasTextCommunicator(identity, size);
            communicators.put(identity, current);
        }
        if (current != null) {
            current.begin(communicator.group(3));
        }
    }

    @Override
    public List<ProcessSource> sources(Path file, boolean cutOff) throws IOException {
        if (!found) {
            return List.of();
        }
        int largest = groupSizes.stream().mapToInt(Integer::intValue).max().orElse(-1);
        List<Communicator> shown = communicators.values().stream()
                .map(communicator -> communicator.communicator(silent))
                .filter(communicator -> !communicator.members().isEmpty()
                        && budget.take(
                                (long) BYTES_OF_MEMBER * communicator.members().size()))
                .toList();
        if (shown.isEmpty() && !silent.isEmpty()) {
            throw new IOException("a RAS report that names no rank: " + silentProcesses());
        }
        if (communicators.isEmpty()) {
            throw new IOException(
                    "a RAS report without a difference: all ranks answered and launched as many calls as the"
                            + " others, or the report is cut off");
        }
        if (shown.isEmpty()) {
            throw new IOException(
                    budget.isSpent()
                            ? "a RAS report that does not fit into memory"
                            : "a RAS report that names no rank: run ncclras -v, or ncclras -f json");
        }
        if (largest < gpus || shown.stream().noneMatch(communicator -> communicator.size() == largest)) {
            throw new IOException("a RAS report without a rank of the job: it names ranks of communicators of "
                    + shown.get(0).size() + " ranks, and none of a communicator of all. It names "
                    + processes(shown.get(0)));
        }
        return RasSource.of(file, new RasReport(Call.NO_TIME, shown));
    }

    private String silentProcesses() {
        return silent.entrySet().stream()
                .limit(3)
                .map(each -> "process " + each.getKey().pid() + " on "
                        + each.getKey().host() + " " + each.getValue().reason())
                .collect(Collectors.joining(", "));
    }

    private static String processes(Communicator communicator) {
        return communicator.members().stream()
                .filter(member -> member.process().known())
                .limit(3)
                .map(member -> "process " + member.process().pid() + " on "
                        + member.process().host())
                .reduce((one, other) -> one + ", " + other)
                .orElse("no process");
    }
}
