package dev.rollcall.analyzer.input.pytorch;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The list of a dump's entries while it is read. Not thread-safe. */
final class DumpEntries {
    private final List<DumpEntry> calls = new ArrayList<>();
    private boolean inOrder = true;
    private long newest = -1;

    /** Adds an entry unless it tells nothing of a call: a damaged dump can hold anything. */
    void add(DumpEntry entry) {
        if (entry.isCall()) {
            calls.add(entry);
            inOrder &= entry.record < 0 || entry.record > newest;
            newest = Math.max(newest, entry.record);
        }
    }

    /** Returns the calls, oldest first. A damaged file can hold a record twice, which is no second call. */
    List<DumpEntry> calls() {
        if (!inOrder) {
            Set<Long> records = new HashSet<>();
            calls.removeIf(entry -> entry.record >= 0 && !records.add(entry.record));
        }
        DumpClock.correct(calls);
        return calls;
    }
}
