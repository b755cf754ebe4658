package dev.rollcall.analyzer.code.python;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A file that was parsed, and what it defines. Not thread-safe. */
final class PythonModule {
    private final PythonModules modules;
    private final String name;
    private final String file;
    private final SourceText source;
    private final SyntaxNode root;
    private final Definitions definitions;
    private final Map<SyntaxNode, Scope> scopes = new HashMap<>();
    private final ModuleNames names;
    private final TypeLowering types;
    private ImportsOnDemand onDemand;

    PythonModule(PythonModules modules, String name, String file, SourceText source, SyntaxNode root) {
        this.modules = modules;
        this.name = name;
        this.file = file;
        this.source = source;
        this.root = root;
        definitions = new Definitions(name, root);
        scopes.put(root, new Scope(null, root));
        names = new ModuleNames(this);
        types = new TypeLowering(this);
    }

    /** Returns the program's modules. */
    PythonModules modules() {
        return modules;
    }

    /** Returns the unit's name. */
    String name() {
        return name;
    }

    String file() {
        return file;
    }

    SyntaxNode root() {
        return root;
    }

    Definitions definitions() {
        return definitions;
    }

    ModuleNames names() {
        return names;
    }

    TypeLowering types() {
        return types;
    }

    /** Returns the scope of the module, or of a definition in it. */
    Scope scope(SyntaxNode definition) {
        Scope known = scopes.get(definition);
        if (known == null) {
            SyntaxNode around = definitions.around(definition);
            known = scope(around == null ? root : around).inner(definition);
            scopes.put(definition, known);
        }
        return known;
    }

    /** Returns what the module imports when it is asked for it. */
    ImportsOnDemand onDemand() {
        if (onDemand == null) {
            onDemand = new ImportsOnDemand(source.text(0, source.length()));
        }
        return onDemand;
    }

    /** Returns the lines of the source. */
    List<String> lines() {
        return source.lines();
    }
}
