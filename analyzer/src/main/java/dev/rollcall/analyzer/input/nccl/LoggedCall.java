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
 * A call as a line tells of it: {@code AllReduce: opCount 0 sendbuff 0x… recvbuff 0x… count 1024 datatype 7 op 0 root 0 comm 0x…}.
 * The form has been the same since NCCL 2.3; RCCL puts more behind it, and a fork leaves out what its operations have not. Its
 * {@code opCount} says nothing: it stays 0 on one host.
 *
 * @param function NCCL's name
 * @param communicator the communicator's address in the process
 * @param signature what it asks for
 * @param time when it was issued
 */
record LoggedCall(String function, String communicator, Signature signature, long time) {
    private static final Pattern FORM = Pattern.compile(
            "(\\w+): opCount \\w+ sendbuff \\S+ recvbuff \\S+ (?:send)?count (\\d{1,18}) datatype (\\d{1,9})"
                    + "(?: op (\\d{1,18}) root (-?\\d{1,9}))? comm (\\S+) ");

    /** What a line of a call begins with, however little of it was written. */
    private static final Pattern BEGUN = Pattern.compile("[A-Z]\\w+: opCount ");

    /** Calls that one rank makes alone. */
    private static final Set<String> ONE_SIDED = Set.of("PutSignal", "Signal", "WaitSignal");

    /** By NCCL's numbers (ncclDataType_t in nccl.h). */
    private static final List<String> TYPES =
            List.of("i8", "u8", "i32", "u32", "i64", "u64", "f16", "f32", "f64", "bf16", "f8e4m3", "f8e5m2");

    /** By NCCL's numbers (ncclRedOp_t); above them are the application's own. */
    private static final List<String> REDUCTIONS = List.of("sum", "product", "max", "min", "avg");

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

    /** Returns the call that a line tells of; null where it tells of none. */
    static LoggedCall of(LogLine line) {
        Matcher form = FORM.matcher(line.text());
        return form.lookingAt() && !ONE_SIDED.contains(form.group(1))
                ? new LoggedCall(form.group(1), form.group(6), signature(form), line.time())
                : null;
    }

    /** Returns whether a line tells of a call of which the rest is missing, so that nobody can say which it was. */
    static boolean torn(LogLine line) {
        return BEGUN.matcher(line.text()).lookingAt()
                && !FORM.matcher(line.text()).lookingAt();
    }

    /** Returns the model's word for one of NCCL's functions. */
    static String operation(String function) {
        return OPERATIONS.getOrDefault(function, function.toLowerCase(Locale.ROOT));
    }

    boolean pointToPoint() {
        return signature.peer() >= 0;
    }

    private static Signature signature(Matcher form) {
        String operation = operation(form.group(1));
        long count = Long.parseLong(form.group(2));
        int type = Integer.parseInt(form.group(3));
        long reduction = form.group(4) == null ? -1 : Long.parseLong(form.group(4));
        int root = form.group(5) == null ? -1 : Integer.parseInt(form.group(5));
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

    private static String reduction(long number) {
        return number < 0 ? null : number < REDUCTIONS.size() ? REDUCTIONS.get((int) number) : "custom";
    }
}
