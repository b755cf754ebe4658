package dev.rollcall.analyzer.input.text;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Searches bytes for several words at once and skips most bytes unread: the algorithm of Wu and Manber, "A fast algorithm for
 * multi-pattern searching", TR-94-17, University of Arizona, 1994, with blocks of two bytes. Thread-safe.
 */
final class WordSearch {
    /** The length of the shortest word that is allowed. The shortest word bounds how many bytes are skipped at once. */
    static final int SHORTEST = 5;

    private static final int BLOCKS = 1 << 16;
    private static final int[] NONE = {};

    private final byte[][] words;
    /** The part of each word, from its start, that is compared by blocks. */
    private final int window;
    /** By the last two bytes of a window: how far the window can move, 0 if a word can end its first part there. */
    private final byte[] shifts = new byte[BLOCKS];
    /** By the last two bytes of a window: the words whose first part ends with them. */
    private final int[][] candidates = new int[BLOCKS][];

    /**
     * Prepares a search.
     *
     * @throws IllegalArgumentException if a word is shorter than {@link #SHORTEST}
     */
    WordSearch(List<String> searched) {
        words = searched.stream()
                .map(word -> word.getBytes(StandardCharsets.US_ASCII))
                .toArray(byte[][]::new);
        int shortest = searched.stream().mapToInt(String::length).min().orElse(SHORTEST);
        if (shortest < SHORTEST) {
            throw new IllegalArgumentException("a word of " + shortest + " characters");
        }
        window = Math.min(shortest, Byte.MAX_VALUE);
        Arrays.fill(shifts, (byte) (window - 1));
        for (int word = 0; word < words.length; word++) {
            for (int end = 1; end < window; end++) {
                int block = block(words[word], end);
                shifts[block] = (byte) Math.min(shifts[block], window - 1 - end);
            }
            int last = block(words[word], window - 1);
            int[] before = candidates[last] == null ? NONE : candidates[last];
            candidates[last] = Arrays.copyOf(before, before.length + 1);
            candidates[last][before.length] = word;
        }
    }

    private static int block(byte[] bytes, int end) {
        return (bytes[end - 1] & 0xff) << 8 | bytes[end] & 0xff;
    }

    /**
     * Returns where the first word begins.
     *
     * @return a position from {@code from}; -1 where none begins and ends before {@code to}
     */
    int find(byte[] bytes, int from, int to) {
        int end = from + window - 1;
        while (end < to) {
            int block = block(bytes, end);
            int shift = shifts[block];
            if (shift > 0) {
                end += shift;
                continue;
            }
            int start = end - window + 1;
            for (int word : candidates[block]) {
                if (isAt(words[word], bytes, start, to)) {
                    return start;
                }
            }
            end++;
        }
        return -1;
    }

    private static boolean isAt(byte[] word, byte[] bytes, int start, int to) {
        return start + word.length <= to && Arrays.equals(bytes, start, start + word.length, word, 0, word.length);
    }
}
