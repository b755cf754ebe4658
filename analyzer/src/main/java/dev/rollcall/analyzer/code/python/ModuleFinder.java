package dev.rollcall.analyzer.code.python;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the files of modules as Python does: by the folders around the file that imports, whatever else is scanned. The folders are the
 * one around the file's outermost package, those above it up to the project's, and the project's {@code src}. Not thread-safe.
 */
final class ModuleFinder {
    private static final String PACKAGE = "__init__.py";
    private static final int HIGHEST = 8;
    private static final int MOST_BESIDE = 200;
    private static final Set<String> PROJECT = Set.of(".git", "pyproject.toml", "setup.py", "setup.cfg");

    private final Map<Path, Set<String>> entries = new HashMap<>();
    private final Map<Path, List<Path>> roots = new HashMap<>();
    private final Map<Path, Boolean> installed = new HashMap<>();
    private final Map<List<Object>, Optional<Path>> found = new HashMap<>();

    /**
     * Returns the file of a module.
     *
     * @param importer the file that imports, absolute
     * @param module the module's full name
     */
    Optional<Path> find(Path importer, String module) {
        Path folder = importer.getParent();
        Optional<Path> file = found.computeIfAbsent(List.of(folder, module), key -> {
            for (Path root : roots(folder)) {
                Optional<Path> at = isInstalled(root, folder, module) ? Optional.empty() : below(root, module);
                if (at.isPresent()) {
                    return at;
                }
            }
            return Optional.empty();
        });
        return file.filter(each -> !each.equals(importer));
    }

    /** Where packages are installed, another package is a library. */
    private boolean isInstalled(Path root, Path folder, String module) {
        boolean below = folder.startsWith(root) && !folder.equals(root);
        String own = below ? root.relativize(folder).getName(0).toString() : "";
        boolean itself = module.equals(own) || module.startsWith(own + ".");
        return !itself
                && installed.computeIfAbsent(
                        root, each -> entries(each).stream().anyMatch(name -> name.endsWith(".dist-info")));
    }

    /** Returns the file of a module that is named from a folder. */
    Optional<Path> below(Path folder, String module) {
        Path at = folder;
        String[] names = module.split("\\.");
        if (names.length == 0) {
            return Optional.empty();
        }
        for (int i = 0; i < names.length - 1; i++) {
            if (!entries(at).contains(names[i])) {
                return Optional.empty();
            }
            at = at.resolve(names[i]);
        }
        String last = names[names.length - 1];
        if (entries(at).contains(last) && entries(at.resolve(last)).contains(PACKAGE)) {
            return Optional.of(at.resolve(last).resolve(PACKAGE));
        }
        return entries(at).contains(last + ".py") ? Optional.of(at.resolve(last + ".py")) : Optional.empty();
    }

    /** Returns the other Python files in a file's folder, by their names; none of a folder with very many. */
    List<Path> beside(Path file) {
        Path folder = file.getParent();
        List<Path> others = entries(folder).stream()
                .filter(name -> name.endsWith(".py"))
                .sorted()
                .map(folder::resolve)
                .filter(each -> !each.equals(file))
                .toList();
        return others.size() > MOST_BESIDE ? List.of() : others;
    }

    /** Returns the folder around the outermost package of a folder. */
    Path root(Path folder) {
        Path at = folder;
        while (at.getParent() != null && entries(at).contains(PACKAGE)) {
            at = at.getParent();
        }
        return at;
    }

    /** Returns the full name of a file's module. */
    String name(Path file) {
        String path = root(file.getParent()).relativize(file).toString().replace('\\', '/');
        String module = path.endsWith("/" + PACKAGE)
                ? path.substring(0, path.length() - PACKAGE.length() - 1)
                : path.replaceAll("\\.pyi?$", "");
        return module.replace('/', '.');
    }

    /** Returns the full name of a module that a file names, perhaps with dots for its own package. */
    String absolute(Path file, String module) {
        int dots = 0;
        while (dots < module.length() && module.charAt(dots) == '.') {
            dots++;
        }
        if (dots == 0) {
            return module;
        }
        String base = name(file);
        for (int i = file.endsWith(PACKAGE) ? 1 : 0; i < dots; i++) {
            base = base.contains(".") ? base.substring(0, base.lastIndexOf('.')) : "";
        }
        String rest = module.substring(dots);
        return base.isEmpty() || rest.isEmpty() ? base + rest : base + "." + rest;
    }

    private List<Path> roots(Path folder) {
        return roots.computeIfAbsent(folder, each -> {
            List<Path> above = new ArrayList<>();
            for (Path at = root(folder); at != null && above.size() < HIGHEST; at = at.getParent()) {
                above.add(at);
                if (entries(at).stream().anyMatch(PROJECT::contains)) {
                    above.add(at.resolve("src"));
                    return above;
                }
            }
            // Without a project's mark, as far up as there are Python files.
            List<Path> nearest = new ArrayList<>(above.subList(0, 1));
            for (Path at : above.subList(1, above.size())) {
                if (entries(at).stream().noneMatch(name -> name.endsWith(".py"))) {
                    break;
                }
                nearest.add(at);
            }
            return nearest;
        });
    }

    private Set<String> entries(Path folder) {
        return entries.computeIfAbsent(folder, each -> {
            Set<String> names = new HashSet<>();
            if (Files.isDirectory(folder)) {
                try (DirectoryStream<Path> content = Files.newDirectoryStream(folder)) {
                    content.forEach(entry -> names.add(entry.getFileName().toString()));
                } catch (IOException | java.nio.file.DirectoryIteratorException unreadable) {
                    names.clear();
                }
            }
            return names;
        });
    }
}
