package dev.rollcall.analyzer.input.nccl;

import dev.rollcall.analyzer.model.OperationTraits;
import dev.rollcall.analyzer.model.Signature;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A call in a log: {@code AllReduce: opCount 0 sendbuff 0x… recvbuff 0x… count 1024 datatype 7 op 0 root 0 comm 0x…}; the
 * form is the same since NCCL 2.3. RCCL appends fields; a fork omits op and root where the operation has none.
 *
 * @param function NCCL's name of the function
 * @param communicator the communicator's address in the process
 * @param signature the call's signature
 * @param time when it was issued
 * @param operations {@code opCount}, the number of operations on the communicator before, where NCCL counts them: newer versions do
 *     not within one host; -1 where it is no number
 * @param communicatorSize the number of the communicator's ranks; -1 where the message does not show it
 */
record LoggedCall(
        String function, String communicator, Signature signature, long time, long operations, int communicatorSize) {
    private static final Pattern FORM = Pattern.compile(
            "(\\w+): opCount (\\w+) sendbuff \\S+ recvbuff \\S+ (?:send)?count (\\d{1,18}) datatype (\\d{1,9})"
                    + "(?: op (\\d{1,18}) root (-?\\d{1,9}))? comm (\\S+) (?:\\[nranks=(\\d{1,7})\\])?");

    /** The start of a call's message. A message with this start and not the whole form was cut off or mixed with another. */
    private static final Pattern START = Pattern.compile("[A-Z]\\w+: opCount ");

    /** Calls that one rank makes without the others. */
    private static final Set<String> ONE_SIDED = Set.of("PutSignal", "Signal", "WaitSignal");

    /** The element types by their numbers (ncclDataType_t in nccl.h). */
    private static final List<String> TYPES =
            List.of("i8", "u8", "i32", "u32", "i64", "u64", "f16", "f32", "f64", "bf16", "f8e4m3", "f8e5m2");

    /** The reductions by their numbers (ncclRedOp_t); larger numbers are the application's own. */
    private static final List<String> REDUCTIONS = List.of("sum", "product", "max", "min", "avg");

    /** Functions whose name in lower case is not the operation's name. */
    private static final Map<String, String> OPERATIONS = Map.of(
            "AllReduce", "all_reduce",
            "Broadcast", "broadcast",
            "Bcast", "broadcast",
            "Reduce", "reduce",
            "AllGather", "all_gather",
            "ReduceScatter", "reduce_scatter",
            "AlltoAll", "all_to_all",
            "AllToAll", "all_to_all",
            "Send", "send",
            "Recv", "recv");

    /** Returns the call in a message; null for any other message. */
    static LoggedCall of(LogLine line) {
        Matcher form = FORM.matcher(line.text());
        return form.lookingAt() && !ONE_SIDED.contains(form.group(1))
                ? new LoggedCall(
                        form.group(1),
                        form.group(7),
                        signature(form),
                        line.time(),
                        count(form.group(2)),
                        form.group(8) == null ? -1 : Integer.parseInt(form.group(8)))
                : null;
    }

    /** Returns whether a message is only the start of a call's, so that the call is unknown. */
    static boolean isTorn(LogLine line) {
        return START.matcher(line.text()).lookingAt()
                && !FORM.matcher(line.text()).lookingAt();
    }

    /** Returns the name of the operation of one of NCCL's functions. */
    static String operation(String function) {
        return OPERATIONS.getOrDefault(function, function.toLowerCase(Locale.ROOT));
    }

    boolean pointToPoint() {
        return signature.peer() >= 0;
    }

    private static Signature signature(Matcher form) {
        String operation = operation(form.group(1));
        long count = Long.parseLong(form.group(3));
        int type = Integer.parseInt(form.group(4));
        long reduction = form.group(5) == null ? -1 : Long.parseLong(form.group(5));
        int root = form.group(6) == null ? -1 : Integer.parseInt(form.group(6));
        OperationTraits traits = OperationTraits.of(operation);
        return new Signature(
                operation,
                type < TYPES.size() ? TYPES.get(type) : "type " + type,
                traits.countedByOutput() ? -1 : count,
                traits.countedByOutput() ? count : -1,
                traits.reducing() ? reduction(reduction) : null,
                traits.rooted() ? root : -1,
                traits.pointToPoint() ? root : -1,
                0);
    }

    private static long count(String hexadecimal) {
        return hexadecimal.matches("[0-9a-f]{1,15}") ? Long.parseLong(hexadecimal, 16) : -1;
    }

    private static String reduction(long number) {
        return number < 0 ? null : number < REDUCTIONS.size() ? REDUCTIONS.get((int) number) : "custom";
    }
}
