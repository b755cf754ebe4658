package dev.rollcall.analyzer.input.nccl;

import dev.rollcall.analyzer.input.CallSequenceBuilder;
import dev.rollcall.analyzer.input.nccl.RasReport.Communicator;
import dev.rollcall.analyzer.input.nccl.RasReport.Member;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.LibraryProgress;
import dev.rollcall.analyzer.model.Signature;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The calls that a RAS report counts on one communicator, as sequences of calls. The calls that all ranks made are only counted. A
 * rank holds those that it made beyond them; their operation is known where all of them have the same. Immutable.
 */
final class RasCounts {
    /** Calls that are held of a rank, the newest: a rank hardly gets so far ahead. */
    private static final int MOST_HELD = 64;

    /** The number of calls that every rank made, by operation. */
    private final Map<String, Long> common = new TreeMap<>();

    /** Counts the calls of the ranks that answered. */
    RasCounts(Communicator communicator) {
        List<Member> counted = communicator.members().stream()
                .filter(member -> !member.calls().isEmpty())
                .toList();
        counted.forEach(
                member -> member.calls().forEach((operation, calls) -> common.merge(operation, calls, Math::min)));
        counted.forEach(
                member -> common.replaceAll((operation, calls) -> member.calls().containsKey(operation) ? calls : 0L));
    }

    /** Returns how many calls the library of a rank launched. */
    LibraryProgress progress(Member member) {
        return member.calls().isEmpty()
                ? LibraryProgress.UNKNOWN
                : new LibraryProgress(total(member.calls()), LibraryProgress.UNCOUNTED, LibraryProgress.UNCOUNTED);
    }

    /** Returns the calls of a rank. */
    CallSequence calls(Member member, InternTable<Signature> signatures, InternTable<CallStack> stacks) {
        long last = total(member.calls());
        Signature signature = signatureBeyondCommon(member);
        CallSequenceBuilder builder = new CallSequenceBuilder();
        for (long call = Math.max(total(common), last - MOST_HELD) + 1; call <= last; call++) {
            builder.add(call, signatures.id(signature), 0, CallState.UNKNOWN, call);
        }
        return builder.build(last, signatures, call -> call(call, signature)).with(CallSequence.Earlier.UNCERTAIN);
    }

    private Signature signatureBeyondCommon(Member member) {
        List<String> operations = member.calls().entrySet().stream()
                .filter(calls -> calls.getValue() > common.getOrDefault(calls.getKey(), 0L))
                .map(Map.Entry::getKey)
                .toList();
        return operations.size() == 1 ? Signature.of(operations.get(0)) : Signature.LOST;
    }

    private static Call call(long sequence, Signature signature) {
        return new Call(
                sequence,
                signature,
                "",
                CallState.UNKNOWN,
                Call.NO_TIME,
                Call.NO_TIME,
                Call.NO_TIME,
                CallStack.UNKNOWN,
                "",
                "");
    }

    /** Returns the number of calls; as many as a damaged report may claim fit into a number. */
    private static long total(Map<String, Long> calls) {
        return calls.values().stream()
                .mapToLong(count -> Math.min(count, Integer.MAX_VALUE))
                .sum();
    }
}
