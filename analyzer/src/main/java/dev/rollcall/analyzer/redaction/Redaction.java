package dev.rollcall.analyzer.redaction;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Coverage.Unreadable;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Launcher;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.RankSource;
import dev.rollcall.analyzer.model.StackFrame;
import dev.rollcall.analyzer.report.view.SourceTree;
import dev.rollcall.analyzer.verdict.Branch;
import dev.rollcall.analyzer.verdict.Verdict;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * Replaces hosts, IP addresses, folders, users and jobs in verdicts before any report is made of them, so that every format has
 * the same pseudonyms and nothing that a report derives from a name can show it. Class, method and source file names stay, and so
 * do lines of source, but for the names in them. Not thread-safe.
 */
public final class Redaction {
    /** How many calls at the end of a lane may show how they failed. */
    private static final int MOST_ENDINGS = 8;

    private final Pseudonyms pseudonyms = new Pseudonyms();
    private final Map<String, String> codeFiles = new HashMap<>();
    private final List<Verdict> verdicts;

    /** Redacts these verdicts, which are those of one report. */
    public Redaction(List<Verdict> verdicts) {
        verdicts.forEach(this::learn);
        RecordRewriter rewriter = new RecordRewriter(this::rewrite);
        this.verdicts = verdicts.stream().map(rewriter::rewrite).toList();
    }

    /** Returns the verdicts with pseudonyms. */
    public List<Verdict> verdicts() {
        return verdicts;
    }

    /** Returns the sources as the redacted verdicts know them. */
    public SourceTree sources(List<Path> roots) {
        return new RedactedSourceTree(
                roots,
                pseudonyms::text,
                frame -> new StackFrame(
                        frame.type(),
                        frame.method(),
                        codeFiles.getOrDefault(frame.file(), frame.file()),
                        frame.line()));
    }

    /** Learns all names before the first is replaced: a short one may stand in a text before it stands in its own field. */
    private void learn(Verdict verdict) {
        Job job = verdict.job();
        pseudonyms.job(job.id());
        pseudonyms.job(job.launcher().jobId());
        job.ranks().forEach(rank -> pseudonyms.host(rank.host()));
        job.ranks().stream()
                .flatMap(rank -> rank.sources().stream())
                .forEach(source -> pseudonyms.source(source.file()));
        job.coverage().unreadable().forEach(file -> pseudonyms.source(file.file()));
        RecordRewriter reader = new RecordRewriter((record, component, text) -> {
            pseudonyms.learnUsers(text);
            return text;
        });
        reader.rewrite(verdict);
        for (Communicator communicator : job.communicators()) {
            for (Membership member : communicator.memberships().values()) {
                learn(reader, member.collectives());
                learn(reader, member.pointToPoint());
            }
        }
        // Readers fill the table at once, so that its order differs from run to run.
        IntStream.range(0, job.stacks().size())
                .mapToObj(id -> job.stacks().value(id).siteFrame())
                .filter(Objects::nonNull)
                .map(StackFrame::file)
                .sorted()
                .forEach(pseudonyms::text);
    }

    private static void learn(RecordRewriter reader, CallSequence calls) {
        int oldest = Math.max(0, calls.size() - MOST_ENDINGS);
        for (int i = calls.size() - 1; i >= oldest; i--) {
            Call call = calls.call(i);
            if (call != null) {
                reader.rewrite(call);
            }
            if (calls.state(i) == CallState.COMPLETED) {
                break;
            }
        }
    }

    private String rewrite(Class<?> record, String component, String text) {
        if (record == Job.class || record == Launcher.class) {
            return pseudonyms.job(text);
        }
        if (record == Rank.class) {
            return pseudonyms.host(text);
        }
        boolean file = component.equals("file");
        if (file && (record == RankSource.class || record == Unreadable.class)) {
            return pseudonyms.source(text);
        }
        if (record == RankSource.class) {
            return text;
        }
        String redacted = pseudonyms.text(text);
        if (file && (record == StackFrame.class || record == Branch.class)) {
            codeFiles.putIfAbsent(redacted, text);
        }
        return redacted;
    }
}
