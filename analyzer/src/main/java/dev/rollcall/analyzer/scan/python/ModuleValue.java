package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.scan.run.Value;

/** A module of the program. */
final class ModuleValue extends Value {
    final Scope scope;

    ModuleValue(Scope scope) {
        super(false, null);
        this.scope = scope;
    }

    @Override
    public String key() {
        return "module " + scope.file.module();
    }
}
