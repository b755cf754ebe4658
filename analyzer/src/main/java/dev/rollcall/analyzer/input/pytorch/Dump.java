package dev.rollcall.analyzer.input.pytorch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A dump as it was read.
 *
 * @param root what it holds, by name
 * @param entries its entries, oldest first
 * @param cut whether the file lacked its end
 */
record Dump(Fields root, List<DumpEntry> entries, boolean cut) {
    /** The largest file that is read: a dump of 2,000 calls has less than a thousandth of it. */
    private static final long LARGEST = 1L << 30;

    /**
     * Reads a dump.
     *
     * @param frames understands its frames
     * @throws IOException if it cannot be read, or is no dump; the message says why in a few words for a user
     */
    static Dump read(Path file, PythonFrames frames) throws IOException {
        if (Files.size(file) == 0) {
            throw new IOException("empty: its rank was cut off before it wrote its dump, or is stuck in writing it");
        }
        if (Files.size(file) > LARGEST) {
            throw new IOException("larger than 1 GiB, which no dump is");
        }
        byte[] bytes = Files.readAllBytes(file);
        DumpName.Table names = new DumpName.Table();
        EntryReader reader = new EntryReader(names, frames, bytes.length);
        if (bytes[0] == '{') {
            DumpJson json = new DumpJson(bytes);
            Fields root = root(json.read(), json.cut());
            return new Dump(root, entries(root, reader), json.cut());
        }
        Unpickler pickle = new Unpickler(bytes, frames, names);
        Object value;
        try {
            value = pickle.read();
        } catch (PickledValues.OtherForm plain) {
            pickle = new Unpickler(bytes);
            value = pickle.read();
        }
        Fields root = root(value, pickle.cut());
        return new Dump(root, entries(root, reader), pickle.cut());
    }

    private static Fields root(Object value, boolean cut) throws IOException {
        if (value instanceof Sequence entries && entries.get(0) instanceof Fields first && first.get("state") != null) {
            // Before PyTorch 2.3 a dump was the bare list of its entries.
            Fields root = new Fields();
            root.put("entries", entries);
            return root;
        }
        if (value instanceof Fields root && (root.get("entries") != null || root.get("pg_config") != null || cut)) {
            return root;
        }
        throw new IOException(cut ? "cut off before anything that tells of calls" : "not a flight-recorder dump");
    }

    private static List<DumpEntry> entries(Fields root, EntryReader reader) throws IOException {
        Sequence entries = root.list("entries");
        List<DumpEntry> all = new ArrayList<>(entries.size());
        boolean inOrder = true;
        long newest = -1;
        for (int i = 0; i < entries.size(); i++) {
            DumpEntry entry = entry(entries.get(i), reader);
            if (entry != null && entry.call()) {
                all.add(entry);
                inOrder &= entry.record < 0 || entry.record > newest;
                newest = Math.max(newest, entry.record);
            }
        }
        if (!inOrder) {
            // A damaged file can hold a record twice, which is no second call.
            Set<Long> records = new HashSet<>();
            all.removeIf(entry -> entry.record >= 0 && !records.add(entry.record));
        }
        return all;
    }

    private static DumpEntry entry(Object value, EntryReader reader) throws IOException {
        if (value instanceof DumpEntry entry) {
            return entry;
        }
        return value instanceof Fields fields ? reader.read(fields) : null;
    }

    /** Returns the process's own rank, where the dump tells it; -1 otherwise. */
    int rank() {
        return (int) root.number("rank", -1);
    }
}
