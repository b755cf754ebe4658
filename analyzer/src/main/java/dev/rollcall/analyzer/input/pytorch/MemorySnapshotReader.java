package dev.rollcall.analyzer.input.pytorch;

import dev.rollcall.analyzer.containment.InputLimits;
import dev.rollcall.analyzer.input.FileNameRank;
import dev.rollcall.analyzer.input.ProcessSource;
import dev.rollcall.analyzer.input.SourceReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Reads memory snapshots of PyTorch's caching allocator for CUDA. */
public final class MemorySnapshotReader implements SourceReader {
    /** The first keys of a snapshot and of its first segment. */
    private static final List<String> KEYS = List.of("segments", "address", "total_size");

    private final InputLimits limits;

    /** Makes a reader; {@code limits} say how large a snapshot may be. */
    public MemorySnapshotReader(InputLimits limits) {
        this.limits = limits;
    }

    @Override
    public String formatName() {
        return "PyTorch memory snapshot";
    }

    @Override
    public boolean recognizes(Path file, byte[] head) {
        return head.length > 0
                && head[0] == (byte) 0x80
                && KEYS.stream().allMatch(new String(head, StandardCharsets.ISO_8859_1)::contains);
    }

    @Override
    public List<ProcessSource> open(Path file) {
        return List.of(new MemorySnapshotSource(file, FileNameRank.of(file), limits));
    }
}
