package dev.rollcall.analyzer.report.view;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.DeviceRecord;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.RankText;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
import dev.rollcall.analyzer.verdict.WaitClass;
import dev.rollcall.analyzer.verdict.WaitDistance;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The top of a job's page: the sentence and the facts that a reader needs first; all texts are safe to print.
 *
 * @param outcome the outcome's name
 * @param cause the cause's name; empty for a job without a main finding
 * @param named the culprits or suspects in short; empty for none
 * @param sentence the verdict's sentence
 * @param detail its second sentence; empty for none
 * @param facts who, where and since when, as far as known
 */
public record HeadView(String outcome, String cause, String named, Prose sentence, Prose detail, List<Fact> facts) {
    private static final int MOST_TOLD = 3;
    private static final int LONGEST_HOST = 60;

    public HeadView {
        facts = List.copyOf(facts);
    }

    /**
     * One fact.
     *
     * @param label what it is
     * @param value its value
     */
    public record Fact(String label, String value) {}

    /** Returns the top of the page of a verdict. */
    public static HeadView of(Verdict verdict) {
        return new HeadView(
                verdict.outcome().id(),
                verdict.mainFinding() == null
                        ? ""
                        : verdict.mainFinding().cause().id(),
                NamedRanks.of(verdict),
                Prose.of(verdict.summary()),
                Prose.of(verdict.detail()),
                facts(verdict));
    }

    private static List<Fact> facts(Verdict verdict) {
        Job job = verdict.job();
        List<Fact> facts = new ArrayList<>();
        List<Integer> ranks = verdict.named();
        List<Rank> named =
                ranks.stream().map(job::rank).filter(Objects::nonNull).toList();
        if (!ranks.isEmpty()) {
            boolean proven = !verdict.culprits().isEmpty();
            String what = proven ? "Culprit" : "Suspect";
            facts.add(new Fact(ranks.size() == 1 ? what : what + "s", RankText.describe(ranks)));
            add(facts, "Host", told(named, rank -> Printable.shortened(rank.host(), LONGEST_HOST)));
            add(facts, "Process", told(named, rank -> rank.pid() < 0 ? "" : "pid " + rank.pid()));
            add(facts, "GPU", told(named, HeadView::device));
            facts.add(new Fact("Confidence", proven ? "proven" : "not proven: look here first"));
        }
        if (verdict.frozenAt() != Call.NO_TIME) {
            facts.add(new Fact(
                    verdict.outcome() == Outcome.INCONCLUSIVE ? "Waiting since" : "Frozen since",
                    Times.moment(verdict.frozenAt(), job.ranks())));
        }
        add(facts, "Waiting", waiting(verdict));
        String size = JobTitles.size(job);
        int hosts = HostRanks.of(job.ranks()).size();
        facts.add(new Fact(
                "Job",
                size
                        + (hosts == 0
                                ? ""
                                : (size.endsWith("read") ? ", on " : " on ")
                                        + hosts
                                        + (hosts == 1 ? " host" : " hosts"))));
        return facts;
    }

    private static void add(List<Fact> facts, String label, String value) {
        if (!value.isEmpty()) {
            facts.add(new Fact(label, value));
        }
    }

    private static String told(List<Rank> ranks, Function<Rank, String> fact) {
        List<String> values = ranks.stream()
                .map(fact)
                .filter(value -> !value.isEmpty())
                .distinct()
                .toList();
        int more = values.size() - MOST_TOLD;
        return values.stream().limit(MOST_TOLD).collect(Collectors.joining(", "))
                + (more > 0 ? " and " + more + " more" : "");
    }

    private static String device(Rank rank) {
        return rank.devices().places().stream()
                .map(DeviceRecord.Place::device)
                .filter(device -> device >= 0)
                .distinct()
                .map(device -> "GPU " + device)
                .collect(Collectors.joining(", "));
    }

    /** Returns how long the ranks nearest to the fault have waited; empty where that is not known, or nothing hangs. */
    private static String waiting(Verdict verdict) {
        if (verdict.outcome().exitCode() == 0) {
            return "";
        }
        return verdict.waits().classes().stream()
                .filter(each -> !each.waitedText().isEmpty())
                .filter(each -> each.distance() != WaitDistance.NAMED || each.cycle() >= 0)
                .min(Comparator.comparing(WaitClass::distance).thenComparing(each -> -each.waited()))
                .map(WaitClass::waitedText)
                .orElse("");
    }
}
