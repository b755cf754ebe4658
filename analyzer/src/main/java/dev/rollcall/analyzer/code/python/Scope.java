package dev.rollcall.analyzer.code.python;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The names that a module, class, function or lambda binds and reads, as Python has it (language reference, 4.2). The variables of
 * comprehensions are not among them. Not thread-safe.
 */
final class Scope {

    /** What has the names. */
    enum Kind {
        MODULE,
        TYPE,
        FUNCTION
    }

    /** How a name is bound. */
    enum Binding {
        IMPORT,
        FUNCTION,
        TYPE,
        /** To {@code None} or {@code False}: what stands for a module or function that is missing. */
        NOTHING,
        VALUE
    }

    /**
     * A place where a name is bound.
     *
     * @param node the definition, the name that is imported, or the target
     * @param statement the statement of an import; the node itself otherwise
     */
    record Site(Binding binding, SyntaxNode node, SyntaxNode statement) {}

    private final Scope parent;
    private final SyntaxNode node;
    private final Kind kind;
    private final Map<String, List<Site>> bound = new LinkedHashMap<>();
    private final Map<String, SyntaxNode> annotations = new LinkedHashMap<>();
    private final Set<String> globals = new HashSet<>();
    private final Map<String, List<Site>> ofModule = new HashMap<>();
    private final Set<String> nonlocals = new LinkedHashSet<>();
    private final Set<String> reads = new LinkedHashSet<>();
    private final Set<String> walrus = new HashSet<>();
    private final List<SyntaxNode> loops = new ArrayList<>();
    private final Map<SyntaxNode, Scope> inner = new IdentityHashMap<>();
    private final List<SyntaxNode> definitions = new ArrayList<>();
    private final Deque<Set<String>> comprehensions = new ArrayDeque<>();
    private Set<String> free;
    private Set<String> shared;

    /**
     * Reads a scope.
     *
     * @param parent the scope around; null for a module
     * @param node the module, definition or lambda
     */
    Scope(Scope parent, SyntaxNode node) {
        this.parent = parent;
        this.node = node;
        kind = parent == null ? Kind.MODULE : node.is("class_definition") ? Kind.TYPE : Kind.FUNCTION;
        if (kind == Kind.FUNCTION) {
            node.child("parameters").parts().forEach(this::parameter);
        }
        collect(kind == Kind.MODULE ? node : node.child("body"));
        globals.forEach(each -> ofModule.put(each, bound.getOrDefault(each, List.of())));
        bound.keySet().removeAll(globals);
        // What is declared nonlocal and not changed is like any other name from around.
        nonlocals.retainAll(bound.keySet());
        bound.keySet().removeAll(nonlocals);
    }

    private void parameter(SyntaxNode parameter) {
        switch (parameter.type()) {
            case "default_parameter" -> target(parameter.child("name"));
            case "typed_parameter" -> {
                target(parameter.part(0));
                annotations.put(name(parameter.part(0)), parameter.child("type"));
            }
            case "typed_default_parameter" -> {
                target(parameter.child("name"));
                annotations.put(parameter.child("name").text(), parameter.child("type"));
            }
            default -> target(parameter);
        }
    }

    /** Returns the name of a parameter, without its stars. */
    static String name(SyntaxNode parameter) {
        return parameter.type().endsWith("splat_pattern") ? parameter.part(0).text() : parameter.text();
    }

    private void bind(String name, Binding binding, SyntaxNode at, SyntaxNode statement) {
        bound.computeIfAbsent(name, each -> new ArrayList<>()).add(new Site(binding, at, statement));
    }

    private void collect(SyntaxNode at) {
        if (!at.isNamed()) {
            return;
        }
        switch (at.type()) {
            case "function_definition" -> {
                bind(at.child("name").text(), Binding.FUNCTION, at, at);
                definitions.add(at);
                defaults(at);
            }
            case "lambda" -> {
                definitions.add(at);
                defaults(at);
            }
            case "class_definition" -> {
                bind(at.child("name").text(), Binding.TYPE, at, at);
                definitions.add(at);
                collect(at.child("superclasses"));
            }
            case "import_statement", "import_from_statement" ->
                at.all("name").forEach(each -> bind(importedAs(each), Binding.IMPORT, each, at));
            case "assignment" -> assignment(at);
            case "augmented_assignment" -> {
                target(at.child("left"));
                at.children().forEach(this::collect);
            }
            case "named_expression" -> {
                walrus.add(at.child("name").text());
                target(at.child("name"));
                collect(at.child("value"));
            }
            case "for_statement" -> {
                loops.add(at);
                target(at.child("left"));
                at.children().stream()
                        .filter(each -> !each.field().equals("left"))
                        .forEach(this::collect);
            }
            case "while_statement" -> {
                loops.add(at);
                at.children().forEach(this::collect);
            }
            case "as_pattern_target" -> target(at.part(0));
            case "case_pattern", "as_pattern" -> pattern(at);
            case "global_statement" -> at.parts().forEach(each -> globals.add(each.text()));
            case "nonlocal_statement" -> at.parts().forEach(each -> nonlocals.add(each.text()));
            case "attribute" -> collect(at.child("object"));
            case "keyword_argument" -> collect(at.child("value"));
            case "identifier" -> read(at.text());
            case "type", "type_alias_statement", "integer", "float" -> {}
            case "list_comprehension", "set_comprehension", "dictionary_comprehension", "generator_expression" ->
                comprehension(at);
            default -> at.children().forEach(this::collect);
        }
    }

    private void defaults(SyntaxNode function) {
        function.child("parameters").parts().forEach(each -> collect(each.child("value")));
    }

    private void assignment(SyntaxNode at) {
        SyntaxNode left = at.child("left");
        SyntaxNode right = at.child("right");
        if (at.child("type").isPresent() && left.is("identifier")) {
            annotations.putIfAbsent(left.text(), at.child("type"));
        }
        if (left.is("identifier") && (right.is("none") || right.is("false"))) {
            bind(left.text(), Binding.NOTHING, left, left);
        } else if (right.isPresent() || kind == Kind.FUNCTION) {
            target(left);
        }
        collect(right);
    }

    private void target(SyntaxNode at) {
        switch (at.type()) {
            case "identifier" -> bind(at.text(), Binding.VALUE, at, at);
            case "attribute", "subscript" -> collect(at);
            default -> at.parts().forEach(this::target);
        }
    }

    /** Binds the names in the pattern of a case; an {@code as} of other statements is alike. */
    private void pattern(SyntaxNode at) {
        for (SyntaxNode each : at.parts()) {
            switch (each.type()) {
                case "identifier" -> {
                    boolean name = at.is("as_pattern") && each != at.part(0) || at.is("splat_pattern");
                    if (name) {
                        target(each);
                    } else {
                        read(each.text());
                    }
                }
                case "dotted_name" -> {
                    if (each.text().indexOf('.') < 0 && !each.text().equals("_") && !at.is("class_pattern")) {
                        bind(each.text(), Binding.VALUE, each, each);
                    } else {
                        read(each.part(0).text());
                    }
                }
                case "as_pattern_target" -> target(each.part(0));
                default -> {
                    if (each.type().endsWith("pattern")) {
                        pattern(each);
                    } else {
                        collect(each);
                    }
                }
            }
        }
    }

    private void comprehension(SyntaxNode at) {
        Set<String> names = new HashSet<>();
        at.children().stream()
                .filter(each -> each.is("for_in_clause"))
                .forEach(each -> identifiers(each.child("left"), names));
        comprehensions.push(names);
        at.children().forEach(each -> collect(each.is("for_in_clause") ? each.child("right") : each));
        comprehensions.pop();
    }

    /** Adds the names in a target. */
    static void identifiers(SyntaxNode target, Set<String> names) {
        if (target.is("identifier")) {
            names.add(target.text());
        } else if (!target.is("attribute") && !target.is("subscript")) {
            target.parts().forEach(each -> identifiers(each, names));
        }
    }

    private void read(String name) {
        if (comprehensions.stream().noneMatch(names -> names.contains(name))) {
            reads.add(name);
        }
    }

    /** Returns the variable that an import binds. */
    static String importedAs(SyntaxNode name) {
        String text = name.is("aliased_import") ? name.child("alias").text() : name.text();
        return text.contains(".") ? text.substring(0, text.indexOf('.')) : text;
    }

    Scope parent() {
        return parent;
    }

    SyntaxNode node() {
        return node;
    }

    Kind kind() {
        return kind;
    }

    /** Returns the scope of a function, lambda or class that is defined right in this one. */
    Scope inner(SyntaxNode definition) {
        return inner.computeIfAbsent(definition, each -> new Scope(this, each));
    }

    boolean binds(String name) {
        return bound.containsKey(name);
    }

    /** Returns where a name is bound, in the order of the source; parameters first. */
    List<Site> sites(String name) {
        return bound.getOrDefault(name, List.of());
    }

    /** Returns where a variable of the module is bound here, by a {@code global} statement. */
    List<Site> sitesOfModule(String name) {
        return ofModule.getOrDefault(name, List.of());
    }

    /** Returns the names that are bound, in the order of the source. */
    Set<String> names() {
        return bound.keySet();
    }

    /** Returns the annotation of a variable or parameter; null without one. */
    SyntaxNode annotation(String name) {
        return annotations.get(name);
    }

    /** Returns whether a name is the module's here by a {@code global} statement. */
    boolean isGlobal(String name) {
        return globals.contains(name);
    }

    /** Returns whether a name may get another value in the middle of an expression. */
    boolean isWalrus(String name) {
        return walrus.contains(name);
    }

    /** Returns the names that mean something around: read here or in definitions in here, and not bound here. */
    Set<String> free() {
        if (free == null) {
            free = new LinkedHashSet<>(reads);
            free.removeAll(bound.keySet());
            for (SyntaxNode each : definitions) {
                Set<String> names = new LinkedHashSet<>(inner(each).free());
                if (kind == Kind.FUNCTION) {
                    names.removeAll(bound.keySet());
                }
                free.addAll(names);
            }
            free.removeAll(globals);
            free.addAll(nonlocals);
        }
        return free;
    }

    /**
     * Returns whether an own variable of a function must be looked up where it is used: a function in it changes it, or it changes after a
     * function that reads it was made.
     */
    boolean isShared(String name) {
        if (shared == null) {
            shared = new HashSet<>();
            if (kind == Kind.FUNCTION) {
                definitions.forEach(this::share);
            }
        }
        return shared.contains(name);
    }

    private void share(SyntaxNode definition) {
        Scope in = inner(definition);
        in.changed(shared);
        for (String each : in.free()) {
            if (sites(each).stream().anyMatch(site -> isAfter(site.node(), definition))) {
                shared.add(each);
            }
        }
    }

    private void changed(Set<String> names) {
        names.addAll(nonlocals);
        definitions.forEach(each -> inner(each).changed(names));
    }

    private boolean isAfter(SyntaxNode site, SyntaxNode definition) {
        return site != definition
                && (site.start() > definition.start()
                        || loops.stream().anyMatch(loop -> loop.contains(site) && loop.contains(definition)));
    }
}
