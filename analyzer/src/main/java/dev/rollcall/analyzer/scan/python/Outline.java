package dev.rollcall.analyzer.scan.python;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The statements of a module with the names that each of them binds or changes, so that most can wait until somebody asks for
 * one of these. Immutable.
 */
final class Outline {
    private static final List<Integer> NONE = List.of();

    private final List<Part> parts = new ArrayList<>();
    private final BitSet heavy = new BitSet();
    private final Map<String, List<Integer>> about = new HashMap<>();

    /**
     * A statement, or one name of an import.
     *
     * @param statement the statement
     * @param name the name among several that are imported; null where it is the whole statement
     */
    record Part(Node statement, Node name) {

        /** Returns whether it only gives a name to what runs later, if at all. */
        boolean defines() {
            return statement.is("function_definition", "class_definition", "decorated_definition")
                    || statement.is("import_statement", "import_from_statement") && !Imports.isWildcard(statement);
        }
    }

    /**
     * Makes the outline of a module.
     *
     * @param root the module
     * @param weighs whether running a statement can come to a collective or an exit
     */
    Outline(Node root, Predicate<Node> weighs) {
        for (Node statement : root.parts()) {
            if (isText(statement)) {
                continue;
            }
            if (statement.is("import_from_statement") && !Imports.isWildcard(statement)) {
                statement.all("name").forEach(name -> add(new Part(statement, name), Set.of(Imports.bound(name))));
            } else {
                Set<String> names = new LinkedHashSet<>();
                bound(statement, names);
                add(new Part(statement, null), names);
                heavy.set(parts.size() - 1, weighs.test(statement));
            }
        }
    }

    private void add(Part part, Set<String> names) {
        names.forEach(
                name -> about.computeIfAbsent(name, n -> new ArrayList<>()).add(parts.size()));
        parts.add(part);
    }

    private static boolean isText(Node statement) {
        return statement.is("expression_statement")
                && statement.parts().size() == 1
                && statement.parts().get(0).is("string");
    }

    /** Collects the names that a statement binds, or changes what they stand for. */
    private static void bound(Node node, Set<String> names) {
        switch (node.type()) {
            case "function_definition", "class_definition" ->
                names.add(node.child("name").text());
            case "decorated_definition" -> bound(node.child("definition"), names);
            case "import_statement", "import_from_statement" ->
                node.all("name").forEach(name -> names.add(Imports.bound(name)));
            case "assignment", "augmented_assignment", "for_statement" -> {
                root(node.child("left"), names);
                node.children().forEach(each -> bound(each, names));
            }
            case "named_expression" -> names.add(node.child("name").text());
            case "as_pattern_target" -> root(node.parts().get(0), names);
            case "call" -> {
                if (node.child("function").is("attribute")) {
                    root(node.child("function"), names);
                }
            }
            case "lambda", "list_comprehension", "set_comprehension", "dictionary_comprehension" -> {
                // What these bind is their own.
            }
            default -> node.children().forEach(each -> bound(each, names));
        }
    }

    private static void root(Node target, Set<String> names) {
        switch (target.type()) {
            case "identifier" -> names.add(target.text());
            case "attribute" -> root(target.child("object"), names);
            case "subscript" -> root(target.child("value"), names);
            case "call" -> root(target.child("function"), names);
            default -> target.parts().forEach(each -> root(each, names));
        }
    }

    /** Returns whether the module does anything that can come to a collective as soon as it is run. */
    boolean does() {
        return !heavy.isEmpty();
    }

    /** Returns a statement by its number. */
    Part part(int number) {
        return parts.get(number);
    }

    /** Returns how many statements there are. */
    int size() {
        return parts.size();
    }

    /** Returns whether a statement cannot wait until somebody asks for what it binds. */
    boolean waits(int number, boolean main) {
        return main ? parts.get(number).defines() : !heavy.get(number);
    }

    /** Returns the numbers of the statements that bind or change a name, in their order. */
    List<Integer> about(String name) {
        return about.getOrDefault(name, NONE);
    }
}
