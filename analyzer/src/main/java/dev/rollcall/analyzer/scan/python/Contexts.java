package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.scan.run.Const;
import dev.rollcall.analyzer.scan.run.Open;
import dev.rollcall.analyzer.scan.run.Value;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Runs {@code with} statements: what a context does when it is entered, the block, and what it does when it is left. */
final class Contexts {
    private static final Pattern QUIET = Pattern.compile("(?s).*\\b(no_grad|inference_mode|no_sync)\\(.*");

    private final PythonRun run;

    Contexts(PythonRun run) {
        this.run = run;
    }

    void with(Node node) {
        List<Node> items = node.first("with_clause").parts();
        enter(items, 0, () -> run.statements.block(node.child("body")));
    }

    private void enter(List<Node> items, int at, Runnable block) {
        if (at == items.size()) {
            block.run();
            return;
        }
        Node value = items.get(at).child("value");
        boolean named = value.is("as_pattern");
        Node context = named ? value.parts().get(0) : value;
        Node alias = named && value.child("alias") != null
                ? value.child("alias").parts().get(0)
                : null;
        Value entered = run.expressions.of(context);
        int quiet = QUIET.matcher(context.text()).matches() ? 1 : 0;
        run.withoutGradients += quiet;
        try {
            inside(entered, context, alias, () -> enter(items, at + 1, block));
        } finally {
            run.withoutGradients -= quiet;
        }
    }

    private void inside(Value context, Node node, Node alias, Runnable block) {
        if (context instanceof Suspended generator) {
            suspended(generator, node, alias, block);
            return;
        }
        boolean own = context instanceof Instance instance && instance.type.member("__enter__") instanceof Function;
        bind(alias, own ? call((Instance) context, "__enter__", node) : context);
        try {
            block.run();
        } finally {
            if (context instanceof Instance instance && instance.type.member("__exit__") instanceof Function) {
                Open left = run.open;
                call(instance, "__exit__", node);
                run.open = left;
            }
        }
    }

    private void bind(Node alias, Value value) {
        if (alias != null) {
            run.expressions.assignments().assign(alias, value);
        }
    }

    private Value call(Instance context, String name, Node node) {
        Function function = (Function) context.type.member(name);
        List<Value> with =
                name.equals("__enter__") ? List.of(context) : List.of(context, Const.NULL, Const.NULL, Const.NULL);
        return run.invocations.invoke(function, with, Map.of(), node);
    }

    /** Runs a generator as far as its yield, then the block, then the rest of it. */
    private void suspended(Suspended generator, Node node, Node alias, Runnable block) {
        Activation outside = run.now;
        Open before = run.open;
        Signal[] left = new Signal[1];
        Open[] after = {before};
        boolean[] ran = new boolean[1];
        generator.block = value -> {
            if (ran[0]) {
                return;
            }
            ran[0] = true;
            Activation inside = run.now;
            Open at = run.open;
            run.now = outside;
            try {
                bind(alias, value);
                block.run();
            } catch (Signal signal) {
                if (signal.kind == Signal.Kind.RAISE) {
                    throw signal;
                }
                left[0] = signal;
            } finally {
                after[0] = at == before ? run.open : before;
                run.now = inside;
                run.open = at;
            }
        };
        run.invocations.resume(generator, node);
        generator.block = null;
        if (!ran[0]) {
            block.run();
            return;
        }
        run.open = after[0];
        if (left[0] != null) {
            throw left[0];
        }
    }
}
