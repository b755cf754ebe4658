package dev.rollcall.analyzer.input.console;

import dev.rollcall.analyzer.model.OperationTraits;
import dev.rollcall.analyzer.model.Signature;
import java.util.Locale;
import java.util.Map;

/** c10d's names of operations (torch/csrc/distributed/c10d/Work.cpp, {@code opTypeToString}) in the model's words. */
final class Operations {
    private static final Map<String, String> NAMES = Map.ofEntries(
            Map.entry("ALLREDUCE", "all_reduce"),
            Map.entry("ALLREDUCE_COALESCED", "all_reduce"),
            Map.entry("_ALLREDUCE_SPARSE", "sparse_all_reduce"),
            Map.entry("ALLGATHER", "all_gather"),
            Map.entry("_ALLGATHER_BASE", "all_gather"),
            Map.entry("ALLGATHER_COALESCED", "all_gather"),
            Map.entry("_REDUCE_SCATTER_BASE", "reduce_scatter"),
            Map.entry("ALLTOALL", "all_to_all"),
            Map.entry("ALLTOALL_BASE", "all_to_all"),
            Map.entry("RECVANYSOURCE", "recv"));

    private Operations() {}

    /**
     * Returns the signature of a call.
     *
     * @param type c10d's name of the operation
     * @param elementType the model's name of the element type; null where unknown
     * @param input elements of the input; -1 where unknown
     * @param output elements of the output; -1 where unknown
     */
    static Signature signature(String type, String elementType, long input, long output) {
        String name = NAMES.getOrDefault(type, type.toLowerCase(Locale.ROOT));
        return OperationTraits.of(name).counts() == OperationTraits.Counts.NO_BUFFER
                ? Signature.of(name)
                : new Signature(name, elementType, input, output, null, -1, -1, 0);
    }
}
