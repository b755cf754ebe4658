package dev.rollcall.analyzer.input.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WordSearchTest {
    /** More than there are entries for words that end differently. */
    private static final int MANY = 300;

    @Test
    void findsAllWordsOfATextThatAPlainSearchFinds() {
        long seed = Long.getLong("rollcall.seed", 20_261_123);
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            List<String> words = new ArrayList<>();
            for (int i = random.nextInt(MANY) + 1; i > 0; i--) {
                words.add(letters(random, WordSearch.SHORTEST + random.nextInt(4)));
            }
            String text = letters(random, random.nextInt(6000));
            byte[] bytes = ("abc" + text + "abc").getBytes(StandardCharsets.US_ASCII);
            WordSearch search = new WordSearch(words);

            BitSet found = search.wordsIn(bytes, 3, bytes.length - 3);

            BitSet expected = new BitSet();
            int first = -1;
            for (int word = 0; word < words.size(); word++) {
                int at = text.indexOf(words.get(word));
                expected.set(word, at >= 0);
                first = at >= 0 && (first < 0 || at + 3 < first) ? at + 3 : first;
            }
            assertEquals(expected, found, "seed " + seed);
            assertEquals(first, search.find(bytes, 3, bytes.length - 3), "seed " + seed);
        }
    }

    private static String letters(Random random, int length) {
        StringBuilder letters = new StringBuilder();
        for (int i = 0; i < length; i++) {
            letters.append((char) ('a' + random.nextInt(3)));
        }
        return letters.toString();
    }
}
