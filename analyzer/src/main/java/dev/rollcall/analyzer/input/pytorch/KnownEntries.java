package dev.rollcall.analyzer.input.pytorch;

import java.util.HashMap;
import java.util.Map;

/**
 * The entries of a pickled dump that were read: the calls of a job repeat, so that nearly every entry has the very bytes of one
 * before it but for its numbers and times, and follows what that one followed. Not thread-safe.
 */
final class KnownEntries {
    /** More are not kept, so that a damaged file cannot have many of them. */
    private static final int MOST = 1024;

    private final PickleBytes pickle;
    private final byte[] bytes;
    private final PickledValues values;
    private final Map<EntryPattern, EntryPattern> patterns = new HashMap<>();
    private final EntryPattern unlike = new EntryPattern(new byte[0], 0, 0, new EntryHoles(), new DumpEntry());
    private final long[] found = new long[EntryHoles.MOST];
    private EntryPattern before = unlike;

    KnownEntries(PickleBytes pickle, PickledValues values) {
        this.pickle = pickle;
        this.bytes = pickle.array();
        this.values = values;
    }

    /** Returns the entry that follows if it is like one that came next before, and passes it; otherwise null, passing nothing. */
    DumpEntry find() {
        int start = pickle.position();
        for (int i = 0; i < EntryPattern.FOLLOWING; i++) {
            EntryPattern expected = before.following(i);
            if (expected == null) {
                return null;
            }
            int end = expected.match(bytes, start, values.next(), found);
            if (end != EntryPattern.OTHER) {
                pickle.position(end);
                before.follow(expected, i);
                before = expected;
                return expected.entry(found, values);
            }
        }
        return null;
    }

    /**
     * Learns an entry that was read up to where the pickle stands.
     *
     * @param start where it began
     * @param holes what in it is not the same in those that are like it
     */
    void learn(int start, EntryHoles holes, DumpEntry entry) {
        EntryPattern next = holes.tooMany() ? null : pattern(start, holes, entry);
        if (next != null) {
            before.follow(next, EntryPattern.FOLLOWING - 1);
        }
        before = next == null ? unlike : next;
    }

    private EntryPattern pattern(int start, EntryHoles holes, DumpEntry entry) {
        EntryPattern made = new EntryPattern(bytes, start, pickle.position(), holes, entry);
        EntryPattern known = patterns.get(made);
        if (known == null && patterns.size() < MOST) {
            made.keep(values);
            patterns.put(made, made);
            known = made;
        }
        return known;
    }
}
