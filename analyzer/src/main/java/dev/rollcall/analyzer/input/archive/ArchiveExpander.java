package dev.rollcall.analyzer.input.archive;

import dev.rollcall.analyzer.containment.FileName;
import dev.rollcall.analyzer.containment.InputLimits;
import dev.rollcall.analyzer.containment.InputLimits.Limit;
import dev.rollcall.analyzer.containment.SourceBoundary;
import dev.rollcall.analyzer.containment.SourceFailure;
import io.airlift.compress.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
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
    private static final String UNKNOWN_METHOD =
            "partly encrypted, or packed in a way that cannot be read: unpack it first";

    private static final String REFUSED =
            "files in it were left out, whose names lead out of its folder or cannot be made here";

    /** Up to here no ratio is too large. */
    private static final long SMALL = 256L << 20;

    private final Filter filter;
    private final InputLimits limits;
    private long bytesLeft;
    private long entriesLeft;
    private boolean refused;

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
     * @param limits say how much is unpacked in all
     * @param room the bytes that there is room for
     */
    public ArchiveExpander(Filter filter, InputLimits limits, long room) {
        this.filter = filter;
        this.limits = limits;
        this.bytesLeft = Math.min(room, limits.of(Limit.UNPACKED));
        this.entriesLeft = limits.of(Limit.ENTRIES);
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
            refused = false;
            SourceBoundary.read(limits.time(), () -> {
                expand(archive, folder, files);
                return files;
            });
            return new Expansion(files, refused ? REFUSED : "");
        } catch (SourceFailure e) {
            return new Expansion(files, reason(e));
        }
    }

    private static String reason(SourceFailure failure) {
        if (failure.getCause() instanceof RuntimeException) {
            // The decoders throw several kinds where a file is damaged.
            return "damaged";
        }
        // Commons Compress finds the decoders of rare methods of zip only here.
        return failure.getCause() instanceof LinkageError ? UNKNOWN_METHOD : failure.getMessage();
    }

    private void expand(Path archive, Path folder, List<Path> files) throws IOException {
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
                unpack(new LimitedInput(in, new Growth(packed::position)), archive, folder, files);
            }
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
            Path file = folder.resolveSibling(ArchiveFormat.nameInside(FileName.last(folder)));
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
        Growth growth = new Growth(() -> Math.min(size, begun.get()));
        boolean encrypted = false;
        try (ZipFile zip = opened(archive)) {
            for (ZipArchiveEntry entry : Collections.list(zip.getEntriesInPhysicalOrder())) {
                countEntry();
                Path file = entry.isDirectory() || entry.isUnixSymlink() ? null : inside(folder, entry.getName());
                if (file != null && !zip.canReadEntryData(entry)) {
                    encrypted = true;
                } else if (file != null) {
                    long packed = Math.max(1, entry.getCompressedSize());
                    if (entry.getSize() > SMALL && entry.getSize() / packed > limits.of(Limit.RATIO)) {
                        throw new IOException(grows());
                    }
                    begun.addAndGet(packed);
                    try (InputStream in = zip.getInputStream(entry)) {
                        write(new LimitedInput(in, growth), file, time(entry.getLastModifiedDate()), files);
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
            throw new IOException(
                    "more than " + limits.text(Limit.ENTRIES) + " files in archives; " + Limit.ENTRIES.toRaise());
        }
    }

    private String grows() {
        return "it grows to more than " + limits.text(Limit.RATIO) + " times its size; " + Limit.RATIO.toRaise();
    }

    private static FileTime time(Date date) {
        return FileTime.fromMillis(date == null ? 0 : date.getTime());
    }

    /** Returns where an entry is written; null if that is not inside the folder. As tar does, it takes a root for the folder. */
    private Path inside(Path folder, String name) {
        Path file =
                path(folder, name.replace('\\', '/').replaceFirst("^/+", "")).normalize();
        boolean inside = file.startsWith(folder) && !file.equals(folder);
        refused |= !inside;
        return inside ? file : null;
    }

    /** A name that no file of this system, or of this locale, can have is escaped. */
    private static Path path(Path folder, String name) {
        try {
            return folder.resolve(name);
        } catch (InvalidPathException noPath) {
            StringBuilder escaped = new StringBuilder();
            for (byte letter : name.getBytes(StandardCharsets.UTF_8)) {
                boolean plain = letter > ' ' && letter < 0x7f;
                escaped.append(plain ? String.valueOf((char) letter) : String.format("\\x%02x", letter));
            }
            return folder.resolve(escaped.toString());
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
            refused = true;
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
    private final class Growth {
        private final Packed packed;
        private long unpacked;

        Growth(Packed packed) {
            this.packed = packed;
        }

        void count(long bytes) throws IOException {
            SourceBoundary.checkTime();
            unpacked += bytes;
            bytesLeft -= bytes;
            if (bytesLeft < 0) {
                throw new IOException("too large to unpack here: unpack it first, or " + Limit.UNPACKED.toRaise());
            }
            long ratio = limits.of(Limit.RATIO);
            if (unpacked > SMALL && unpacked / ratio > packed.bytes()) {
                throw new IOException(grows());
            }
        }
    }

    private static final class LimitedInput extends InputStream {
        private final InputStream in;
        private final Growth growth;

        LimitedInput(InputStream in, Growth growth) {
            this.in = in;
            this.growth = growth;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            int read = in.read(bytes, from, length);
            growth.count(Math.max(0, read));
            return read;
        }
    }
}
