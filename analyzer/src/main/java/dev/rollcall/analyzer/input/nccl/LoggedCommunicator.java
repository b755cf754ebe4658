package dev.rollcall.analyzer.input.nccl;

import dev.rollcall.analyzer.model.Signature;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A communicator as one rank's log tells of it: the line {@code ncclCommInitRankConfig comm 0x… rank 0 nranks 4 … commId 0x… - Init
 * START}, the same with {@code COMPLETE}, and the calls on it. Not thread-safe while it is filled.
 */
final class LoggedCommunicator {
    private static final Pattern BIRTH = Pattern.compile("comm (\\S+) rank (\\d{1,7}) nranks (\\d{1,7})(?!\\d)");
    private static final Pattern DEVICE = Pattern.compile("cudaDev (\\d{1,9})");
    private static final Pattern ID = Pattern.compile("commId (\\w+)");
    private static final Pattern CHILD = Pattern.compile(" parent (\\w+) ");
    private static final Pattern END = Pattern.compile("comm (\\S+) rank \\d");
    private static final Pattern SPLIT = Pattern.compile("parent (\\w+) splitCount (\\d{1,9}) color (-?\\d{1,18})");

    final String address;
    final String identity;
    /** Whether it was made out of another one, which need not be known. */
    final boolean child;

    final LoggedCommunicator parent;
    final int place;
    final int size;
    final int device;
    final long born;
    final List<LoggedCall> calls = new ArrayList<>();
    private final Map<Signature, LoggedCall> alike = new HashMap<>();
    boolean complete;
    boolean left;

    private LoggedCommunicator(
            String address,
            String identity,
            boolean child,
            LoggedCommunicator parent,
            int place,
            int size,
            int device,
            long born) {
        this.address = address;
        this.identity = identity;
        this.child = child;
        this.parent = parent;
        this.place = place;
        this.size = size;
        this.device = device;
        this.born = born;
    }

    /** Adds a call. A log has thousands of a few that are alike: what they ask for is kept once. */
    void add(LoggedCall call) {
        LoggedCall like = alike.computeIfAbsent(call.signature(), signature -> call);
        String function = call.function().equals(like.function()) ? like.function() : call.function();
        calls.add(new LoggedCall(function, address, like.signature(), call.time()));
    }

    /** Finds a communicator of the process by its address; null where there is none. */
    interface Known {
        /** Returns the newest one at an address. */
        LoggedCommunicator at(String address);
    }

    /** Returns the communicator whose making a line tells of; null where it tells of none. */
    static LoggedCommunicator of(LogLine line, Known known) {
        String text = line.text();
        boolean starts = text.endsWith("- Init START");
        // NCCL 2.3 lacks the word Init.
        boolean completes = text.endsWith("- Init COMPLETE") || text.endsWith("- COMPLETE");
        Matcher birth = BIRTH.matcher(text);
        if (!starts && !completes || !birth.find()) {
            return null;
        }
        LoggedCommunicator begun = known.at(birth.group(1));
        if (completes && begun != null && !begun.complete) {
            begun.complete = true;
            return begun;
        }
        Matcher device = DEVICE.matcher(text);
        Matcher split = SPLIT.matcher(text);
        boolean isSplit = split.find();
        Matcher child = CHILD.matcher(text);
        boolean isChild = child.find();
        LoggedCommunicator parent = isChild ? known.at(child.group(1)) : null;
        LoggedCommunicator made = new LoggedCommunicator(
                birth.group(1),
                isSplit ? identity(parent, split) : isChild ? "" : identity(text),
                isChild,
                parent,
                Integer.parseInt(birth.group(2)),
                Integer.parseInt(birth.group(3)),
                device.find() ? Integer.parseInt(device.group(1)) : -1,
                line.time());
        made.complete = completes;
        return made;
    }

    /** Returns the address of the communicator whose end a line tells of; null where it tells of none. */
    static String ended(LogLine line) {
        String text = line.text();
        Matcher end = END.matcher(text);
        return (text.endsWith(" - Destroy COMPLETE") || text.endsWith(" - Abort COMPLETE")) && end.find()
                ? end.group(1)
                : null;
    }

    /**
     * Before NCCL 2.14 a line has no id. A child's is none of its own: NCCL 2.18 writes one that all children have, without the
     * count of splits that tells them apart.
     */
    private static String identity(String text) {
        Matcher id = ID.matcher(text);
        return id.find() ? id.group(1) : "";
    }

    private static String identity(LoggedCommunicator parent, Matcher split) {
        return parent == null || parent.identity.isEmpty()
                ? ""
                : parent.identity + " split " + split.group(2) + " color " + split.group(3);
    }
}
