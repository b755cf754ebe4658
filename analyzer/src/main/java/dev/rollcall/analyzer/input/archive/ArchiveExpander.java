package dev.rollcall.analyzer.input.archive;

import dev.rollcall.analyzer.input.IoErrorText;
import io.airlift.compress.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;

/**
 * Unpacks archives and compressed files into folders. What is unpacked is bounded in total, so that no archive fills the disk;
 * links are not made, and nothing is written outside of the folder. Not thread-safe.
 */
public final class ArchiveExpander {
    /** An archive in an archive is unpacked, and one in that is not. */
    public static final int MOST_NESTED = 2;

    private static final String UNKNOWN_METHOD =
            "partly encrypted, or packed in a way that cannot be read: unpack it first";

    private static final int MOST_ENTRIES = 100_000;
    private static final long MOST_BYTES = 64L << 30;

    /** Logs shrink to a hundredth at most; what shrinks further is a bomb. */
    private static final long LARGEST_RATIO = 500;

    /** Up to here no ratio is too large. */
    private static final long SMALL = 256L << 20;

    private final Filter filter;
    private long bytesLeft;
    private int entriesLeft = MOST_ENTRIES;

    /** Decides which files are written. */
    @FunctionalInterface
    public interface Filter {
        /**
         * Returns whether a file is of use.
         *
         * @param file where it is written
         * @param head its first bytes, at most {@link ArchiveFormat#HEAD_LENGTH}
         */
        boolean wants(Path file, byte[] head);
    }

    /**
     * What was unpacked of one archive.
     *
     * @param files the files, in the order of the archive
     * @param failure why some of it is missing; empty if all of it is there
     */
    public record Expansion(List<Path> files, String failure) {}

    /**
     * Makes an expander.
     *
     * @param filter the files that are written
     * @param most the most bytes to unpack in all
     */
    public ArchiveExpander(Filter filter, long most) {
        this.filter = filter;
        this.bytesLeft = Math.min(most, MOST_BYTES);
    }

    /**
     * Unpacks a file. What comes before a damaged part, or before a limit, is kept.
     *
     * @param archive the file
     * @param folder the folder for the contents of an archive; the file in a compressed file goes beside it, under its own name
     */
    public Expansion expand(Path archive, Path folder) {
        List<Path> files = new ArrayList<>();
        try {
            byte[] head;
            try (InputStream in = Files.newInputStream(archive)) {
                head = in.readNBytes(ArchiveFormat.HEAD_LENGTH);
            }
            ArchiveFormat format = ArchiveFormat.of(head);
            if (format == ArchiveFormat.ZIP) {
                unzip(archive, folder, files);
            } else {
                try (FileChannel packed = FileChannel.open(archive);
                        InputStream in = unpacked(format, packed)) {
                    unpack(new LimitedInput(in, new Limit(packed::position)), archive, folder, files);
                }
            }
            return new Expansion(files, "");
        } catch (IOException e) {
            return new Expansion(files, IoErrorText.of(e));
        } catch (RuntimeException damaged) {
            // The decoders throw several kinds where a file is damaged.
            return new Expansion(files, "damaged");
        } catch (LinkageError noDecoder) {
            // Commons Compress finds the decoders of rare methods of zip only here.
            return new Expansion(files, UNKNOWN_METHOD);
        }
    }

    private static InputStream unpacked(ArchiveFormat format, FileChannel archive) throws IOException {
        if (format == null) {
            throw new IOException("not an archive, in spite of its name");
        }
        InputStream in = new BufferedInputStream(Channels.newInputStream(archive), 1 << 16);
        return switch (format) {
            case GZIP ->
                GzipCompressorInputStream.builder()
                        .setInputStream(in)
                        .setDecompressConcatenated(true)
                        .get();
            case BZIP2 -> new BZip2CompressorInputStream(in, true);
            case ZSTD -> new ZstdInputStream(in);
            case TAR -> in;
            default -> {
                in.close();
                throw new IOException("packed with xz: unpack it first");
            }
        };
    }

    private void unpack(InputStream in, Path archive, Path folder, List<Path> files) throws IOException {
        byte[] head = in.readNBytes(ArchiveFormat.HEAD_LENGTH);
        InputStream whole = new SequenceInputStream(new ByteArrayInputStream(head), in);
        if (ArchiveFormat.of(head) == ArchiveFormat.TAR) {
            untar(new TarArchiveInputStream(whole), folder, files);
        } else {
            Path file = folder.resolveSibling(
                    ArchiveFormat.nameInside(folder.getFileName().toString()));
            write(whole, file, Files.getLastModifiedTime(archive), files);
        }
    }

    private void untar(TarArchiveInputStream tar, Path folder, List<Path> files) throws IOException {
        for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
            countEntry();
            Path file = entry.isFile() && !entry.isSymbolicLink() && !entry.isLink()
                    ? inside(folder, entry.getName())
                    : null;
            if (file != null) {
                write(tar, file, time(entry.getLastModifiedDate()), files);
            }
        }
    }

    private void unzip(Path archive, Path folder, List<Path> files) throws IOException {
        // Entries of a bomb can share their bytes.
        long size = Files.size(archive);
        AtomicLong begun = new AtomicLong();
        Limit limit = new Limit(() -> Math.min(size, begun.get()));
        boolean encrypted = false;
        try (ZipFile zip = opened(archive)) {
            for (ZipArchiveEntry entry : Collections.list(zip.getEntriesInPhysicalOrder())) {
                countEntry();
                Path file = entry.isDirectory() || entry.isUnixSymlink() ? null : inside(folder, entry.getName());
                if (file != null && !zip.canReadEntryData(entry)) {
                    encrypted = true;
                } else if (file != null) {
                    begun.addAndGet(Math.max(0, entry.getCompressedSize()));
                    try (InputStream in = zip.getInputStream(entry)) {
                        write(new LimitedInput(in, limit), file, time(entry.getLastModifiedDate()), files);
                    }
                }
            }
        }
        if (encrypted) {
            throw new IOException(UNKNOWN_METHOD);
        }
    }

    private static ZipFile opened(Path archive) throws IOException {
        try {
            return ZipFile.builder().setPath(archive).get();
        } catch (FileSystemException e) {
            throw e;
        } catch (IOException e) {
            throw new IOException("damaged", e);
        }
    }

    private void countEntry() throws IOException {
        if (entriesLeft-- <= 0) {
            throw new IOException("more than " + MOST_ENTRIES + " files in archives: unpack it first");
        }
    }

    private static FileTime time(Date date) {
        return FileTime.fromMillis(date == null ? 0 : date.getTime());
    }

    /** Returns where an entry is written; null if that is not inside the folder. */
    private static Path inside(Path folder, String name) {
        try {
            Path file = folder.resolve(name.replace('\\', '/')).normalize();
            return file.startsWith(folder) && !file.equals(folder) ? file : null;
        } catch (InvalidPathException noPath) {
            return null;
        }
    }

    private void write(InputStream in, Path file, FileTime modified, List<Path> files) throws IOException {
        byte[] head = in.readNBytes(ArchiveFormat.HEAD_LENGTH);
        if (!filter.wants(file, head)) {
            return;
        }
        try {
            Files.createDirectories(file.getParent());
            Files.copy(InputStream.nullInputStream(), file, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException nameOfAFolder) {
            return;
        }
        files.add(file);
        try (OutputStream out = Files.newOutputStream(file)) {
            out.write(head);
            in.transferTo(out);
        }
        Files.setLastModifiedTime(file, modified);
    }

    /** Returns how many bytes of an archive were read. */
    @FunctionalInterface
    private interface Packed {
        long bytes() throws IOException;
    }

    /** How much a stream of packed bytes may hold. */
    private final class Limit {
        private final Packed packed;
        private long unpacked;

        Limit(Packed packed) {
            this.packed = packed;
        }

        void count(long bytes) throws IOException {
            unpacked += bytes;
            bytesLeft -= bytes;
            if (bytesLeft < 0) {
                throw new IOException("too large to unpack here: unpack it first");
            }
            if (unpacked > SMALL && unpacked / LARGEST_RATIO > packed.bytes()) {
                throw new IOException("it grows to more than " + LARGEST_RATIO + " times its size: unpack it first");
            }
        }
    }

    private static final class LimitedInput extends InputStream {
        private final InputStream in;
        private final Limit limit;

        LimitedInput(InputStream in, Limit limit) {
            this.in = in;
            this.limit = limit;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            int read = in.read(bytes, from, length);
            limit.count(Math.max(0, read));
            return read;
        }
    }
}
