package dev.rollcall.analyzer.scan;

import dev.rollcall.analyzer.code.match.Divergence;
import dev.rollcall.analyzer.code.summary.CollectiveCall;
import dev.rollcall.analyzer.code.value.Dependence;
import dev.rollcall.analyzer.code.value.Value;
import dev.rollcall.analyzer.code.value.ValueParts;
import java.util.Optional;
import java.util.stream.Collectors;

/** The words of what a scan finds. */
final class CodeFindingText {
    private CodeFindingText() {}

    /** Returns what the ranks do, in a sentence without its end. */
    static String summary(Divergence found) {
        boolean alone = found.ranks().size() == 1;
        String who = (alone ? "rank " : "ranks ")
                + found.ranks().stream().map(String::valueOf).collect(Collectors.joining(", ")) + " of "
                + found.world();
        String own = call(found.call().or(found::othersCall));
        String others = call(found.othersCall().or(found::call));
        return switch (found.cause()) {
            case ORDER_SWAP ->
                who + (alone ? " makes" : " make") + " the same calls as the others in another order: " + own
                        + " where the others call " + others;
            case OP_MISMATCH -> who + (alone ? " calls " : " call ") + own + " where the others call " + others;
            case ROOT_MISMATCH -> differs("root", own, who, alone);
            case REDUCE_OP_MISMATCH -> differs("reduction", own, who, alone);
            case SIZE_MISMATCH -> differs("size", own, who, alone);
            case DTYPE_MISMATCH -> differs("element type", own, who, alone);
            case SHORT_LOOP ->
                who + (alone ? " runs" : " run") + " this loop a different number of times than the others, and so "
                        + (alone ? "calls " : "call ") + own + " a different number of times";
            case RANK_ABSENT -> who + (alone ? " ends" : " end") + " here, and the others wait in " + others;
            case COMMUNICATOR_DEADLOCK ->
                who + (alone ? " uses" : " use") + " two communicators in another order than the others: " + own
                        + " where the others call " + others;
            case SPLIT_WORLD ->
                who + (alone ? " does" : " do") + " not join the communicator of " + own + ", which waits for all";
            case SKIPPED_COLLECTIVE -> who + (alone ? " skips " : " skip ") + others + ", which the others call";
            default -> who + (alone ? " calls " : " call ") + own + ", which the others do not";
        };
    }

    private static String differs(String what, String call, String who, boolean alone) {
        return "the " + what + " of " + call + " is not the same on all ranks: " + who + (alone ? " has" : " have")
                + " a different one";
    }

    private static String call(Optional<CollectiveCall> call) {
        return call.map(each -> each.operation() + " (" + place(each) + ")").orElse("a collective");
    }

    private static String place(CollectiveCall call) {
        String file = call.place().file();
        return file.substring(file.lastIndexOf('/') + 1) + ":" + call.place().line();
    }

    /** Returns what makes it a warning or a note. */
    static String why(Divergence found) {
        Optional<String> origin = found.guard().flatMap(guard -> origin(guard.condition()));
        String what = origin.map(each -> ": `" + each.replace("`", "") + "`").orElse("");
        return switch (found.reason()) {
            case RANK -> "the rank decides";
            case LOCAL_DATA -> "data of one rank decides" + what;
            case CLOCK -> "a clock or a random number decides" + what;
            case EXCEPTION -> "an exception on one rank decides";
            case UNKNOWN_FUNCTION -> "a function of the rank decides, and what it returns is not known";
            case VALUE -> "values decide that are not known";
            case CONDITIONS -> "ranks ask different conditions, which may belong together";
            case MAY_COMMUNICATE -> "the call communicates in some configurations only";
            case MEMBERS -> "the members of the communicator are not known";
            case CHECK -> "only a rank that fails this check stops";
            case NOT_SUMMARIZED -> "a function on the way could not be analyzed";
        };
    }

    /** Returns where the first part of a value comes from that differs between ranks by more than the rank. */
    private static Optional<String> origin(Value value) {
        if (value instanceof Value.Input input && !input.dependence().equals(Dependence.NONE)) {
            return Optional.of(input.origin().what());
        }
        return ValueParts.of(value).stream()
                .map(CodeFindingText::origin)
                .flatMap(Optional::stream)
                .findFirst();
    }
}
