package dev.rollcall.samples.launch;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Reads the new lines of a file that another process appends to. Not thread-safe. */
final class Tail {

    private final Path file;
    private long position;

    Tail(Path file) {
        this.file = file;
    }

    /** Returns the file. */
    Path file() {
        return file;
    }

    /** Returns the whole lines written since the last call; none if the file cannot be read. */
    List<String> newLines() {
        try (RandomAccessFile reader = new RandomAccessFile(file.toFile(), "r")) {
            byte[] fresh = new byte[Math.toIntExact(reader.length() - position)];
            reader.seek(position);
            reader.readFully(fresh);
            String text = new String(fresh, StandardCharsets.ISO_8859_1);
            int whole = text.lastIndexOf('\n') + 1;
            position += whole;
            return new String(fresh, 0, whole, StandardCharsets.UTF_8).lines().toList();
        } catch (IOException unreadable) {
            return List.of();
        }
    }
}
