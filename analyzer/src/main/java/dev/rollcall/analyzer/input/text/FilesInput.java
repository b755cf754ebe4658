package dev.rollcall.analyzer.input.text;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * The bytes of some files, one after the other: of each file those that it has when it is opened, because a file can grow as fast
 * as it is read. Not thread-safe.
 */
final class FilesInput extends InputStream {
    /** What is left to read. */
    private final Deque<OpenFile> files = new ArrayDeque<>();

    /** In the first file that is left. */
    private long position;

    /** Of the first file that is left; null before they are searched. */
    private WordBlocks blocks;

    private record OpenFile(FileChannel channel, long length) {}

    /** Opens all files, so that none can be rotated away before its turn. */
    FilesInput(List<Path> paths) throws IOException {
        try {
            for (Path path : paths) {
                long length = Files.size(path);
                files.add(new OpenFile(FileChannel.open(path), length));
            }
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        while (!files.isEmpty()) {
            OpenFile file = files.element();
            int most = (int) Math.min(length, file.length - position);
            int read = file.channel.read(ByteBuffer.wrap(bytes, offset, most), position);
            if (read > 0 || length == 0) {
                position += read;
                return read;
            }
            // The file can have become shorter since it was opened.
            files.remove();
            position = 0;
            blocks = null;
            file.channel.close();
        }
        return -1;
    }

    /**
     * Skips blocks without a part of a word. The bytes before them have none that goes on in them.
     *
     * @param words the same words in each call
     * @param kept how many bytes before the next block with a word are not skipped
     * @return whether bytes were skipped
     */
    boolean skipToWord(WordSearch words, int kept) throws IOException {
        if (files.isEmpty()) {
            return false;
        }
        OpenFile file = files.element();
        if (blocks == null) {
            blocks = WordBlocks.of(file.channel, file.length, words);
        }
        long next = blocks.next(position) - kept;
        if (next <= position) {
            return false;
        }
        position = next;
        return true;
    }

    @Override
    public void close() throws IOException {
        while (!files.isEmpty()) {
            files.remove().channel.close();
        }
    }
}
