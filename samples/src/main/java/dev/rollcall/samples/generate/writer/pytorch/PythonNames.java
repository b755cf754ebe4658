package dev.rollcall.samples.generate.writer.pytorch;

import dev.rollcall.samples.generate.program.ScriptLine;
import dev.rollcall.trace.ElementType;
import dev.rollcall.trace.Operation;
import java.util.Locale;

/** What PyTorch 2.10 calls operations, element types, and the places in the generated script. */
public final class PythonNames {
    /** The folder of PyTorch's module for distributed jobs. */
    public static final String LIBRARY = "/usr/lib/python3.12/site-packages/torch/distributed/";

    private static final String FOLDER = "/home/user/train/";

    private PythonNames() {}

    /** Returns the path of the source file of a line. */
    public static String file(ScriptLine.Line line) {
        return FOLDER + line.file("py");
    }

    /** Returns the name of the function with a line. */
    public static String function(ScriptLine.Line line) {
        return line.method().toLowerCase(Locale.ROOT);
    }

    /** Returns the function of {@code torch.distributed} that makes a call. */
    public static String function(Operation operation) {
        return switch (operation) {
            case SEND -> "isend";
            case RECEIVE -> "irecv";
            case REDUCE_SCATTER -> "reduce_scatter_tensor";
            case ALL_GATHER -> "all_gather_into_tensor";
            case ALL_TO_ALL -> "all_to_all_single";
            default -> operation.label();
        };
    }

    /** Returns the constant of c10d's {@code OpType}. */
    public static String opType(Operation operation) {
        return switch (operation) {
            case ALL_REDUCE -> "ALLREDUCE";
            case ALL_GATHER -> "_ALLGATHER_BASE";
            case REDUCE_SCATTER -> "_REDUCE_SCATTER_BASE";
            case ALL_TO_ALL -> "ALLTOALL_BASE";
            case RECEIVE -> "RECV";
            default -> operation.name();
        };
    }

    /**
     * Returns the name of an element type.
     *
     * @throws IllegalArgumentException if PyTorch has no such type
     */
    public static String elementType(ElementType type) {
        return switch (type) {
            case F64 -> "Double";
            case BF16 -> "BFloat16";
            case F32, UNKNOWN -> "Float";
            default -> throw new IllegalArgumentException("no PyTorch name for " + type.label());
        };
    }
}
