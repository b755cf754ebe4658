package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.scan.run.Const;
import dev.rollcall.analyzer.scan.run.Open;
import dev.rollcall.analyzer.scan.run.Value;
import java.util.BitSet;

/**
 * The variables of a module. Statements that can come to a collective run when it is imported, others when somebody asks for what
 * they bind: most of what a program imports it never asks for.
 */
final class ModuleScope extends Scope {
    private final PythonRun run;
    private final Outline outline;
    private final BitSet done = new BitSet();
    /** Statements from here on did not run yet as Python has it. */
    private int limit = Integer.MAX_VALUE;

    ModuleScope(PythonRun run, PythonFile file) {
        super(null, file, false);
        this.run = run;
        outline = run.program.outline(file);
        variables.put("__file__", Const.of(file.path()));
    }

    /** Runs what cannot wait. */
    void begin(boolean main) {
        variables.put("__name__", Const.of(main ? "__main__" : file.module()));
        Open open = run.open;
        try {
            for (int i = 0; i < outline.size(); i++) {
                if (!done.get(i) && !outline.waits(i, main)) {
                    part(i, open);
                }
            }
        } catch (Signal left) {
            if (left.kind == Signal.Kind.RAISE && main) {
                throw left;
            }
        }
    }

    @Override
    Value get(String name) {
        force(name);
        return super.get(name);
    }

    @Override
    void force(String name) {
        for (int i : outline.about(name)) {
            if (i < limit && !done.get(i)) {
                try {
                    part(i, null);
                } catch (Signal left) {
                    // As where an import fails that a program can do without.
                    continue;
                }
            }
        }
    }

    private void part(int number, Open open) {
        done.set(number);
        Outline.Part part = outline.part(number);
        int before = limit;
        Activation caller = run.now;
        Open around = run.open;
        int quiet = run.withoutGradients;
        limit = number;
        run.open = open;
        run.withoutGradients = 0;
        run.now = new Activation(caller, "<module>", this, file.path().hashCode(), open);
        run.now.rounds = "";
        run.now.line = part.statement().line();
        try {
            if (part.name() == null) {
                run.statements.run(part.statement());
            } else {
                run.statements.imports().one(part.statement(), part.name());
            }
        } finally {
            limit = before;
            run.now = caller;
            run.open = around;
            run.withoutGradients = quiet;
        }
    }
}
