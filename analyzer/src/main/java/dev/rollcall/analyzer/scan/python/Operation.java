package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.model.OperationTraits;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A collective function of torch.distributed, of its functional forms, of torch.cuda.nccl or of Accelerate.
 *
 * @param label the operation, as the catalogue calls it where it has it
 * @param parameters the names of the first parameters, in their order
 * @param counted the parameter whose size must be the same on all ranks; empty where none
 * @param written the parameter that holds the same on all ranks afterwards; empty where none
 * @param uniform whether all ranks get the same
 */
record Operation(String label, List<String> parameters, String counted, String written, boolean uniform) {
    private static final Map<String, Operation> DISTRIBUTED = Map.ofEntries(
            entry("all_reduce", "all_reduce", "tensor op group", "tensor", "tensor"),
            entry("all_reduce_coalesced", "all_reduce", "tensors op group", "", "tensors"),
            entry("broadcast", "broadcast", "tensor src group", "tensor", "tensor"),
            entry("broadcast_object_list", "broadcast_object_list", "object_list src group", "", "object_list"),
            entry("reduce", "reduce", "tensor dst op group", "tensor", null),
            entry("all_gather", "all_gather", "tensor_list tensor group", "tensor", "tensor_list"),
            entry(
                    "all_gather_coalesced",
                    "all_gather",
                    "output_tensor_lists input_tensor_list group",
                    "",
                    "output_tensor_lists"),
            entry(
                    "all_gather_into_tensor",
                    "all_gather",
                    "output_tensor input_tensor group",
                    "input_tensor",
                    "output_tensor"),
            entry(
                    "_all_gather_base",
                    "all_gather",
                    "output_tensor input_tensor group",
                    "input_tensor",
                    "output_tensor"),
            entry("all_gather_object", "all_gather_object", "object_list obj group", "", "object_list"),
            entry("gather", "gather", "tensor gather_list dst group", "tensor", null),
            entry("gather_object", "gather_object", "obj object_gather_list dst group", "", null),
            entry("scatter", "scatter", "tensor scatter_list src group", "tensor", null),
            entry("scatter_object_list", "scatter_object_list", "output input src group", "", null),
            entry("reduce_scatter", "reduce_scatter", "output input_list op group", "output", null),
            entry("reduce_scatter_tensor", "reduce_scatter", "output input op group", "output", null),
            entry("_reduce_scatter_base", "reduce_scatter", "output input op group", "output", null),
            entry("all_to_all", "all_to_all", "output_tensor_list input_tensor_list group", "", null),
            entry(
                    "all_to_all_single",
                    "all_to_all",
                    "output input output_split_sizes input_split_sizes group",
                    "",
                    null),
            entry("barrier", "barrier", "group", "", null),
            entry("monitored_barrier", "monitored_barrier", "group", "", null),
            entry("all_gather_tensor", "all_gather", "tensor gather_dim group", "tensor", null),
            entry("reduce_scatter_tensor_coalesced", "reduce_scatter", "inputs op scatter_dim group", "", null),
            entry("gather_for_metrics", "all_gather", "input", "", null),
            entry("wait_for_everyone", "barrier", "", "", null));

    /** Functions that return what is new rather than write into an argument, and where the group comes last. */
    private static final Map<String, Operation> FUNCTIONAL = Map.ofEntries(
            entry("all_reduce", "all_reduce", "tensor op group", "tensor", null),
            entry("broadcast", "broadcast", "tensor src group", "tensor", null),
            entry("reduce", "reduce", "tensor dst op group", "tensor", null),
            entry("all_gather", "all_gather", "tensor group", "tensor", null),
            entry("gather", "gather", "tensor dst group", "tensor", null),
            entry("reduce_scatter_tensor", "reduce_scatter", "tensor op scatter_dim group", "", null));

    private static final Map<String, Operation> CHECKPOINT = Map.ofEntries(
            entry("save", "checkpoint save", "", "", null),
            entry("async_save", "checkpoint save", "", "", null),
            entry("load", "checkpoint load", "", "", null),
            entry("save_state_dict", "checkpoint save", "", "", null),
            entry("load_state_dict", "checkpoint load", "", "", null),
            entry("get_model_state_dict", "state dict", "", "", null),
            entry("get_optimizer_state_dict", "state dict", "", "", null),
            entry("get_state_dict", "state dict", "", "", null));

    private static Map.Entry<String, Operation> entry(
            String name, String label, String parameters, String counted, String written) {
        return Map.entry(
                name,
                new Operation(
                        label,
                        parameters.isEmpty() ? List.of() : List.of(parameters.split(" ")),
                        counted,
                        written == null ? "" : written,
                        OperationTraits.of(label).sameResult()));
    }

    /** Returns whether a function's name is one of a package of collectives. */
    static boolean ofDistributed(String name) {
        return name.startsWith("torch.distributed.")
                || name.startsWith("torch.cuda.nccl.")
                || name.startsWith("deepspeed.comm.")
                || name.startsWith("accelerate.utils.")
                || name.startsWith("torch.accelerator.distributed.");
    }

    /** Returns what a function is, by its whole name; empty where it is no collective. */
    static Optional<Operation> of(String name) {
        String last = name.substring(name.lastIndexOf('.') + 1);
        if (name.contains(".checkpoint.")) {
            return Optional.ofNullable(CHECKPOINT.get(last));
        }
        boolean functional = name.contains("functional") || name.contains(".nccl.") || name.contains("accelerate.");
        Operation found = functional ? FUNCTIONAL.get(last) : null;
        return Optional.ofNullable(found != null ? found : DISTRIBUTED.get(last));
    }

    /** Returns the labels' functions, by which it is told whether a function can come to a collective. */
    static boolean isName(String name) {
        return DISTRIBUTED.containsKey(name)
                || name.equals("new_group")
                || name.equals("full_tensor")
                || name.equals("fully_shard")
                || name.equals("save_checkpoint")
                || name.equals("sync_dist")
                || CHECKPOINT.containsKey(name) && !name.equals("save") && !name.equals("load");
    }

    /** Returns the place of a parameter; -1 where there is none of the name. */
    int place(String parameter) {
        return parameters.indexOf(parameter);
    }
}
