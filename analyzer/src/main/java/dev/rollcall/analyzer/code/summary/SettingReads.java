package dev.rollcall.analyzer.code.summary;

import dev.rollcall.analyzer.code.form.Expression.Build;
import dev.rollcall.analyzer.code.library.Libraries;
import dev.rollcall.analyzer.code.value.Dependence;
import dev.rollcall.analyzer.code.value.Origin;
import dev.rollcall.analyzer.code.value.Value;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * What reads of environment variables and system properties return that the catalogue knows, such as {@code os.environ["RANK"]}. The name
 * may become known only in a caller: {@link dev.rollcall.analyzer.code.value.ValuePool} asks for each value that it makes. Immutable and
 * thread-safe if the libraries are.
 */
public final class SettingReads implements Function<Value.Result, Optional<Value>> {
    private static final Set<String> FUNCTIONS = Set.of(
            "os.getenv",
            "os.environ.get",
            "os.environ.pop",
            "os.environ.setdefault",
            "java.lang.System.getenv",
            "java.lang.System.getProperty",
            "java.lang.Integer.getInteger",
            "java.lang.Long.getLong");

    private static final Set<String> OF_NUMBERS = Set.of("java.lang.Integer.getInteger", "java.lang.Long.getLong");

    /** Maps of all environment variables or system properties. */
    private static final Set<String> MAPS =
            Set.of("os.environ", "java.lang.System.getenv", "java.lang.System.getProperties");

    private static final Set<String> METHODS_OF_MAPS = Set.of("get", "getOrDefault", "getProperty");

    private final Libraries libraries;

    /** Makes the knowledge of a scan. */
    public SettingReads(Libraries libraries) {
        this.libraries = libraries;
    }

    /** Returns what a call or an access to an element returns; empty if it reads no setting that tells ranks apart. */
    @Override
    public Optional<Value> apply(Value.Result read) {
        int key = key(read);
        if (key == read.arguments().size()) {
            return Optional.empty();
        }
        // Several launchers set different variables to the same.
        Set<Value> values = new HashSet<>();
        for (Value each : names(read.arguments().get(key))) {
            Optional<Value> value = each instanceof Value.Constant constant && constant.value() instanceof String name
                    ? value(name, OF_NUMBERS.contains(read.function()))
                    : Optional.empty();
            if (value.isEmpty()) {
                return Optional.empty();
            }
            values.add(value.get());
        }
        return values.size() == 1 ? values.stream().findFirst() : Optional.empty();
    }

    /** Returns the names that a loop tries one after another, or the only one. */
    private static List<Value> names(Value name) {
        return name instanceof Value.Element element && element.of() instanceof Value.Parts all
                ? all.parts()
                : List.of(name);
    }

    /** Returns which argument is the name of a setting; as many as there are if none is. */
    private static int key(Value.Result read) {
        if (FUNCTIONS.contains(read.function())) {
            return 0;
        }
        String method = read.function().substring(read.function().lastIndexOf('.') + 1);
        boolean isOfMap = read.arguments().size() > 1
                && (read.function().equals(Value.Result.ITEM) || METHODS_OF_MAPS.contains(method))
                && isMap(read.arguments().get(0));
        return isOfMap ? 1 : read.arguments().size();
    }

    /** Returns whether a value is the map of all environment variables or system properties. */
    static boolean isMap(Value value) {
        String name = value.globalName()
                .orElse(
                        value instanceof Value.Result result
                                        && result.arguments().isEmpty()
                                ? result.function()
                                : "");
        return MAPS.contains(name);
    }

    private Optional<Value> value(String name, boolean isNumber) {
        Origin origin = new Origin("setting `" + name + "`", Optional.empty());
        Value plain = new Value.Input("setting " + name, Dependence.NONE, origin);
        return libraries.setting(name).map(found -> {
            Value value = FactValues.ofName(found.fact(), plain, origin);
            boolean isText = !isNumber && (value instanceof Value.Rank || value instanceof Value.Size);
            return isText ? new Value.Parts(Build.Kind.TEXT, List.of(value), 0) : value;
        });
    }
}
