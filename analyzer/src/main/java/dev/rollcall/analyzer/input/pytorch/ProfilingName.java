package dev.rollcall.analyzer.input.pytorch;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The name that c10d gives to a call, such as {@code nccl:all_reduce} or {@code nccl:recv 1<-0}.
 *
 * @param text the name
 * @param operation the operation in the model's words
 * @param pointToPoint whether the call is a send or a receive
 * @param rank the process's own rank in the group, in the name of a send or receive; -1 if the name does not contain it
 * @param peer the other rank of a send or receive; -1 if the name does not contain it
 * @param tensorList whether the call is on a list of tensors, such as {@code allreduce_coalesced}; false for the entry
 *     {@code coalesced}, which ends a batch
 * @param backend what stands before the colon, such as {@code nccl}; empty where there is none
 * @param gloo whether the call is Gloo's
 * @param c10dHook whether PyTorch's own hook in c10d recorded the call ({@code c10d:…}), whatever the backend
 */
record ProfilingName(
        String text,
        String operation,
        boolean pointToPoint,
        int rank,
        int peer,
        boolean tensorList,
        String backend,
        boolean gloo,
        boolean c10dHook) {

    /** By the name without its backend. */
    private static final Map<String, String> OPERATIONS = Map.ofEntries(
            Map.entry("all_reduce_barrier", "barrier"),
            Map.entry("allreduce", "all_reduce"),
            Map.entry("allreduce_coalesced", "all_reduce"),
            Map.entry("all_reduce_sparse", "sparse_all_reduce"),
            Map.entry("_all_gather_base", "all_gather"),
            Map.entry("allgather", "all_gather"),
            Map.entry("all_gather_into_tensor", "all_gather"),
            Map.entry("all_gather_into_tensor_coalesced", "all_gather"),
            Map.entry("all_gather_single", "all_gather"),
            Map.entry("_reduce_scatter_base", "reduce_scatter"),
            Map.entry("reduce_scatter_tensor_coalesced", "reduce_scatter"),
            Map.entry("reduce_scatter_tensor", "reduce_scatter"),
            Map.entry("reduce_scatter_single", "reduce_scatter"),
            Map.entry("_broadcast_oop", "broadcast"),
            Map.entry("_reduce_oop", "reduce"),
            Map.entry("alltoall", "all_to_all"),
            Map.entry("all_to_all_single", "all_to_all"),
            Map.entry("alltoall_base", "all_to_all"));

    /** c10d adds the peer. TorchComms does not, and has a name for a batch of sends and receives. */
    private static final Pattern POINT_TO_POINT = Pattern.compile(":(send|recv|batch_op_issue)( |$)");

    private static final Pattern RANK = Pattern.compile("\\d{1,9}");

    /** Reads a name. */
    static ProfilingName of(String text) {
        int arrow = Math.max(text.lastIndexOf("->"), text.lastIndexOf("<-"));
        String before = arrow < 0 ? "" : text.substring(0, arrow).strip();
        return new ProfilingName(
                text,
                operation(text),
                POINT_TO_POINT.matcher(text).find(),
                rank(before.substring(before.lastIndexOf(' ') + 1)),
                arrow < 0 ? -1 : rank(text.substring(arrow + 2).strip()),
                text.endsWith("_coalesced"),
                text.substring(0, Math.max(0, text.indexOf(':'))),
                hasBackend("gloo", text),
                hasBackend("c10d", text));
    }

    /** Returns whether the call is NCCL's. */
    boolean nccl() {
        return hasBackend("nccl", text);
    }

    private static String operation(String text) {
        String name = text.substring(text.indexOf(':') + 1);
        int space = name.indexOf(' ');
        String bare = (space < 0 ? name : name.substring(0, space)).toLowerCase(Locale.ROOT);
        return OPERATIONS.getOrDefault(bare, bare.isEmpty() ? "unknown" : bare);
    }

    private static int rank(String digits) {
        return RANK.matcher(digits).matches() ? Integer.parseInt(digits) : -1;
    }

    private static boolean hasBackend(String backend, String text) {
        return text.regionMatches(true, 0, backend + ":", 0, backend.length() + 1);
    }
}
