package dev.rollcall.trace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;

/**
 * What the file system of a trace's folder means for the job that is recorded. Immutable and thread-safe.
 *
 * @param type the file system's type, as {@link java.nio.file.FileStore#type} names it on Linux and macOS, in lower case; empty where unknown
 */
public record TraceFolder(String type) {
    private static final Set<String> NETWORK = Set.of(
            "nfs",
            "nfs4",
            "cifs",
            "smb",
            "smb2",
            "smb3",
            "smbfs",
            "lustre",
            "ceph",
            "gpfs",
            "beegfs",
            "afs",
            "9p",
            "fuse.sshfs",
            "fuse.glusterfs",
            "panfs",
            "wekafs");

    private static final Set<String> COPY_ON_WRITE = Set.of("btrfs", "bcachefs");

    /** Returns what is known of a folder, which need not exist yet. */
    public static TraceFolder of(Path folder) {
        Path existing = folder.toAbsolutePath();
        while (existing != null && !Files.exists(existing)) {
            existing = existing.getParent();
        }
        try {
            return new TraceFolder(
                    existing == null ? "" : Files.getFileStore(existing).type().toLowerCase(Locale.ROOT));
        } catch (IOException | SecurityException e) {
            return new TraceFolder("");
        }
    }

    /** Returns whether writing there can wait for a server. */
    public boolean isOnNetwork() {
        return NETWORK.contains(type);
    }

    /**
     * Returns whether a change of a file needs new room there, so that where it runs out the next change of a mapped page ends the
     * process by SIGBUS, although all of the file was written before.
     */
    public boolean copiesOnWrite() {
        return COPY_ON_WRITE.contains(type);
    }

    /** Returns why nothing is recorded where the file system {@link #copiesOnWrite}, and what to do, in words that can follow a name. */
    public static String refusal() {
        return "its file system copies on write, so that a disk that becomes full would end the job; choose a folder on another one,"
                + " such as /dev/shm";
    }
}
