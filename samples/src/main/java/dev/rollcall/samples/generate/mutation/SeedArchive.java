package dev.rollcall.samples.generate.mutation;

import io.airlift.compress.zstd.ZstdOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/** How the files of a job are packed before they are damaged. */
enum SeedArchive {
    /** As they are. */
    NONE,
    /** Each file alone. */
    GZ,
    /** Each file alone. */
    ZST,
    /** All files in one. */
    ZIP,
    /** All files in one. */
    TAR_GZ;

    /** Returns the name on the command line. */
    String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '.');
    }

    /** Returns the files as they lie in the folder. */
    Map<Path, byte[]> pack(Map<Path, byte[]> files) throws IOException {
        Map<Path, byte[]> packed = new TreeMap<>();
        if (this == NONE || files.isEmpty()) {
            return files;
        }
        if (this == ZIP || this == TAR_GZ) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            packAll(files, bytes);
            packed.put(Path.of(this == ZIP ? "logs.zip" : "logs.tar.gz"), bytes.toByteArray());
            return packed;
        }
        for (Map.Entry<Path, byte[]> file : files.entrySet()) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (OutputStream out = this == GZ ? new GZIPOutputStream(bytes) : new ZstdOutputStream(bytes)) {
                out.write(file.getValue());
            }
            packed.put(Path.of(file.getKey() + (this == GZ ? ".gz" : ".zst")), bytes.toByteArray());
        }
        return packed;
    }

    private void packAll(Map<Path, byte[]> files, OutputStream bytes) throws IOException {
        if (this == ZIP) {
            try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
                for (Map.Entry<Path, byte[]> file : files.entrySet()) {
                    zip.putNextEntry(new ZipEntry("logs/" + file.getKey()));
                    zip.write(file.getValue());
                    zip.closeEntry();
                }
            }
            return;
        }
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(new GZIPOutputStream(bytes))) {
            for (Map.Entry<Path, byte[]> file : files.entrySet()) {
                TarArchiveEntry entry = new TarArchiveEntry("logs/" + file.getKey());
                entry.setSize(file.getValue().length);
                tar.putArchiveEntry(entry);
                tar.write(file.getValue());
                tar.closeArchiveEntry();
            }
        }
    }
}
