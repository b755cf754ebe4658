package dev.rollcall.analyzer.wording;

import dev.rollcall.analyzer.incident.AlignedJob;
import dev.rollcall.analyzer.incident.IncidentDetails.OpenWaits;
import dev.rollcall.analyzer.incident.IncidentKind;
import dev.rollcall.analyzer.verdict.Evidence;
import dev.rollcall.analyzer.wait.Gathering;
import dev.rollcall.analyzer.wait.Wait;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Ranks that wait for unknown ranks, in words. */
final class OpenWaitText implements FindingTemplate {
    /** More calls are only counted. */
    private static final int MOST_CALLS = 3;

    /** What c10d calls calls that were issued together. */
    private static final String BATCH = "coalesced";

    private static final String KNOWN = " in no known call";

    private final Subject subject;
    private final OpenWaits open;
    private final AlignedJob aligned;
    private final boolean messages;
    private final boolean collectives;

    OpenWaitText(Subject subject, OpenWaits open) {
        this.subject = subject;
        this.open = open;
        this.aligned = subject.aligned();
        this.messages = open.gatherings().stream()
                .anyMatch(gathering -> gathering.first().pointToPoint());
        this.collectives = open.gatherings().stream()
                .anyMatch(gathering -> !gathering.first().pointToPoint());
    }

    /**
     * Returns {@code ranks 0–2 wait in send and rank 3 in recv on `pp`}.
     *
     * @param words returns ranks in words
     * @param places whether lines follow the operations
     */
    private String waits(Function<List<Integer>, String> words, boolean places) {
        Map<String, Map<String, List<Integer>>> byName = new LinkedHashMap<>();
        for (Gathering gathering : open.gatherings()) {
            Wait wait = gathering.first();
            byName.computeIfAbsent(wait.communicator().name(), name -> new LinkedHashMap<>())
                    .computeIfAbsent(
                            operation(wait)
                                    + (places ? Wording.shortAt(wait.call().stack()) : ""),
                            operation -> new ArrayList<>())
                    .addAll(gathering.ranks());
        }
        if (byName.values().stream().mapToInt(Map::size).sum() > MOST_CALLS) {
            return words.apply(open.ranks()) + " wait in different calls";
        }
        List<String> parts = new ArrayList<>();
        byName.forEach((name, calls) -> {
            List<String> here = new ArrayList<>();
            calls.forEach((operation, ranks) ->
                    here.add(words.apply(ranks.stream().sorted().toList())
                            + (parts.isEmpty() && here.isEmpty() ? Wording.either(ranks, " waits", " wait") : "")
                            + " in " + operation));
            parts.add(Wording.list(here) + " on `" + name + '`');
        });
        return Wording.list(parts);
    }

    /** Returns {@code ranks 0, 1 and 3 wait in sends and receives}. */
    private String waitsInShort() {
        List<String> operations = open.gatherings().stream()
                .map(gathering -> operation(gathering.first()))
                .distinct()
                .toList();
        return Wording.shortRanks(open.ranks()) + Wording.either(open.ranks(), " waits", " wait") + " in "
                + (operations.size() == 1 ? operations.get(0) : collectives ? "different calls" : "sends and receives");
    }

    private static String operation(Wait wait) {
        String operation = wait.call().signature().operation();
        return operation.equals(BATCH) ? "a batch of calls" : operation;
    }

    @Override
    public String summary() {
        List<Integer> ranks = subject.incident().ranks();
        if (subject.named().isEmpty()) {
            return Wording.capital(all()) + '.';
        }
        return new Sentence(subject.beginning())
                .with(UnreadRankText.of(
                        ranks,
                        Wording.either(ranks, "it", "they"),
                        Wording.either(ranks, "is", "are") + KNOWN,
                        aligned))
                .withOptional(", and " + waitsInShort())
                .withOptional(names().size() == 1 ? " on `" + names().get(0) + '`' : "")
                .toString();
    }

    /** Returns the ranks that wait in no known call where they are too many to be suspects. */
    private List<Integer> idle() {
        return subject.incident().kind() == IncidentKind.UNEXPLAINED_WAIT
                ? subject.incident().others()
                : subject.incident().ranks();
    }

    /** Returns who waits where, with as much as fits into a sentence. */
    private String all() {
        String all = waits(ranks -> Wording.lowerRanks(ranks) + RankHosts.of(ranks, aligned.job()), true);
        if (Sentence.words(all) > Sentence.MOST_WORDS) {
            all = waits(Wording::lowerRanks, false);
        }
        return Sentence.words(all) > Sentence.MOST_WORDS
                ? Sentence.clipped(waits(Wording::shortRanks, false), Sentence.MOST_WORDS)
                : all;
    }

    private List<String> names() {
        return open.gatherings().stream()
                .map(gathering -> gathering.first().communicator().name())
                .distinct()
                .toList();
    }

    /** Returns what the sources do not show. */
    private String unknown() {
        return !messages
                ? "the files do not show which ranks share a group"
                : !collectives ? "the files do not show their peers" : "the files show neither groups nor peers";
    }

    @Override
    public String detail() {
        String times = WaitText.longest(
                open.ranks(),
                subject.named().isEmpty()
                        ? Wording.either(open.ranks(), "It", "They")
                        : Wording.capital(Wording.shortRanks(open.ranks())),
                aligned);
        List<Integer> idle = subject.named().isEmpty() ? idle() : List.of();
        return times
                + (times.isEmpty() ? "" : " ")
                + (idle.isEmpty() ? "" : Wording.ranks(idle) + Wording.either(idle, " is", " are") + KNOWN + ". ")
                + Wording.capital(unknown())
                + '.';
    }

    @Override
    public String settles() {
        return "Stacks of all ranks from the time of the hang (" + StackTools.ANY + ") show where "
                + Wording.lowerRanks(subject.named()) + Wording.either(subject.named(), " is", " are")
                + ". A dump of PyTorch's flight recorder shows the ranks of each group, and who sends to whom.";
    }

    @Override
    public CauseAdvice advice() {
        return CauseAdvice.OPEN_WAIT;
    }

    @Override
    public List<Evidence> evidence() {
        return WaitText.evidence(open.ranks(), aligned);
    }
}
