package dev.rollcall.analyzer.scan.run;

import dev.rollcall.analyzer.scan.run.Calls.Call;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** How many elements a tensor has and of which type, as far as the program tells: PyTorch's as JavaCPP presents them. */
final class Shapes {
    private static final Set<String> MAKERS =
            Set.of("ones", "zeros", "empty", "rand", "randn", "randint", "arange", "eye", "full");
    private static final Set<String> SAME =
            Set.of("clone", "contiguous", "detach", "neg", "abs", "exp", "log", "sqrt", "cpu", "cuda", "t", "flatten");
    private static final Set<String> CASTS = Set.of("toType", "to");
    private static final Set<String> WITH_NUMBER = Set.of("add", "sub", "mul", "div", "pow");
    private static final Const DEFAULT_TYPE = Const.of("Float");

    private Shapes() {}

    static boolean isOptions(String type) {
        return type.endsWith("Options") || type.endsWith("Builder");
    }

    private static boolean isTensor(String type) {
        return type.endsWith("/Tensor");
    }

    /** Returns what a buffer is: a tensor, several of them, or an array. */
    static Shape of(Value value) {
        if (value instanceof Arr array) {
            return new Shape(array.length, Const.of(array.element));
        }
        return value instanceof Ext ext && ext.shape != null ? ext.shape : Shape.UNKNOWN;
    }

    /** Returns the shape of what a constructor makes. */
    static Shape constructed(Call call) {
        if (!call.owner().endsWith("TensorVector")) {
            return Shape.UNKNOWN;
        }
        List<Value> tensors = call.arguments();
        if (tensors.size() == 1 && tensors.get(0) instanceof Arr array && array.length instanceof Const length) {
            tensors = java.util.stream.LongStream.range(0, length.number())
                    .mapToObj(i -> array.elements.getOrDefault((int) i, array.zero()))
                    .toList();
        }
        if (tensors.size() == 1) {
            return of(tensors.get(0));
        }
        Value count = null;
        for (Value each : tensors) {
            Value one = of(each).count();
            if (one == null) {
                return Shape.UNKNOWN;
            }
            count = count == null ? one : Sym.of("and", 'J', one.origin(), count, one);
        }
        return tensors.isEmpty()
                ? Shape.UNKNOWN
                : new Shape(count, of(tensors.get(0)).type());
    }

    /** Returns the shape of what a method makes. */
    static Shape result(Call call) {
        boolean tensor = call.result().getSort() == org.objectweb.asm.Type.OBJECT
                && isTensor(call.result().getInternalName());
        if (!tensor) {
            return Shape.UNKNOWN;
        }
        if (call.receiver() == null) {
            return made(call);
        }
        Shape own = of(call.receiver());
        if (CASTS.contains(call.name())) {
            return new Shape(own.count(), type(call.arguments()).orElse(null));
        }
        boolean scaled = WITH_NUMBER.contains(call.name())
                && call.arguments().stream().allMatch(each -> each instanceof Ext ext && ext.type.endsWith("/Scalar"));
        return SAME.contains(call.name()) && call.arguments().isEmpty() || scaled ? own : Shape.UNKNOWN;
    }

    private static Shape made(Call call) {
        if (call.name().endsWith("_like")) {
            return of(call.arguments().get(0));
        }
        if (!call.owner().endsWith("/torch") || !MAKERS.contains(call.name())) {
            return Shape.UNKNOWN;
        }
        boolean first = call.name().equals("full");
        List<Value> sizes = call.arguments().stream()
                .limit(first ? 1 : Long.MAX_VALUE)
                .filter(each -> !(each instanceof Ext))
                .toList();
        Value count = sizes.size() == 1 && sizes.get(0) instanceof Arr array
                ? list(array)
                : sizes.isEmpty() ? null : product(sizes);
        boolean plain = call.arguments().stream().noneMatch(Ext.class::isInstance);
        return new Shape(count, plain ? DEFAULT_TYPE : type(call.arguments()).orElse(null));
    }

    private static Value list(Arr array) {
        if (!(array.length instanceof Const length) || array.rest != null || length.number() > 16) {
            return null;
        }
        return product(java.util.stream.LongStream.range(0, length.number())
                .mapToObj(i -> array.elements.getOrDefault((int) i, array.zero()))
                .toList());
    }

    private static Value product(List<Value> sizes) {
        Value product = new Const(1L, false, null);
        for (Value size : sizes) {
            product = product instanceof Const a && size instanceof Const b
                    ? new Const(
                            a.number() * b.number(), Keys.ranked(a, b), b.origin() != null ? b.origin() : a.origin())
                    : Sym.of("*", 'J', size.origin(), product, size);
        }
        return product;
    }

    private static Optional<Value> type(List<Value> arguments) {
        for (Value each : arguments) {
            if (each instanceof Ext ext && ext.type.endsWith("ScalarType")) {
                String name = ext.key().substring(ext.key().lastIndexOf('.') + 1);
                return Optional.of(new Const(name, ext.ranked(), ext.origin()));
            }
            if (each instanceof Ext ext) {
                Optional<Value> inside = type(ext.parts);
                if (inside.isPresent()) {
                    return inside;
                }
            }
        }
        return Optional.empty();
    }
}
