package dev.rollcall.analyzer.code.python;

import dev.rollcall.analyzer.code.form.Argument;
import dev.rollcall.analyzer.code.form.Callee;
import dev.rollcall.analyzer.code.form.CodeFunction;
import dev.rollcall.analyzer.code.form.Expression;
import dev.rollcall.analyzer.code.form.FormalParameter;
import dev.rollcall.analyzer.code.form.FunctionBuilder;
import dev.rollcall.analyzer.code.form.FunctionBuilder.Label;
import dev.rollcall.analyzer.code.form.FunctionId;
import dev.rollcall.analyzer.code.form.Instruction;
import dev.rollcall.analyzer.code.form.Literal;
import dev.rollcall.analyzer.code.form.Operand;
import dev.rollcall.analyzer.code.form.Place;
import dev.rollcall.analyzer.code.form.SourceRange;
import dev.rollcall.analyzer.code.form.Variable;
import dev.rollcall.analyzer.containment.IoErrorText;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Lowers one function, lambda, class body or module body: its names and variables, and the instructions that its statements and
 * expressions emit.
 */
final class FunctionLowering {
    /** More than any person writes; {@code finally} blocks, which are copied, can double with each level. */
    private static final int MOST_INSTRUCTIONS = 20_000;

    private static final String POST_INIT = "__post_init__";

    private final PythonModule module;
    private final SyntaxNode node;
    private final Scope scope;
    private final CodeFunction.Form form;
    private final FunctionBuilder builder;
    private final Map<String, Variable> locals = new HashMap<>();
    private final Deque<Map<String, Variable>> comprehensions = new ArrayDeque<>();
    private final ExpressionLowering expressions = new ExpressionLowering(this);
    private final TargetLowering targets = new TargetLowering(this);
    private final StatementLowering statements = new StatementLowering(this);
    private Variable self;
    private Label handler;
    private int emitted;
    private boolean yields;

    /** Says that a function is too large. */
    private static final class TooLarge extends RuntimeException {
        private static final long serialVersionUID = 1;

        TooLarge() {
            super(null, null, false, false);
        }
    }

    private FunctionLowering(PythonModule module, SyntaxNode node) {
        this.module = module;
        this.node = node;
        scope = module.scope(node);
        form = FunctionHeader.form(module, node);
        builder = new FunctionBuilder(module.definitions().function(node), form);
        int first = node == module.root() ? 1 : node.line();
        builder.range(new SourceRange(module.file(), first, Math.max(first, node.lastLine())));
    }

    /** Returns the function of a definition, lambda or class, or of the module by its root. */
    static CodeFunction lower(PythonModule module, SyntaxNode node) {
        FunctionLowering lowering = new FunctionLowering(module, node);
        try {
            lowering.run();
            String flaw = node.flaw().isEmpty() ? node.child("body").flaw() : node.flaw();
            return lowering.builder.gap(flaw).build();
        } catch (TooLarge tooLarge) {
            return withoutBody(module, node, "too large");
        } catch (StackOverflowError tooDeep) {
            return withoutBody(module, node, "nested too deeply");
        } catch (RuntimeException bug) {
            return withoutBody(module, node, IoErrorText.of(bug));
        }
    }

    private static CodeFunction withoutBody(PythonModule module, SyntaxNode node, String gap) {
        FunctionLowering lowering = new FunctionLowering(module, node);
        lowering.builder.gap(gap).emit(new Instruction.Return(Literals.NONE), node.lastLine());
        return lowering.builder.build();
    }

    /** Returns the constructor that a data class has and does not write. */
    static CodeFunction constructor(
            PythonModule module, FunctionId id, SyntaxNode type, List<TypeLowering.DataField> fields) {
        FunctionBuilder builder = new FunctionBuilder(id, CodeFunction.Form.METHOD);
        int line = type.line();
        builder.range(new SourceRange(module.file(), line, line));
        Variable self = builder.parameter("self", id.owner());
        for (TypeLowering.DataField each : fields) {
            Variable value = builder.variable(each.name(), each.type());
            builder.parameter(new FormalParameter(value, each.kind(), each.fallback()));
            builder.emit(new Instruction.Store(new Place.Field(self, "", each.name()), value), line);
        }
        boolean more = module.modules().type(id.owner()).orElseThrow().methods().containsKey(POST_INIT);
        if (more) {
            Callee finish = new Callee.Virtual(self, "", POST_INIT, "");
            builder.emit(new Instruction.Invoke(null, finish, List.of()), line);
        }
        builder.emit(new Instruction.Return(Literals.NONE), line);
        return builder.build();
    }

    private void run() {
        if (form == CodeFunction.Form.MODULE || form == CodeFunction.Form.TYPE_BODY) {
            statements.all(form == CodeFunction.Form.MODULE ? node : node.child("body"));
            emit(new Instruction.Return(Literals.NONE), node.lastLine());
            return;
        }
        FunctionHeader header = new FunctionHeader(module, node);
        boolean onObject = form == CodeFunction.Form.METHOD && !FunctionHeader.isClassMethod(module, node);
        header.parameters(builder, onObject ? type() : "", this::parameter);
        locals.forEach((name, variable) -> {
            if (scope.isShared(name)) {
                emit(new Instruction.Store(new Place.Captured(name), variable), node.line());
            }
        });
        SyntaxNode body = node.child("body");
        if (node.is("lambda")) {
            emit(new Instruction.Return(expressions.value(body)), body.line());
        } else {
            statements.all(body);
            emit(new Instruction.Return(Literals.NONE), node.lastLine());
            header.decorate(builder, yields);
        }
    }

    private Variable parameter(String name, String type) {
        Variable variable = builder.variable(name, type);
        self = self == null ? variable : self;
        locals.put(name, variable);
        return variable;
    }

    PythonModule module() {
        return module;
    }

    FunctionBuilder builder() {
        return builder;
    }

    ExpressionLowering expressions() {
        return expressions;
    }

    TargetLowering targets() {
        return targets;
    }

    StatementLowering statements() {
        return statements;
    }

    /** Returns the class whose method or body this is, or is in; empty without. */
    String type() {
        return module.definitions().function(node).owner();
    }

    /** Returns the first parameter; null without one. */
    Variable self() {
        return self;
    }

    /** Says that the function is a generator. */
    void yields() {
        yields = true;
    }

    void emit(Instruction instruction, int line) {
        count();
        builder.emit(instruction, line);
    }

    void emit(Instruction instruction, int line, String text, Label... next) {
        count();
        builder.emit(instruction, line, text, next);
    }

    private void count() {
        if (++emitted > MOST_INSTRUCTIONS) {
            throw new TooLarge();
        }
    }

    /** Sets the handler of the instructions that follow, and returns the one before; null: the exception leaves the function. */
    Label handler(Label next) {
        Label before = handler;
        handler = next;
        builder.handler(next);
        return before;
    }

    Label handler() {
        return handler;
    }

    /** Emits an assignment to a temporary, or to a variable that is given, and returns it. */
    Variable assign(Variable to, Expression value, int line) {
        Variable target = to == null ? builder.temporary() : to;
        emit(new Instruction.Assign(target, value), line);
        return target;
    }

    /** Emits a call; its result is in a temporary, or in a variable that is given. */
    Variable call(Variable to, Callee callee, List<Argument> arguments, int line) {
        Variable target = to == null ? builder.temporary() : to;
        emit(new Instruction.Invoke(target, callee, arguments), line);
        return target;
    }

    /** Emits a call of a library's function. */
    Variable call(String function, int line, Operand... arguments) {
        return call(null, new Callee.Named(function, ""), Argument.of(arguments), line);
    }

    /** Emits a branch by a value that is known to be true or false, for which a text stands. */
    void branch(Operand condition, int line, String text, Label yes, Label no) {
        emit(new Instruction.Branch(condition), line, text, yes, no);
    }

    /** Enters a comprehension, whose variables are its own. */
    void enterComprehension() {
        comprehensions.push(new HashMap<>());
    }

    void leaveComprehension() {
        comprehensions.pop();
    }

    /** Makes a variable of the innermost comprehension. */
    void comprehensionVariable(String name) {
        comprehensions.element().computeIfAbsent(name, each -> builder.variable(each, ""));
    }

    /**
     * Returns what a name stands for.
     *
     * @param called as in {@link ModuleNames#meaning}
     */
    Meaning meaning(String name, boolean called) {
        for (Map<String, Variable> each : comprehensions) {
            if (each.containsKey(name)) {
                return new Meaning.Local(each.get(name));
            }
        }
        if (scope.binds(name) && scope.kind() != Scope.Kind.MODULE) {
            return own(name, called);
        }
        for (Scope each = scope.isGlobal(name) ? null : scope.parent(); each != null; each = each.parent()) {
            if (each.kind() == Scope.Kind.FUNCTION && each.binds(name)) {
                return ofEnclosing(each, name, called);
            }
        }
        return module.names().meaning(name, called);
    }

    private Meaning own(String name, boolean called) {
        Meaning known = module.names().of(scope, name, called);
        if (known != null) {
            return known;
        }
        if (scope.kind() == Scope.Kind.TYPE) {
            return new Meaning.Attribute(type(), name);
        }
        return scope.isShared(name) ? new Meaning.Captured(name) : new Meaning.Local(local(name));
    }

    private Meaning ofEnclosing(Scope around, String name, boolean called) {
        Meaning known = module.names().of(around, name, called);
        if (known != null) {
            return known;
        }
        List<Scope.Site> sites = around.sites(name);
        boolean one = sites.size() == 1 && sites.get(0).binding() == Scope.Binding.FUNCTION;
        for (SyntaxNode each = node;
                one && each != null;
                each = module.definitions().around(each)) {
            if (each == sites.get(0).node()) {
                return new Meaning.Enclosing(each);
            }
        }
        return new Meaning.Captured(name);
    }

    /** Returns what a name in an annotation stands for; null for a variable, which may be the very one that is annotated. */
    private Meaning named(String name) {
        return scope.binds(name) && scope.kind() != Scope.Kind.MODULE
                ? module.names().of(scope, name, true)
                : meaning(name, true);
    }

    private Variable local(String name) {
        Variable known = locals.get(name);
        if (known == null) {
            SyntaxNode annotation = scope.annotation(name);
            String type = annotation == null ? "" : module.names().typeName(annotation, this::named);
            known = builder.variable(name, type);
            locals.put(name, known);
        }
        return known;
    }

    /** Returns whether a variable keeps its value for as long as it is looked at. */
    boolean isConstant(Operand operand) {
        return !(operand instanceof Variable variable)
                || variable.isTemporary()
                || scope.sites(variable.name()).size() <= 1;
    }

    /** Returns the value of a name. */
    Operand read(String name, int line) {
        Meaning meaning = meaning(name, false);
        if (meaning instanceof Meaning.Local local) {
            return scope.isWalrus(name) ? assign(null, new Expression.Copy(local.variable()), line) : local.variable();
        }
        return read(meaning, line);
    }

    /** Returns the value of what a name stands for. */
    Operand read(Meaning meaning, int line) {
        if (meaning instanceof Meaning.Local local) {
            return local.variable();
        }
        if (meaning instanceof Meaning.Function function) {
            return assign(null, new Expression.Closure(function.id(), Map.of()), line);
        }
        if (meaning instanceof Meaning.Enclosing enclosing) {
            return closure(enclosing.definition(), line);
        }
        String name = ModuleNames.nameOf(meaning);
        return name == null ? assign(null, new Expression.Load(place(meaning)), line) : Literal.name(name);
    }

    /** Returns the place of a variable that is not a local one. */
    Place place(Meaning meaning) {
        if (meaning instanceof Meaning.Global global) {
            return new Place.Global(global.unit(), global.name());
        }
        if (meaning instanceof Meaning.Attribute attribute) {
            return new Place.Field(Literal.name(attribute.type()), "", attribute.name());
        }
        return new Place.Captured(((Meaning.Captured) meaning).name());
    }

    /** Writes a variable of the source; what is an import or definition elsewhere is one here. */
    void write(String name, Operand value, int line) {
        Meaning meaning = meaning(name, false);
        if (meaning instanceof Meaning.Local local) {
            emit(new Instruction.Assign(local.variable(), new Expression.Copy(value)), line);
        } else if (meaning instanceof Meaning.Captured
                || meaning instanceof Meaning.Global
                || meaning instanceof Meaning.Attribute) {
            emit(new Instruction.Store(place(meaning), value), line);
        } else if (scope.kind() == Scope.Kind.MODULE || scope.isGlobal(name)) {
            emit(new Instruction.Store(new Place.Global(module.name(), name), value), line);
        }
    }

    /** Returns the local variable that an assignment to a name sets; null if it sets another place. */
    Variable localTarget(SyntaxNode target) {
        return target.is("identifier") && meaning(target.text(), false) instanceof Meaning.Local local
                ? local.variable()
                : null;
    }

    /** Returns a function, lambda or class body as a value, with the variables that it captures. */
    Variable closure(SyntaxNode definition, int line) {
        Map<String, Operand> bound = new LinkedHashMap<>();
        for (String each : module.scope(definition).free()) {
            Meaning meaning = meaning(each, false);
            if (meaning instanceof Meaning.Local local && !isOwnName(each, definition)) {
                bound.put(each, local.variable());
            } else if (meaning instanceof Meaning.Captured && !isShared(each)) {
                bound.put(each, read(meaning, line));
            }
        }
        return assign(null, new Expression.Closure(module.definitions().function(definition), bound), line);
    }

    private boolean isShared(String name) {
        Scope binder = scope;
        while (binder.kind() != Scope.Kind.FUNCTION || !binder.binds(name)) {
            binder = binder.parent();
        }
        return binder.isShared(name);
    }

    /** A function knows itself. */
    private boolean isOwnName(String name, SyntaxNode definition) {
        List<Scope.Site> sites = scope.sites(name);
        return sites.size() == 1 && sites.get(0).node() == definition;
    }
}
