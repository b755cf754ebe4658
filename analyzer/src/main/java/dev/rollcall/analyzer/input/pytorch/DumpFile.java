package dev.rollcall.analyzer.input.pytorch;

import dev.rollcall.analyzer.containment.InputLimits;
import dev.rollcall.analyzer.containment.InputLimits.Limit;
import java.io.Closeable;
import java.io.IOException;
import java.io.PushbackInputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * An open file that PyTorch has dumped: a pickle, or JSON. For one thread.
 *
 * @param in its content
 * @param size its length, bytes
 */
record DumpFile(PushbackInputStream in, long size) implements Closeable {
    /**
     * Opens a file.
     *
     * @param limits say how large it may be
     * @throws IOException if it cannot be read or is too large; the message is for the user
     */
    static DumpFile open(Path file, InputLimits limits) throws IOException {
        long size = Files.size(file);
        if (size > limits.of(Limit.DUMP)) {
            throw new IOException("larger than " + limits.text(Limit.DUMP) + "; " + Limit.DUMP.toRaise());
        }
        return new DumpFile(new PushbackInputStream(Files.newInputStream(file)), size);
    }

    /** Returns whether the content is JSON; asked before anything is read. */
    boolean isJson() throws IOException {
        int first = in.read();
        if (first >= 0) {
            in.unread(first);
        }
        return first == '{';
    }

    /** Returns a reader of the content as a pickle. */
    Unpickler pickle(EntryReader reader) {
        return new Unpickler(in, size, reader);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
