package dev.rollcall.catalogue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;

/** Parses the lines of a catalogue file (docs/catalogue.md). Not thread-safe. */
final class CatalogueParser {
    private static final Set<EntryKind> KINDS_WITH_OPERATION =
            EnumSet.of(EntryKind.CALL, EntryKind.STORE, EntryKind.COPY);
    private static final Set<EntryKind> KINDS_WITH_STATUS = EnumSet.of(
            EntryKind.CALL,
            EntryKind.COMMUNICATOR,
            EntryKind.SPLIT,
            EntryKind.GROUP_END,
            EntryKind.LAUNCH,
            EntryKind.SYNCHRONIZE,
            EntryKind.ALLOCATE);

    private final String source;
    private final List<CatalogueEntry> entries = new ArrayList<>();
    private String library;
    private List<String> classNames = List.of();
    private int line;

    /** Makes a parser; messages name the file as {@code source}. */
    CatalogueParser(String source) {
        this.source = source;
    }

    /** Returns the entries in the order of their lines. */
    List<CatalogueEntry> parse(List<String> lines) throws CatalogueException {
        for (String text : lines) {
            line++;
            String bare = text.contains("#") ? text.substring(0, text.indexOf('#')) : text;
            if (!bare.isBlank()) {
                parseLine(new ArrayList<>(Arrays.asList(bare.strip().split("\\s+"))));
            }
        }
        return entries;
    }

    private void parseLine(List<String> words) throws CatalogueException {
        String first = words.remove(0);
        switch (first) {
            case "library" -> {
                library = only(words, "library NAME");
                classNames = List.of();
            }
            case "class" -> classNames = classes(words);
            default -> entries.addAll(entries(kind(first), words));
        }
    }

    private List<String> classes(List<String> words) throws CatalogueException {
        if (words.isEmpty()) {
            throw error("expected class QUALIFIED.NAME");
        }
        return List.copyOf(words);
    }

    private List<CatalogueEntry> entries(EntryKind kind, List<String> words) throws CatalogueException {
        if (library == null || classNames.isEmpty()) {
            throw error("a method needs a library line and a class line above it");
        }
        Ending ending = ending(kind, words);
        if (ending != Ending.RETURN) {
            words = words.subList(0, words.size() - 2);
        }
        boolean hasOperation = KINDS_WITH_OPERATION.contains(kind);
        int method = hasOperation ? 1 : 0;
        if (words.size() <= method) {
            throw error(kind.word() + " needs " + (hasOperation ? "an operation or kind, and a method" : "a method"));
        }
        String signature = words.get(method);
        int open = signature.indexOf('(');
        List<String> types = open < 0 || !signature.endsWith(")")
                ? List.of()
                : types(signature.substring(open + 1, signature.length() - 1));
        if (open == 0 || (open > 0) != signature.endsWith(")") || types.contains("")) {
            throw error("a method must be NAME or NAME(TYPE,TYPE) without spaces, not " + signature);
        }
        List<ArgumentRole> roles = new ArrayList<>();
        for (String word : words.subList(method + 1, words.size())) {
            roles.add(role(word));
        }
        String name = open < 0 ? signature : signature.substring(0, open);
        Optional<List<String>> parameters = open < 0 ? Optional.empty() : Optional.of(types);
        String operation = hasOperation ? words.get(0) : "";
        return classNames.stream()
                .map(type -> new CatalogueEntry(library, type, name, parameters, kind, operation, roles, ending))
                .toList();
    }

    private Ending ending(EntryKind kind, List<String> words) throws CatalogueException {
        int colon = words.size() - 2;
        if (colon < 0 || !words.get(colon).equals(":")) {
            return Ending.RETURN;
        }
        String word = words.get(colon + 1);
        if (word.equals(Ending.WORK.word())) {
            if (kind != EntryKind.CALL) {
                throw error("only a call can return a work handle; remove \": work\" from this " + kind.word());
            }
            return Ending.WORK;
        }
        if (!word.equals(Ending.STATUS.word())) {
            throw error("after a colon, a line must end with work or status, not " + word);
        }
        if (!KINDS_WITH_STATUS.contains(kind)) {
            throw error("remove \": status\" from this " + kind.word() + ", whose result is not recorded");
        }
        return Ending.STATUS;
    }

    private static List<String> types(String list) {
        return list.isEmpty() ? List.of() : List.of(list.split(",", -1));
    }

    private EntryKind kind(String word) throws CatalogueException {
        StringJoiner allowed = new StringJoiner(", ");
        for (EntryKind kind : EntryKind.values()) {
            if (kind.word().equals(word)) {
                return kind;
            }
            allowed.add(kind.word());
        }
        throw error("a line must begin with library, class, " + allowed + ", not " + word);
    }

    private ArgumentRole role(String word) throws CatalogueException {
        StringJoiner allowed = new StringJoiner(", ");
        for (ArgumentRole role : ArgumentRole.values()) {
            if (role.word().equals(word)) {
                return role;
            }
            allowed.add(role.word());
        }
        throw error("a parameter must be one of " + allowed + ", not " + word);
    }

    private String only(List<String> words, String form) throws CatalogueException {
        if (words.size() != 1) {
            throw error("expected " + form);
        }
        return words.get(0);
    }

    private CatalogueException error(String what) {
        return new CatalogueException(source + ":" + line + ": " + what);
    }
}
