package dev.rollcall.analyzer.input.pytorch;

import java.util.Arrays;

/**
 * What the entries of a pickled dump have in common that differ in numbers alone. What stands between two of these numbers has a
 * meaning that cannot change: it is text, or refers to what got its number once for all. Not thread-safe.
 */
final class EntryPattern {
    /** What {@link #match} returns of an entry that is another. */
    static final int OTHER = -1;
    /** How many of those are known that came next. */
    static final int FOLLOWING = 4;

    /** No opcode with its number is longer. */
    private static final int REACH = 16;

    private final byte[] bytes;
    private final int start;
    private final int end;
    private final int[] from;
    private final int[] to;
    private final EntryField[] fields;
    private final int[] given;
    private final int[] others;
    private final Object[] numbered;
    private final DumpEntry entry;
    private final int hash;
    private final EntryPattern[] following = new EntryPattern[FOLLOWING];

    EntryPattern(byte[] bytes, int start, int end, EntryHoles holes, DumpEntry entry) {
        this.bytes = bytes;
        this.start = start;
        this.end = end;
        this.from = new int[holes.size()];
        this.to = new int[from.length];
        this.fields = new EntryField[from.length];
        this.given = new int[from.length];
        this.others = new int[from.length];
        this.numbered = new Object[from.length];
        this.entry = entry;
        int mixed = 0;
        int at = start;
        for (int i = 0; i < from.length; i++) {
            from[i] = holes.from(i);
            to[i] = holes.to(i);
            fields[i] = holes.field(i);
            given[i] = holes.given(i);
            others[i] = holes.other(i);
            mixed = mixed(mixed, at, from[i]);
            at = to[i];
        }
        this.hash = mixed(mixed, at, end);
    }

    private int mixed(int before, int first, int last) {
        int mixed = before * 31 + last - first;
        for (int i = first; i < last; i++) {
            mixed = mixed * 31 + bytes[i];
        }
        return mixed;
    }

    /** Takes along what got a number in this entry, which is whole now. */
    void keep(PickledValues values) {
        for (int i = 0; i < from.length; i++) {
            numbered[i] = fields[i] == null && others[i] < 0 ? values.numbered(given[i]) : null;
        }
    }

    /** Returns what came next after entries of this pattern, the latest first; null where there is no further one. */
    EntryPattern following(int index) {
        return following[index];
    }

    /** Learns what came next; {@code index} is where it stands, or the last that may be forgotten. */
    void follow(EntryPattern next, int index) {
        if (index > 0) {
            System.arraycopy(following, 0, following, 1, index);
        }
        following[0] = next;
    }

    /**
     * Returns where the entry ends that begins at a place, and puts its numbers into {@code found}; {@link #OTHER} if it is not of
     * this pattern.
     *
     * @param next the number that what follows gets where the pickle counts them
     */
    int match(byte[] bytes, int begin, int next, long[] found) {
        int known = start;
        int at = begin;
        long counted = next;
        for (int i = 0; i < from.length; i++) {
            int length = from[i] - known;
            if (at > bytes.length - length - REACH
                    || !Arrays.equals(bytes, known, known + length, bytes, at, at + length)) {
                return OTHER;
            }
            at += length;
            if (fields[i] != null) {
                at = number(bytes, at, found, i);
            } else if (others[i] >= 0) {
                at = reference(bytes, at, found[others[i]]);
            } else {
                at = given(bytes, at, counted, found, i);
                counted = Math.max(counted, found[i] + 1);
            }
            if (at == OTHER) {
                return OTHER;
            }
            known = to[i];
        }
        int last = end - known;
        return at <= bytes.length - last && Arrays.equals(bytes, known, end, bytes, at, at + last) ? at + last : OTHER;
    }

    private static int given(byte[] bytes, int at, long counted, long[] found, int index) {
        switch (bytes[at]) {
            case 'q' -> {
                found[index] = bytes[at + 1] & 0xff;
                return at + 2;
            }
            case 'r' -> {
                found[index] = PickleBytes.word(bytes, at + 1) & 0xffff_ffffL;
                return at + 5;
            }
            case (byte) 0x94 -> {
                found[index] = counted;
                return at + 1;
            }
            default -> {
                return OTHER;
            }
        }
    }

    private static int reference(byte[] bytes, int at, long number) {
        if (bytes[at] == 'h') {
            return (bytes[at + 1] & 0xff) == number ? at + 2 : OTHER;
        }
        return bytes[at] == 'j' && (PickleBytes.word(bytes, at + 1) & 0xffff_ffffL) == number ? at + 5 : OTHER;
    }

    private int number(byte[] bytes, int at, long[] found, int index) {
        switch (bytes[at]) {
            case 'K' -> {
                found[index] = bytes[at + 1] & 0xff;
                return at + 2;
            }
            case 'M' -> {
                found[index] = bytes[at + 1] & 0xff | (bytes[at + 2] & 0xff) << 8;
                return at + 3;
            }
            case 'J' -> {
                found[index] = PickleBytes.word(bytes, at + 1);
                return at + 5;
            }
            case (byte) 0x8a -> {
                int length = bytes[at + 1];
                if (length != Long.BYTES) {
                    return OTHER;
                }
                found[index] = PickleBytes.word(bytes, at + 2) & 0xffff_ffffL
                        | (long) PickleBytes.word(bytes, at + 2 + Integer.BYTES) << Integer.SIZE;
                return at + 2 + length;
            }
            case 'G' -> {
                return fields[index] == EntryField.OTHER ? at + 1 + Double.BYTES : OTHER;
            }
            default -> {
                return OTHER;
            }
        }
    }

    /** Returns the entry that was found to have these numbers. */
    DumpEntry entry(long[] found, PickledValues values) {
        DumpEntry like = new DumpEntry(entry);
        for (int i = 0; i < from.length; i++) {
            EntryField field = fields[i];
            if (field == null) {
                if (others[i] < 0) {
                    values.give(found[i], numbered[i]);
                }
            } else if (field != EntryField.OTHER) {
                like.take(field, found[i]);
            }
        }
        return like;
    }

    @Override
    public boolean equals(Object object) {
        if (!(object instanceof EntryPattern other)
                || other.hash != hash
                || !Arrays.equals(fields, other.fields)
                || !Arrays.equals(others, other.others)) {
            return false;
        }
        int at = start;
        int its = other.start;
        for (int i = 0; i < from.length; i++) {
            if (!Arrays.equals(bytes, at, from[i], other.bytes, its, other.from[i])) {
                return false;
            }
            at = to[i];
            its = other.to[i];
        }
        return Arrays.equals(bytes, at, end, other.bytes, its, other.end);
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
