package dev.rollcall.library;

import dev.rollcall.catalogue.CatalogueEntry;
import dev.rollcall.recorder.RecordedCall;
import dev.rollcall.recorder.Splits;
import dev.rollcall.trace.Operation;
import dev.rollcall.trace.Reduction;
import java.lang.invoke.MethodHandle;

/** Reads the arguments of c10d's calls; docs/catalogue.md says what is counted for each operation. Thread-safe. */
final class C10dCallReader {
    private final C10dTensors tensors;
    private final C10dEnums enums;
    private final MethodHandle reductionOf;

    private final ClassValue<OptionFields> options = new ClassValue<>() {
        @Override
        protected OptionFields computeValue(Class<?> type) {
            return new OptionFields(field(type, "reduceOp", Object.class), field(type, "rootRank", long.class));
        }

        private MethodHandle field(Class<?> type, String name, Class<?> result) {
            try {
                return PublicMethods.getter(type, name, result);
            } catch (ReflectiveOperationException e) {
                return null;
            }
        }
    };

    /** The getters of one class of options, such as {@code AllreduceOptions}; null where it has no such field. */
    private record OptionFields(MethodHandle reduceOp, MethodHandle rootRank) {}

    /** Binds the classes of this loader. */
    C10dCallReader(ClassLoader loader) throws ReflectiveOperationException {
        Class<?> reduceOp = Class.forName("org.bytedeco.pytorch.ReduceOp", false, loader);
        reductionOf = PublicMethods.getter(reduceOp, "op_", Object.class);
        enums = new C10dEnums(loader);
        tensors = new C10dTensors(loader, enums);
    }

    /** Returns what reads tensors. */
    C10dTensors tensors() {
        return tensors;
    }

    /** Returns the reader for a method. */
    CallReader forMethod(CatalogueEntry entry) {
        Operation operation = Operation.ofLabel(entry.operation());
        CallReader buffers = buffers(operation, entry.method());
        return call -> {
            OptionFields fields = call.options == null ? null : options.get(call.options.getClass());
            if (operation.rooted()) {
                call.root = fields == null || fields.rootRank() == null
                        ? 0
                        : (long) fields.rootRank().invokeExact(call.options);
            }
            buffers.read(call);
            if (operation.reduces()) {
                call.reduction = fields == null || fields.reduceOp() == null
                        ? Reduction.SUM
                        : readReduction(fields.reduceOp(), call.options);
            }
            if (call.followsBuffers) {
                readMemory(call);
            }
        };
    }

    private void readMemory(RecordedCall call) throws Throwable {
        Object first = call.input == null ? call.output : call.input;
        if (first == null) {
            return;
        }
        call.buffer = tensors.address(first);
        call.bufferBytes = tensors.bytes(first);
        if (call.input != null && call.output != null) {
            call.outputBuffer = tensors.address(call.output);
            call.outputBytes = tensors.bytes(call.output);
        }
    }

    private CallReader buffers(Operation operation, String method) {
        return switch (operation) {
            case BARRIER, MONITORED_BARRIER -> call -> {};
            case RECEIVE -> this::readOutput;
            case SCATTER -> this::readScatter;
            case GATHER -> this::readGather;
            case ALL_GATHER -> method.equals("allgather") ? this::readAllGather : this::readInput;
            case REDUCE_SCATTER -> method.equals("reduce_scatter") ? this::readReduceScatter : this::readOutput;
            case ALL_TO_ALL -> this::readAllToAll;
            default -> this::readInput;
        };
    }

    private void readInput(RecordedCall call) throws Throwable {
        if (call.input != null) {
            call.countIn = tensors.count(call.input, call);
        }
    }

    private void readOutput(RecordedCall call) throws Throwable {
        call.countOut = tensors.count(call.output, call);
    }

    private void readScatter(RecordedCall call) throws Throwable {
        readOutput(call);
        if (tensors.present(call.input)) {
            call.countIn = tensors.count(call.input, call);
        }
    }

    private void readGather(RecordedCall call) throws Throwable {
        readInput(call);
        if (tensors.present(call.output)) {
            call.countOut = tensors.count(call.output, call);
        }
    }

    /** NCCL allows uneven splits. Then all ranks agree on their sum, and not on this rank's own split. */
    private void readAllGather(RecordedCall call) throws Throwable {
        readInput(call);
        tensors.sizes(call.output, call.outputSplits);
        if (call.outputSplits.uneven()) {
            call.countOut = call.outputSplits.sum();
        } else {
            call.outputSplits.clear();
        }
    }

    private void readReduceScatter(RecordedCall call) throws Throwable {
        readOutput(call);
        tensors.sizes(call.input, call.inputSplits);
        if (call.inputSplits.uneven()) {
            call.countIn = call.inputSplits.sum();
        } else {
            call.inputSplits.clear();
        }
    }

    /** Lists of tensors are splits themselves; split sizes are in rows; without either, the splits are even. */
    private void readAllToAll(RecordedCall call) throws Throwable {
        call.countOut = tensors.count(call.output, call);
        call.countIn = tensors.count(call.input, call);
        tensors.sizes(call.input, call.inputSplits);
        tensors.sizes(call.output, call.outputSplits);
        tensors.numbers(call.inputSplitsArgument, call.inputSplits);
        tensors.numbers(call.outputSplitsArgument, call.outputSplits);
        int ranks = Math.max(call.inputSplits.size(), call.outputSplits.size());
        toElements(call.inputSplits, call.countIn, ranks);
        toElements(call.outputSplits, call.countOut, ranks);
    }

    private static void toElements(Splits splits, long elements, int ranks) {
        if (splits.size() == 0) {
            splits.spread(elements, ranks);
        } else {
            splits.scaleTo(elements);
        }
    }

    private Reduction readReduction(MethodHandle getter, Object given) throws Throwable {
        Object reduceOp = (Object) getter.invokeExact(given);
        Object constant = (Object) reductionOf.invokeExact(reduceOp);
        return enums.reduction(constant);
    }
}
