package dev.rollcall.trace;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;

/** Reads the part of the header that must hold before anything else of a file can be read. */
final class TraceHeader {
    private TraceHeader() {}

    static FileLayout read(FileChannel channel) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(HeaderDescriptor.LENGTH).order(ByteOrder.LITTLE_ENDIAN);
        while (header.hasRemaining() && channel.read(header, header.position()) >= 0) {
            continue;
        }
        int present = header.position();
        if (present == 0) {
            throw new TraceFormatException("not a trace: the file is empty");
        }
        if (present >= Long.BYTES && header.getLong(HeaderDescriptor.MAGIC_OFFSET) == 0) {
            throw new TraceFormatException("unfinished trace: its process ended while the file was being made");
        }
        if (present < Long.BYTES || header.getLong(HeaderDescriptor.MAGIC_OFFSET) != HeaderDescriptor.MAGIC) {
            throw new TraceFormatException("not a trace: the file does not begin with ROLLCALL");
        }
        if (present < HeaderDescriptor.LENGTH) {
            throw new TraceFormatException(
                    "truncated trace: it ends after " + present + " bytes, before the end of its header");
        }
        int version = header.getInt(HeaderDescriptor.READ_VERSION_OFFSET);
        if (version <= 0) {
            throw new TraceFormatException("damaged trace: its header gives an impossible version");
        }
        if (version > HeaderDescriptor.READ_VERSION) {
            throw new TraceFormatException("trace of a newer format: it needs a reader of version " + version
                    + ", this one reads up to version " + HeaderDescriptor.READ_VERSION + "; use a newer rollcall");
        }
        return FileLayout.read(header);
    }
}
