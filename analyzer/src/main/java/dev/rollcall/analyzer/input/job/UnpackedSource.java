package dev.rollcall.analyzer.input.job;

import dev.rollcall.analyzer.containment.FileName;
import dev.rollcall.analyzer.input.ProcessEvidence;
import dev.rollcall.analyzer.input.ProcessFingerprint;
import dev.rollcall.analyzer.input.ProcessSource;
import dev.rollcall.analyzer.input.SourceIdentity;
import dev.rollcall.analyzer.input.SourceKind;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.RecorderInfo;
import dev.rollcall.analyzer.model.Signature;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

/**
 * A source from an archive, under the name that it has there. It is read from the temporary file.
 *
 * @param source the source in the temporary file
 * @param unpacked names the files
 */
record UnpackedSource(ProcessSource source, UnpackedFiles unpacked) implements ProcessSource {
    @Override
    public Path file() {
        return unpacked.shown(source.file());
    }

    @Override
    public SourceKind kind() {
        return source.kind();
    }

    @Override
    public SourceIdentity identity() {
        return source.identity();
    }

    @Override
    public boolean identityLost() {
        return source.identityLost();
    }

    @Override
    public RecorderInfo recorder() {
        return source.recorder();
    }

    @Override
    public ProcessEvidence read(InternTable<Signature> signatures, InternTable<CallStack> stacks) throws IOException {
        return source.read(signatures, stacks).toBuilder()
                .source(FileName.of(file()))
                .build();
    }

    @Override
    public Set<Integer> ranks() {
        return source.ranks();
    }

    @Override
    public String series() {
        return unpacked.shown(source.series());
    }

    @Override
    public String stream() {
        return source.stream();
    }

    @Override
    public Set<Long> pids() {
        return source.pids();
    }

    @Override
    public ProcessFingerprint fingerprint() {
        return source.fingerprint();
    }
}
