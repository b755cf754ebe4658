package dev.rollcall.analyzer.scan.python;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What is named in the functions and classes of a program: a graph of names, in which functions of one name are one, and a class
 * is what its own special methods do. An attribute, or a variable of a module, is what is named where it gets its value.
 */
final class CallNames {
    private final Map<String, Set<String>> inside = new LinkedHashMap<>();
    /** What attributes are worked out from, rather than handed to a function for. */
    private final Map<String, Set<String>> held = new HashMap<>();

    private final Set<String> functions = new HashSet<>();
    /** Functions that hand out nothing that they work out. */
    private final Map<String, Boolean> silent = new HashMap<>();

    private final Set<String> named = new HashSet<>();
    private final Map<String, Set<String>> around = new HashMap<>();
    private final Map<String, Set<String>> holders = new HashMap<>();
    private MentionedNames names;

    CallNames(Collection<PythonFile> files) {
        for (PythonFile file : files) {
            names = MentionedNames.of(file);
            collect(file.root(), null, List.of(), Set.of());
        }
        turned(inside, around);
        turned(held, holders);
    }

    private static void turned(Map<String, Set<String>> inside, Map<String, Set<String>> around) {
        inside.forEach((name, all) -> all.forEach(
                each -> around.computeIfAbsent(each, k -> new HashSet<>()).add(name)));
    }

    /** A function, a class or an attribute, and what is named in it. */
    private record Owner(String name, Set<String> names) {}

    private Owner owner(String name) {
        return new Owner(name, inside.computeIfAbsent(name, n -> new HashSet<>()));
    }

    /** Notes for all functions around a node what is named in them; the conditions are those that it stands under. */
    private void collect(Node node, Node type, List<Owner> owners, Set<String> conditions) {
        List<Owner> now = owners;
        Node within = type;
        Set<String> under = conditions;
        switch (node.type()) {
            case "import_statement", "import_from_statement" -> {
                return;
            }
            case "decorated_definition" -> {
                Owner owner = owner(node.child("definition").child("name").text());
                node.children().stream()
                        .filter(each -> each.is("decorator"))
                        .forEach(each -> owner.names.addAll(names.in(each)));
            }
            case "function_definition" -> {
                now = functions(node, type, owners);
                within = null;
            }
            case "class_definition" -> {
                String name = node.child("name").text();
                functions.add(name);
                if (node.child("superclasses") != null) {
                    owner(name).names.addAll(names.in(node.child("superclasses")));
                }
                within = node;
            }
            case "assignment" -> assigned(node, owners.isEmpty(), conditions);
            case "if_statement", "while_statement", "elif_clause" -> {
                under = new HashSet<>(conditions);
                under.addAll(names.in(node.child("condition")));
            }
            default -> mention(node, owners);
        }
        for (Node each : node.children()) {
            if (!(each.field().equals("name") && node.is("function_definition", "class_definition"))) {
                collect(each, within, now, under);
            }
        }
    }

    private void mention(Node node, List<Owner> owners) {
        String name = names.of(node);
        if (name != null) {
            owners.forEach(each -> each.names.add(name));
            if (owners.isEmpty() || !owners.get(0).name.equals(name)) {
                named.add(name);
            }
        }
    }

    private List<Owner> functions(Node node, Node type, List<Owner> owners) {
        String name = node.child("name").text();
        List<Owner> now = new ArrayList<>();
        boolean special = name.startsWith("__") && name.endsWith("__");
        functions.add(name);
        if (!special) {
            now.add(owner(name));
            silent.merge(name, isSilent(node.child("body")), Boolean::logicalAnd);
        }
        if (name.equals("forward") || name.equals("__call__")) {
            now.add(owner("model"));
        }
        if (type != null && (special || name.equals("forward"))) {
            String owner = type.child("name").text();
            now.add(owner(owner));
            silent.merge(owner, name.equals("__init__") || isSilent(node.child("body")), Boolean::logicalAnd);
        }
        now.addAll(owners);
        return now;
    }

    /** Returns whether a function returns nothing that it worked out, and sets no variable of others. */
    private static boolean isSilent(Node node) {
        if (node.is("function_definition", "lambda", "class_definition")) {
            return true;
        }
        boolean gives = node.is("return_statement")
                        && !node.parts().isEmpty()
                        && !node.parts().get(0).is("none")
                || node.is("yield", "global_statement", "nonlocal_statement", "raise_statement");
        return !gives && node.children().stream().allMatch(CallNames::isSilent);
    }

    private void assigned(Node node, boolean outside, Set<String> conditions) {
        Node left = node.child("left");
        Node right = node.child("right");
        if (right != null && left != null && (left.is("attribute") || outside && left.is("identifier"))) {
            String name = left.is("attribute") ? left.child("attribute").text() : left.text();
            owner(name).names.addAll(names.in(right));
            Set<String> plain = held.computeIfAbsent(name, n -> new HashSet<>());
            plain.addAll(conditions);
            names.plainly(right, plain);
        }
    }

    /** Returns whether something is named other than where it is defined, or in itself. */
    boolean named(String name) {
        return named.contains(name);
    }

    /** Returns whether the program has a function or a class of a name. */
    boolean defines(String name) {
        return functions.contains(name);
    }

    /** Returns the functions, classes and attributes that can come to what matters. */
    Set<String> comingTo(Predicate<String> matters) {
        Set<String> found = new HashSet<>();
        Deque<String> open = new ArrayDeque<>();
        around.keySet().stream().filter(matters).forEach(open::add);
        while (!open.isEmpty()) {
            for (String each : around.getOrDefault(open.remove(), Set.of())) {
                if (found.add(each)) {
                    open.add(each);
                }
            }
        }
        return found;
    }

    /**
     * Returns the functions, classes and attributes that something can flow into. Where a function that hands out nothing
     * asks for it, that ends there, unless what the function does is of weight itself.
     */
    Set<String> flowingFrom(Predicate<String> source, Predicate<String> weighs) {
        Set<String> found = new HashSet<>();
        Deque<String> open = new ArrayDeque<>();
        around.keySet().stream().filter(source).forEach(open::add);
        holders.keySet().stream().filter(source).forEach(open::add);
        while (!open.isEmpty()) {
            String next = open.remove();
            if (found.contains(next) && silent.getOrDefault(next, false) && !weighs.test(next)) {
                continue;
            }
            for (String each : holders.getOrDefault(next, Set.of())) {
                if (found.add(each)) {
                    open.add(each);
                }
            }
            for (String each : around.getOrDefault(next, Set.of())) {
                if (functions.contains(each) && found.add(each)) {
                    open.add(each);
                }
            }
        }
        return found;
    }
}
