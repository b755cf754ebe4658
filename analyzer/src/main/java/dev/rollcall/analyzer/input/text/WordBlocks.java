package dev.rollcall.analyzer.input.text;

import dev.rollcall.analyzer.containment.SourceBoundary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.BitSet;
import java.util.stream.IntStream;

/**
 * The blocks of a long file in which a word is, or a part of one. All processors search for them before the lines are read, because
 * in the console of a job of days a few blocks have a word: lines are read in these alone. Immutable.
 */
final class WordBlocks {
    /** Fits into a processor's second cache, beside the table of the search. */
    private static final int BLOCK = 256 << 10;

    private static final int FEWEST_BLOCKS = 16;

    /** Stands for all blocks of a file that was not searched. */
    private static final WordBlocks ALL = new WordBlocks(BLOCK, new BitSet());

    private final int blockLength;
    private final BitSet withWord;

    private WordBlocks(int blockLength, BitSet withWord) {
        this.blockLength = blockLength;
        this.withWord = withWord;
    }

    /**
     * Searches bytes of a file. Few are not worth it: all their blocks can have a word.
     *
     * @param start where they begin
     * @param length how many bytes
     */
    static WordBlocks of(FileChannel file, long start, long length, WordSearch words) throws IOException {
        return length < (long) FEWEST_BLOCKS * BLOCK ? ALL : of(file, start, length, words, BLOCK);
    }

    static WordBlocks of(FileChannel file, long start, long length, WordSearch words, int blockLength)
            throws IOException {
        // A word in the first or the last block can begin or end in another part of the text.
        SourceBoundary.TimeCheck time = SourceBoundary.timeCheck();
        int last = Math.toIntExact(Math.max(0, length - 1) / blockLength);
        try {
            BitSet withWord = IntStream.range(1, last)
                    .parallel()
                    .collect(() -> new Search(time, file, start, words, blockLength), Search::add, Search::addAll)
                    .found;
            withWord.set(0);
            withWord.set(last);
            return new WordBlocks(blockLength, withWord);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /**
     * Returns where the next block with a word begins.
     *
     * @return an offset from the start; the position itself if its block has a word, or if no further block is known to have one
     */
    long next(long position) {
        int block = withWord.nextSetBit((int) (position / blockLength));
        return Math.max(position, (long) block * blockLength);
    }

    /** Searches blocks, and the bytes around each that a word at its border needs. */
    private static final class Search {
        private final SourceBoundary.TimeCheck time;
        private final FileChannel file;
        private final long start;
        private final WordSearch words;
        private final int blockLength;
        private final byte[] bytes;
        private final BitSet found = new BitSet();

        private Search(SourceBoundary.TimeCheck time, FileChannel file, long start, WordSearch words, int blockLength) {
            this.time = time;
            this.file = file;
            this.start = start;
            this.words = words;
            this.blockLength = blockLength;
            this.bytes = new byte[blockLength + 2 * (words.longest() - 1)];
        }

        private void add(int block) {
            long from = Math.max(0, (long) block * blockLength - (words.longest() - 1));
            ByteBuffer into = ByteBuffer.wrap(bytes);
            try {
                time.check();
                while (into.hasRemaining() && file.read(into, start + from + into.position()) >= 0) {
                    continue;
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            if (words.find(bytes, 0, into.position()) >= 0) {
                found.set(block);
            }
        }

        private void addAll(Search other) {
            found.or(other.found);
        }
    }
}
