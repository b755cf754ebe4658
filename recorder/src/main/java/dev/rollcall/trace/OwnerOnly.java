package dev.rollcall.trace;

import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * The permissions of traces and of the folders made for them: a trace holds the command line, stacks and texts of errors, which
 * are nobody's business but the user's. On file systems without POSIX permissions the file system's own rules hold.
 */
public final class OwnerOnly {
    private static final FileAttribute<?>[] NONE = {};

    private OwnerOnly() {}

    /** Returns the attributes with which to create a file: 0600. */
    static FileAttribute<?>[] file(Path file) {
        return of(file, Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE));
    }

    /** Returns the attributes with which to create folders: 0700. */
    public static FileAttribute<?>[] folder(Path folder) {
        return of(
                folder,
                Set.of(
                        PosixFilePermission.OWNER_READ,
                        PosixFilePermission.OWNER_WRITE,
                        PosixFilePermission.OWNER_EXECUTE));
    }

    private static FileAttribute<?>[] of(Path path, Set<PosixFilePermission> permissions) {
        boolean posix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
        return posix ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)} : NONE;
    }
}
