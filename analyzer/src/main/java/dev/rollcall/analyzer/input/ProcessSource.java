package dev.rollcall.analyzer.input;

import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.RecorderInfo;
import dev.rollcall.analyzer.model.Signature;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

/** The evidence of one process in a file: opened far enough to know which process it is, and not yet read. */
public interface ProcessSource {
    /** Returns the file. */
    Path file();

    /** Returns the kind of the source. */
    SourceKind kind();

    /** Returns the process and the job that this source belongs to. */
    SourceIdentity identity();

    /** Returns whether the file is damaged so that the identity that it once had is gone. The default is false. */
    default boolean identityLost() {
        return false;
    }

    /**
     * Returns whether all that the source shows is that the process is there, so that it is of use only beside other sources of its
     * job. The default is false.
     */
    default boolean showsOnlyWriter() {
        return false;
    }

    /** Returns what recorded the process. The default is {@link RecorderInfo#UNKNOWN}. */
    default RecorderInfo recorder() {
        return RecorderInfo.UNKNOWN;
    }

    /**
     * Reads the source.
     *
     * @param signatures the job's table, to which the calls' signatures are added
     * @param stacks the job's table, to which the calls' stacks are added
     * @throws IOException if it cannot be read; the message gives the user the reason in a few words
     */
    ProcessEvidence read(InternTable<Signature> signatures, InternTable<CallStack> stacks) throws IOException;

    /** Returns the global ranks of the process as far as they are known before it is read; empty if none is. */
    default Set<Integer> ranks() {
        return identity().rank() < 0 ? Set.of() : Set.of(identity().rank());
    }

    /** Returns the part of the file's name that the files of all ranks of a job have in common. The default is the folder. */
    default String series() {
        return String.valueOf(file().toAbsolutePath().normalize().getParent());
    }

    /**
     * Returns which of several streams in the file the source is, such as the container that wrote its lines; empty, the default, where
     * the file is one stream.
     */
    default String stream() {
        return "";
    }

    /** Returns the process numbers that the file shows, of this process or of those that were started with it; empty where unknown. */
    default Set<Long> pids() {
        return Set.of();
    }

    /** Returns what distinguishes this process from others of the same rank. May read the source. */
    default ProcessFingerprint fingerprint() {
        return ProcessFingerprint.NONE;
    }
}
