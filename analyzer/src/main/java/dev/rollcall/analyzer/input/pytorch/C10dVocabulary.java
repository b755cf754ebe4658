package dev.rollcall.analyzer.input.pytorch;

import java.util.Locale;
import java.util.Map;

/** Says in the model's words what a dump says in PyTorch's: operations and element types. */
final class C10dVocabulary {
    /** By the profiling name without its backend, as c10d's process groups give it. */
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

    /** By the name of c10's scalar type. */
    private static final Map<String, String> TYPES = Map.ofEntries(
            Map.entry("Byte", "u8"),
            Map.entry("Char", "i8"),
            Map.entry("Short", "i16"),
            Map.entry("Int", "i32"),
            Map.entry("Long", "i64"),
            Map.entry("UInt16", "u16"),
            Map.entry("UInt32", "u32"),
            Map.entry("UInt64", "u64"),
            Map.entry("Half", "f16"),
            Map.entry("BFloat16", "bf16"),
            Map.entry("Float", "f32"),
            Map.entry("Double", "f64"),
            Map.entry("Bool", "bool"),
            Map.entry("ComplexFloat", "c64"),
            Map.entry("ComplexDouble", "c128"),
            Map.entry("Float8_e4m3fn", "f8e4m3"),
            Map.entry("Float8_e5m2", "f8e5m2"));

    private static final int LONGEST_TYPES = 80;

    private C10dVocabulary() {}

    /** Returns the operation of a profiling name such as {@code nccl:all_reduce} or {@code nccl:recv 1<-0}. */
    static String operation(String profilingName) {
        String name = profilingName.substring(profilingName.indexOf(':') + 1);
        int space = name.indexOf(' ');
        String bare = (space < 0 ? name : name.substring(0, space)).toLowerCase(Locale.ROOT);
        return OPERATIONS.getOrDefault(bare, bare.isEmpty() ? "unknown" : bare);
    }

    /** Returns the other rank of {@code nccl:send 0->1} or {@code nccl:recv 1<-0}; -1 where the name tells none. */
    static int peer(String profilingName) {
        int arrow = Math.max(profilingName.lastIndexOf("->"), profilingName.lastIndexOf("<-"));
        String digits = arrow < 0 ? "" : profilingName.substring(arrow + 2).strip();
        return digits.matches("\\d{1,9}") ? Integer.parseInt(digits) : -1;
    }

    /** Returns the place of the process itself in the group of a send or receive by its name; -1 where the name tells none. */
    static int own(String profilingName) {
        int arrow = Math.max(profilingName.lastIndexOf("->"), profilingName.lastIndexOf("<-"));
        String before = arrow < 0 ? "" : profilingName.substring(0, arrow).strip();
        String digits = before.substring(before.lastIndexOf(' ') + 1);
        return digits.matches("\\d{1,9}") ? Integer.parseInt(digits) : -1;
    }

    /** Returns the short name of an element type; null where the dump tells none. */
    static String elementType(String scalarType) {
        return scalarType.isEmpty() ? null : TYPES.getOrDefault(scalarType, scalarType.toLowerCase(Locale.ROOT));
    }

    /** Returns the short names of some element types with one more; null stands for no types. Of very many, the first count. */
    static String elementTypes(String types, String scalarType) {
        String type = elementType(scalarType);
        return types == null ? type : types.length() > LONGEST_TYPES ? types : types + "+" + type;
    }
}
