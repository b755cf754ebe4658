package dev.rollcall.analyzer.input.nccl;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.Signature;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A communicator in the log of one rank: the message {@code ncclCommInitRankConfig comm 0x… rank 0 nranks 4 … commId 0x… - Init
 * START}, the same with {@code COMPLETE}, and the calls on it. Not thread-safe while it is filled.
 */
final class LoggedCommunicator {
    private static final Pattern CREATION = Pattern.compile("comm (\\S+) rank (\\d{1,7}) nranks (\\d{1,7})(?!\\d)");
    private static final Pattern DEVICE = Pattern.compile("cudaDev (\\d{1,9})");
    private static final Pattern ID = Pattern.compile("commId (\\w+)");
    private static final Pattern CHILD = Pattern.compile(" parent (\\w+) ");
    private static final Pattern END = Pattern.compile("comm (\\S+) rank \\d");
    private static final Pattern SPLIT = Pattern.compile("parent (\\w+) splitCount (\\d{1,9}) color (-?\\d{1,18})");

    final String address;
    final String identity;
    /** Whether a message shows its creation; otherwise only calls show it. */
    final boolean created;

    /** Whether it was split from another communicator, which need not be in the log. */
    final boolean child;

    final LoggedCommunicator parent;
    final int communicatorRank;
    final int size;
    final int device;
    final long begun;
    final List<LoggedCall> calls = new ArrayList<>();
    private final Map<Signature, LoggedCall> bySignature = new HashMap<>();
    /** When its creation ended; {@link Call#NO_TIME} where no message shows both ends. */
    long completed = Call.NO_TIME;

    boolean complete;
    boolean left;

    private LoggedCommunicator(
            String address,
            boolean created,
            String identity,
            boolean child,
            LoggedCommunicator parent,
            int communicatorRank,
            int size,
            int device,
            long begun) {
        this.address = address;
        this.created = created;
        this.identity = identity;
        this.child = child;
        this.parent = parent;
        this.communicatorRank = communicatorRank;
        this.size = size;
        this.device = device;
        this.begun = begun;
    }

    /** Returns the communicator of a call, of which no message shows the creation. */
    static LoggedCommunicator of(LoggedCall call) {
        LoggedCommunicator called = new LoggedCommunicator(
                call.communicator(), false, "", false, null, -1, call.communicatorSize(), -1, Call.NO_TIME);
        called.complete = true;
        return called;
    }

    /** Returns whether a call with this signature was added. */
    boolean hasCalled(Signature signature) {
        return bySignature.containsKey(signature);
    }

    /** Adds a call. A log has thousands of calls with few signatures, so each signature is kept once. */
    void add(LoggedCall call) {
        LoggedCall equal = bySignature.computeIfAbsent(call.signature(), signature -> call);
        String function = call.function().equals(equal.function()) ? equal.function() : call.function();
        calls.add(new LoggedCall(
                function, address, equal.signature(), call.time(), call.operations(), call.communicatorSize()));
    }

    /**
     * Returns the communicator that a message shows as begun or created; null for any other message.
     *
     * @param byAddress returns the newest communicator of the process at an address, or null
     */
    static LoggedCommunicator of(LogLine line, Function<String, LoggedCommunicator> byAddress) {
        String text = line.text();
        boolean starts = text.endsWith("- Init START");
        // NCCL 2.3 lacks the word Init.
        boolean completes = text.endsWith("- Init COMPLETE") || text.endsWith("- COMPLETE");
        Matcher creation = CREATION.matcher(text);
        if (!starts && !completes || !creation.find()) {
            return null;
        }
        LoggedCommunicator known = byAddress.apply(creation.group(1));
        if (completes && known != null && !known.complete) {
            known.complete = true;
            known.completed = line.time();
            return known;
        }
        Matcher device = DEVICE.matcher(text);
        Matcher split = SPLIT.matcher(text);
        boolean isSplit = split.find();
        Matcher child = CHILD.matcher(text);
        boolean isChild = child.find();
        LoggedCommunicator parent = isChild ? byAddress.apply(child.group(1)) : null;
        LoggedCommunicator created = new LoggedCommunicator(
                creation.group(1),
                true,
                isSplit ? identity(parent, split) : isChild ? "" : identity(text),
                isChild,
                parent,
                Integer.parseInt(creation.group(2)),
                Integer.parseInt(creation.group(3)),
                device.find() ? Integer.parseInt(device.group(1)) : -1,
                line.time());
        created.complete = completes;
        return created;
    }

    /** Returns the address of the communicator that a message shows as ended; null for any other message. */
    static String addressOfEnded(LogLine line) {
        String text = line.text();
        Matcher end = END.matcher(text);
        return (text.endsWith(" - Destroy COMPLETE") || text.endsWith(" - Abort COMPLETE")) && end.find()
                ? end.group(1)
                : null;
    }

    /**
     * Returns the id in a message; empty before NCCL 2.14. The id of a child is not used: NCCL 2.18 gives the same one to all
     * children of a communicator.
     */
    private static String identity(String text) {
        Matcher id = ID.matcher(text);
        return id.find() ? RasReport.identity(id.group(1)) : "";
    }

    private static String identity(LoggedCommunicator parent, Matcher split) {
        return parent == null || parent.identity.isEmpty()
                ? ""
                : parent.identity + " split " + split.group(2) + " color " + split.group(3);
    }
}
