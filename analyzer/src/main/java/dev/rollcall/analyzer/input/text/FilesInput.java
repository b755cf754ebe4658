package dev.rollcall.analyzer.input.text;

import dev.rollcall.analyzer.containment.SourceBoundary;
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
    /** Where a text is cut, so near is the end of a line. */
    private static final int NEAR = 64 << 10;

    /** What is left to read. */
    private final Deque<OpenFile> files = new ArrayDeque<>();

    /** In the first part that is left, from its start. */
    private long position;

    /** Of the first file that is left; null before they are searched. */
    private WordBlocks blocks;

    /** A part of a file that is read, from one offset to another. */
    private record OpenFile(FileChannel channel, long start, long end) {
        long length() {
            return end - start;
        }
    }

    /**
     * Opens all files, so that none can be rotated away before its turn.
     *
     * @param most how many bytes of a file are read; of a longer one its beginning and its end
     */
    FilesInput(List<Path> paths, long most) throws IOException {
        try {
            for (Path path : paths) {
                long length = Files.size(path);
                FileChannel channel = FileChannel.open(path);
                if (length <= most) {
                    files.add(new OpenFile(channel, 0, length));
                } else {
                    files.add(new OpenFile(channel, 0, lineFeed(channel, most / 2)));
                    files.add(new OpenFile(FileChannel.open(path), lineFeed(channel, length - most / 2), length));
                }
            }
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Returns where the line ends that an offset is in, if that is near. */
    private static long lineFeed(FileChannel channel, long from) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(NEAR);
        channel.read(bytes, from);
        for (int i = 0; i < bytes.position(); i++) {
            if (bytes.get(i) == '\n') {
                return from + i + 1;
            }
        }
        return from;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        SourceBoundary.checkTime();
        while (!files.isEmpty()) {
            OpenFile file = files.element();
            int most = (int) Math.min(length, file.length() - position);
            int read = file.channel.read(ByteBuffer.wrap(bytes, offset, most), file.start + position);
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
            blocks = WordBlocks.of(file.channel, file.start, file.length(), words);
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
