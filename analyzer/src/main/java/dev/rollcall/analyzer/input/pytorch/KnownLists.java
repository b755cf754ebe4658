package dev.rollcall.analyzer.input.pytorch;

import java.util.Arrays;
import java.util.List;

/**
 * The lists that the entries of a pickled dump have in common: the calls of a job repeat, so that nearly every list of frames,
 * sizes or types is one that was understood before. It is known again by its numbers and references, whatever numbers the
 * pickle gives to the list and to those in it. Not thread-safe.
 */
final class KnownLists {
    private static final int SIZE = 256;
    /** Longer ones are read each time, so that a damaged file cannot have many long ones kept. */
    private static final int LONGEST = 256;

    private static final int DEEPEST = 2;
    private static final int MOST_NUMBERED = 16;
    /** So many bytes an opcode and what belongs to it have at most. */
    private static final int REACH = 16;

    private static final int NOT_KNOWN = -1;
    private static final long BEGIN = 1L << 32;
    private static final long END = 2L << 32;
    private static final long REFERENCE = 3L << 32;
    private static final long NUMBER = 4L << 32;

    private final PickleBytes pickle;
    private final byte[] bytes;
    private final PickledValues numbers;
    private final long[] tokens = new long[LONGEST];
    private int size;
    private long hash;
    private final int[] given = new int[MOST_NUMBERED];
    private int numbered;
    private boolean whole;
    private final long[][] known = new long[SIZE][];
    private final Understood[][] values = new Understood[SIZE][];

    KnownLists(PickleBytes pickle, PickledValues numbers) {
        this.pickle = pickle;
        this.bytes = pickle.array();
        this.numbers = numbers;
    }

    /**
     * Returns what the list that follows was understood as before, and passes it.
     *
     * @param kind tells lists apart that may be equal and mean something else
     * @return null where it is not known; then nothing is passed
     */
    Understood find(int kind) {
        size = 0;
        hash = 0;
        numbered = 0;
        add(kind);
        int start = pickle.position();
        int end = start < bytes.length && bytes[start] == ']' ? list(start + 1, 0) : NOT_KNOWN;
        whole = end != NOT_KNOWN && size < LONGEST;
        if (!whole) {
            return null;
        }
        int at = place();
        Understood[] same = values[at];
        if (same == null
                || !Arrays.equals(known[at], 0, known[at].length, tokens, 0, size)
                || numbered > 0 && numbered != same.length) {
            return null;
        }
        for (int i = 0; i < numbered; i++) {
            numbers.give(given[i], same[i]);
        }
        pickle.position(end);
        if (numbered == 0) {
            numbers.ended(PickledValues.NOT_NUMBERED, same[0]);
        }
        return same[0];
    }

    /** Notes what the list was understood as that was not known, and the lists in it in the order in which they begin. */
    void keep(Understood list, List<? extends Understood> within) {
        if (whole) {
            Understood[] all = new Understood[1 + within.size()];
            all[0] = list;
            for (int i = 1; i < all.length; i++) {
                all[i] = within.get(i - 1);
            }
            known[place()] = Arrays.copyOf(tokens, size);
            values[place()] = all;
        }
    }

    private int place() {
        return (int) (hash * 0x9E3779B97F4A7C15L >>> 56);
    }

    private void add(long token) {
        if (size < LONGEST) {
            tokens[size++] = token;
            hash = 31 * hash + token;
        }
    }

    /** Returns where a list ends whose first opcode was passed. */
    private int list(int from, int depth) {
        int at = number(from);
        if (at > bytes.length - REACH || depth > DEEPEST) {
            return NOT_KNOWN;
        }
        add(BEGIN);
        if (bytes[at] == '(') {
            at++;
            while (at != NOT_KNOWN && bytes[at] != 'e') {
                at = item(at, depth);
            }
        } else {
            at = item(at, depth);
            // Of an empty list nothing tells here that it is one.
            at = at != NOT_KNOWN && bytes[at] == 'a' ? at : NOT_KNOWN;
        }
        add(END);
        return at == NOT_KNOWN ? NOT_KNOWN : at + 1;
    }

    private int item(int at, int depth) {
        if (at > bytes.length - 2 * REACH || size == LONGEST) {
            return NOT_KNOWN;
        }
        switch (bytes[at]) {
            case ']' -> {
                return list(at + 1, depth + 1);
            }
            case 'h' -> {
                add(REFERENCE | bytes[at + 1] & 0xff);
                return at + 2;
            }
            case 'j' -> {
                add(REFERENCE | pickle.word(at + 1) & 0xffff_ffffL);
                return at + 5;
            }
            case 'K' -> {
                add(NUMBER | bytes[at + 1] & 0xff);
                return at + 2;
            }
            case 'M' -> {
                add(NUMBER | bytes[at + 1] & 0xff | (bytes[at + 2] & 0xff) << 8);
                return at + 3;
            }
            case 'J' -> {
                add(NUMBER | pickle.word(at + 1) & 0xffff_ffffL);
                return at + 5;
            }
            default -> {
                return NOT_KNOWN;
            }
        }
    }

    /** Notes the number that the pickle gives to the list that was just begun, if it does, and returns where that ends. */
    private int number(int at) {
        if (at > bytes.length - REACH || numbered == MOST_NUMBERED) {
            return bytes.length;
        }
        switch (bytes[at]) {
            case 'q' -> {
                given[numbered++] = bytes[at + 1] & 0xff;
                return at + 2;
            }
            case 'r' -> {
                given[numbered++] = pickle.word(at + 1);
                return at + 5;
            }
            case (byte) 0x94 -> {
                given[numbered] = numbers.next() + numbered;
                numbered++;
                return at + 1;
            }
            default -> {
                return at;
            }
        }
    }
}
