package dev.rollcall.analyzer.scan.run;

import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.CodeFinding;
import dev.rollcall.analyzer.verdict.CodeFinding.CodeCall;
import dev.rollcall.analyzer.verdict.CodeFinding.CodePlace;
import dev.rollcall.analyzer.verdict.CodeFinding.Level;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.stream.Collectors;

/** Says what was found. */
final class Telling {
    private static final int USUAL_WORLD = 4;

    List<CodeFinding> of(Collection<Map<Integer, Difference>> found, Map<CodePlace, Ended.Why> cut) {
        List<CodeFinding> findings = new ArrayList<>();
        cut.forEach((entry, why) -> findings.add(cut(entry, why)));
        for (Map<Integer, Difference> worlds : found) {
            boolean certain = worlds.values().stream().anyMatch(Difference::certain);
            worlds.entrySet().stream()
                    .filter(each -> each.getValue().certain() == certain)
                    .min(Comparator.comparingInt(each -> each.getKey() == USUAL_WORLD ? 0 : each.getKey()))
                    .ifPresent(each -> findings.add(finding(each.getValue(), each.getKey())));
        }
        findings.sort(Comparator.comparing(CodeFinding::file)
                .thenComparingInt(CodeFinding::line)
                .thenComparing(CodeFinding::condition));
        return findings;
    }

    private static CodeFinding cut(CodePlace entry, Ended.Why why) {
        return new CodeFinding(
                Level.NOTE,
                Cause.UNDETERMINED,
                entry.type(),
                entry.file(),
                entry.line(),
                "",
                List.of(),
                0,
                entry.method() + " was not analyzed to its end, because " + why.text
                        + "; calls from there on were not compared",
                List.of());
    }

    private static CodeFinding finding(Difference difference, int world) {
        Open branch = difference.branch();
        CodePlace call = difference.one().place();
        String type = branch == null ? call.type() : branch.site.type();
        String file = branch == null ? call.file() : branch.site.file();
        int line = branch == null ? call.line() : branch.site.line();
        String condition = branch == null ? "" : branch.site.condition();
        List<CodeCall> calls = new ArrayList<>();
        calls.add(new CodeCall(difference.one().operation(), difference.one().stack()));
        if (difference.other() != null) {
            calls.add(new CodeCall(
                    difference.other().operation(), difference.other().stack()));
        }
        return new CodeFinding(
                difference.certain() ? Level.WARNING : Level.NOTE,
                difference.certain() ? difference.cause() : Cause.UNDETERMINED,
                type,
                file,
                line,
                condition,
                List.copyOf(difference.ranks()),
                world,
                summary(difference, world),
                calls);
    }

    private static String summary(Difference difference, int world) {
        boolean alone = difference.ranks().size() == 1;
        String one = call(difference.one());
        String other = difference.other() == null ? "" : call(difference.other());
        String who = ranks(difference.ranks()) + " of " + world;
        String text = switch (difference.cause()) {
            case ORDER_SWAP ->
                who + (alone ? " makes" : " make") + " the same calls as the others in another order: " + one
                        + " where the others call " + other;
            case OP_MISMATCH -> who + (alone ? " calls " : " call ") + one + " where the others call " + other;
            case ROOT_MISMATCH -> differs("root", one, who, alone);
            case REDUCE_OP_MISMATCH -> differs("reduction", one, who, alone);
            case SIZE_MISMATCH -> differs("size", one, who, alone);
            case DTYPE_MISMATCH -> differs("element type", one, who, alone);
            case SHORT_LOOP ->
                who + (alone ? " runs" : " run") + " this loop a different number of times than the others, and so "
                        + (alone ? "calls " : "call ") + one + " a different number of times";
            case RANK_ABSENT -> who + (alone ? " ends" : " end") + " here, and the others wait in " + one;
            case COMMUNICATOR_DEADLOCK ->
                who + (alone ? " uses" : " use") + " two communicators in another order than " + "the others: " + one
                        + " where the others call " + other;
            case SPLIT_WORLD ->
                who + (alone ? " does" : " do") + " not join the communicator of "
                        + difference.one().place() + ", which waits for all";
            case SKIPPED_COLLECTIVE -> who + (alone ? " skips " : " skip ") + one + ", which the others call";
            default -> who + (alone ? " calls " : " call ") + one + ", which the others do not";
        };
        return difference.certain() ? text : "perhaps " + text + "; this depends on unknown values";
    }

    private static String differs(String what, String call, String who, boolean alone) {
        return "the " + what + " of " + call + " is not the same on all ranks: " + who + (alone ? " has" : " have")
                + " a different one";
    }

    private static String call(Event event) {
        return event.operation() + " (" + event.place() + ")";
    }

    private static String ranks(SortedSet<Integer> ranks) {
        return (ranks.size() == 1 ? "rank " : "ranks ")
                + ranks.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }
}
