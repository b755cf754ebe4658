package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.scan.run.Value;

/** Imports modules of the program, and libraries by their names. */
final class Imports {
    private final PythonRun run;

    Imports(PythonRun run) {
        this.run = run;
    }

    void run(Node node) {
        if (node.is("import_statement")) {
            for (Node each : node.all("name")) {
                boolean renamed = each.is("aliased_import");
                String name = renamed ? each.child("name").text() : each.text();
                String head = name.contains(".") ? name.substring(0, name.indexOf('.')) : name;
                run.now.scope.set(renamed ? each.child("alias").text() : head, module(renamed ? name : head));
                if (!renamed) {
                    module(name);
                }
            }
            return;
        }
        if (isWildcard(node)) {
            run.now.scope.wildcards.add(module(from(node)));
            return;
        }
        node.all("name").forEach(each -> one(node, each));
    }

    /** Imports one of the names of a {@code from … import}. */
    void one(Node node, Node each) {
        String name = each.is("aliased_import") ? each.child("name").text() : each.text();
        run.now.scope.set(bound(each), member(from(node), name));
    }

    private String from(Node node) {
        return absolute(node.child("module_name").text());
    }

    /** Returns whether a statement imports all that a module has. */
    static boolean isWildcard(Node node) {
        return node.first("wildcard_import") != null;
    }

    /** Returns the variable that an import binds. */
    static String bound(Node name) {
        String text = name.is("aliased_import") ? name.child("alias").text() : name.text();
        return text.contains(".") ? text.substring(0, text.indexOf('.')) : text;
    }

    /** Returns what a module of which all is imported has under a name; null where it has nothing. */
    static Value ofAll(Value module, String name) {
        if (module instanceof ModuleValue known) {
            return name.startsWith("_") ? null : known.scope.get(name);
        }
        String whole = module instanceof Library library ? library.name + "." + name : name;
        return Torch.isFunction(whole) ? new Library(whole, null) : null;
    }

    private Value member(String from, String name) {
        if (module(from) instanceof ModuleValue known) {
            Value member = known.scope.get(name);
            if (member != null) {
                return member;
            }
        }
        return module(from + "." + name);
    }

    /** Returns a module of the program; a library where the program has none of the name. */
    Value module(String name) {
        PythonFile file = run.program.module(name, run.now.file());
        return file == null ? new Library(name, null) : new ModuleValue(run.module(file));
    }

    /** Returns the whole name of a module that is named from where the file is. */
    private String absolute(String name) {
        int dots = 0;
        while (dots < name.length() && name.charAt(dots) == '.') {
            dots++;
        }
        if (dots == 0) {
            return name;
        }
        String base = run.now.file().module();
        for (int i = 0; i < dots; i++) {
            base = base.contains(".") ? base.substring(0, base.lastIndexOf('.')) : "";
        }
        String rest = name.substring(dots);
        return base.isEmpty() || rest.isEmpty() ? base + rest : base + "." + rest;
    }
}
