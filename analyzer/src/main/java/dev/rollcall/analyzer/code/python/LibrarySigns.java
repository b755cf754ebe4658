package dev.rollcall.analyzer.code.python;

import dev.rollcall.analyzer.code.form.LibraryName;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which files of a program may mean a library by a name: those that import its module, or see what another file has imported of it; for
 * members of a class, those of a program that mentions the class, and those that have a variable called after it. Not thread-safe.
 */
final class LibrarySigns {
    private static final Pattern CHAIN = Pattern.compile("(?<![\\w.])(\\w+)((?:\\.\\w+)+)");
    private static final Pattern IDENTIFIER = Pattern.compile("\\w+");

    private final Set<String> modules = new HashSet<>();
    private final Set<String> signs = new HashSet<>();
    private final Set<String> types = new HashSet<>();
    private final Set<String> members = new HashSet<>();
    private final Map<String, Set<Path>> importers = new HashMap<>();
    private final Map<String, Set<String>> aliases = new HashMap<>();
    private final Map<Path, Set<String>> seen = new HashMap<>();
    private final Set<Path> starred = new HashSet<>();
    private final Map<String, Set<String>> exporters = new HashMap<>();
    private final Map<Path, Set<String>> sources = new HashMap<>();
    private final Map<String, Set<String>> passedOn = new HashMap<>();
    private boolean isComplete;
    private final Map<String, Set<Path>> signed = new HashMap<>();
    private final Map<String, Set<Path>> accessed = new HashMap<>();
    private final Set<String> mentionedTypes = new HashSet<>();
    private final Set<String> scanned = new HashSet<>();

    LibrarySigns(Collection<LibraryName> names) {
        names.forEach(each -> {
            modules.addAll(each.modules());
            signs.addAll(each.signs());
            types.addAll(each.types());
            if (!each.types().isEmpty()) {
                members.add(each.name());
            }
        });
    }

    /**
     * Adds a file.
     *
     * @param own the full name of its module
     * @param imported the full names of what it imports, by the names that it gives to them; {@code *} for all that a module has
     */
    void add(Path file, String own, String text, Map<String, String> imported) {
        String from = "." + own + ".";
        modules.stream().filter(each -> from.contains("." + each + ".")).forEach(scanned::add);
        Set<String> names = new HashSet<>(imported.keySet());
        seen.put(file, names);
        imported.forEach((alias, name) -> {
            Set<String> shown = shown(name);
            shown.forEach(module -> {
                importers.computeIfAbsent(module, key -> new HashSet<>()).add(file);
                aliases.computeIfAbsent(module, key -> new HashSet<>()).add(alias);
            });
            if (alias.endsWith("*")) {
                starred.add(file);
                shown.forEach(module -> exporters
                        .computeIfAbsent(module, key -> new HashSet<>())
                        .add(own));
            }
            if (alias.endsWith("*") || file.endsWith("__init__.py")) {
                passedOn.computeIfAbsent(own, key -> new HashSet<>()).addAll(beginnings(name));
            }
            sources.computeIfAbsent(file, key -> new HashSet<>()).addAll(beginnings(name));
        });
        Matcher chain = CHAIN.matcher(text);
        while (chain.find()) {
            String[] parts = chain.group(2).split("\\.");
            names.addAll(List.of(parts).subList(1, parts.length - 1));
            // A module's full name shows the module, whatever its beginning was imported from.
            String name = imported.getOrDefault(chain.group(1), "");
            Set<String> shown = shown(chain.group());
            shown.addAll(shown(name + chain.group(2)));
            shown.forEach(module ->
                    importers.computeIfAbsent(module, key -> new HashSet<>()).add(file));
        }
        Matcher identifier = IDENTIFIER.matcher(text);
        while (identifier.find()) {
            String word = identifier.group();
            if (types.contains(word)) {
                mentionedTypes.add(word);
            }
            if (members.contains(word) && identifier.start() > 0 && text.charAt(identifier.start() - 1) == '.') {
                accessed.computeIfAbsent(word, key -> new HashSet<>()).add(file);
            }
            for (int at = 0; at >= 0; at = next(word, at)) {
                String end = word.substring(at);
                if (signs.contains(end)) {
                    signed.computeIfAbsent(end, key -> new HashSet<>()).add(file);
                }
            }
        }
    }

    private static int next(String word, int at) {
        int underscore = word.indexOf('_', at);
        return underscore < 0 || underscore + 1 == word.length() ? -1 : underscore + 1;
    }

    /** Returns the modules that a full name is of. */
    private Set<String> shown(String full) {
        Set<String> found = beginnings(full);
        found.retainAll(modules);
        return found;
    }

    /** Returns a full name, and those of the modules and packages that it is in. */
    private static Set<String> beginnings(String full) {
        Set<String> found = new HashSet<>();
        for (String name = full; !name.isEmpty(); name = name.substring(0, Math.max(name.lastIndexOf('.'), 0))) {
            found.add(name);
        }
        return found;
    }

    /** Adds the modules that have a library as a whole through others. */
    private void complete() {
        for (Set<String> having : exporters.values()) {
            boolean more = !isComplete;
            while (more) {
                more = false;
                for (Map.Entry<String, Set<String>> each : passedOn.entrySet()) {
                    more |= each.getValue().stream().anyMatch(having::contains) && having.add(each.getKey());
                }
            }
        }
        isComplete = true;
    }

    /** Returns whether a file that mentions a name may mean the library's. */
    boolean mayMean(LibraryName name, Path file) {
        if (name.modules().isEmpty()) {
            return true;
        }
        boolean itself = name.modules().stream().anyMatch(scanned::contains);
        if (name.types().isEmpty()) {
            return itself
                    || name.modules().stream()
                            .anyMatch(module -> isIn(importers, module, file) || seesThroughAnother(module, file));
        }
        boolean typed = name.types().stream().anyMatch(mentionedTypes::contains)
                && name.modules().stream().anyMatch(importers::containsKey);
        return isIn(accessed, name.name(), file)
                && (itself || typed || name.signs().stream().anyMatch(sign -> isIn(signed, sign, file)));
    }

    private boolean seesThroughAnother(String module, Path file) {
        complete();
        Set<String> known = aliases.getOrDefault(module, Set.of());
        Set<String> imported = sources.getOrDefault(file, Set.of());
        return !known.isEmpty()
                && (starred.contains(file)
                        || seen.get(file).stream().anyMatch(known::contains)
                        || exporters.getOrDefault(module, Set.of()).stream().anyMatch(imported::contains));
    }

    private static boolean isIn(Map<String, Set<Path>> found, String key, Path file) {
        return found.getOrDefault(key, Set.of()).contains(file);
    }
}
