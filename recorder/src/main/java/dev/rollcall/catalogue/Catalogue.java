package dev.rollcall.catalogue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The catalogued methods of the built-in libraries and of the user's own. Immutable and thread-safe. */
public final class Catalogue {
    private static final List<String> BUILT_IN = List.of("c10d", "nccl", "jcuda", "cudart", "steps");

    /** Libraries whose calls the scan knows and the agent does not record. */
    private static final List<String> SCANNED = List.of("mpi", "rabit", "hama", "pcj", "spark");

    /** Read when it is first asked for, which the agent never does. */
    private static final class ForScan {
        static final Catalogue CATALOGUE = new Catalogue(
                read(Stream.concat(BUILT_IN.stream(), SCANNED.stream()).toList()));
    }

    private final List<CatalogueEntry> entries;
    private final Map<String, List<CatalogueEntry>> byClass = new LinkedHashMap<>();

    private Catalogue(List<CatalogueEntry> entries) {
        this.entries = List.copyOf(entries);
        for (CatalogueEntry entry : this.entries) {
            List<CatalogueEntry> ofClass = byClass.get(entry.className());
            if (ofClass == null) {
                ofClass = new ArrayList<>();
                byClass.put(entry.className(), ofClass);
            }
            ofClass.add(entry);
        }
    }

    /** Returns the catalogue of the built-in libraries that the agent records. */
    public static Catalogue builtIn() {
        return new Catalogue(read(BUILT_IN));
    }

    /** Returns the catalogue of all built-in libraries. Some methods in it are abstract. */
    public static Catalogue forScan() {
        return ForScan.CATALOGUE;
    }

    private static List<CatalogueEntry> read(List<String> libraries) {
        List<CatalogueEntry> entries = new ArrayList<>();
        for (String library : libraries) {
            String resource = library + ".calls";
            try (InputStream in = Catalogue.class.getResourceAsStream(resource)) {
                if (in == null) {
                    throw new IllegalStateException("missing from the jar: " + resource);
                }
                String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
                entries.addAll(new CatalogueParser(resource).parse(Arrays.asList(text.split("\n"))));
            } catch (IOException | CatalogueException e) {
                throw new IllegalStateException("invalid in the jar: " + resource, e);
            }
        }
        return entries;
    }

    /**
     * Returns this catalogue and the entries of a file, in this order.
     *
     * @throws CatalogueException if a line does not have the form that docs/catalogue.md describes
     * @throws IOException if the file cannot be read
     */
    public Catalogue with(Path file) throws IOException, CatalogueException {
        List<CatalogueEntry> all = new ArrayList<>(entries);
        all.addAll(new CatalogueParser(file.toString()).parse(Files.readAllLines(file)));
        return new Catalogue(all);
    }

    /** Returns the entries of these libraries. */
    public Catalogue only(Collection<String> libraries) {
        return new Catalogue(entries.stream()
                .filter(entry -> libraries.contains(entry.library()))
                .toList());
    }

    /** Returns the entries of all kinds but one. */
    public Catalogue without(EntryKind kind) {
        return new Catalogue(
                entries.stream().filter(entry -> entry.kind() != kind).toList());
    }

    /** Returns all entries, in the order of files and lines. */
    public List<CatalogueEntry> entries() {
        return entries;
    }

    /** Returns the names of the libraries, in order. */
    public Set<String> libraries() {
        Set<String> names = new LinkedHashSet<>();
        entries.forEach(entry -> names.add(entry.library()));
        return names;
    }

    /** Returns the names of the classes that have an entry, in order. */
    public Set<String> classNames() {
        return Collections.unmodifiableSet(byClass.keySet());
    }

    /** Returns the entries of a class, named as {@link Class#getName()} does; empty where it has none. */
    public List<CatalogueEntry> ofClass(String className) {
        return byClass.getOrDefault(className, List.of());
    }
}
