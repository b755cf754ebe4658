package dev.rollcall.analyzer.code.bytecode;

import dev.rollcall.analyzer.code.form.CodeFunction;
import dev.rollcall.analyzer.code.form.CodeUnit;
import dev.rollcall.analyzer.code.form.FunctionId;
import dev.rollcall.analyzer.code.form.Language;
import dev.rollcall.analyzer.code.form.UnitSource;
import dev.rollcall.analyzer.containment.SourceBoundary;
import dev.rollcall.analyzer.containment.SourceFailure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Java classes as units: those of the scanned paths, and those that they refer to and that lie on the class path. Nothing is loaded
 * or run. Close it when no function is read any more.
 *
 * <p>Some classes of the JDK only call what they are given ({@code Optional.map}, {@code Predicate.negate}); these are units, too, and
 * come from the running JDK.
 */
public final class ClassUnits implements UnitSource, AutoCloseable {
    /** The most bytes of class files that are kept. */
    private static final long MOST_BYTES =
            Math.min(200_000_000, Runtime.getRuntime().maxMemory() / 4);

    private static final List<String> PLATFORM = List.of("java.", "javax.", "jdk.", "sun.", "com.sun.");
    private static final String FUNCTIONS = "java.util.function.";
    private static final Set<String> CALLERS = Set.of(
            "java.lang.Iterable",
            "java.util.Objects",
            "java.util.Optional",
            "java.util.OptionalDouble",
            "java.util.OptionalInt",
            "java.util.OptionalLong");

    private final Predicate<String> weighs;
    private final ClassPath path = new ClassPath();
    private final Map<String, ClassFile> scanned = new LinkedHashMap<>();
    private final Map<String, Optional<ClassFile>> files = new HashMap<>();
    private final Map<String, Optional<CodeUnit>> units = new HashMap<>();
    private final List<Unread> damaged = new ArrayList<>();
    private long bytes;
    private Collection<String> names;

    /**
     * Opens class files.
     *
     * @param paths the folders, jars and class files to scan; of a class file, the classes that it refers to are found beside it
     * @param classPath further folders and jars in which classes are found by their names
     * @param weighs whether a class is worth an analysis that refers to a class of this name, directly or through others
     */
    public ClassUnits(Collection<Path> paths, Collection<Path> classPath, Predicate<String> weighs) {
        this.weighs = weighs;
        paths.forEach(each -> path.read(each, content -> {
            Optional<ClassFile> read = read(content.bytes(), content.file());
            read.ifPresent(found -> {
                scanned.putIfAbsent(found.name(), found);
                files.put(found.name(), Optional.of(scanned.get(found.name())));
                root(content.file(), found.name()).ifPresent(root -> path.add(List.of(root)));
            });
        }));
        path.add(classPath);
    }

    /** Returns the folder in which a class file's packages begin; empty in a jar, and for a file that was moved. */
    private static Optional<Path> root(String file, String type) {
        if (file.contains("!")) {
            return Optional.empty();
        }
        String end = "/" + type.replace('.', '/') + ".class";
        String whole = Path.of(file).toAbsolutePath().toString();
        return whole.replace('\\', '/').endsWith(end)
                ? Optional.of(Path.of(whole.substring(0, whole.length() - end.length()) + "/"))
                : Optional.empty();
    }

    private Optional<ClassFile> read(byte[] content, String file) {
        bytes += content.length;
        if (bytes > MOST_BYTES) {
            damaged.add(new Unread(file, "more class files than fit in memory"));
            return Optional.empty();
        }
        try {
            return Optional.of(SourceBoundary.read(() -> new ClassFile(content)));
        } catch (SourceFailure e) {
            damaged.add(new Unread(file, "not a readable class file: " + why(e)));
            return Optional.empty();
        }
    }

    /** ASM finds damage by whatever exception comes first; only what it refuses has a message for the user. */
    private static String why(SourceFailure failure) {
        if (failure.isOfMemory()) {
            return failure.getMessage();
        }
        boolean refused = failure.getCause() instanceof IllegalArgumentException
                && failure.getCause().getMessage() != null;
        return refused ? failure.getCause().getMessage() : "damaged";
    }

    private Optional<ClassFile> find(String type) {
        Optional<ClassFile> known = files.get(type);
        if (known == null) {
            known = search(type);
            files.put(type, known);
        }
        return known;
    }

    private Optional<ClassFile> search(String type) {
        if (CALLERS.contains(type) || type.startsWith(FUNCTIONS)) {
            return ofPlatform(type);
        }
        if (PLATFORM.stream().anyMatch(type::startsWith)) {
            return Optional.empty();
        }
        return path.find(type)
                .flatMap(content -> read(content.bytes(), content.file()))
                .filter(found -> found.name().equals(type));
    }

    private Optional<ClassFile> ofPlatform(String type) {
        try (InputStream in = ClassLoader.getSystemResourceAsStream(type.replace('.', '/') + ".class")) {
            return in == null ? Optional.empty() : read(in.readAllBytes(), type);
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    @Override
    public Optional<CodeUnit> unit(String name) {
        Optional<CodeUnit> known = units.get(name);
        if (known == null) {
            known = find(name).map(this::unit);
            units.put(name, known);
        }
        return known;
    }

    private CodeUnit unit(ClassFile file) {
        Map<FunctionId, Supplier<CodeFunction>> bodies = new LinkedHashMap<>();
        file.functions().forEach(each -> bodies.put(each.id(), () -> MethodLowering.lower(file, each, this::find)));
        file.methodReferences()
                .forEach(each -> bodies.put(each.id(), () -> MethodLowering.lower(file, each, this::find)));
        List<String> imports = List.copyOf(file.references());
        return new CodeUnit(
                file.name(), file.source(), Language.JAVA, List.of(file.type()), bodies, imports, List.of());
    }

    @Override
    public Collection<String> names() {
        if (names == null) {
            names = worthAnAnalysis();
        }
        return names;
    }

    /** Follows the references from the scanned classes, and then back from those classes that weigh. */
    private Collection<String> worthAnAnalysis() {
        Map<String, List<String>> users = new HashMap<>();
        Set<String> weighing = new LinkedHashSet<>();
        scanned.keySet().stream().filter(weighs).forEach(weighing::add);
        Set<String> seen = new LinkedHashSet<>(scanned.keySet());
        Deque<String> open = new ArrayDeque<>(seen);
        while (!open.isEmpty()) {
            String type = open.remove();
            for (String reference : find(type).map(ClassFile::references).orElse(Set.of())) {
                users.computeIfAbsent(reference, each -> new ArrayList<>()).add(type);
                if (weighs.test(reference)) {
                    weighing.add(reference);
                }
                if (seen.add(reference)) {
                    open.add(reference);
                }
            }
        }
        open.addAll(weighing);
        while (!open.isEmpty()) {
            for (String user : users.getOrDefault(open.remove(), List.of())) {
                if (weighing.add(user)) {
                    open.add(user);
                }
            }
        }
        return scanned.keySet().stream().filter(weighing::contains).toList();
    }

    /** Returns the names of all classes of the scanned paths. */
    public Collection<String> scanned() {
        return List.copyOf(scanned.keySet());
    }

    @Override
    public List<Unread> unread() {
        List<Unread> all = new ArrayList<>(path.unread());
        all.addAll(damaged);
        return all;
    }

    @Override
    public void close() {
        path.close();
    }
}
