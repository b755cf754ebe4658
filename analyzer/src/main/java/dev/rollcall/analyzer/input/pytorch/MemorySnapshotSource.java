package dev.rollcall.analyzer.input.pytorch;

import dev.rollcall.analyzer.containment.InputLimits;
import dev.rollcall.analyzer.input.FileNameRank;
import dev.rollcall.analyzer.input.ProcessEvidence;
import dev.rollcall.analyzer.input.ProcessSource;
import dev.rollcall.analyzer.input.SourceIdentity;
import dev.rollcall.analyzer.input.SourceKind;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.Signature;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A memory snapshot of one rank: what the allocator did, and neither the calls of the rank nor its end. Immutable. */
final class MemorySnapshotSource implements ProcessSource {
    private final Path file;
    private final int rank;
    private final InputLimits limits;

    /** Makes the source of a file; {@code rank} is the one in its name, -1 for none, and {@code limits} say how large it may be. */
    MemorySnapshotSource(Path file, int rank, InputLimits limits) {
        this.file = file;
        this.rank = rank;
        this.limits = limits;
    }

    @Override
    public Path file() {
        return file;
    }

    @Override
    public SourceKind kind() {
        return SourceKind.MEMORY;
    }

    @Override
    public SourceIdentity identity() {
        return new SourceIdentity("", rank, -1);
    }

    @Override
    public String series() {
        return FileNameRank.series(file);
    }

    @Override
    public ProcessEvidence read(InternTable<Signature> signatures, InternTable<CallStack> stacks) throws IOException {
        try (DumpFile opened = DumpFile.open(file, limits)) {
            Unpickler pickle = opened.pickle(new EntryReader(new PythonFrames()));
            MemorySnapshot snapshot = MemorySnapshot.read(pickle.read(), pickle.cut());
            List<String> losses = new ArrayList<>();
            if (pickle.cut()) {
                losses.add("cut off: its newest events are missing; what it still holds was used");
            }
            if (snapshot.leftOut() > 0) {
                losses.add(String.format(
                        Locale.ROOT,
                        "its oldest %,d events were left out: more than %,d in all",
                        snapshot.leftOut(),
                        MemorySnapshot.MOST_EVENTS));
            }
            return ProcessEvidence.builder(file)
                    .rank(rank)
                    .allocations(snapshot.history())
                    .losses(losses)
                    .build();
        }
    }
}
