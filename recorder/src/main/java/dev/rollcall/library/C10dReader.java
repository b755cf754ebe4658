package dev.rollcall.library;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.util.Set;

/** Reads tensors and options of c10d calls. Thread-safe. */
final class C10dReader {
    private static final Set<String> REDUCING = Set.of("all_reduce", "reduce", "reduce_scatter", "sparse_all_reduce");
    private static final Set<String> ROOTED = Set.of("broadcast", "reduce", "gather", "scatter");

    private final Class<?> vector;
    private final MethodHandle vectorSize;
    private final MethodHandle vectorGet;
    private final MethodHandle elements;
    private final MethodHandle scalarType;
    private final MethodHandle reductionOf;
    private final C10dTypes types;
    private final int defaultReduction;

    private final ClassValue<C10dOptions> options = new ClassValue<>() {
        @Override
        protected C10dOptions computeValue(Class<?> type) {
            return C10dOptions.of(type);
        }
    };

    /** Binds the tensor classes of this loader. */
    C10dReader(ClassLoader loader, Vocabulary vocabulary) throws ReflectiveOperationException {
        vector = Class.forName("org.bytedeco.pytorch.TensorVector", false, loader);
        Class<?> tensor = Class.forName("org.bytedeco.pytorch.Tensor", false, loader);
        Class<?> reduceOp = Class.forName("org.bytedeco.pytorch.ReduceOp", false, loader);
        vectorSize = Methods.getter(vector, "size", long.class);
        vectorGet = Methods.method(
                vector, "get", MethodType.methodType(Object.class, Object.class, long.class), long.class);
        elements = Methods.getter(tensor, "numel", long.class);
        scalarType = Methods.getter(tensor, "scalar_type", Object.class);
        reductionOf = Methods.getter(reduceOp, "op_", Object.class);
        types = new C10dTypes(loader, vocabulary);
        defaultReduction = vocabulary.reduction("sum");
    }

    /** Returns the reader for an operation. */
    CallReader forOperation(String operation) {
        boolean reducing = REDUCING.contains(operation);
        boolean rooted = ROOTED.contains(operation);
        return (input, output, given, type, reduction, count, root, peer, tag, into) -> {
            into.peer = (int) peer;
            into.tag = tag;
            if (input != null) {
                readTensors(input, into);
            }
            if (reducing || rooted) {
                C10dOptions getters = given == null ? null : options.get(given.getClass());
                if (reducing) {
                    into.reduction = getters == null || getters.reduceOp() == null
                            ? defaultReduction
                            : readReduction(getters.reduceOp(), given);
                }
                if (rooted) {
                    into.root = getters == null || getters.rootRank() == null
                            ? 0
                            : (int) (long) getters.rootRank().invokeExact(given);
                }
            }
        };
    }

    private int readReduction(MethodHandle getter, Object given) throws Throwable {
        Object reduceOp = (Object) getter.invokeExact(given);
        Object constant = (Object) reductionOf.invokeExact(reduceOp);
        return types.reduction(constant);
    }

    private void readTensors(Object input, CallArguments into) throws Throwable {
        if (!vector.isInstance(input)) {
            into.count = (long) elements.invokeExact(input);
            into.elementType = types.elementType((Object) scalarType.invokeExact(input));
            return;
        }
        long size = (long) vectorSize.invokeExact(input);
        long sum = 0;
        for (long i = 0; i < size; i++) {
            Object tensor = (Object) vectorGet.invokeExact(input, i);
            sum += (long) elements.invokeExact(tensor);
            if (i == 0) {
                into.elementType = types.elementType((Object) scalarType.invokeExact(tensor));
            }
        }
        into.count = sum;
    }
}
