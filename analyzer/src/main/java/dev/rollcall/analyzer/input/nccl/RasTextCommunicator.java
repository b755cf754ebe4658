package dev.rollcall.analyzer.input.nccl;

import dev.rollcall.analyzer.input.nccl.RasReport.Answer;
import dev.rollcall.analyzer.input.nccl.RasReport.Communicator;
import dev.rollcall.analyzer.input.nccl.RasReport.Member;
import dev.rollcall.analyzer.input.nccl.RasReport.Process;
import dev.rollcall.analyzer.input.nccl.RasReport.State;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * What the text of a RAS report says about one communicator. Ranks are listed where they are few; the rest have the only count whose
 * ranks are not listed, if their number agrees. Not thread-safe.
 */
final class RasTextCommunicator {
    private static final Pattern RANK = Pattern.compile(
            "\\s*Rank (\\d{1,7})(?: has launched up to operation (\\d{1,18})| (has not launched any operations)"
                    + "| has status (\\w+)| reported ([A-Z][A-Za-z ]{1,40}))? -- (?:GPU (\\d{1,9})(?: \\(NVML \\d+\\)|[,\\d]*)? managed by process (\\d{1,18}) on node (\\S+)"
                    + "|\\[process information not found\\])");
    private static final Pattern COUNT = Pattern.compile(
            "\\s*(\\d{1,7}) ranks (?:have (?:launched up to operation (\\d{1,18})|(not launched any operations)|status (\\w+))"
                    + "|reported ([A-Z][A-Za-z ]{1,40}))");
    private static final Pattern DIFFERENCE =
            Pattern.compile("\\s*Communicator ranks have different (?:(\\w+) operation counts|(status))");
    private static final Pattern MISSING = Pattern.compile("\\s*Missing communicator data from (\\d{1,7}) ranks?");
    private static final Pattern MISSING_RANKS = Pattern.compile("\\s*The missing ranks?: ([\\d, ]{1,200})");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,7}");

    /** More operations than NCCL has. */
    private static final int MOST_OPERATIONS = 64;

    final String identity;
    private final int size;
    private final Map<Integer, Process> processes = new TreeMap<>();
    private final Map<Integer, Answer> missing = new TreeMap<>();
    private final Map<Integer, State> states = new TreeMap<>();
    private final List<Counts> byOperation = new ArrayList<>();
    private boolean incomplete;
    private int missingCount;
    private Counts counts;
    /** The last line that counts ranks, to which the ranks listed after it belong; null outside of such a list. */
    private Group group;
    /** The state of the ranks that are listed next; null for none. */
    private State listedState;

    /** How many calls of one operation the ranks launched. */
    private static final class Counts {
        private final String operation;
        private final List<Group> groups = new ArrayList<>();
        private final Map<Integer, Long> listed = new HashMap<>();

        private Counts(String operation) {
            this.operation = operation;
        }
    }

    /** A number of ranks with one count. */
    private static final class Group {
        private final int ranks;
        private final long value;
        private int listed;

        private Group(int ranks, long value) {
            this.ranks = ranks;
            this.value = value;
        }
    }

    RasTextCommunicator(String identity, int size) {
        this.identity = identity;
        this.size = size;
    }

    /** Begins a section; {@code kind} is its heading. */
    void begin(String kind) {
        incomplete = kind.equals("INCOMPLETE");
        counts = null;
        group = null;
        listedState = null;
    }

    /** Adds a line of the section. */
    void add(String text) {
        Matcher difference = DIFFERENCE.matcher(text);
        Matcher count = COUNT.matcher(text);
        Matcher rank = RANK.matcher(text);
        Matcher missed = MISSING.matcher(text);
        Matcher missedRanks = MISSING_RANKS.matcher(text);
        if (difference.lookingAt()) {
            counts = difference.group(1) == null ? null : new Counts(LoggedCall.operation(difference.group(1)));
            group = null;
            listedState = null;
            if (counts != null && byOperation.size() < MOST_OPERATIONS) {
                byOperation.add(counts);
            }
        } else if (count.lookingAt()) {
            listedState = State.of(count.group(4), count.group(5));
            group = counts == null || listedState != null
                    ? null
                    : new Group(Integer.parseInt(count.group(1)), value(count.group(2)));
            if (group != null) {
                counts.groups.add(group);
            }
        } else if (missed.lookingAt()) {
            missingCount = Integer.parseInt(missed.group(1));
        } else if (incomplete && missedRanks.lookingAt()) {
            NUMBER.matcher(missedRanks.group(1)).results().forEach(number -> miss(Integer.parseInt(number.group())));
        } else if (rank.lookingAt() && Integer.parseInt(rank.group(1)) < size) {
            add(rank);
        }
    }

    private void miss(int rank) {
        if (rank < size) {
            missing.put(rank, Answer.NONE);
        }
    }

    private void add(Matcher line) {
        int rank = Integer.parseInt(line.group(1));
        if (line.group(7) != null) {
            processes.put(
                    rank, new Process(line.group(8), Long.parseLong(line.group(7)), Integer.parseInt(line.group(6))));
        }
        State own = State.of(line.group(4), line.group(5));
        boolean counted = line.group(2) != null || line.group(3) != null;
        if (incomplete) {
            miss(rank);
        } else if (own != null || listedState != null && !counted) {
            states.merge(rank, own != null ? own : listedState, State::with);
        } else if (counts != null && counted) {
            counts.listed.put(rank, value(line.group(2)));
        } else if (counts != null && group != null) {
            group.listed++;
            counts.listed.put(rank, group.value);
        }
    }

    private static long value(String number) {
        return number == null ? 0 : Long.parseLong(number);
    }

    /**
     * Returns the communicator with the ranks of which it is known whether they answered, or how many calls they launched.
     *
     * @param silent the processes that did not answer, or are dead
     */
    Communicator communicator(Map<RasTextParser.ProcessAddress, Answer> silent) {
        processes.forEach((rank, process) -> {
            Answer answer = silent.get(new RasTextParser.ProcessAddress(process.host(), process.pid()));
            if (answer != null) {
                missing.put(rank, answer);
            }
        });
        Map<Integer, Map<String, Long>> calls = calls();
        TreeSet<Integer> ranks = new TreeSet<>(calls.keySet());
        ranks.addAll(missing.keySet());
        ranks.addAll(states.keySet());
        if (!missing.isEmpty() && missing.size() == missingCount) {
            IntStream.range(0, size).forEach(ranks::add);
        }
        List<Member> members = new ArrayList<>();
        for (int rank : ranks) {
            members.add(new Member(
                    rank,
                    processes.getOrDefault(rank, Process.UNKNOWN),
                    missing.getOrDefault(rank, Answer.GIVEN),
                    missing.containsKey(rank) ? Map.of() : calls.getOrDefault(rank, Map.of()),
                    states.getOrDefault(rank, State.RUNNING)));
        }
        return new Communicator(identity, size, members);
    }

    /** Returns the calls of the ranks whose counts are known for every operation whose counts differ. */
    private Map<Integer, Map<String, Long>> calls() {
        Map<Integer, Map<String, Long>> calls = new TreeMap<>();
        for (int i = 0; i < byOperation.size(); i++) {
            Counts operation = byOperation.get(i);
            Map<Integer, Long> known = known(operation);
            if (i == 0) {
                known.keySet().forEach(rank -> calls.put(rank, new TreeMap<>()));
            }
            calls.keySet().retainAll(known.keySet());
            calls.forEach((rank, counts) -> counts.put(operation.operation, known.get(rank)));
        }
        return calls;
    }

    private Map<Integer, Long> known(Counts operation) {
        Map<Integer, Long> known = new HashMap<>(operation.listed);
        List<Group> unlisted =
                operation.groups.stream().filter(each -> each.listed == 0).toList();
        boolean missingListed = missing.size() == missingCount;
        if (unlisted.size() == 1
                && missingListed
                && operation.listed.size() + missing.size() + unlisted.get(0).ranks == size) {
            for (int rank = 0; rank < size; rank++) {
                if (!missing.containsKey(rank)) {
                    known.putIfAbsent(rank, unlisted.get(0).value);
                }
            }
        }
        return known;
    }
}
