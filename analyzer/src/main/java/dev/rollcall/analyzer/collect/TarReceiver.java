package dev.rollcall.analyzer.collect;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PushbackInputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/**
 * Writes the files of a tar stream into a folder, however hostile the stream is: nothing outside the folder, no links, no devices,
 * no more bytes and files than allowed. A file that ends early is kept. Not thread-safe.
 */
final class TarReceiver {
    private static final int MOST_FILES = 100_000;
    private static final int MOST_NOTES = 100;
    private static final int BUFFER = 1 << 16;
    private static final int GZIP_FIRST = 0x1f;
    private static final String PART = ".part";

    private final Path folder;
    private final Set<Path> received = new HashSet<>();
    private final List<String> notes = new ArrayList<>();
    private long bytesLeft;
    private long bytes;
    private boolean complete;

    /**
     * Starts with an empty account.
     *
     * @param folder the folder, which need not exist
     * @param mostBytes the bytes to write at most
     */
    TarReceiver(Path folder, long mostBytes) {
        this.folder = folder;
        this.bytesLeft = mostBytes;
    }

    /** Writes the files of a stream, as far as it goes. */
    void receive(InputStream stream) {
        try {
            PushbackInputStream start = new PushbackInputStream(stream, 1);
            int first = start.read();
            if (first < 0) {
                note("nothing came");
                return;
            }
            start.unread(first);
            InputStream plain = first == GZIP_FIRST ? new GZIPInputStream(start, BUFFER) : start;
            TarArchiveInputStream tar = new TarArchiveInputStream(plain, "UTF-8");
            TarArchiveEntry entry = tar.getNextEntry();
            while (entry != null) {
                if (received.size() == MOST_FILES || bytesLeft < entry.getRealSize()) {
                    note("more than is allowed: the rest, from " + entry.getName() + " on, was left");
                    return;
                }
                receive(tar, entry);
                entry = tar.getNextEntry();
            }
            complete = true;
        } catch (IOException | IllegalArgumentException e) {
            note("the rest did not come: "
                    + (e instanceof EOFException || e.getMessage() == null
                            ? "the stream ended early"
                            : e.getMessage()));
        }
    }

    private void receive(TarArchiveInputStream tar, TarArchiveEntry entry) throws IOException {
        if (entry.isDirectory()) {
            return;
        }
        Path file = inside(entry.getName());
        if (file == null) {
            note(entry.getName() + ": not a path below a folder, left out");
        } else if (entry.isLink()) {
            copyOf(entry, file);
        } else if (entry.isSymbolicLink()) {
            note(entry.getName() + ": a link, left out");
        } else if (entry.isFIFO() || entry.isCharacterDevice() || entry.isBlockDevice()) {
            note(entry.getName() + ": a pipe or a device, left out");
        } else {
            write(tar, entry, file);
        }
    }

    /** Returns a name as a path below the folder; null where it leads elsewhere. */
    private Path inside(String name) {
        Path file = folder;
        for (String part : name.split("/")) {
            if (part.equals("..")) {
                return null;
            }
            if (!part.isEmpty() && !part.equals(".")) {
                try {
                    file = file.resolve(part);
                } catch (InvalidPathException e) {
                    return null;
                }
            }
        }
        return file.equals(folder) ? null : file;
    }

    /** A second name of a file that came before has no content of its own. */
    private void copyOf(TarArchiveEntry entry, Path file) throws IOException {
        Path original = inside(entry.getLinkName());
        if (original == null || !received.contains(original) || Files.size(original) > bytesLeft) {
            note(entry.getName() + ": a link, left out");
            return;
        }
        Files.createDirectories(file.getParent());
        Files.copy(original, file, StandardCopyOption.REPLACE_EXISTING);
        arrived(file);
    }

    /** Writes beside the file first: an older copy is better than the beginning of a newer one. */
    private void write(TarArchiveInputStream tar, TarArchiveEntry entry, Path file) throws IOException {
        Path part = file.resolveSibling(file.getFileName() + PART);
        try {
            Files.createDirectories(file.getParent());
        } catch (IOException e) {
            note(entry.getName() + ": " + e);
            return;
        }
        IOException failure = null;
        try (OutputStream out = Files.newOutputStream(part)) {
            failure = copy(tar, out);
        }
        FileTime time = entry.getLastModifiedTime();
        if (failure == null) {
            Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
            Files.setLastModifiedTime(file, time);
            arrived(file);
            return;
        }
        long length = Files.size(part);
        if (Files.isRegularFile(file) && Files.size(file) >= length) {
            Files.delete(part);
            note(entry.getName() + ": the older copy was kept");
        } else {
            Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
            note(String.format(
                    "%s: only the first %,d of %,d bytes came", entry.getName(), length, entry.getRealSize()));
            arrived(file);
        }
        throw failure;
    }

    /** Returns how reading failed; null if it did not. A failure to write, as on a full disk, is thrown. */
    private static IOException copy(InputStream in, OutputStream out) throws IOException {
        byte[] buffer = new byte[BUFFER];
        while (true) {
            int count;
            try {
                count = in.read(buffer);
            } catch (IOException e) {
                return e;
            }
            if (count < 0) {
                return null;
            }
            out.write(buffer, 0, count);
        }
    }

    private void arrived(Path file) throws IOException {
        long size = Files.size(file);
        bytes += size;
        bytesLeft -= size;
        received.add(file);
    }

    private void note(String text) {
        if (notes.size() < MOST_NOTES) {
            notes.add(text);
        }
    }

    /** Returns whether the stream came to its end. */
    boolean isComplete() {
        return complete;
    }

    int files() {
        return received.size();
    }

    long bytes() {
        return bytes;
    }

    /** Returns what did not come, and why. */
    List<String> notes() {
        return notes;
    }
}
