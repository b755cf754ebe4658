package dev.rollcall.analyzer.input.nccl;

import dev.rollcall.analyzer.input.text.MemoryBudget;
import dev.rollcall.analyzer.model.Call;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the messages of one process show: its communicators and the calls on them. Not thread-safe while it is filled. */
final class LoggedProcess {
    /** Messages of NCCL that come only when a process, or a peer, ends. */
    private static final Pattern END =
            Pattern.compile("^\\[Service thread\\] Connection closed|- (Destroy|Abort) COMPLETE$");

    final String host;
    final long pid;
    final List<LoggedCommunicator> communicators = new ArrayList<>();
    long first = Call.NO_TIME;
    long last = Call.NO_TIME;
    /**
     * Whether one of its call messages was cut off or mixed with another. The communicator of that call is unknown, so later
     * calls on every communicator are left out.
     */
    boolean torn;
    /** Whether it has more communicators or calls than fit into memory, so that later ones are left out. */
    boolean full;
    /**
     * Whether a message that NCCL writes only at the end follows the last call, so that no call is missing from the log.
     */
    boolean complete;

    /** The process's device in the header of its first message; -1 where unknown. */
    final int device;
    /** What stands before the header of its first message, such as a file name that grep wrote. */
    final String before;

    /** The first connection that failed while it used a communicator; null for none. */
    FailedConnection failedConnection;

    /** The CUDA failure that no failed connection preceded, the first fatal one if there is any; null for none. */
    CudaFailure cudaFailure;
    /** When the CUDA failure was written. */
    long cudaFailureTime = Call.NO_TIME;

    private static final int MOST_UNSEEN = 4096;
    private static final int MOST_ADDRESSES = 16;

    /** Such as {@code Bootstrap : Using eth0:10.0.0.5<0>}. */
    private static final Pattern INTERFACES = Pattern.compile("^(?:Bootstrap|NET/\\w{1,20}) ?: Using ");

    private static final Pattern ADDRESS = Pattern.compile("\\w:([0-9a-fA-F.:]{2,45})(?:%\\w{1,20})?<\\d{1,5}>");

    /** What a process, a communicator and a call take in memory, in bytes, also in the job. */
    private static final int BYTES = 2000;

    private static final int BYTES_OF_COMMUNICATOR = 2000;
    private static final int BYTES_OF_CALL = 80;
    private static final int BYTES_OF_SIGNATURE = 500;
    private static final int UNSET = -2;

    /** The rank that a launcher's prefix or the names of the files show; -1 where none does. */
    private int rank = UNSET;

    private final MemoryBudget budget;
    private final Map<String, LoggedCommunicator> byAddress = new HashMap<>();
    private final List<LoggedCommunicator> unseen = new ArrayList<>();
    private final Set<String> addresses = new HashSet<>();

    /** What needs all communicators, from the end of the reading on. */
    private final Map<LoggedCommunicator, Long> ordinals = new IdentityHashMap<>();

    private final Map<Integer, LoggedCommunicator> worldByDevice = new HashMap<>();
    private int worldSize = -1;
    /** The numbers of its first and its last message among those of all processes in the file, from 1. */
    long firstLine;

    long lastLine;

    /** Makes a process without messages but this one, which is not added. */
    LoggedProcess(LogLine first, MemoryBudget budget) {
        this.budget = budget;
        budget.take(BYTES);
        this.host = first.host();
        this.pid = first.pid();
        this.device = first.device();
        this.before = first.before();
    }

    /** Sets the rank that something shows. Two different ones are none. */
    void setRank(int shown) {
        rank = rank == UNSET || rank == shown ? shown : -1;
    }

    /** Returns the global rank that the launcher or the names of files show; -1 for none. It counts where no creation is logged. */
    int rank() {
        return Math.max(-1, rank);
    }

    /** Adds the next message of this process. */
    void add(LogLine line) {
        first = first == Call.NO_TIME ? line.time() : first;
        last = Math.max(last, line.time());
        LoggedCall call = LoggedCall.of(line);
        torn |= call == null && LoggedCall.isTorn(line);
        complete = call == null && (complete || END.matcher(line.text()).find());
        if (call != null) {
            LoggedCommunicator communicator = byAddress.get(call.communicator());
            if (communicator == null && call.communicatorSize() > 0 && byAddress.size() < MOST_UNSEEN) {
                budget.take(BYTES_OF_COMMUNICATOR);
                communicator = LoggedCommunicator.of(call);
                byAddress.put(call.communicator(), communicator);
                unseen.add(communicator);
            }
            full |= !budget.take(
                    communicator == null || communicator.hasCalled(call.signature())
                            ? BYTES_OF_CALL
                            : BYTES_OF_CALL + BYTES_OF_SIGNATURE);
            if (communicator != null && !torn && !full) {
                communicator.add(call);
            }
            return;
        }
        addWarning(line);
        String ended = LoggedCommunicator.addressOfEnded(line);
        if (ended != null) {
            LoggedCommunicator communicator = byAddress.remove(ended);
            if (communicator != null && communicator.created) {
                communicator.left = line.text().contains("Destroy");
            }
            return;
        }
        LoggedCommunicator created = LoggedCommunicator.of(line, this::createdAt);
        if (created != null
                && byAddress.get(created.address) != created
                && !(full |= !budget.take(BYTES_OF_COMMUNICATOR))) {
            byAddress.put(created.address, created);
            communicators.add(created);
        }
    }

    /** Connections close in order after the last communicator has ended. */
    private void addWarning(LogLine line) {
        if (INTERFACES.matcher(line.text()).find()) {
            Matcher address = ADDRESS.matcher(line.text());
            while (address.find() && addresses.size() < MOST_ADDRESSES) {
                addresses.add(address.group(1));
            }
        }
        if (!communicators.isEmpty() && byAddress.isEmpty()) {
            return;
        }
        CudaFailure failure = CudaFailure.in(line.text());
        if (failure != null
                && failedConnection == null
                && (cudaFailure == null || failure.isFatal() && !cudaFailure.isFatal())) {
            cudaFailure = failure;
            cudaFailureTime = line.time();
        }
        failedConnection = failedConnection == null ? FailedConnection.in(line.text()) : failedConnection;
    }

    /** Returns whether a CUDA failure keeps it from making more calls. */
    boolean hasFailed() {
        return cudaFailure != null && cudaFailure.isFatal();
    }

    /** Returns whether a name or an address is that of the process's host. NCCL writes the host up to the first dot. */
    boolean isAt(String address) {
        return addresses.contains(address) || address.equals(host) || address.startsWith(host + ".");
    }

    /** Returns the global rank of a process with a single one; -1 where it is unknown, or has several. */
    int onlyRank() {
        if (showsCallsOnly()) {
            return rank();
        }
        int[] ranks = communicators.stream()
                .mapToInt(this::globalRank)
                .filter(known -> known >= 0)
                .distinct()
                .toArray();
        return ranks.length == 1 ? ranks[0] : -1;
    }

    private LoggedCommunicator createdAt(String address) {
        LoggedCommunicator communicator = byAddress.get(address);
        return communicator != null && communicator.created ? communicator : null;
    }

    /**
     * Ends the reading. Communicators whose creation is not logged count only where the log shows no creation at all, as with {@code
     * NCCL_DEBUG_SUBSYS=COLL}: elsewhere the log lacks its beginning.
     */
    void end() {
        if (communicators.isEmpty()) {
            communicators.addAll(unseen);
        }
        unseen.clear();
        byAddress.clear();
        worldSize = communicators.stream()
                .mapToInt(communicator -> communicator.size)
                .max()
                .orElse(-1);
        Map<List<Integer>, Long> numbers = new HashMap<>();
        for (LoggedCommunicator communicator : communicators) {
            if (communicator.identity.isEmpty()) {
                List<Integer> alike = List.of(communicator.size, communicator.communicatorRank);
                ordinals.put(communicator, numbers.merge(alike, 1L, Long::sum));
            }
            if (communicator.parent == null && communicator.size == worldSize) {
                worldByDevice.merge(
                        communicator.device, communicator, (known, later) -> later.begun < known.begun ? later : known);
            }
        }
    }

    /** Returns whether only calls show the communicators of this process, and not its rank. */
    boolean showsCallsOnly() {
        return communicators.stream().noneMatch(communicator -> communicator.created);
    }

    /**
     * Returns a communicator's identity; empty if nothing matches it with the other ranks'. NCCL before 2.14 writes no id. Then
     * communicators of all ranks are matched by the order of their creation, which must be the same on all ranks.
     */
    String identity(LoggedCommunicator communicator) {
        if (!communicator.identity.isEmpty() || communicator.child || communicator.size != worldSize()) {
            return communicator.identity;
        }
        if (!communicator.created) {
            boolean only = communicators.stream()
                            .filter(other -> other.size == communicator.size)
                            .limit(2)
                            .count()
                    == 1;
            return only ? "of all " + communicator.size : "";
        }
        return "of all " + communicator.size + " #" + ordinals.get(communicator);
    }

    /** Returns the size of the largest communicator, which is taken to be of all ranks; -1 if there is none. */
    int worldSize() {
        return worldSize;
    }

    /** Returns the global rank of a communicator's member, which is its rank in the largest communicator; -1 where unknown. */
    int globalRank(LoggedCommunicator communicator) {
        if (!communicator.created) {
            return rank();
        }
        if (communicator.parent != null) {
            return globalRank(communicator.parent);
        }
        if (communicator.size == worldSize()) {
            return communicator.communicatorRank;
        }
        // One process can use several devices, each of them for a rank of its own.
        LoggedCommunicator world = worldByDevice.get(communicator.device);
        return world == null ? -1 : world.communicatorRank;
    }
}
