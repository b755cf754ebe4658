package dev.rollcall.analyzer.report;

import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.model.BadCopy;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.CopyTally;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.model.StackFrame;
import dev.rollcall.analyzer.model.SummedResults;
import dev.rollcall.analyzer.verdict.Branch;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Evidence;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.FindingText;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Severity;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Verdicts to print, each over a whole job. */
final class ExampleVerdicts {
    private ExampleVerdicts() {}

    static Verdict extraBarrier(int world) {
        ExampleJob example = new ExampleJob(world).from(6).steps(6);
        example.call(0, Signature.of("barrier"), "save", 88, CallState.STARTED);
        for (int rank = 1; rank < world; rank++) {
            example.call(rank, ExampleJob.allReduce(1024), "step", 22, CallState.STARTED);
        }
        Job job = example.build();
        List<Evidence> evidence = new ArrayList<>();
        for (int rank = 0; rank < world; rank++) {
            evidence.add(new Evidence(rank, example.last(rank), rank == 0 ? "the extra call" : "waits for rank 0"));
        }
        String summary = "Rank 0 diverged: its call 12 on `world` is barrier at Trainer.save (Trainer.java:88), inside"
                + " `if (rank == 0)` (line 86). Ranks 1–" + (world - 1) + " never make that call; their call 12 is"
                + " all_reduce(1,024 × f32, sum) at Trainer.step (Trainer.java:22).";
        Finding finding = new Finding(
                Cause.EXTRA_COLLECTIVE,
                Severity.CULPRIT,
                List.of(0),
                job.communicators().get(0),
                12,
                summary,
                "A barrier returns only when every member of `world` has called it. Rank 0 waits in a barrier that the"
                        + " others never call, and they wait in an all_reduce that rank 0 never reaches.",
                "Move the barrier out of `if (rank == 0)`, so that every rank calls it, or take it out: saving a"
                        + " checkpoint on one rank needs no barrier unless the others read the file.",
                new Branch("Trainer.java", 86, "rank == 0"),
                evidence);
        return withWaits(new Verdict(job, Outcome.DESYNC, List.of(0), summary, List.of(finding)));
    }

    static Verdict absentRank() {
        ExampleJob example = new ExampleJob(4).steps(13);
        for (int rank = 0; rank < 3; rank++) {
            example.call(rank, ExampleJob.allReduce(1024), "step", 22, CallState.STARTED);
        }
        CallStack stack = new CallStack(
                List.of(
                        new StackFrame("example.Trainer", "check", "Trainer.java", 57),
                        new StackFrame("example.Trainer", "main", "Trainer.java", 12)),
                0);
        example.ending(
                3,
                new Ending(
                        Ending.Kind.UNCAUGHT_EXCEPTION,
                        -1,
                        "FloatingPointException \"loss is NaN\"",
                        "main",
                        stack,
                        ExampleJob.START + 13 * ExampleJob.SECOND));
        Job job = example.build();
        String summary = "Rank 3 stopped after call 13 on `world`: its main thread ended with FloatingPointException"
                + " \"loss is NaN\" at Train.java:57. Ranks 0–2 have waited for it in all_reduce, call 14, for 47 s.";
        Finding finding = new Finding(
                Cause.RANK_ABSENT,
                Severity.CULPRIT,
                List.of(3),
                job.communicators().get(0),
                14,
                summary,
                "Rank 3's main thread died.",
                "Look at the exception.",
                null,
                List.of(
                        new Evidence(3, null, "made no call 14"),
                        new Evidence(0, example.last(0), "waits"),
                        new Evidence(1, example.last(1), "waits"),
                        new Evidence(2, example.last(2), "waits")));
        return withWaits(new Verdict(job, Outcome.DESYNC, List.of(3), summary, List.of(finding)));
    }

    static Verdict healthy() {
        String summary = "Nothing diverged: 4 ranks, 41 calls each on 1 communicator, all completed.";
        return withWaits(
                new Verdict(new ExampleJob(4).steps(41).build(), Outcome.HEALTHY, List.of(), summary, List.of()));
    }

    /** Returns a verdict with the waits that the diagnosis of its job finds. */
    private static Verdict withWaits(Verdict verdict) {
        return verdict.with(new Diagnosis().of(verdict.job()).waits());
    }

    /** Returns every verdict of this class once. */
    static List<Verdict> all() {
        return List.of(
                extraBarrier(4),
                absentRank(),
                healthy(),
                missingDump(),
                tie(),
                corruptedCopy(),
                differentResults(),
                hostile("\u001b[31m\u202e\"'><script>"));
    }

    /** Returns a verdict with one suspect, the only rank of four without a dump. */
    static Verdict missingDump() {
        ExampleJob example = new ExampleJob(4).steps(13);
        for (int rank = 0; rank < 4; rank++) {
            example.call(rank, ExampleJob.allReduce(1024), "step", 22, CallState.STARTED);
        }
        Job job = example.without(2).build();
        String summary =
                "Look at rank 2 first: it alone has no dump, and ranks 0, 1 and 3 wait in all_reduce, call 14 on"
                        + " `world`.";
        Finding finding = new Finding(
                Cause.RANK_ABSENT,
                Severity.SUSPECT,
                List.of(2),
                job.communicators().get(0),
                14,
                new FindingText(
                        summary,
                        "",
                        "An all_reduce completes when every rank has joined it.",
                        "Fetch rank 2's dump, or check whether its process is alive.",
                        "Its dump shows whether it joined call 14."),
                null,
                List.of(new Evidence(0, example.last(0), "waits")));
        return withWaits(new Verdict(
                job,
                Outcome.INCONCLUSIVE,
                List.of(),
                List.of(2),
                summary,
                "Ranks 0, 1 and 3 have waited at Trainer.java:22 for 47 s.",
                example.last(0).enqueued(),
                List.of(finding)));
    }

    /** Returns a verdict with one suspect for each side of a tie. */
    static Verdict tie() {
        ExampleJob example = new ExampleJob(4).steps(6);
        for (int rank = 0; rank < 4; rank++) {
            boolean first = rank < 2;
            Signature signature = first ? Signature.of("barrier") : ExampleJob.allReduce(1024);
            example.call(rank, signature, first ? "save" : "step", first ? 88 : 22, CallState.STARTED);
        }
        Job job = example.build();
        String summary =
                "Ranks 0 and 1 call barrier, and ranks 2 and 3 all_reduce, as call 7 on `world`; two sides of equal"
                        + " size.";
        return withWaits(new Verdict(
                job,
                Outcome.DESYNC,
                List.of(),
                List.of(0, 2),
                summary,
                "All four ranks have waited since then.",
                example.last(0).enqueued(),
                List.of(
                        new Finding(
                                Cause.UNDETERMINED,
                                Severity.NOTE,
                                List.of(0, 1, 2, 3),
                                job.communicators().get(0),
                                7,
                                summary,
                                "Each side waits for the other.",
                                "Compare the code of both sides.",
                                null,
                                List.of(
                                        new Evidence(0, example.last(0), "calls barrier"),
                                        new Evidence(2, example.last(2), "calls all_reduce"))),
                        side(job, 0, "Rank 0 calls barrier at Trainer.java:88, as rank 1 does."),
                        side(job, 2, "Rank 2 calls all_reduce at Trainer.java:22, as rank 3 does."))));
    }

    private static Finding side(Job job, int rank, String summary) {
        return new Finding(
                Cause.UNDETERMINED,
                Severity.SUSPECT,
                List.of(rank),
                job.communicators().get(0),
                7,
                new FindingText(summary, "", "", "", "The condition before this line shows who should call it."),
                null,
                List.of());
    }

    /** Returns a verdict about copies between GPUs. */
    static Verdict corruptedCopy() {
        BadCopy bad = new BadCopy(
                0, 1, "cudaMemcpyPeer", 4096, "zeroed", 0, ExampleJob.stack("forward", 32), ExampleJob.START);
        Job example = new ExampleJob(2).steps(3).build();
        List<CopyTally> copies = List.of(
                new CopyTally(0, 1, "GPU-a", "GPU-b", false, Map.of("zeroed", 3L, "intact", 1L), bad),
                new CopyTally(0, CopyTally.HOST, "GPU-a", "", true, Map.of("intact", 2L), null));
        List<Rank> ranks = example.ranks().stream()
                .map(rank -> new Rank(
                        rank.number(),
                        rank.host(),
                        rank.pid(),
                        rank.source(),
                        rank.ending(),
                        rank.lastAlive(),
                        rank.threads(),
                        copies))
                .toList();
        Job job = new Job(
                example.id(),
                ranks,
                example.communicators(),
                example.signatures(),
                example.stacks(),
                example.coverage());
        String summary = "GPU 0 → GPU 1 delivers zeros: 3 of 4 verified peer copies arrived all zero.";
        Finding finding = new Finding(
                Cause.COPY_CORRUPTED,
                Severity.CULPRIT,
                List.of(0),
                null,
                0,
                summary,
                "",
                "",
                null,
                List.of(new Evidence(0, null, bad, "the first bad copy")));
        return withWaits(new Verdict(job, Outcome.CORRUPTED, List.of(0), summary, List.of(finding)));
    }

    /** Returns a verdict about different results of one call. */
    static Verdict differentResults() {
        Job example = new ExampleJob(3).steps(3).build();
        Communicator world = example.communicators().get(0);
        Map<Integer, Membership> members = new TreeMap<>();
        world.memberships().forEach((rank, member) -> {
            SummedResults results = new SummedResults(
                    new long[] {1, 2}, new long[] {7, rank == 2 ? 9 : 8}, new long[2], new String[] {"f32", "f32"});
            members.put(
                    rank,
                    new Membership(
                            rank,
                            member.join(),
                            member.collectives(),
                            member.pointToPoint(),
                            null,
                            member.progress(),
                            results));
        });
        Job job = new Job(
                example.id(),
                example.ranks(),
                List.of(new Communicator(world.identity(), world.name(), world.size(), world.members(), members)),
                example.signatures(),
                example.stacks(),
                example.coverage());
        return new Diagnosis().of(job);
    }

    /** Returns a verdict in which every text that a trace can contain is the given one. */
    static Verdict hostile(String text) {
        StackFrame frame = new StackFrame(text, text, text, 3);
        CallStack stack = new CallStack(List.of(frame), 0);
        ExampleJob example = new ExampleJob(2).host(text).unreadable(text, text);
        Signature signature = new Signature(text, text, 1, 1, text, -1, -1, 0);
        for (int rank = 0; rank < 2; rank++) {
            example.call(rank, signature, stack, CallState.FAILED, text, text);
            example.ending(rank, new Ending(Ending.Kind.UNCAUGHT_EXCEPTION, -1, text, text, stack, Call.NO_TIME));
        }
        Job job = example.build();
        Finding finding = new Finding(
                Cause.UNDETERMINED,
                Severity.SUSPECT,
                List.of(0, 1),
                job.communicators().get(0),
                1,
                new FindingText(text, text, text, text, text),
                new Branch(text, 1, text),
                List.of(new Evidence(0, example.last(0), text), new Evidence(1, example.last(1), text)));
        return withWaits(new Verdict(
                job,
                Outcome.INCONCLUSIVE,
                List.of(),
                List.of(0, 1),
                text,
                text,
                Call.NO_TIME,
                List.of(finding, finding)));
    }
}
