package dev.rollcall.analyzer.code.python;

import dev.rollcall.analyzer.code.form.CodeFunction;
import dev.rollcall.analyzer.code.form.CodeUnit;
import dev.rollcall.analyzer.code.form.FunctionId;
import dev.rollcall.analyzer.code.form.Language;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** A file that was parsed. Its functions are lowered when they are first asked for. Not thread-safe. */
final class PythonModule {
    private final PythonUnits units;
    private final String name;
    private final String file;
    private final SourceText source;
    private final SyntaxNode root;
    private final Definitions definitions;
    private final Map<SyntaxNode, Scope> scopes = new HashMap<>();
    private final ModuleNames names;
    private final TypeLowering types;
    private CodeUnit unit;

    PythonModule(PythonUnits units, String name, String file, SourceText source, SyntaxNode root) {
        this.units = units;
        this.name = name;
        this.file = file;
        this.source = source;
        this.root = root;
        definitions = new Definitions(name, root);
        scopes.put(root, new Scope(null, root));
        names = new ModuleNames(this);
        types = new TypeLowering(this);
    }

    PythonUnits units() {
        return units;
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

    CodeUnit unit() {
        if (unit == null) {
            Map<FunctionId, Supplier<CodeFunction>> bodies = new LinkedHashMap<>();
            definitions.functions().forEach((node, id) -> bodies.put(id, () -> FunctionLowering.lower(this, node)));
            bodies.putAll(types.constructors());
            List<String> imports = new ArrayList<>(units.imports(name));
            imports.addAll(names.libraries());
            unit = new CodeUnit(name, file, Language.PYTHON, types.all(), bodies, imports, source.lines());
        }
        return unit;
    }
}
