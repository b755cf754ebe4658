package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.scan.python.Unknown.Kind;
import dev.rollcall.analyzer.scan.run.Const;
import dev.rollcall.analyzer.scan.run.Keys;
import dev.rollcall.analyzer.scan.run.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Tensors: their sizes and types where the program spells them out. */
final class Tensors {
    private static final Set<String> SIZED = Set.of("ones", "zeros", "empty", "rand", "randn");
    private static final Set<String> MADE = Set.of("tensor", "full", "arange", "as_tensor", "from_numpy", "randint");
    private static final Set<String> KEEPING = Set.of(
            "cuda",
            "cpu",
            "clone",
            "detach",
            "contiguous",
            "requires_grad_",
            "pin_memory",
            "flatten",
            "view",
            "reshape");
    private static final Map<String, String> TYPES = Map.of(
            "float", "float32",
            "double", "float64",
            "half", "float16",
            "bfloat16", "bfloat16",
            "long", "int64",
            "int", "int32",
            "bool", "bool");

    private final PythonRun run;

    Tensors(PythonRun run) {
        this.run = run;
    }

    /** Returns the last word of a constant of a library, such as {@code MAX}; the value itself where it is none. */
    static Value word(Value value) {
        return value instanceof Library library ? new Const(library.last(), false, library.origin()) : value;
    }

    /** Makes a tensor; null where the function makes none. */
    Value function(String name, String last, Arguments given) {
        boolean sized = SIZED.contains(last);
        if (!name.startsWith("torch.")
                || name.indexOf('.') != name.lastIndexOf('.')
                || !sized && !MADE.contains(last)) {
            return null;
        }
        Unknown tensor = run.invocations.result(name, given, false);
        tensor.kind = Kind.TENSOR;
        Value type = given.given(-1, "dtype");
        if (sized) {
            tensor.count = count(given);
            tensor.element = type == null ? Const.of("float32") : word(type);
        } else if (type != null) {
            tensor.element = word(type);
        }
        if (last.equals("full") && given.first() instanceof Items shape) {
            tensor.count = count(new Arguments(shape.all, Map.of()));
        }
        return tensor;
    }

    private static Value count(Arguments given) {
        List<Value> sizes = given.get(-1, "size") instanceof Items named
                ? named.all
                : given.all().size() == 1 && given.all().get(0) instanceof Items shape ? shape.all : given.all();
        long count = 1;
        boolean ranked = false;
        Value origin = null;
        for (Value each : sizes) {
            if (!(each instanceof Const size) || !size.isNumber()) {
                return sizes.size() == 1 && each instanceof Unknown unknown ? unknown.number() : null;
            }
            count *= size.number();
            ranked |= size.ranked();
            origin = origin == null && size.origin() != null ? size : origin;
        }
        return new Const(count, ranked, origin == null ? null : origin.origin());
    }

    /** Calls a tensor's method, or one that returns its object; null where it is neither. */
    Value method(Method method, Arguments given) {
        if (!(method.receiver instanceof Unknown tensor) || tensor.kind != Kind.TENSOR) {
            return null;
        }
        String name = method.name;
        if (name.endsWith("_") && !name.endsWith("__")) {
            List<Value> all = new ArrayList<>(List.of(tensor));
            all.addAll(given.all());
            tensor.become(Keys.of(name, all), Keys.ranked(all));
            return tensor;
        }
        if (name.equals("item") || name.equals("tolist")) {
            return run.unknown(tensor.key() + "." + name, tensor.ranked());
        }
        boolean converts = name.equals("to") || name.equals("type") || TYPES.containsKey(name);
        if (!converts && !KEEPING.contains(name)) {
            return null;
        }
        Unknown made = run.unknown(Keys.shorten(tensor.key() + "." + name), tensor.ranked());
        made.kind = Kind.TENSOR;
        made.count = tensor.count;
        made.element = TYPES.containsKey(name)
                ? new Const(TYPES.get(name), false, run.open)
                : converts ? element(given, tensor) : tensor.element;
        return made;
    }

    private static Value element(Arguments given, Unknown tensor) {
        Value named = given.given(-1, "dtype");
        if (named != null) {
            return word(named);
        }
        for (Value each : given.all()) {
            if (each instanceof Library library
                    && library.last().matches("(b?float|u?int|complex)\\d+|bool|long|half|double")) {
                return word(each);
            }
            if (!(each instanceof Const)) {
                return null;
            }
        }
        return tensor.element;
    }
}
