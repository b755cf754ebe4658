package dev.rollcall.analyzer.code.python;

import dev.rollcall.analyzer.code.form.FunctionId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The functions, classes and imports of a file, and their names in the form. */
final class Definitions {
    static final String MODULE = "<module>";
    static final String BODY = "<body>";
    static final String CONSTRUCTOR = "__init__";

    /** The condition that a type checker takes for true, and Python for false. */
    static final String FOR_TYPES = "(typing\\.)?TYPE_CHECKING";

    /** Where more modules are imported whole for type checkers, a package loads each of them when it is asked for. */
    static final int MOST_FOR_TYPES = 20;

    private final String unit;
    private final Map<SyntaxNode, FunctionId> functions = new LinkedHashMap<>();
    private final Map<FunctionId, SyntaxNode> nodes = new HashMap<>();
    private final Map<SyntaxNode, String> types = new LinkedHashMap<>();
    private final Map<SyntaxNode, SyntaxNode> around = new HashMap<>();
    private final Map<SyntaxNode, List<SyntaxNode>> decorators = new HashMap<>();
    private final List<SyntaxNode> imports = new ArrayList<>();
    private final Map<String, List<SyntaxNode>> globals = new HashMap<>();
    private final Set<Object> taken = new HashSet<>();

    Definitions(String unit, SyntaxNode root) {
        this.unit = unit;
        functions.put(root, unique("", MODULE, root));
        root.parts().forEach(each -> collect(each, null, false));
    }

    private void collect(SyntaxNode at, SyntaxNode outer, boolean forTypes) {
        SyntaxNode within = outer;
        SyntaxNode alone = null;
        switch (at.type()) {
            case "decorated_definition" ->
                decorators.put(
                        at.child("definition"),
                        at.parts().stream().filter(each -> each.is("decorator")).toList());
            case "function_definition" -> {
                within = at;
                around.put(at, outer);
                functions.put(
                        at,
                        unique(owner(outer), prefix(outer) + at.child("name").text(), at));
            }
            case "lambda" -> {
                within = at;
                around.put(at, outer);
                functions.put(at, unique("", "<lambda>@" + at.line(), at));
            }
            case "class_definition" -> {
                within = at;
                around.put(at, outer);
                String above = outer == null ? unit + ":" : types.containsKey(outer) ? types.get(outer) + "." : "";
                String name =
                        above.isEmpty() ? unit + ":" + functions.get(outer).name() + "." : above;
                name += at.child("name").text();
                types.put(at, taken.add(name) ? name : name + "@" + at.line());
                functions.put(at, unique(types.get(at), BODY, at));
            }
            case "import_statement", "import_from_statement" -> {
                if (!forTypes || !at.first("wildcard_import").isPresent()) {
                    imports.add(at);
                }
            }
            case "if_statement" -> {
                SyntaxNode block = at.child("consequence");
                long all = block.parts().stream()
                        .filter(each -> each.first("wildcard_import").isPresent())
                        .count();
                if (all > MOST_FOR_TYPES && at.child("condition").text().matches(FOR_TYPES)) {
                    alone = block;
                }
            }
            case "global_statement" -> {
                if (outer != null) {
                    at.parts()
                            .forEach(each -> globals.computeIfAbsent(each.text(), name -> new ArrayList<>())
                                    .add(outer));
                }
            }
            default -> {}
        }
        if (at.isRead()) {
            for (SyntaxNode each : at.parts()) {
                collect(each, within, forTypes || each == alone);
            }
        }
    }

    /** Returns the class that a function in a class or in one of its methods belongs to; empty without. */
    private String owner(SyntaxNode outer) {
        return outer == null
                ? ""
                : types.containsKey(outer)
                        ? types.get(outer)
                        : functions.get(outer).owner();
    }

    private String prefix(SyntaxNode outer) {
        return outer == null || types.containsKey(outer)
                ? ""
                : functions.get(outer).name() + ".";
    }

    private FunctionId unique(String owner, String name, SyntaxNode at) {
        FunctionId id = new FunctionId(unit, owner, name, "");
        for (int i = 1; !taken.add(id); i++) {
            String base = name.startsWith("<lambda>") ? name : name + "@" + at.line();
            id = new FunctionId(unit, owner, i == 1 && !base.equals(name) ? base : base + ":" + (i + 1), "");
        }
        return id;
    }

    /** Returns the functions, lambdas, class bodies and the module, by their nodes, in the order of the source. */
    Map<SyntaxNode, FunctionId> functions() {
        return functions;
    }

    FunctionId function(SyntaxNode definition) {
        return functions.get(definition);
    }

    /** Returns the definition of a function; null if the file has none of the name, as of a constructor that nobody wrote. */
    SyntaxNode node(FunctionId id) {
        if (nodes.isEmpty()) {
            functions.forEach((node, each) -> nodes.put(each, node));
        }
        return nodes.get(id);
    }

    /** Returns the names of the classes, by their nodes, in the order of the source. */
    Map<SyntaxNode, String> types() {
        return types;
    }

    /** Returns the function or class in which a definition is; null for one of the module. */
    SyntaxNode around(SyntaxNode definition) {
        return around.get(definition);
    }

    /** Returns the decorators of a definition, in the order of the source. */
    List<SyntaxNode> decorators(SyntaxNode definition) {
        return decorators.getOrDefault(definition, List.of());
    }

    /**
     * Returns the statements that import, wherever they stand; without those of all names of very many modules for type checkers: they
     * never run, and who imports the package gets none of these modules by that.
     */
    List<SyntaxNode> imports() {
        return imports;
    }

    /** Returns the functions and classes that may assign a variable of the module, by a {@code global} statement. */
    List<SyntaxNode> assigning(String name) {
        return globals.getOrDefault(name, List.of());
    }
}
