package dev.rollcall.analyzer.scan.run;

import dev.rollcall.analyzer.model.OperationTraits;
import dev.rollcall.analyzer.scan.code.Program;
import dev.rollcall.catalogue.Catalogue;
import dev.rollcall.catalogue.CatalogueEntry;
import dev.rollcall.catalogue.EntryKind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The catalogue, asked with the names that class files use. */
final class Library {
    private static final String CONSTRUCTOR = "<init>";
    private static final String ALLOCATE = "allocate";

    private final Catalogue catalogue;
    private final Map<String, Map<String, Optional<CatalogueEntry>>> known = new HashMap<>();

    Library(Catalogue catalogue) {
        this.catalogue = catalogue;
    }

    /** Returns what a call of a method means; empty where it means nothing to the catalogue. */
    Optional<CatalogueEntry> find(String owner, String name, String descriptor, Program program) {
        return known.computeIfAbsent(owner, type -> new HashMap<>())
                .computeIfAbsent(name + descriptor, method -> search(owner, name, descriptor, program));
    }

    private Optional<CatalogueEntry> search(String owner, String name, String descriptor, Program program) {
        // A JavaCPP constructor hands its parameters to the native method that the catalogue names.
        String method = name.equals(CONSTRUCTOR) ? ALLOCATE : name;
        for (String type : name.equals(CONSTRUCTOR) ? List.of(owner) : program.above(owner)) {
            for (CatalogueEntry entry : catalogue.ofClass(type.replace('/', '.'))) {
                if (entry.matches(method, descriptor)) {
                    return Optional.of(entry);
                }
            }
        }
        List<CatalogueEntry> own = catalogue.ofClass(owner.replace('/', '.'));
        if (own.isEmpty() || name.equals(CONSTRUCTOR)) {
            return Optional.empty();
        }
        // What a library's class inherits is written at the class that declares it, which only the library knows.
        String library = own.get(0).library();
        return catalogue.entries().stream()
                .filter(entry -> entry.library().equals(library) && entry.matches(method, descriptor))
                .filter(entry -> entry.kind() == EntryKind.RANK
                        || entry.kind() == EntryKind.SIZE
                        || entry.kind() == EntryKind.CALL)
                .findFirst();
    }

    /** Returns whether a call is one whose place in the program matters: a collective, or a communicator's birth. */
    boolean counts(String owner, String name, String descriptor, Program program) {
        return find(owner, name, descriptor, program)
                .filter(entry -> isCollective(entry)
                        || entry.kind() == EntryKind.COMMUNICATOR
                        || entry.kind() == EntryKind.SPLIT)
                .isPresent();
    }

    static boolean isCollective(CatalogueEntry entry) {
        return entry.kind() == EntryKind.CALL
                && !OperationTraits.of(entry.operation()).pointToPoint();
    }
}
