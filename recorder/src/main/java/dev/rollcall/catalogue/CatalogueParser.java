package dev.rollcall.catalogue;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Parses the lines of a catalogue file (docs/catalogue.md). Runs at the start of each JVM with the agent, so it does without
 * lambdas and regular expressions, whose first use takes tens of milliseconds. Not thread-safe.
 */
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

    private static final Map<String, EntryKind> KIND_BY_WORD = new LinkedHashMap<>();
    private static final Map<String, ArgumentRole> ROLE_BY_WORD = new LinkedHashMap<>();

    static {
        for (EntryKind kind : EntryKind.values()) {
            KIND_BY_WORD.put(kind.word(), kind);
        }
        for (ArgumentRole role : ArgumentRole.values()) {
            ROLE_BY_WORD.put(role.word(), role);
        }
    }

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
            List<String> words = words(text);
            if (!words.isEmpty()) {
                parseLine(words);
            }
        }
        return entries;
    }

    /** Returns the words of a line up to its comment. */
    private static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        int start = -1;
        for (int i = 0; i <= text.length(); i++) {
            char c = i < text.length() ? text.charAt(i) : '#';
            boolean ends = c == '#' || Character.isWhitespace(c);
            if (!ends && start < 0) {
                start = i;
            } else if (ends && start >= 0) {
                words.add(text.substring(start, i));
                start = -1;
            }
            if (c == '#') {
                break;
            }
        }
        return words;
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
        CompletionSign ending = ending(kind, words);
        if (ending != CompletionSign.RETURN) {
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
        List<CatalogueEntry> parsed = new ArrayList<>();
        for (String type : classNames) {
            parsed.add(new CatalogueEntry(library, type, name, parameters, kind, operation, roles, ending));
        }
        return parsed;
    }

    private CompletionSign ending(EntryKind kind, List<String> words) throws CatalogueException {
        int colon = words.size() - 2;
        if (colon < 0 || !words.get(colon).equals(":")) {
            return CompletionSign.RETURN;
        }
        String word = words.get(colon + 1);
        if (word.equals(CompletionSign.WORK.word())) {
            if (kind != EntryKind.CALL) {
                throw error("only a call can return a work handle; remove \": work\" from this " + kind.word());
            }
            return CompletionSign.WORK;
        }
        if (!word.equals(CompletionSign.STATUS.word())) {
            throw error("after a colon, a line must end with work or status, not " + word);
        }
        if (!KINDS_WITH_STATUS.contains(kind)) {
            throw error("remove \": status\" from this " + kind.word() + ", whose result is not recorded");
        }
        return CompletionSign.STATUS;
    }

    private static List<String> types(String list) {
        return list.isEmpty() ? List.of() : List.of(list.split(",", -1));
    }

    private EntryKind kind(String word) throws CatalogueException {
        EntryKind kind = KIND_BY_WORD.get(word);
        if (kind == null) {
            throw error("a line must begin with library, class, " + String.join(", ", KIND_BY_WORD.keySet()) + ", not "
                    + word);
        }
        return kind;
    }

    private ArgumentRole role(String word) throws CatalogueException {
        ArgumentRole role = ROLE_BY_WORD.get(word);
        if (role == null) {
            throw error("a parameter must be one of " + String.join(", ", ROLE_BY_WORD.keySet()) + ", not " + word);
        }
        return role;
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
