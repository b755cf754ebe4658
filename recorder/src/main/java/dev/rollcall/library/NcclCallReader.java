package dev.rollcall.library;

import dev.rollcall.catalogue.CatalogueEntry;
import dev.rollcall.recorder.RecordedCall;
import dev.rollcall.trace.ElementType;
import dev.rollcall.trace.Operation;
import dev.rollcall.trace.Reduction;

/** Reads the arguments of NCCL's calls; docs/catalogue.md says what is counted for each operation. Thread-safe. */
final class NcclCallReader {
    /** By the values of {@code ncclDataType_t}. */
    private static final ElementType[] TYPES = {
        ElementType.I8,
        ElementType.U8,
        ElementType.I32,
        ElementType.U32,
        ElementType.I64,
        ElementType.U64,
        ElementType.F16,
        ElementType.F32,
        ElementType.F64,
        ElementType.BF16,
        ElementType.F8_E4M3,
        ElementType.F8_E5M2
    };

    /** By the values of {@code ncclRedOp_t}. The application's own, which multiply first, have higher ones. */
    private static final Reduction[] REDUCTIONS = {
        Reduction.SUM, Reduction.PRODUCT, Reduction.MAX, Reduction.MIN, Reduction.AVERAGE
    };

    private final NativeAddresses addresses = new NativeAddresses();

    /** Returns the reader for a method. */
    CallReader forMethod(CatalogueEntry entry) {
        Operation operation = Operation.ofLabel(entry.operation());
        return call -> {
            readCounts(operation, call);
            call.type = type(number(call.typeArgument));
            if (operation.reduces()) {
                call.reduction = reduction(number(call.reductionArgument));
            }
            call.stream = addresses.of(call.streamArgument);
            readBuffers(operation, call);
            call.resultElements = resultElements(operation, call);
        };
    }

    /** Leaves out a buffer that NCCL ignores: what does not send to or receive from a root. The application may pass anything. */
    private void readBuffers(Operation operation, RecordedCall call) throws Throwable {
        long input = addresses.of(call.input == null ? call.output : call.input);
        long output = call.input == null || call.output == null ? input : addresses.of(call.output);
        boolean notRoot = call.rank >= 0 && call.root >= 0 && call.rank != call.root;
        boolean receives = notRoot && (operation == Operation.BROADCAST || operation == Operation.SCATTER);
        boolean sends = notRoot && (operation == Operation.REDUCE || operation == Operation.GATHER);
        call.buffer = receives && input != output ? 0 : input;
        call.outputBuffer = sends || output == input ? 0 : output;
    }

    /** NCCL counts the part of one rank in calls that give each rank another part. */
    private static void readCounts(Operation operation, RecordedCall call) {
        long whole = call.ranks < 0 ? -1 : call.count * call.ranks;
        boolean root = call.rank >= 0 && call.rank == call.root;
        switch (operation) {
            case RECEIVE, REDUCE_SCATTER -> call.countOut = call.count;
            case ALL_TO_ALL -> {
                call.countIn = whole;
                call.countOut = whole;
            }
            case GATHER -> {
                call.countIn = call.count;
                call.countOut = root ? whole : -1;
            }
            case SCATTER -> {
                call.countIn = root ? whole : -1;
                call.countOut = call.count;
            }
            default -> call.countIn = call.count;
        }
    }

    /** Returns how many elements the call writes. The root alone gets the result of a reduce or a gather. */
    private static long resultElements(Operation operation, RecordedCall call) {
        boolean forRoot = operation == Operation.REDUCE || operation == Operation.GATHER;
        if (operation == Operation.SEND || forRoot && call.rank >= 0 && call.rank != call.root) {
            return 0;
        }
        return switch (operation) {
            case ALL_GATHER, ALL_TO_ALL, GATHER -> call.ranks < 0 ? 0 : call.count * call.ranks;
            default -> call.count;
        };
    }

    private static int number(Object argument) {
        return ((Number) argument).intValue();
    }

    private static ElementType type(int value) {
        return value >= 0 && value < TYPES.length ? TYPES[value] : ElementType.UNKNOWN;
    }

    private static Reduction reduction(int value) {
        return value < 0
                ? Reduction.NONE
                : value < REDUCTIONS.length ? REDUCTIONS[value] : Reduction.PRE_MULTIPLIED_SUM;
    }
}
