package dev.rollcall.analyzer.input.pytorch;

import dev.rollcall.analyzer.containment.InputLimits;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The content of one dump.
 *
 * @param root the outermost dictionary
 * @param entries the entries, oldest first
 * @param cut whether the file lacks its end
 */
record Dump(DumpDictionary root, List<DumpEntry> entries, boolean cut) {
    /**
     * Reads a dump.
     *
     * @param frames makes the stacks of the job
     * @param limits say how large it may be
     * @throws IOException if the file cannot be read or is no dump; the message is for the user
     */
    static Dump read(Path file, PythonFrames frames, InputLimits limits) throws IOException {
        EntryReader reader = new EntryReader(frames);
        try (DumpFile opened = DumpFile.open(file, limits)) {
            if (opened.size() == 0) {
                throw new IOException(
                        "empty: its rank was cut off before it wrote its dump, or is stuck in writing it");
            }
            if (opened.isJson()) {
                DumpJson json = new DumpJson(opened.in(), opened.size(), reader);
                return of(json.read(), json.cut(), reader);
            }
            Unpickler pickle = opened.pickle(reader);
            return of(pickle.read(), pickle.cut(), reader);
        }
    }

    private static Dump of(Object value, boolean cut, EntryReader reader) throws IOException {
        if (value instanceof DumpDictionary root
                && (root.get("entries") != null || root.get("pg_config") != null || cut)) {
            return new Dump(root, calls(root.get("entries"), reader), cut);
        }
        // Before PyTorch 2.3 a dump was the bare list of its entries.
        List<DumpEntry> calls = calls(value, reader);
        if (!calls.isEmpty() && !calls.get(0).state.isEmpty()) {
            return new Dump(DumpDictionary.EMPTY, calls, cut);
        }
        throw new IOException(cut ? "cut off before the first call" : "not a flight-recorder dump");
    }

    private static List<DumpEntry> calls(Object entries, EntryReader reader) {
        if (entries instanceof DumpEntries read) {
            return read.calls();
        }
        DumpEntries made = new DumpEntries();
        if (entries instanceof DumpList list) {
            for (int i = 0; i < list.size(); i++) {
                if (list.get(i) instanceof DumpEntry entry) {
                    made.add(entry);
                } else if (list.get(i) instanceof DumpDictionary fields) {
                    made.add(reader.entry(fields));
                }
            }
        }
        return made.calls();
    }

    /**
     * Returns whether one counter numbers the calls of all groups, and sends and receives too, as TorchComms' recorder does
     * (comms/torchcomms/hooks/fr/FlightRecorder.cpp). Its counter is that of the records, and it describes each group by its backend;
     * c10d counts on each group from 1.
     */
    boolean hasSharedCounter() {
        return !entries.isEmpty()
                && entries.stream()
                        .allMatch(entry -> entry.record >= 0
                                && entry.collectiveSequence == entry.record
                                && entry.pointToPointSequence == 0
                                && !entry.name.backend().isEmpty()
                                && entry.name.backend().equals(entry.groupDescription));
    }

    /** Returns whether every call that was recorded has an entry. */
    boolean isWhole() {
        for (int i = 0; i < entries.size(); i++) {
            if (entries.get(i).record != i) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether no entry is of a call that ended, as in a dump that was asked for the unfinished calls, or for none. */
    boolean listsUnfinishedOnly() {
        return entries.stream().noneMatch(entry -> entry.state.equals("completed"));
    }

    /** Returns the process's own rank if the dump contains it; -1 otherwise. */
    int rank() {
        return (int) root.number("rank", -1);
    }
}
