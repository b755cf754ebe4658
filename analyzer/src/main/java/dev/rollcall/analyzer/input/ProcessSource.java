package dev.rollcall.analyzer.input;

import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.RecorderInfo;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.model.StackFrame;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

/** One process's source, opened far enough to know whose it is. */
public interface ProcessSource {
    /** Returns the file. */
    Path file();

    /** Returns what it is. */
    SourceKind kind();

    /** Returns where it comes from. */
    SourceIdentity identity();

    /** Returns whether the source once told whose it is, and lacks that now; false unless a source overrides this. */
    default boolean identityLost() {
        return false;
    }

    /** Returns what recorded it; {@link RecorderInfo#UNKNOWN} unless a source overrides this. */
    default RecorderInfo recorder() {
        return RecorderInfo.UNKNOWN;
    }

    /**
     * Reads the source.
     *
     * @param signatures the job's table
     * @param sites the job's table
     * @throws IOException if it cannot be read; the message says why in a few words for a user
     */
    ProcessEvidence read(InternTable<Signature> signatures, InternTable<StackFrame> sites) throws IOException;

    /** Returns the global ranks that it holds as far as that is known before it is read; empty where it is not. */
    default Set<Integer> ranks() {
        return identity().rank() < 0 ? Set.of() : Set.of(identity().rank());
    }

    /** Returns what its file's name has in common with those of the job's other ranks. */
    default String series() {
        return String.valueOf(file().toAbsolutePath().normalize().getParent());
    }

    /** Returns what tells its process from others of the same rank; may read the source. */
    default ProcessFingerprint fingerprint() {
        return ProcessFingerprint.NONE;
    }
}
