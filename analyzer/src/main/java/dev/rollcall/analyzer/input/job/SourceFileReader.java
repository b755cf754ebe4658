package dev.rollcall.analyzer.input.job;

import dev.rollcall.analyzer.input.IoErrorText;
import dev.rollcall.analyzer.input.MembershipEvidence;
import dev.rollcall.analyzer.input.ProcessEvidence;
import dev.rollcall.analyzer.input.ProcessSource;
import dev.rollcall.analyzer.input.SourceReader;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.ProcessTrace;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.model.SourceFile;
import dev.rollcall.analyzer.model.StackFrame;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Reads one file of evidence by itself, of any kind that {@link JobReader} reads. */
public final class SourceFileReader {
    private SourceFileReader() {}

    /**
     * Reads a file. Its calls are read from it again when somebody asks for them; it must stay.
     *
     * @param file a file, not a folder
     * @throws IOException if nothing of it can be read; the message says why in a few words for a user
     */
    public static SourceFile read(Path file) throws IOException {
        FileFinder finder = new FileFinder(JobReader.readers(), Progress.NONE);
        finder.search(file);
        if (finder.found().isEmpty()) {
            throw new IOException(finder.unreadable().get(0).reason());
        }
        Map.Entry<Path, SourceReader> found =
                finder.found().entrySet().iterator().next();
        InternTable<Signature> signatures = new InternTable<>();
        InternTable<StackFrame> sites = new InternTable<>();
        sites.id(Job.UNKNOWN_SITE);
        try {
            List<ProcessTrace> processes = new ArrayList<>();
            for (ProcessSource source : found.getValue().open(found.getKey())) {
                processes.add(process(source, source.read(signatures, sites)));
            }
            return new SourceFile(file.toString(), found.getValue().kind(), processes);
        } catch (IOException e) {
            throw new IOException(IoErrorText.of(e), e);
        }
    }

    private static ProcessTrace process(ProcessSource source, ProcessEvidence process) {
        TreeSet<Integer> ranks = new TreeSet<>();
        process.memberships().forEach(membership -> ranks.add(RankAssignment.of(process, membership)));
        ranks.add(process.rank());
        int largest = process.memberships().stream()
                .mapToInt(MembershipEvidence::size)
                .max()
                .orElse(-1);
        CommunicatorAssembler join =
                new CommunicatorAssembler(process.worldSize() > 0 ? process.worldSize() : largest, Set.of());
        for (int rank : ranks) {
            join.add(
                    rank,
                    process.memberships().stream()
                            .filter(membership -> RankAssignment.of(process, membership) == rank)
                            .toList());
        }
        ranks.remove(-1);
        return new ProcessTrace(
                source.identity().jobId(),
                List.copyOf(ranks),
                process.worldSize(),
                process.host(),
                process.pid(),
                process.started(),
                process.lastAlive(),
                ending(process),
                source.recorder(),
                process.threads(),
                join.communicators(),
                process.losses());
    }

    private static Ending ending(ProcessEvidence process) {
        if (process.ending() != null) {
            return process.ending();
        }
        return process.running() ? Ending.ALIVE : null;
    }
}
