package dev.rollcall.analyzer.code.summary;

import dev.rollcall.analyzer.code.library.LibraryFact;
import dev.rollcall.analyzer.code.value.Value;
import dev.rollcall.analyzer.code.value.ValueParts;
import java.util.List;
import java.util.Optional;

/** What a value says of PyTorch's models: whether it is one, and how it is wrapped for several ranks. */
final class WrappedModels {
    /** PyTorch's class of a module that is a sequence of others. */
    static final String SEQUENCE = "torch.nn.Sequential";

    private WrappedModels() {}

    /** Returns the wrapper of a model, of one of several models that were wrapped together, or of one that a value may be. */
    static Optional<LibraryFact.Wraps.Wrapper> wrapper(Value of) {
        Value whole = whole(of);
        List<Value> all = whole instanceof Value.Mixed mixed ? mixed.of() : List.of(whole);
        return all.stream()
                .filter(each -> each instanceof Value.Result result && result.isModel())
                .map(each -> ((Value.Result) each).function().substring(Value.Result.WRAPS.length()))
                .map(LibraryFact.Wraps.Wrapper::valueOf)
                .findFirst();
    }

    /** Returns whether a value is sure to be a wrapped model, so that calling it communicates. */
    static boolean isModel(Value of) {
        return !(of instanceof Value.Mixed) && wrapper(of).isPresent();
    }

    /** Returns whether a value is one of PyTorch's modules that call those that they are made of, one after the other. */
    static boolean isSequence(Value of) {
        return of instanceof Value.Result made && made.function().equals(SEQUENCE);
    }

    /** Returns PyTorch's class of a wrapped model; empty for other values. */
    static Optional<String> typeOfModel(Value of) {
        return wrapper(of).flatMap(each -> switch (each) {
            case DATA_PARALLEL -> Optional.of("torch.nn.parallel.DistributedDataParallel");
            case SHARDED -> Optional.of("torch.distributed.fsdp.FullyShardedDataParallel");
            case SYNC_BATCH_NORM -> Optional.empty();
        });
    }

    /** Returns whether a value follows from what a wrapped model computed. */
    static boolean isComputedByModel(Value value) {
        return value instanceof Value.Result result && result.isOfModel()
                || ValueParts.of(value).stream().anyMatch(WrappedModels::isComputedByModel);
    }

    /** An element that a collective fills is a view of its buffer. */
    static Value whole(Value buffer) {
        Value whole = buffer;
        while (whole instanceof Value.Result view && view.function().equals(Value.Result.ITEM)) {
            whole = view.arguments().get(0);
        }
        return whole;
    }
}
