package dev.rollcall.analyzer.code.python;

import dev.rollcall.analyzer.code.form.Argument;
import dev.rollcall.analyzer.code.form.Callee;
import dev.rollcall.analyzer.code.form.Expression;
import dev.rollcall.analyzer.code.form.FunctionBuilder.Label;
import dev.rollcall.analyzer.code.form.Instruction;
import dev.rollcall.analyzer.code.form.Literal;
import dev.rollcall.analyzer.code.form.Operand;
import dev.rollcall.analyzer.code.form.Place;
import dev.rollcall.analyzer.code.form.Variable;
import java.util.ArrayList;
import java.util.List;

/** Lowers statements. Those with blocks are left to {@link BlockLowering}. */
final class StatementLowering {
    private static final String SYSTEM_EXIT = "SystemExit";
    private static final String EXIT = "sys.exit";

    private final FunctionLowering function;
    private final BlockLowering blocks;

    StatementLowering(FunctionLowering function) {
        this.function = function;
        blocks = new BlockLowering(function, this);
    }

    /** Lowers the statements of a block. */
    void all(SyntaxNode block) {
        block.parts().forEach(this::one);
    }

    private void one(SyntaxNode node) {
        int line = node.line();
        switch (node.type()) {
            case "expression_statement" -> node.parts().forEach(each -> expression(each, line));
            case "return_statement" -> blocks.leave(returned(node), line);
            case "raise_statement" -> raise(node);
            case "break_statement", "continue_statement" -> blocks.leaveLoop(node.is("break_statement"), line);
            case "assert_statement" -> check(node);
            case "delete_statement" ->
                node.parts().forEach(each -> function.targets().delete(each));
            case "import_statement", "import_from_statement" -> imports(node);
            case "function_definition" -> define(node);
            case "class_definition" -> defineType(node);
            case "decorated_definition" -> one(node.child("definition"));
            case "if_statement" -> choose(node);
            case "while_statement" -> blocks.whileLoop(node);
            case "for_statement" -> blocks.forLoop(node);
            case "try_statement" -> blocks.tryBlock(node);
            case "with_statement" -> blocks.withBlock(node);
            case "match_statement" -> blocks.match(node);
            case "block", "ERROR" -> all(node);
            case "pass_statement",
                    "global_statement",
                    "nonlocal_statement",
                    "future_import_statement",
                    "type_alias_statement" -> {}
            default -> expression(node, line);
        }
    }

    private void expression(SyntaxNode node, int line) {
        switch (node.type()) {
            case "assignment" -> assign(node, line);
            case "augmented_assignment" -> augment(node, line);
            case "string", "concatenated_string", "ellipsis", "integer" -> {}
            case "print_statement", "exec_statement", "chevron" ->
                node.parts().forEach(each -> function.expressions().value(each));
            default -> function.expressions().value(node);
        }
    }

    /** Returns the full name of what is called or named; empty if it is not known by name. */
    private String name(SyntaxNode node) {
        String name =
                ModuleNames.nameOf(function.expressions().meaning(node.is("call") ? node.child("function") : node));
        return name == null ? "" : name;
    }

    private Operand returned(SyntaxNode node) {
        return node.part(0).isPresent() ? function.expressions().value(node.part(0)) : Literals.NONE;
    }

    /** Targets are assigned from left to right; {@code x: T} alone does nothing. */
    private void assign(SyntaxNode node, int line) {
        List<SyntaxNode> targets = new ArrayList<>();
        SyntaxNode value = node;
        while (value.is("assignment")) {
            targets.add(value.child("left"));
            value = value.child("right");
        }
        if (!value.isPresent()) {
            return;
        }
        List<SyntaxNode> left = targets.get(0).parts();
        if (targets.size() == 1
                && isList(targets.get(0))
                && isList(value)
                && left.size() == value.parts().size()) {
            assignEach(left, value.parts(), line);
            return;
        }
        Variable single = targets.size() == 1 ? function.localTarget(targets.get(0)) : null;
        Operand result = function.expressions().value(value, single);
        if (result != single || single == null) {
            boolean kept = targets.size() == 1 || function.isConstant(result);
            Operand from = kept ? result : function.assign(null, new Expression.Copy(result), line);
            targets.forEach(each -> function.targets().assign(each, from, line));
        }
    }

    private static boolean isList(SyntaxNode node) {
        SyntaxNode bare = node.bare();
        return (bare.is("pattern_list") || bare.is("tuple_pattern") || bare.is("expression_list") || bare.is("tuple"))
                && bare == node
                && node.parts().stream().noneMatch(each -> each.type().startsWith("list_splat"));
    }

    private void assignEach(List<SyntaxNode> targets, List<SyntaxNode> values, int line) {
        List<Operand> kept = new ArrayList<>();
        for (SyntaxNode each : values) {
            Operand value = function.expressions().value(each);
            kept.add(function.isConstant(value) ? value : function.assign(null, new Expression.Copy(value), line));
        }
        for (int i = 0; i < targets.size(); i++) {
            function.targets().assign(targets.get(i), kept.get(i), line);
        }
    }

    private void augment(SyntaxNode node, int line) {
        SyntaxNode target = node.child("left").bare();
        String operator = node.child("operator").type().replace("=", "");
        switch (target.type()) {
            case "attribute" -> {
                Place place = function.targets().attribute(target);
                function.emit(new Instruction.Store(place, changed(place, operator, node, line)), line);
            }
            case "subscript" -> {
                Operand of = function.expressions().value(target.child("value"));
                Place place = new Place.Item(of, function.expressions().key(target));
                function.emit(new Instruction.Store(place, changed(place, operator, node, line)), line);
            }
            default -> {
                Operand before = function.expressions().value(target);
                Operand change = function.expressions().value(node.child("right"));
                Variable to = function.localTarget(target);
                Operand after = function.expressions().binary(operator, before, change, to, line);
                if (to == null) {
                    function.targets().assign(target, after, line);
                }
            }
        }
    }

    private Operand changed(Place place, String operator, SyntaxNode node, int line) {
        Operand before = function.assign(null, new Expression.Load(place), line);
        Operand change = function.expressions().value(node.child("right"));
        return function.expressions().binary(operator, before, change, null, line);
    }

    private void raise(SyntaxNode node) {
        SyntaxNode raised = node.part(0);
        int line = node.line();
        if (!raised.isPresent()) {
            blocks.raiseAgain(line);
            return;
        }
        String name = name(raised);
        if (name.equals(SYSTEM_EXIT)) {
            List<Operand> status =
                    function.expressions().values(raised.child("arguments").parts());
            function.call(EXIT, line, status.toArray(Operand[]::new));
        } else {
            function.emit(new Instruction.Throw(function.expressions().value(raised), name), line);
        }
    }

    private void check(SyntaxNode node) {
        Label holds = function.builder().label();
        Label fails = function.builder().label();
        SyntaxNode condition = node.part(0);
        function.expressions().condition(condition, node.line(), condition.oneLine(), holds, fails);
        function.builder().place(fails);
        List<Operand> message =
                node.parts().size() > 1 ? List.of(function.expressions().value(node.part(1))) : List.of();
        Operand error = function.call("AssertionError", node.line(), message.toArray(Operand[]::new));
        function.emit(new Instruction.Throw(error, "AssertionError"), node.line());
        function.builder().place(holds);
    }

    /** An import in a {@code try} may fail; what it binds is a variable only if the name has other values, too. */
    private void imports(SyntaxNode node) {
        int line = node.line();
        SyntaxNode from = node.child("module_name");
        if (function.handler() != null) {
            List<String> modules = from.isPresent()
                    ? List.of(from.text())
                    : node.all("name").stream()
                            .map(each -> (each.is("aliased_import") ? each.child("name") : each).text())
                            .toList();
            modules.forEach(each ->
                    function.emit(new Instruction.Invoke(null, new Callee.Named("import", ""), name(each)), line));
        }
        for (SyntaxNode each : node.all("name")) {
            String name = Scope.importedAs(each);
            Meaning imported = function.module().names().imported(new Scope.Site(Scope.Binding.IMPORT, each, node));
            if (!imported.equals(function.meaning(name, false))) {
                function.write(name, function.read(imported, line), line);
            }
        }
    }

    private static List<Argument> name(String module) {
        return List.of(Argument.of(new Literal(module)));
    }

    /** A method is found in its class; another function is a value. */
    private void define(SyntaxNode node) {
        SyntaxNode around = function.module().definitions().around(node);
        if (around == null || !around.is("class_definition")) {
            String name = node.child("name").text();
            function.write(name, function.closure(node, node.line()), node.line());
        }
    }

    private void defineType(SyntaxNode node) {
        int line = node.line();
        boolean free = function.module().definitions().around(node) == null;
        Callee body = free
                ? new Callee.Exact(function.module().definitions().function(node))
                : new Callee.Computed(function.closure(node, line));
        function.emit(new Instruction.Invoke(null, body, List.of()), line);
        String type = function.module().definitions().types().get(node);
        function.write(node.child("name").text(), Literal.name(type), line);
    }

    private void choose(SyntaxNode node) {
        Label end = function.builder().label();
        branchOf(node, end);
        for (SyntaxNode each : node.all("alternative")) {
            if (each.is("elif_clause")) {
                branchOf(each, end);
            } else {
                all(each.child("body"));
            }
        }
        function.builder().place(end);
    }

    /** Lowers a condition and its block, and goes on where the condition does not hold. */
    private void branchOf(SyntaxNode node, Label end) {
        Label yes = function.builder().label();
        Label no = function.builder().label();
        SyntaxNode condition = node.child("condition");
        function.expressions().condition(condition, node.line(), condition.oneLine(), yes, no);
        function.builder().place(yes);
        all(node.child("consequence"));
        function.builder().jump(end, node.line());
        function.builder().place(no);
    }
}
