package dev.rollcall.analyzer.input.nccl;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A communicator as one rank's log tells of it: the line {@code ncclCommInitRankConfig comm 0x… rank 0 nranks 4 … commId 0x… - Init
 * START}, the same with {@code COMPLETE}, and the calls on it. Not thread-safe while it is filled.
 */
final class LoggedCommunicator {
    private static final Pattern BIRTH = Pattern.compile("comm (\\S+) rank (\\d{1,9}) nranks (\\d{1,9})");
    private static final Pattern DEVICE = Pattern.compile("cudaDev (\\d{1,9})");
    private static final Pattern ID = Pattern.compile("commId (\\w+)");
    private static final Pattern SPLIT = Pattern.compile("parent (\\w+) splitCount (\\d{1,9}) color (-?\\d{1,18})");

    final String address;
    final String identity;
    final LoggedCommunicator parent;
    final int place;
    final int size;
    final int device;
    final long born;
    final List<LoggedCall> calls = new ArrayList<>();
    boolean complete;

    private LoggedCommunicator(
            String address, String identity, LoggedCommunicator parent, int place, int size, int device, long born) {
        this.address = address;
        this.identity = identity;
        this.parent = parent;
        this.place = place;
        this.size = size;
        this.device = device;
        this.born = born;
    }

    /** Finds a communicator of the process by its address; null where there is none. */
    interface Known {
        /** Returns the newest one at an address. */
        LoggedCommunicator at(String address);
    }

    /** Returns the communicator whose making a line tells of; null where it tells of none. */
    static LoggedCommunicator of(LogLine line, Known known) {
        String text = line.text();
        boolean starts = text.endsWith("Init START");
        boolean completes = text.endsWith("Init COMPLETE");
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
        LoggedCommunicator parent = isSplit ? known.at(split.group(1)) : null;
        LoggedCommunicator made = new LoggedCommunicator(
                birth.group(1),
                isSplit ? identity(parent, split) : identity(text),
                parent,
                Integer.parseInt(birth.group(2)),
                Integer.parseInt(birth.group(3)),
                device.find() ? Integer.parseInt(device.group(1)) : -1,
                line.time());
        made.complete = completes;
        return made;
    }

    /** Before NCCL 2.14 a line has no id, and then nothing joins the ranks. */
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
