package dev.rollcall.analyzer.input.stack;

import dev.rollcall.analyzer.input.FileNameRank;
import dev.rollcall.analyzer.input.ProcessEvidence;
import dev.rollcall.analyzer.input.ProcessSource;
import dev.rollcall.analyzer.input.SourceIdentity;
import dev.rollcall.analyzer.input.SourceKind;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.model.ThreadSnapshot;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The stacks of one process. They show where it is, and neither its calls nor its end. Immutable. */
final class StackSource implements ProcessSource {
    private static final Pattern RANK = Pattern.compile(
            "(?:^|[\\s\"'])(?:RANK|OMPI_COMM_WORLD_RANK|PMI_RANK|SLURM_PROCID|--?(?:global[_-])?rank)[= ](\\d{1,7})(?!\\d)");
    private static final Pattern LOCAL_RANK =
            Pattern.compile("(?:^|[\\s\"'])(?:LOCAL_RANK|--?local[_-]rank)[= ](\\d{1,7})(?!\\d)");

    private final Path file;
    private final String host;
    private final long pid;
    private final int rank;
    private final String commandLine;
    private final List<ThreadSnapshot> threads;

    /**
     * Makes the source of a process.
     *
     * @param host its host; empty where unknown
     * @param pid its process number; -1 where unknown
     * @param rank its global rank; -1 where unknown
     * @param commandLine how it was started; empty where unknown
     */
    StackSource(Path file, String host, long pid, int rank, String commandLine, List<ThreadSnapshot> threads) {
        this.file = file;
        this.host = host;
        this.pid = pid;
        this.rank = rank >= 0 ? rank : number(RANK, commandLine);
        this.commandLine = commandLine;
        this.threads = threads;
    }

    StackSource withRank(int known) {
        return new StackSource(file, host, pid, known, commandLine, threads);
    }

    int rank() {
        return rank;
    }

    long pid() {
        return pid;
    }

    /** Returns the rank on the process's host that its command line shows; -1 where it shows none. */
    int localRank() {
        return number(LOCAL_RANK, commandLine);
    }

    private static int number(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? Integer.parseInt(matcher.group(1)) : -1;
    }

    @Override
    public Path file() {
        return file;
    }

    @Override
    public SourceKind kind() {
        return SourceKind.STACKS;
    }

    @Override
    public SourceIdentity identity() {
        return new SourceIdentity(host, rank, -1);
    }

    @Override
    public Set<Long> pids() {
        return pid < 0 ? Set.of() : Set.of(pid);
    }

    @Override
    public String series() {
        return FileNameRank.series(file);
    }

    @Override
    public ProcessEvidence read(InternTable<Signature> signatures, InternTable<CallStack> stacks) {
        return ProcessEvidence.builder(file)
                .host(host)
                .pid(pid)
                .rank(rank)
                .threads(threads)
                .build();
    }
}
