package dev.rollcall.analyzer.wording;

import dev.rollcall.analyzer.incident.AlignedJob;
import dev.rollcall.analyzer.incident.IncidentKind;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.RankSource;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Evidence;
import dev.rollcall.analyzer.wait.Gathering;
import dev.rollcall.analyzer.wait.Wait;
import java.util.ArrayList;
import java.util.List;

/** Calls that no rank is known to lack, and calls that broke, in words. */
final class JoinedText implements FindingTemplate {
    private static final int MOST_ERROR_WORDS = 7;
    private static final int MOST_EVIDENCE = 8;
    private static final String MAYBE_BEHIND = "may not have got this far";

    private final Subject subject;
    private final Wait wait;
    private final List<Integer> there;
    private final List<Integer> ranks;
    private final AlignedJob aligned;

    JoinedText(Subject subject, Gathering gathering) {
        this.subject = subject;
        this.wait = gathering.first();
        this.there = gathering.ranks();
        this.ranks = subject.incident().ranks();
        this.aligned = subject.aligned();
    }

    private String at() {
        return Wording.shortAt(wait.call().stack());
    }

    @Override
    public String summary() {
        IncidentKind kind = subject.incident().kind();
        return switch (kind) {
            case DEATH_IN_CALL, FAILED_CREATION -> fallen();
            case BROKEN_CALL -> broken();
            case UNREAD_MEMBERS -> unread();
            case LAGGING_DEVICE ->
                new Sentence(subject.beginning())
                        .with((subject.suspects() ? Wording.either(ranks, "it ", "they ") : "") + "issued "
                                + Wording.operationOn(wait) + at() + ", which "
                                + Wording.either(ranks, "its device", "their devices") + " did not begin")
                        .toString();
            case UNFINISHED_LAUNCH ->
                new Sentence(subject.beginning())
                        .with((subject.suspects()
                                        ? Wording.either(ranks, "it is", "they are")
                                        : Wording.either(ranks, "is", "are"))
                                + " still issuing " + Wording.operationOn(wait) + at())
                        .withOptional(", which "
                                + Wording.shortRanks(subject.incident().others()) + " issued")
                        .toString();
            case JOINED_CALL -> joined();
            default -> waiting();
        };
    }

    private String fallen() {
        Wait own = aligned.waitOf(subject.named().get(0));
        Wait first = own == null ? wait : own;
        String error = wait.joining()
                ? wait.communicator()
                        .memberships()
                        .get(subject.named().get(0))
                        .join()
                        .failure()
                : first.call().failure();
        boolean threw = wait.joining() && !error.isEmpty() || first.call().state() == CallState.FAILED;
        return new Sentence(subject.beginning())
                .with((threw || subject.incident().kind() == IncidentKind.FAILED_CREATION ? "failed in " : "died in ")
                        + Wording.operationOn(first)
                        + Wording.shortAt(first.call().stack()))
                .withOptional(
                        threw
                                ? ": \"" + Sentence.clipped(Wording.brief(error), MOST_ERROR_WORDS) + "\""
                                : ": " + RankStateText.of(subject.named(), aligned))
                .toString();
    }

    private String broken() {
        List<Integer> failed = there.stream()
                .filter(rank -> aligned.waitOf(rank).call().state() == CallState.FAILED)
                .toList();
        String error =
                failed.isEmpty() ? "" : aligned.waitOf(failed.get(0)).call().failure();
        return new Sentence(Wording.capital(Wording.shortRanks(failed.isEmpty() ? there : failed)))
                .with(" failed in " + Wording.operationOn(wait) + at())
                .withOptional(
                        error.isEmpty() ? "" : " (" + Sentence.clipped(Wording.brief(error), MOST_ERROR_WORDS) + ")")
                .toString();
    }

    private String unread() {
        String waits = Wording.shortRanks(there) + Wording.either(there, " waits", " wait") + " in "
                + Wording.operationOn(wait) + at();
        return subject.named().isEmpty()
                ? new Sentence(Wording.capital(waits))
                        .withOptional(
                                ", and " + UnreadRankText.of(ranks, Wording.shortRanks(ranks), MAYBE_BEHIND, aligned))
                        .toString()
                : new Sentence(subject.beginning())
                        .with(UnreadRankText.of(ranks, Wording.either(ranks, "it", "they"), MAYBE_BEHIND, aligned))
                        .with(", and " + waits)
                        .toString();
    }

    private String waiting() {
        return new Sentence(Wording.capital(whereabouts()))
                .with(Wording.either(there, " waits", " wait") + " in " + Wording.operationOn(wait) + at())
                .withOptional(
                        aligned.mayHaveMoreRanks(wait.communicator())
                                ? ", and nothing shows whether the job has other ranks"
                                : "")
                .toString();
    }

    private String whereabouts() {
        return Wording.shortRanks(there) + RankHosts.of(there, aligned.job());
    }

    private String joined() {
        boolean timedOut = wait.call().state() == CallState.FAILED;
        return new Sentence(Wording.capital(whereabouts()))
                .with((timedOut ? " timed out in " : Wording.either(there, " waits", " wait") + " in ")
                        + Wording.operationOn(wait) + at() + ", which every member joined")
                .withOptional(
                        wait.joining()
                                ? ""
                                : wait.call().signature().elementType() == null ? "" : " with the same arguments")
                .toString();
    }

    @Override
    public String detail() {
        if (subject.incident().kind() == IncidentKind.BROKEN_CALL) {
            return "The evidence does not show which rank failed first.";
        }
        return subject.incident().kind() == IncidentKind.LAGGING_DEVICE
                ? Wording.either(ranks, "Its device", "Their devices") + " completed call "
                        + Wording.grouped(wait.call().sequence() - 1) + "; those of "
                        + Wording.lowerRanks(subject.incident().others()) + " began this one."
                : "";
    }

    @Override
    public String waits() {
        List<Integer> waiting = subject.incident().others();
        return subject.incident().kind() == IncidentKind.BROKEN_CALL
                ? ""
                : WaitText.of(waiting.isEmpty() ? there : waiting, "", aligned);
    }

    @Override
    public String settles() {
        return switch (subject.incident().kind()) {
            case UNREAD_MEMBERS ->
                Wording.either(ranks, "Its trace, dump or stack", "Their traces, dumps or stacks")
                        + Wording.either(ranks, " shows", " show") + " whether "
                        + Wording.either(ranks, "it joined this call", "they joined this call")
                        + "; so does the process table of "
                        + Wording.either(ranks, "its host", "their hosts")
                        + (RankSource.noun(aligned.job().ranks()).isEmpty()
                                ? ", and the console there if it is not among the files."
                                : ".");
            case LAGGING_DEVICE, UNFINISHED_LAUNCH ->
                "Look at " + Wording.either(ranks, "its device", "their devices")
                        + " (nvidia-smi, dmesg) and at what " + Wording.lowerRanks(ranks)
                        + " queued before the call. A dump of all ranks from one moment shows who is behind.";
            default -> "";
        };
    }

    @Override
    public List<Evidence> evidence() {
        List<Evidence> evidence = new ArrayList<>();
        IncidentKind kind = subject.incident().kind();
        if (kind == IncidentKind.UNREAD_MEMBERS) {
            return WaitText.evidence(there, aligned);
        }
        String note = switch (kind) {
            case DEATH_IN_CALL -> "died in it";
            case FAILED_CREATION -> "failed by itself";
            case LAGGING_DEVICE -> "issued, not begun by its device";
            case UNFINISHED_LAUNCH -> "still issuing it";
            default -> "waits in it";
        };
        ranks.forEach(rank -> {
            Wait own = aligned.waitOf(rank);
            Call call = own == null ? null : own.call();
            boolean threw = call != null && call.state() == CallState.FAILED;
            evidence.add(new Evidence(rank, call, threw ? "failed in it" : note));
        });
        evidence.addAll(WaitText.evidence(subject.incident().others(), aligned));
        return evidence.stream().limit(MOST_EVIDENCE).toList();
    }

    @Override
    public CauseAdvice advice() {
        if (subject.cause() != Cause.UNDETERMINED) {
            return CauseAdvice.of(subject.cause());
        }
        return switch (subject.incident().kind()) {
            case UNREAD_MEMBERS -> CauseAdvice.UNREAD;
            case BROKEN_CALL -> CauseAdvice.BROKEN;
            default ->
                aligned.mayHaveMoreRanks(wait.communicator())
                        ? CauseAdvice.PERHAPS_MORE_RANKS
                        : CauseAdvice.UNEXPLAINED;
        };
    }
}
