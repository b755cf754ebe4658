package dev.rollcall.analyzer.code.library;

import dev.rollcall.analyzer.code.form.Arithmetic;
import dev.rollcall.analyzer.code.form.Expression.Build;
import dev.rollcall.analyzer.code.form.Literal;
import dev.rollcall.analyzer.code.form.Operator;
import dev.rollcall.analyzer.code.value.Value;
import dev.rollcall.analyzer.code.value.ValuePool;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * How many elements a tensor has and of which type, where the program spells that out: PyTorch in Python and as JavaCPP presents it.
 * What is not sure is empty, and is not compared. Not thread-safe, as the pool.
 */
public final class TensorShapes {
    private static final Set<String> MAKERS = Set.of("ones", "zeros", "empty", "rand", "randn");
    private static final Set<String> KEEPING =
            Set.of(("clone contiguous detach cpu cuda t flatten view reshape requires_grad_ "
                            + "pin_memory neg abs exp log sqrt TensorVector")
                    .split(" "));
    private static final Set<String> WITH_NUMBER = Set.of("add", "sub", "mul", "div", "pow");
    private static final Set<String> CASTS = Set.of("to", "toType", "type");
    private static final Pattern TYPE =
            Pattern.compile("(?i).*\\.((?:b?float|u?int|complex)\\d+|half|float|double|short|int|long|bool|byte|char)");

    private final ValuePool pool;

    /** Makes a reader of shapes; the values that it makes are the pool's. */
    public TensorShapes(ValuePool pool) {
        this.pool = pool;
    }

    /** Returns the number of a buffer's elements. */
    public Optional<Value> count(Value buffer) {
        return along(buffer, this::count, this::countOf);
    }

    /** Returns the type of a buffer's elements, as a {@link Value.Constant} with its name in small letters. */
    public Optional<Value> type(Value buffer) {
        return along(buffer, this::type, this::typeOf);
    }

    private Optional<Value> along(
            Value buffer, Function<Value, Optional<Value>> again, Function<Value.Result, Optional<Value>> of) {
        if (buffer instanceof Value.Select select) {
            Optional<Value> yes = again.apply(select.yes());
            Optional<Value> no = again.apply(select.no());
            return yes.isPresent() && no.isPresent()
                    ? Optional.of(pool.of(new Value.Select(select.condition(), yes.get(), no.get())))
                    : Optional.empty();
        }
        if (buffer instanceof Value.Parts parts && parts.parts().size() == 1) {
            return again.apply(parts.parts().get(0));
        }
        if (!(buffer instanceof Value.Result result)) {
            return Optional.empty();
        }
        String name = last(result.function());
        boolean ofFirst = name.endsWith("_like") && isTorch(result)
                || KEEPING.contains(name)
                || WITH_NUMBER.contains(name)
                        && result.arguments().stream().skip(1).allMatch(TensorShapes::isNumber);
        return ofFirst && !result.arguments().isEmpty()
                ? again.apply(result.arguments().get(0))
                : of.apply(result);
    }

    private Optional<Value> countOf(Value.Result result) {
        List<Value> arguments = result.arguments();
        String name = last(result.function());
        if (CASTS.contains(name) && !arguments.isEmpty()) {
            return count(arguments.get(0));
        }
        boolean isFull = name.equals("full");
        if (!isTorch(result) || !isFull && !MAKERS.contains(name) || arguments.isEmpty()) {
            return Optional.empty();
        }
        List<Value> sizes = new ArrayList<>();
        for (Value each : isFull ? arguments.subList(0, 1) : arguments) {
            if (each instanceof Value.Parts list && list.kind() != Build.Kind.MAP && sizes.isEmpty()) {
                sizes.addAll(list.parts());
            } else if (sizes.isEmpty() || each instanceof Value.Constant size && size.value() instanceof Long) {
                sizes.add(each);
            } else if (!(each instanceof Value.Constant)) {
                // It may be a size as well as a device, whose keyword is not kept.
                return Optional.empty();
            }
        }
        return sizes.stream()
                .reduce((one, other) ->
                        pool.of(new Value.Operation(Operator.MUL, Arithmetic.DYNAMIC, List.of(one, other))));
    }

    private Optional<Value> typeOf(Value.Result result) {
        String name = last(result.function());
        boolean makes = isTorch(result) && (MAKERS.contains(name) || name.equals("full"));
        if (!makes && !CASTS.contains(name)) {
            return Optional.empty();
        }
        List<Value> options = result.arguments().stream().skip(1).toList();
        for (Value each : options) {
            Optional<Value> type = named(each);
            if (type.isPresent()) {
                return type;
            }
        }
        boolean isPlain = MAKERS.contains(name) && options.stream().allMatch(each -> each instanceof Value.Constant);
        return makes && isPlain ? Optional.of(pool.of(new Value.Constant("float"))) : Optional.empty();
    }

    /** Returns the element type that a value names. */
    private Optional<Value> named(Value of) {
        if (of instanceof Value.Select select) {
            Optional<Value> yes = named(select.yes());
            Optional<Value> no = named(select.no());
            return yes.isPresent() && no.isPresent()
                    ? Optional.of(pool.of(new Value.Select(select.condition(), yes.get(), no.get())))
                    : Optional.empty();
        }
        if (!(of instanceof Value.Constant constant && constant.value() instanceof Literal.Name name)) {
            return Optional.empty();
        }
        var matcher = TYPE.matcher(name.name());
        return matcher.matches() ? Optional.of(pool.of(new Value.Constant(plain(matcher.group(1))))) : Optional.empty();
    }

    /** Some types have two names. */
    private static String plain(String type) {
        Map<String, String> others =
                Map.of("float32", "float", "float64", "double", "float16", "half", "int64", "long", "int32", "int");
        String name = type.toLowerCase(Locale.ROOT);
        return others.getOrDefault(name, name);
    }

    private static boolean isNumber(Value of) {
        return of instanceof Value.Constant constant && constant.value() instanceof Number
                || of instanceof Value.Result result && last(result.function()).equals("Scalar");
    }

    private static boolean isTorch(Value.Result result) {
        String function = result.function();
        return function.startsWith("torch.") && function.indexOf('.') == function.lastIndexOf('.')
                || function.startsWith("org.bytedeco.pytorch.global.torch.");
    }

    private static String last(String function) {
        return function.substring(function.lastIndexOf('.') + 1);
    }
}
