package dev.rollcall.analyzer.code.python;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a package imports when it is asked for it: by a module's {@code __getattr__} (PEP 562) or a class for lazy modules, and a map of
 * strings, {@code "Name": ".module"} or {@code "module": ["Name", …]}.
 */
final class ImportsOnDemand {
    private static final Pattern LOADER = Pattern.compile("\\b(?:__getattr__|\\w*LazyModule)\\b");
    private static final Pattern MODULE_OF_NAME =
            Pattern.compile("[\"'](\\w+)[\"']\\s*:\\s*\\(?\\s*[\"'](\\.*[\\w.]+)[\"']");
    private static final Pattern NAMES_OF_MODULE =
            Pattern.compile("[\"'](\\.*[\\w.]+)[\"']\\s*:\\s*[\\[({]([^\\])}]*)[\\])}]");
    private static final Pattern NAME = Pattern.compile("[\"'](\\w+)[\"']");

    private final Map<String, String> modules = new HashMap<>();

    /** Reads a file's source. */
    ImportsOnDemand(String text) {
        if (!LOADER.matcher(text).find()) {
            return;
        }
        Matcher one = MODULE_OF_NAME.matcher(text);
        while (one.find()) {
            modules.putIfAbsent(one.group(1), one.group(2));
        }
        Matcher several = NAMES_OF_MODULE.matcher(text);
        while (several.find()) {
            Matcher name = NAME.matcher(several.group(2));
            while (name.find()) {
                modules.putIfAbsent(name.group(1), several.group(1));
            }
        }
    }

    /** Returns the module that has a name, from the package: with a dot before it; empty if the package does not say so. */
    Optional<String> moduleOf(String name) {
        return Optional.ofNullable(modules.get(name)).map(each -> each.startsWith(".") ? each : "." + each);
    }
}
