package dev.rollcall.analyzer.code.python;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a package imports when it is asked for it: by a module's {@code __getattr__} (PEP 562) or a class for lazy modules, and a map of
 * strings: {@code "Name": ".module"}, {@code "Name": (".module", "name")}, {@code "module": ["Name", …]} or {@code map["module"] = ["Name",
 * …]}. What two places say of a name in two ways is not known. It reads the text alone, as does the {@link IdentifierIndex}.
 */
final class ImportsOnDemand {
    private static final Pattern LOADER = Pattern.compile("(?m)^(?:def )?__getattr__\\b|LazyModule\\b");
    private static final Pattern MODULE_OF_NAME = Pattern.compile("[\"'](\\w++)[\"']\\s*+:\\s*+"
            + "(?:[\"']([\\w.]++)[\"']|\\(\\s*+[\"']([\\w.]++)[\"']\\s*+,\\s*+[\"'](\\w++)[\"'])");
    private static final Pattern NAMES_OF_MODULE =
            Pattern.compile("[\"']([\\w.]++)[\"']\\s*+(?::|]\\s*+=|]\\.extend\\()\\s*+[\\[({]([^\\[\\](){}]*+)[\\])}]");
    private static final Pattern NAME = Pattern.compile("[\"'](\\w++)[\"']");

    private final Map<String, Source> sources = new HashMap<>();
    private final Set<String> unclear = new HashSet<>();

    /** A name of a module, which is named from the package or by its full name. */
    record Source(String module, String name) {}

    /** Reads a file's source. */
    ImportsOnDemand(String text) {
        if (!LOADER.matcher(text).find()) {
            return;
        }
        Matcher one = MODULE_OF_NAME.matcher(text);
        while (one.find()) {
            boolean renamed = one.group(3) != null;
            add(one.group(1), new Source(one.group(renamed ? 3 : 2), one.group(renamed ? 4 : 1)));
        }
        Matcher several = NAMES_OF_MODULE.matcher(text);
        while (several.find()) {
            Matcher name = NAME.matcher(several.group(2));
            while (name.find()) {
                if (!sources.containsKey(several.group(1))) {
                    add(name.group(1), new Source(several.group(1), name.group(1)));
                }
            }
        }
    }

    private void add(String name, Source source) {
        Source other = sources.putIfAbsent(name, source);
        if (other != null && !other.equals(source)) {
            unclear.add(name);
        }
    }

    /** Returns where a name comes from; empty if the package does not say so. */
    Optional<Source> source(String name) {
        return unclear.contains(name) ? Optional.empty() : Optional.ofNullable(sources.get(name));
    }

    /**
     * Returns what a module is found as that a map names.
     *
     * @param find finds a module, whose name begins with a dot if it is one of the package
     */
    static <T> Optional<T> find(String module, Function<String, Optional<T>> find) {
        return Stream.of(module.startsWith(".") ? module : "." + module, module)
                .distinct()
                .flatMap(each -> find.apply(each).stream())
                .findFirst();
    }
}
