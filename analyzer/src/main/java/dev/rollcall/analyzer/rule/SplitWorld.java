package dev.rollcall.analyzer.rule;

import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Evidence;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Severity;
import dev.rollcall.analyzer.wait.Gathering;
import dev.rollcall.analyzer.wait.Wait;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The ranks meet in separate places to make one group, or some never come to its making. */
final class SplitWorld implements Rule {
    private static final int LONGEST_MEETING = 96;

    @Override
    public Cause cause() {
        return Cause.SPLIT_WORLD;
    }

    @Override
    public String evidence() {
        return "the creation of a communicator that some ranks entered and that did not return";
    }

    @Override
    public Answer examine(Situation situation) {
        List<Gathering> making = new ArrayList<>(situation.waits().gatherings().stream()
                .filter(gathering -> gathering.first().joining()
                        && MakingFailed.ranks(gathering, situation).isEmpty())
                .toList());
        if (making.isEmpty()) {
            return new Answer.NotApplicable("no rank is creating a communicator");
        }
        making.sort(Comparator.<Gathering>comparingInt(
                        gathering -> -gathering.ranks().size())
                .thenComparing(gathering -> gathering.ranks().get(0)));
        List<Finding> findings = new ArrayList<>();
        Set<Gathering> told = new HashSet<>();
        for (Gathering gathering : making) {
            List<Gathering> apart = making.stream()
                    .filter(other -> other != gathering && !told.contains(other) && apart(gathering, other))
                    .toList();
            boolean stuck = gathering.ranks().stream()
                    .map(situation.waits().waits()::get)
                    .anyMatch(wait -> Roots.timedOut(wait) || situation.pace().stuck(wait));
            if (told.contains(gathering) || !stuck) {
                continue;
            }
            if (!apart.isEmpty()) {
                told.addAll(apart);
                findings.add(separate(gathering, apart, situation));
            } else if (LoneCall.side(gathering, situation) == LoneCall.Side.ABSENT) {
                Set<Integer> missing = Roots.absent(gathering, situation);
                if (!missing.isEmpty()) {
                    findings.add(missing(gathering, List.copyOf(missing), situation));
                }
            }
        }
        return findings.isEmpty() ? new Answer.Fine() : new Answer.Found(findings, Set.of());
    }

    /** Returns whether two gatherings are parts of one group that was not made: each lacks all ranks of the other. */
    static boolean apart(Gathering one, Gathering other) {
        return one.first().joining()
                && other.first().joining()
                && one.first().absent().containsAll(other.ranks())
                && other.first().absent().containsAll(one.ranks());
    }

    private Finding separate(Gathering largest, List<Gathering> apart, Situation situation) {
        List<Integer> rest = apart.stream()
                .flatMap(gathering -> gathering.ranks().stream())
                .sorted()
                .toList();
        boolean majority =
                2 * largest.ranks().size() > largest.first().communicator().size();
        List<Integer> all = new ArrayList<>(largest.ranks());
        all.addAll(rest);
        Collections.sort(all);
        List<Gathering> sides = new ArrayList<>(apart);
        sides.add(majority ? sides.size() : 0, largest);
        boolean alike = sides.stream()
                        .map(SplitWorld::story)
                        .map(SplitWorld::place)
                        .distinct()
                        .count()
                == 1;
        List<String> stories = sides.stream()
                .map(side -> story(side) + (alike ? meeting(side) : ""))
                .toList();
        List<Evidence> evidence = new ArrayList<>(RankAbsent.waiting(majority ? rest : all, situation));
        if (majority) {
            evidence.addAll(RankAbsent.waiting(largest.ranks(), situation));
        }
        return finding(
                majority ? rest : all,
                majority ? Severity.CULPRIT : Severity.NOTE,
                largest.first(),
                "The ranks formed separate groups: " + String.join(", ", stories) + ", and none is complete"
                        + (majority ? "." : ". Nothing in the traces says which is wrong."),
                "Give all ranks the same address, port or file, and the same name and size of the group. The usual cause is a name"
                        + " or a port from an earlier attempt.",
                evidence);
    }

    /** Returns what is told of a side beside its ranks. */
    private static String place(String story) {
        return story.substring(story.indexOf(" in the creation"));
    }

    /** Returns by what ranks meet, for sides that are alike in all else: the store, its port and prefix, or an id. */
    private static String meeting(Gathering gathering) {
        String identity = gathering.first().communicator().identity();
        String where = identity.startsWith("c10d:") ? identity.substring("c10d:".length()) : identity;
        return ", with the rendezvous "
                + (where.length() > LONGEST_MEETING ? where.substring(0, LONGEST_MEETING) + "…" : where);
    }

    private static String story(Gathering gathering) {
        Wait first = gathering.first();
        return Wording.lowerRanks(gathering.ranks()) + Wording.either(gathering.ranks(), " waits", " wait")
                + " in the creation of `" + first.communicator().name() + "`"
                + Wording.at(first.call().stack());
    }

    private Finding missing(Gathering gathering, List<Integer> missing, Situation situation) {
        String name = "`" + gathering.first().communicator().name() + "`";
        String whereabouts = Whereabouts.of(missing, situation);
        List<Evidence> evidence = new ArrayList<>();
        missing.stream().limit(4).forEach(rank -> evidence.add(new Evidence(rank, null, "never joined")));
        evidence.addAll(RankAbsent.waiting(gathering.ranks(), situation));
        return finding(
                missing,
                Severity.CULPRIT,
                gathering.first(),
                Wording.ranks(missing) + " never joined the creation of " + name
                        + (whereabouts.isEmpty() ? "" : ": " + whereabouts) + ". "
                        + Wording.capital(story(gathering)).replace("the creation of " + name, "it") + ".",
                "Look at what the rank does instead. Every member must create the group, in the same order as the others.",
                evidence);
    }

    private Finding finding(
            List<Integer> ranks,
            Severity severity,
            Wait first,
            String summary,
            String remedy,
            List<Evidence> evidence) {
        return new Finding(
                cause(),
                severity,
                ranks,
                first.communicator(),
                0,
                summary,
                "The creation of a communicator returns only when all its ranks have joined.",
                remedy,
                null,
                evidence);
    }
}
