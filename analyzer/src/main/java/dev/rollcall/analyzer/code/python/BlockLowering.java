package dev.rollcall.analyzer.code.python;

import dev.rollcall.analyzer.code.form.Expression;
import dev.rollcall.analyzer.code.form.FunctionBuilder;
import dev.rollcall.analyzer.code.form.FunctionBuilder.Label;
import dev.rollcall.analyzer.code.form.Instruction;
import dev.rollcall.analyzer.code.form.Operand;
import dev.rollcall.analyzer.code.form.Variable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Lowers loops, {@code try}, {@code with} and {@code match}. A {@code finally} block, and the end of a {@code with}, are copied to each
 * way out, as Java's compiler does.
 */
final class BlockLowering {
    private static final String SUPPRESS = "contextlib.suppress";

    private final FunctionLowering function;
    private final StatementLowering statements;
    private final PatternLowering patterns;
    private final Deque<Variable> caught = new ArrayDeque<>();
    /** What is around the statement, the innermost last. */
    private List<Around> around = new ArrayList<>();

    /** What a jump out of a block passes. */
    private sealed interface Around {
        /** A loop. */
        record Loop(Label exit, Label next) implements Around {}

        /** A block with something to do at its end, under the handler that is around it. */
        record Cleanup(Runnable end, Label handler) implements Around {}
    }

    BlockLowering(FunctionLowering function, StatementLowering statements) {
        this.function = function;
        this.statements = statements;
        patterns = new PatternLowering(function);
    }

    private Label label() {
        return function.builder().label();
    }

    private void place(Label label) {
        function.builder().place(label);
    }

    private void jump(Label to, int line) {
        function.builder().jump(to, line);
    }

    void whileLoop(SyntaxNode node) {
        Label header = label();
        Label body = label();
        Label otherwise = label();
        Label end = label();
        SyntaxNode condition = node.child("condition");
        place(header);
        function.expressions().condition(condition, node.line(), condition.oneLine(), body, otherwise);
        place(body);
        body(node, new Around.Loop(end, header));
        place(otherwise);
        statements.all(node.child("alternative").child("body"));
        place(end);
    }

    void forLoop(SyntaxNode node) {
        Label header = label();
        Label body = label();
        Label otherwise = label();
        Label end = label();
        int line = node.line();
        Operand of = keep(function.expressions().value(node.child("right")), line);
        SyntaxNode target = node.child("left");
        Variable single = function.localTarget(target);
        Variable item = single == null ? function.builder().temporary() : single;
        String text = target.oneLine() + " in " + node.child("right").oneLine();
        place(header);
        function.emit(new Instruction.Advance(item, of), line, text, body, otherwise);
        place(body);
        if (single == null) {
            function.targets().assign(target, item, line);
        }
        body(node, new Around.Loop(end, header));
        place(otherwise);
        statements.all(node.child("alternative").child("body"));
        place(end);
    }

    private void body(SyntaxNode node, Around.Loop loop) {
        around.add(loop);
        statements.all(node.child("body"));
        around.remove(around.size() - 1);
        jump(loop.next(), node.line());
    }

    private Operand keep(Operand value, int line) {
        return function.isConstant(value) ? value : function.assign(null, new Expression.Copy(value), line);
    }

    /** Lowers a {@code break} or {@code continue}. */
    void leaveLoop(boolean exit, int line) {
        for (int i = around.size() - 1; i >= 0; i--) {
            if (around.get(i) instanceof Around.Loop loop) {
                unwind(i + 1);
                jump(exit ? loop.exit() : loop.next(), line);
                return;
            }
        }
    }

    /** Lowers a {@code return}. */
    void leave(Operand result, int line) {
        boolean cleans = around.stream().anyMatch(each -> each instanceof Around.Cleanup);
        Operand kept = cleans ? keep(result, line) : result;
        unwind(0);
        function.emit(new Instruction.Return(kept), line);
    }

    /** Does what the blocks around have to do at their ends, down to a depth. */
    private void unwind(int depth) {
        List<Around> all = around;
        Label handler = function.handler();
        for (int i = all.size() - 1; i >= depth; i--) {
            if (all.get(i) instanceof Around.Cleanup cleanup) {
                around = new ArrayList<>(all.subList(0, i));
                function.handler(cleanup.handler());
                cleanup.end().run();
            }
        }
        around = all;
        function.handler(handler);
    }

    /** Lowers a {@code raise} without an exception. */
    void raiseAgain(int line) {
        Operand exception = caught.isEmpty() ? Literals.NONE : caught.peek();
        function.emit(new Instruction.Throw(exception, caught.isEmpty() ? "RuntimeError" : ""), line);
    }

    void tryBlock(SyntaxNode node) {
        SyntaxNode last = node.first("finally_clause");
        if (!last.isPresent()) {
            handled(node);
            return;
        }
        SyntaxNode block = last.first("block");
        guarded(() -> handled(node), () -> statements.all(block), last.line(), last.line());
    }

    /**
     * Lowers a block with something to do at its end.
     *
     * @param line the line of what catches exceptions
     */
    private void guarded(Runnable block, Runnable end, int line, int endLine) {
        Label thrown = label();
        Label after = label();
        Label outer = function.handler(thrown);
        around.add(new Around.Cleanup(end, outer));
        block.run();
        around.remove(around.size() - 1);
        function.handler(outer);
        end.run();
        jump(after, endLine);
        place(thrown);
        Variable exception = function.builder().temporary();
        function.emit(new Instruction.Catch(exception, List.of()), line);
        caught.push(exception);
        end.run();
        caught.pop();
        function.emit(new Instruction.Throw(exception, ""), line);
        place(after);
    }

    /** Lowers a {@code try} without its {@code finally}. */
    private void handled(SyntaxNode node) {
        List<SyntaxNode> handlers = node.parts().stream()
                .filter(each -> each.type().startsWith("except"))
                .toList();
        Label first = label();
        Label end = label();
        Label outer = handlers.isEmpty() ? function.handler() : function.handler(first);
        statements.all(node.child("body"));
        function.handler(outer);
        statements.all(node.first("else_clause").child("body"));
        jump(end, node.line());
        Label next = first;
        for (int i = 0; i < handlers.size(); i++) {
            Label otherwise = i + 1 < handlers.size() ? label() : outer == null ? FunctionBuilder.OUT : outer;
            place(next);
            handler(handlers.get(i), otherwise);
            jump(end, node.line());
            next = otherwise;
            if (isBare(handlers.get(i))) {
                break;
            }
        }
        place(end);
    }

    private static boolean isBare(SyntaxNode handler) {
        return !handler.child("value").isPresent();
    }

    private void handler(SyntaxNode node, Label otherwise) {
        int line = node.line();
        boolean named = node.child("value").is("as_pattern");
        SyntaxNode value = named ? node.child("value").part(0) : node.child("value");
        SyntaxNode alias = node.child("value").child("alias").part(0);
        Variable single = function.localTarget(alias);
        Variable exception = single == null ? function.builder().temporary() : single;
        if (isBare(node)) {
            function.emit(new Instruction.Catch(exception, List.of()), line);
        } else {
            Label match = label();
            function.emit(new Instruction.Catch(exception, types(value)), line, value.oneLine(), match, otherwise);
            place(match);
        }
        if (named && single == null) {
            function.targets().assign(alias, exception, line);
        }
        caught.push(exception);
        statements.all(node.first("block"));
        caught.pop();
    }

    /** Returns the names of exceptions; one that is not known by name is its text, as no other is. */
    private List<String> types(SyntaxNode node) {
        SyntaxNode bare = node.bare();
        if (bare.is("tuple")) {
            return bare.parts().stream().flatMap(each -> types(each).stream()).toList();
        }
        String name = ModuleNames.nameOf(function.expressions().meaning(bare));
        return List.of(name == null ? bare.oneLine() : name);
    }

    void withBlock(SyntaxNode node) {
        SyntaxNode clause = node.first("with_clause");
        List<SyntaxNode> items =
                clause.parts().stream().filter(each -> each.is("with_item")).toList();
        with(items, 0, node);
    }

    private void with(List<SyntaxNode> items, int at, SyntaxNode node) {
        if (at == items.size()) {
            statements.all(node.child("body"));
            return;
        }
        int line = node.line();
        SyntaxNode item = items.get(at).child("value").bare();
        boolean named = item.is("as_pattern");
        SyntaxNode manager = (named ? item.part(0) : item).bare();
        SyntaxNode alias = item.child("alias").part(0);
        if (manager.is("call")
                && function.expressions().meaning(manager.child("function")) instanceof Meaning.Library library
                && library.name().equals(SUPPRESS)) {
            suppress(manager, () -> with(items, at + 1, node));
            return;
        }
        Operand of = keep(function.expressions().value(manager), line);
        Variable single = named ? function.localTarget(alias) : null;
        Variable to = named && single == null ? function.builder().temporary() : single;
        function.emit(new Instruction.EnterContext(to, of), line);
        Runnable block = () -> {
            if (named && single == null) {
                function.targets().assign(alias, to, line);
            }
            with(items, at + 1, node);
        };
        guarded(block, () -> function.emit(new Instruction.LeaveContext(of), line), line, line);
    }

    private void suppress(SyntaxNode call, Runnable block) {
        List<String> types = call.child("arguments").parts().stream()
                .flatMap(each -> types(each).stream())
                .toList();
        if (types.isEmpty()) {
            block.run();
            return;
        }
        Label thrown = label();
        Label end = label();
        Label outer = function.handler(thrown);
        block.run();
        function.handler(outer);
        jump(end, call.line());
        place(thrown);
        Label otherwise = outer == null ? FunctionBuilder.OUT : outer;
        function.emit(new Instruction.Catch(null, types), call.line(), call.oneLine(), end, otherwise);
        place(end);
    }

    void match(SyntaxNode node) {
        List<SyntaxNode> subjects = node.all("subject");
        int line = node.line();
        Operand subject = subjects.size() == 1
                ? keep(function.expressions().value(subjects.get(0)), line)
                : function.assign(
                        null,
                        new Expression.Build(
                                Expression.Build.Kind.TUPLE,
                                function.expressions().values(subjects)),
                        line);
        Label end = label();
        for (SyntaxNode each : node.child("body").parts()) {
            if (each.is("case_clause")) {
                Label next = label();
                patterns.match(node, each, subject, next);
                statements.all(each.child("consequence"));
                jump(end, each.line());
                place(next);
            }
        }
        place(end);
    }
}
