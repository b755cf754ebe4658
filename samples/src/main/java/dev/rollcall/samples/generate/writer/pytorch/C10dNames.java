package dev.rollcall.samples.generate.writer.pytorch;

import dev.rollcall.samples.generate.program.SimulatedCall;
import dev.rollcall.trace.ElementType;
import dev.rollcall.trace.Operation;
import java.util.List;

/** Says in PyTorch's words what a call is. */
final class C10dNames {
    private static final String FLOAT = "Float";

    private C10dNames() {}

    /** Returns the name of a call that a rank makes at its place in a group. */
    static String name(SimulatedCall request, int place) {
        return "nccl:"
                + switch (request.operation()) {
                    case BARRIER -> "all_reduce_barrier";
                    case REDUCE_SCATTER -> "_reduce_scatter_base";
                    case ALL_GATHER -> "_all_gather_base";
                    case SEND -> "send " + place + "->" + request.other();
                    case RECEIVE -> "recv " + place + "<-" + request.other();
                    default -> request.operation().label();
                };
    }

    /** Returns the function of Python that makes a call. */
    static String function(Operation operation) {
        return switch (operation) {
            case SEND -> "isend";
            case RECEIVE -> "irecv";
            case REDUCE_SCATTER -> "reduce_scatter_tensor";
            case ALL_GATHER -> "all_gather_into_tensor";
            case ALL_TO_ALL -> "all_to_all_single";
            default -> operation.label();
        };
    }

    /** Returns the types of a call's tensors. */
    static List<Object> types(SimulatedCall request) {
        return List.of(
                switch (request.type()) {
                    case F64 -> "Double";
                    case BF16 -> "BFloat16";
                    case F32, UNKNOWN -> FLOAT;
                    default ->
                        throw new IllegalArgumentException(
                                "no name is known of " + request.type().label());
                });
    }

    /** Returns the shapes of a call's tensors; a barrier of NCCL sums one number. */
    static List<Object> shapes(SimulatedCall request, long elements) {
        return List.of(List.<Object>of(request.type() == ElementType.UNKNOWN ? 1L : elements));
    }
}
