package dev.rollcall.analyzer.input.text;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Searches bytes for several words at once and skips most bytes unread: the algorithm of Wu and Manber, "A fast algorithm for
 * multi-pattern searching", TR-94-17, University of Arizona, 1994, with blocks of three bytes. Thread-safe.
 */
public final class WordSearch {
    /** The length of the shortest word that is allowed. The shortest word bounds how many bytes are skipped at once. */
    public static final int SHORTEST = 5;

    private static final int BLOCK = 3;
    private static final int HASHES = 1 << 18;
    private static final int[] NONE = {};

    /** So many fit into the negative numbers of a byte. */
    private static final int MOST_CANDIDATES = 128;

    /** In longer texts it is worthwhile to search several parts at once. */
    private static final int LONG = 4096;

    private final byte[][] words;
    private final int longest;
    /** The part of each word, from its start, that is compared by blocks. */
    private final int window;
    /** By the last block of a window: how far the window can move or, inverted, which candidates there are if a word can be there. */
    private final byte[] shifts = new byte[HASHES];
    /** Words whose first parts end with the same block; those of the last entry with any of several blocks. */
    private final List<int[]> candidates = new ArrayList<>();

    /**
     * Prepares a search for words of ASCII.
     *
     * @throws IllegalArgumentException if a word is shorter than {@link #SHORTEST}
     */
    public WordSearch(List<String> searched) {
        words = searched.stream()
                .map(word -> word.getBytes(StandardCharsets.US_ASCII))
                .toArray(byte[][]::new);
        int shortest = searched.stream().mapToInt(String::length).min().orElse(SHORTEST);
        if (shortest < SHORTEST) {
            throw new IllegalArgumentException("a word of " + shortest + " characters");
        }
        longest = searched.stream().mapToInt(String::length).max().orElse(SHORTEST);
        window = Math.min(shortest, Byte.MAX_VALUE);
        Arrays.fill(shifts, (byte) (window - BLOCK + 1));
        for (int word = 0; word < words.length; word++) {
            for (int end = BLOCK - 1; end < window; end++) {
                int block = block(words[word], end);
                shifts[block] = (byte) Math.min(shifts[block], window - 1 - end);
            }
            addCandidate(block(words[word], window - 1), word);
        }
    }

    private void addCandidate(int block, int word) {
        if (shifts[block] >= 0) {
            if (candidates.size() < MOST_CANDIDATES) {
                candidates.add(NONE);
            }
            shifts[block] = (byte) ~(candidates.size() - 1);
        }
        int place = ~shifts[block];
        int[] before = candidates.get(place);
        int[] with = Arrays.copyOf(before, before.length + 1);
        with[before.length] = word;
        candidates.set(place, with);
    }

    private static int block(byte[] bytes, int end) {
        return (bytes[end - 2] & 0xff) << 10 ^ (bytes[end - 1] & 0xff) << 5 ^ bytes[end] & 0xff;
    }

    /** Returns the length of the longest word. */
    int longest() {
        return longest;
    }

    /**
     * Returns where the first word begins.
     *
     * @return a position from {@code from}; -1 where none begins and ends before {@code to}
     */
    public int find(byte[] bytes, int from, int to) {
        if (to - from >= LONG && !occursIn(bytes, from, to)) {
            return -1;
        }
        int end = from + window - 1;
        while (end < to) {
            int shift = shifts[block(bytes, end)];
            if (shift < 0) {
                if (isWordAt(shift, bytes, end, to)) {
                    return end - window + 1;
                }
                shift = 1;
            }
            end += shift;
        }
        return -1;
    }

    /** Returns which words are in a part of a text, by their places in the list that the search was made of. */
    public BitSet wordsIn(byte[] bytes, int from, int to) {
        BitSet found = new BitSet(words.length);
        int end = from + window - 1;
        while (end < to) {
            int shift = shifts[block(bytes, end)];
            if (shift < 0) {
                for (int word : candidates.get(~shift)) {
                    if (isWord(word, bytes, end - window + 1, to)) {
                        found.set(word);
                    }
                }
                shift = 1;
            }
            end += shift;
        }
        return found;
    }

    /**
     * Returns whether there is a word. Each step of a search waits for the one before, so four parts are searched in turn, which
     * takes little longer than one.
     */
    private boolean occursIn(byte[] bytes, int from, int to) {
        int part = (to - from - window) / 4;
        int a = from + window - 1;
        int b = a + part;
        int c = b + part;
        int d = c + part;
        int endOfA = b;
        int endOfB = c;
        int endOfC = d;
        while (a < endOfA && b < endOfB && c < endOfC && d < to) {
            int shiftA = shifts[block(bytes, a)];
            int shiftB = shifts[block(bytes, b)];
            int shiftC = shifts[block(bytes, c)];
            int shiftD = shifts[block(bytes, d)];
            if ((shiftA | shiftB | shiftC | shiftD) < 0) {
                if (shiftA < 0 && isWordAt(shiftA, bytes, a, to)
                        || shiftB < 0 && isWordAt(shiftB, bytes, b, to)
                        || shiftC < 0 && isWordAt(shiftC, bytes, c, to)
                        || shiftD < 0 && isWordAt(shiftD, bytes, d, to)) {
                    return true;
                }
                shiftA = Math.max(1, shiftA);
                shiftB = Math.max(1, shiftB);
                shiftC = Math.max(1, shiftC);
                shiftD = Math.max(1, shiftD);
            }
            a += shiftA;
            b += shiftB;
            c += shiftC;
            d += shiftD;
        }
        return occursIn(bytes, a, endOfA, to)
                || occursIn(bytes, b, endOfB, to)
                || occursIn(bytes, c, endOfC, to)
                || occursIn(bytes, d, to, to);
    }

    /** Returns whether a word begins in a window that ends in a part. */
    private boolean occursIn(byte[] bytes, int first, int endOfPart, int to) {
        int end = first;
        while (end < endOfPart) {
            int shift = shifts[block(bytes, end)];
            if (shift < 0 && isWordAt(shift, bytes, end, to)) {
                return true;
            }
            end += Math.max(1, shift);
        }
        return false;
    }

    /** Returns whether a word begins with the window that ends at a position. */
    private boolean isWordAt(int shift, byte[] bytes, int end, int to) {
        int start = end - window + 1;
        for (int word : candidates.get(~shift)) {
            if (isWord(word, bytes, start, to)) {
                return true;
            }
        }
        return false;
    }

    private boolean isWord(int word, byte[] bytes, int start, int to) {
        int length = words[word].length;
        return start + length <= to && Arrays.equals(bytes, start, start + length, words[word], 0, length);
    }
}
