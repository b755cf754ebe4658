package dev.rollcall.analyzer.input.job;

import dev.rollcall.analyzer.containment.FileName;
import dev.rollcall.analyzer.containment.InputLimits;
import dev.rollcall.analyzer.containment.SourceBoundary;
import dev.rollcall.analyzer.input.ProcessEvidence;
import dev.rollcall.analyzer.input.ProcessSource;
import dev.rollcall.analyzer.input.SourceReader;
import dev.rollcall.analyzer.input.text.MemoryBudget;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.ProcessTrace;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.model.SourceFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads one file of any format that {@link JobReader} reads, without joining it with others. */
public final class SourceFileReader {
    private SourceFileReader() {}

    /**
     * Reads a file. Whole calls are read from it again when they are asked for, so the file must stay.
     *
     * @param file a file, not a folder
     * @throws IOException if nothing of it can be read; the message gives the user the reason in a few words
     */
    public static SourceFile read(Path file) throws IOException {
        FileFinder finder = new FileFinder(
                JobReader.readers(new MemoryBudget(), InputLimits.DEFAULT), InputRules.DEFAULT, Progress.NONE);
        finder.search(file);
        if (finder.found().isEmpty()) {
            throw new IOException(finder.unreadable().get(0).reason());
        }
        Map.Entry<Path, SourceReader> found =
                finder.found().entrySet().iterator().next();
        return SourceBoundary.read(InputLimits.DEFAULT.time(), () -> read(file, found.getKey(), found.getValue()));
    }

    private static SourceFile read(Path file, Path found, SourceReader reader) throws IOException {
        InternTable<Signature> signatures = new InternTable<>();
        InternTable<CallStack> stacks = Job.newStacks();
        List<ProcessTrace> processes = new ArrayList<>();
        for (ProcessSource source : reader.open(found)) {
            processes.add(process(source, source.read(signatures, stacks)));
        }
        if (processes.isEmpty()) {
            throw new IOException("it shows no call, stack or end of a rank");
        }
        return new SourceFile(FileName.of(file), reader.formatName(), processes);
    }

    private static ProcessTrace process(ProcessSource source, ProcessEvidence process) {
        CommunicatorAssembler communicators = new CommunicatorAssembler(
                process.worldSize() > 0 ? process.worldSize() : process.largestCommunicatorSize(), Set.of());
        communicators.add(-1, process.membershipsOf(-1));
        process.ranks().forEach(rank -> communicators.add(rank, process.membershipsOf(rank)));
        return new ProcessTrace(
                source.identity().jobId(),
                List.copyOf(process.ranks()),
                process.worldSize(),
                process.host(),
                process.pid(),
                process.started(),
                process.lastAlive(),
                EndingInference.recorded(process),
                source.recorder(),
                process.threads(),
                process.devices(),
                process.copies(),
                process.retained(),
                communicators.communicators(),
                process.losses());
    }
}
