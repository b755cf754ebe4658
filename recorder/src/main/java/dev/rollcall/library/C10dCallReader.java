package dev.rollcall.library;

import dev.rollcall.catalogue.CatalogueEntry;
import java.lang.invoke.MethodHandle;
import java.util.Set;

/** Reads the arguments of c10d's calls; what is counted of each operation says docs/catalogue.md. Thread-safe. */
final class C10dCallReader {
    private static final Set<String> REDUCING = Set.of("all_reduce", "reduce", "reduce_scatter", "sparse_all_reduce");
    private static final Set<String> ROOTED = Set.of("broadcast", "reduce", "gather", "scatter");

    private final C10dTensors tensors;
    private final C10dEnums types;
    private final MethodHandle reductionOf;
    private final int defaultReduction;

    private final ClassValue<C10dOptions> options = new ClassValue<>() {
        @Override
        protected C10dOptions computeValue(Class<?> type) {
            return C10dOptions.of(type);
        }
    };

    /** Binds the classes of this loader. */
    C10dCallReader(ClassLoader loader, Vocabulary vocabulary) throws ReflectiveOperationException {
        Class<?> reduceOp = Class.forName("org.bytedeco.pytorch.ReduceOp", false, loader);
        reductionOf = PublicMethods.getter(reduceOp, "op_", Object.class);
        types = new C10dEnums(loader, vocabulary);
        tensors = new C10dTensors(loader, types);
        defaultReduction = vocabulary.reduction("sum");
    }

    /** Returns the reader for a method. */
    CallReader forMethod(CatalogueEntry entry) {
        String operation = entry.operation();
        boolean reducing = REDUCING.contains(operation);
        boolean rooted = ROOTED.contains(operation);
        CallReader buffers = buffers(entry);
        return (given, into) -> {
            into.peer = (int) given.peer;
            into.tag = given.tag;
            C10dOptions getters = given.options == null ? null : options.get(given.options.getClass());
            if (rooted) {
                into.root = getters == null || getters.rootRank() == null
                        ? 0
                        : (int) (long) getters.rootRank().invokeExact(given.options);
            }
            buffers.read(given, into);
            if (reducing) {
                into.reduction = getters == null || getters.reduceOp() == null
                        ? defaultReduction
                        : readReduction(getters.reduceOp(), given.options);
            }
        };
    }

    private CallReader buffers(CatalogueEntry entry) {
        return switch (entry.operation()) {
            case "barrier", "monitored_barrier" -> (given, into) -> {};
            case "recv" -> (given, into) -> into.countOut = tensors.count(given.output, into);
            case "scatter" -> this::readScatter;
            case "gather" -> this::readGather;
            case "all_gather" -> entry.method().equals("allgather") ? this::readAllGather : this::readInput;
            case "reduce_scatter" ->
                entry.method().equals("reduce_scatter") ? this::readReduceScatter : this::readOutput;
            case "all_to_all" -> this::readAllToAll;
            default -> this::readInput;
        };
    }

    private void readInput(GivenArguments given, CallArguments into) throws Throwable {
        if (given.input != null) {
            into.countIn = tensors.count(given.input, into);
        }
    }

    private void readOutput(GivenArguments given, CallArguments into) throws Throwable {
        into.countOut = tensors.count(given.output, into);
    }

    private void readScatter(GivenArguments given, CallArguments into) throws Throwable {
        readOutput(given, into);
        if (tensors.present(given.input)) {
            into.countIn = tensors.count(given.input, into);
        }
    }

    private void readGather(GivenArguments given, CallArguments into) throws Throwable {
        readInput(given, into);
        if (tensors.present(given.output)) {
            into.countOut = tensors.count(given.output, into);
        }
    }

    /** Where the shares are uneven, as NCCL allows, their total is what all ranks have alike, and not their own share. */
    private void readAllGather(GivenArguments given, CallArguments into) throws Throwable {
        readInput(given, into);
        tensors.shares(given.output, into.outputs);
        if (into.outputs.uneven()) {
            into.countOut = into.outputs.sum();
        } else {
            into.outputs.clear();
        }
    }

    private void readReduceScatter(GivenArguments given, CallArguments into) throws Throwable {
        readOutput(given, into);
        tensors.shares(given.input, into.inputs);
        if (into.inputs.uneven()) {
            into.countIn = into.inputs.sum();
        } else {
            into.inputs.clear();
        }
    }

    /** Lists of tensors are shares themselves; split sizes are rows, and without any the shares are even. */
    private void readAllToAll(GivenArguments given, CallArguments into) throws Throwable {
        into.countOut = tensors.count(given.output, into);
        into.countIn = tensors.count(given.input, into);
        tensors.shares(given.input, into.inputs);
        tensors.shares(given.output, into.outputs);
        tensors.numbers(given.inputSplits, into.inputs);
        tensors.numbers(given.outputSplits, into.outputs);
        int ranks = Math.max(into.inputs.size(), into.outputs.size());
        toElements(into.inputs, into.countIn, ranks);
        toElements(into.outputs, into.countOut, ranks);
    }

    private static void toElements(Splits shares, long elements, int ranks) {
        if (shares.size() == 0) {
            shares.spread(elements, ranks);
        } else {
            shares.scaleTo(elements);
        }
    }

    private int readReduction(MethodHandle getter, Object given) throws Throwable {
        Object reduceOp = (Object) getter.invokeExact(given);
        Object constant = (Object) reductionOf.invokeExact(reduceOp);
        return types.reduction(constant);
    }
}
