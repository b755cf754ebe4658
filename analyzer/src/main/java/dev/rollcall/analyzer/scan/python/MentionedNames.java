package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.scan.run.Launchers;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What the names in a file can stand for. Names of collectives that other libraries use as well, such as {@code gather}, are
 * told by what they are imported from, or taken from.
 */
final class MentionedNames {
    /** What stands before the name of a collective of a library. */
    static final String COLLECTIVE = "collective ";

    private static final Set<String> SHARED = Set.of(
            "gather",
            "reduce",
            "scatter",
            "broadcast",
            "get_state_dict",
            "load_state_dict",
            "save_state_dict",
            "save_checkpoint",
            "all_to_all",
            "barrier",
            "prepare");
    private static final Pattern PACKAGES =
            Pattern.compile("^(torch\\.(distributed|cuda\\.nccl|accelerator)|accelerate|deepspeed"
                    + "|lightning(_fabric)?|pytorch_lightning)(\\.|$).*");
    private static final Pattern OBJECTS = Pattern.compile(
            "(?i).*(accelerator|fabric|trainer|strategy|dist|comm|nccl|plugin|dcp|distributed|backend|state|checkpoint\\w*)");
    private static final Set<String> PLAIN =
            Set.of("int", "bool", "str", "float", "min", "max", "getattr", "any", "all", "len", "field", "partial");

    private final Map<String, String> imported = new HashMap<>();
    private final Set<String> wildcards = new HashSet<>();

    private MentionedNames() {}

    static MentionedNames of(PythonFile file) {
        MentionedNames names = new MentionedNames();
        names.imports(file.root());
        return names;
    }

    private void imports(Node node) {
        if (node.is("import_statement")) {
            for (Node each : node.all("name")) {
                imported.put(Imports.bound(each), (each.is("aliased_import") ? each.child("name") : each).text());
            }
        } else if (node.is("import_from_statement")) {
            String from = node.child("module_name").text();
            for (Node each : node.all("name")) {
                String name = (each.is("aliased_import") ? each.child("name") : each).text();
                imported.put(Imports.bound(each), from + "." + name);
            }
            if (Imports.isWildcard(node)) {
                wildcards.add(from);
            }
        } else {
            node.children().forEach(this::imports);
        }
    }

    /** Returns whether other libraries have functions of the name of a collective, too. */
    static boolean isShared(String name) {
        return SHARED.contains(name);
    }

    /** Returns what a node is called that can be a function or an environment variable; null where it is nothing of the kind. */
    String of(Node node) {
        return switch (node.type()) {
            case "identifier" -> told(node.text(), null);
            case "attribute" -> told(node.child("attribute").text(), node.child("object"));
            case "string_content" -> Launchers.isRank(node.text()) ? node.text() : null;
            default -> null;
        };
    }

    private String told(String name, Node object) {
        if (object == null && imported.containsKey(name)) {
            String whole = imported.get(name);
            String last = whole.substring(whole.lastIndexOf('.') + 1);
            return SHARED.contains(last) && PACKAGES.matcher(whole).matches() ? COLLECTIVE + last : last;
        }
        if (!SHARED.contains(name)) {
            return name;
        }
        if (object == null) {
            return wildcards.stream().anyMatch(each -> PACKAGES.matcher(each).matches()) ? COLLECTIVE + name : name;
        }
        Node root = object;
        while (root.is("attribute")) {
            root = root.child("object");
        }
        String from = root.is("identifier") ? imported.get(root.text()) : null;
        String text = object.is("attribute") ? object.child("attribute").text() : object.text();
        boolean collective = from != null
                ? PACKAGES.matcher(from + object.text().substring(root.text().length()))
                        .matches()
                : OBJECTS.matcher(text).matches();
        return collective ? COLLECTIVE + name : name;
    }

    /** Returns what is named below a node. */
    Set<String> in(Node node) {
        Set<String> found = new HashSet<>();
        collect(node, found);
        return found;
    }

    private void collect(Node node, Set<String> found) {
        String name = of(node);
        if (name != null) {
            found.add(name);
        }
        node.children().forEach(each -> collect(each, found));
    }

    /** Collects what a value is worked out from; what it is made with by a function can be anything. */
    void plainly(Node node, Set<String> found) {
        if (node.is("call") && !PLAIN.contains(node.child("function").text())) {
            collect(node.child("function"), found);
            if (node.child("function").text().matches("os\\.(getenv|environ\\.get)")) {
                collect(node.child("arguments"), found);
            }
            return;
        }
        String name = of(node);
        if (name != null) {
            found.add(name);
        }
        node.children().forEach(each -> plainly(each, found));
    }
}
