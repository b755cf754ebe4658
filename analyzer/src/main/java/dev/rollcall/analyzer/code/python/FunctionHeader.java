package dev.rollcall.analyzer.code.python;

import dev.rollcall.analyzer.code.form.Argument;
import dev.rollcall.analyzer.code.form.Callee;
import dev.rollcall.analyzer.code.form.CodeFunction;
import dev.rollcall.analyzer.code.form.Decorator;
import dev.rollcall.analyzer.code.form.FormalParameter;
import dev.rollcall.analyzer.code.form.FunctionBuilder;
import dev.rollcall.analyzer.code.form.Literal;
import dev.rollcall.analyzer.code.form.Variable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Lowers what stands before a function's body: decorators, parameters with their defaults, annotations. */
final class FunctionHeader {
    private static final Set<String> CONTEXTS = Set.of("contextlib.contextmanager", "contextlib.asynccontextmanager");
    private static final String ABSTRACT_METHOD = "abc.abstractmethod";
    private static final Set<String> WITHOUT_EFFECT = Set.of(ABSTRACT_METHOD, "typing.overload", "typing.final");
    private static final Set<String> CLASS_METHODS = Set.of("__new__", "__init_subclass__", "__class_getitem__");

    private final PythonModule module;
    private final SyntaxNode node;
    private final Function<String, Meaning> names;

    FunctionHeader(PythonModule module, SyntaxNode node) {
        this.module = module;
        this.node = node;
        names = module.types().lookup(node);
    }

    /** Returns the full names of the decorators that are known by name, in the order of the source. */
    static List<String> decoratorNames(SyntaxNode definition, PythonModule module) {
        FunctionHeader header = new FunctionHeader(module, definition);
        return module.definitions().decorators(definition).stream()
                .map(each -> header.nameOf(each.part(0)))
                .toList();
    }

    private String nameOf(SyntaxNode decorator) {
        SyntaxNode function = decorator.is("call") ? decorator.child("function") : decorator;
        String name = ModuleNames.nameOf(module.names().ofExpression(function, names));
        return name == null ? "" : name;
    }

    /** Returns what comes behind the name of a method by which a property is set or deleted, with a dot; empty for any other. */
    static String accessor(SyntaxNode function, PythonModule module) {
        return module.definitions().decorators(function).stream()
                .map(each -> each.part(0).text())
                .filter(each -> each.matches("[\\w.]+\\.(setter|deleter)"))
                .map(each -> each.substring(each.lastIndexOf('.')))
                .findFirst()
                .orElse("");
    }

    /** Returns the form that a function's place and decorators give it; null: a constructor that nobody wrote. */
    static CodeFunction.Form form(PythonModule module, SyntaxNode node) {
        if (node == null) {
            return CodeFunction.Form.METHOD;
        }
        if (!node.is("function_definition")) {
            return node.is("lambda")
                    ? CodeFunction.Form.LAMBDA
                    : node.is("class_definition") ? CodeFunction.Form.TYPE_BODY : CodeFunction.Form.MODULE;
        }
        SyntaxNode around = module.definitions().around(node);
        if (around == null || !around.is("class_definition")) {
            return CodeFunction.Form.FUNCTION;
        }
        boolean isStatic = decoratorNames(node, module).contains("staticmethod");
        return isStatic ? CodeFunction.Form.STATIC : CodeFunction.Form.METHOD;
    }

    /** Returns whether a method's first parameter is the class. */
    static boolean isClassMethod(PythonModule module, SyntaxNode node) {
        return node != null
                && form(module, node) == CodeFunction.Form.METHOD
                && (CLASS_METHODS.contains(node.child("name").text())
                        || decoratorNames(node, module).contains("classmethod"));
    }

    /** Adds the marks and decorators to a function. */
    void decorate(FunctionBuilder builder, boolean yields) {
        boolean method = form(module, node) == CodeFunction.Form.METHOD;
        boolean context = false;
        List<SyntaxNode> decorators = module.definitions().decorators(node);
        for (int i = decorators.size() - 1; i >= 0; i--) {
            SyntaxNode each = decorators.get(i).part(0);
            String name = nameOf(each);
            if (name.endsWith("property") && !each.is("call")) {
                builder.mark(CodeFunction.Mark.PROPERTY);
            } else if (CONTEXTS.contains(name)) {
                context = true;
            } else if (!name.matches("staticmethod|classmethod")
                    && !WITHOUT_EFFECT.contains(name)
                    && !each.text().matches("[\\w.]+\\.(setter|deleter|getter)")) {
                builder.decorator(decorator(each));
            }
        }
        if (method && isClassMethod(module, node)) {
            builder.mark(CodeFunction.Mark.CLASS_METHOD);
        }
        if (method && isAbstract()) {
            builder.mark(CodeFunction.Mark.ABSTRACT);
        }
        if (context || yields) {
            builder.mark(context ? CodeFunction.Mark.CONTEXT : CodeFunction.Mark.GENERATOR);
        }
        builder.returnType(module.names().typeName(node.child("return_type"), names));
    }

    private boolean isAbstract() {
        List<SyntaxNode> statements = node.child("body").parts().stream()
                .filter(each -> !each.is("comment") && !isText(each))
                .toList();
        boolean says = decoratorNames(node, module).contains(ABSTRACT_METHOD);
        return says
                ? statements.stream().allMatch(each -> isPlaceholder(each) || raisesNotImplemented(each))
                : statements.size() == 1 && raisesNotImplemented(statements.get(0));
    }

    private static boolean isText(SyntaxNode statement) {
        return statement.is("expression_statement") && statement.part(0).is("string");
    }

    private static boolean isPlaceholder(SyntaxNode statement) {
        return statement.is("pass_statement") || statement.text().equals("...");
    }

    private static boolean raisesNotImplemented(SyntaxNode statement) {
        SyntaxNode raised = statement.part(0);
        SyntaxNode type = raised.is("call") ? raised.child("function") : raised;
        return statement.is("raise_statement") && type.text().equals("NotImplementedError");
    }

    private Decorator decorator(SyntaxNode node) {
        boolean called = node.is("call");
        SyntaxNode function = called ? node.child("function") : node;
        Optional<List<Argument>> arguments =
                called ? Optional.of(arguments(node.child("arguments"))) : Optional.empty();
        return new Decorator(callee(function), arguments, node.line());
    }

    private Callee callee(SyntaxNode function) {
        Meaning meaning = module.names().ofExpression(function, names);
        if (meaning instanceof Meaning.Function known) {
            return new Callee.Exact(known.id());
        }
        if (meaning instanceof Meaning.Type type) {
            return new Callee.Constructor(type.name(), "");
        }
        if (meaning instanceof Meaning.Library library) {
            return new Callee.Named(library.name(), "");
        }
        return function.is("attribute")
                ? new Callee.Virtual(
                        Literal.name(function.child("object").oneLine()),
                        "",
                        function.child("attribute").text(),
                        "")
                : new Callee.Computed(Literal.name(function.oneLine()));
    }

    private List<Argument> arguments(SyntaxNode node) {
        List<Argument> arguments = new ArrayList<>();
        for (SyntaxNode each : node.parts()) {
            switch (each.type()) {
                case "keyword_argument" ->
                    arguments.add(
                            new Argument(each.child("name").text(), constant(each.child("value"), module, names)));
                case "list_splat" ->
                    arguments.add(new Argument(Argument.SEQUENCE, constant(each.part(0), module, names)));
                case "dictionary_splat" ->
                    arguments.add(new Argument(Argument.MAPPING, constant(each.part(0), module, names)));
                default -> arguments.add(Argument.of(constant(each, module, names)));
            }
        }
        return arguments;
    }

    /** Returns a literal for an expression that is not evaluated: its full name if it has one, or its text. */
    static Literal constant(SyntaxNode node, PythonModule module, Function<String, Meaning> names) {
        Literal literal = Literals.of(node);
        if (literal != null) {
            return literal;
        }
        String name = ModuleNames.nameOf(module.names().ofExpression(node, names));
        return Literal.name(name == null ? node.oneLine() : name);
    }

    /**
     * Adds the parameters to a function.
     *
     * @param owner the class of a method's object; empty for others
     * @param variables gives the variables of the parameters
     */
    void parameters(FunctionBuilder builder, String owner, Variables variables) {
        FormalParameter.Kind kind = FormalParameter.Kind.PLAIN;
        String type = owner;
        for (SyntaxNode each : node.child("parameters").parts()) {
            SyntaxNode name = switch (each.type()) {
                case "default_parameter", "typed_default_parameter" -> each.child("name");
                case "typed_parameter" -> each.part(0);
                default -> each;
            };
            if (name.is("keyword_separator")) {
                kind = FormalParameter.Kind.KEYWORD;
                continue;
            }
            if (name.is("positional_separator") || name.is("ERROR")) {
                continue;
            }
            FormalParameter.Kind own = kind;
            if (name.is("list_splat_pattern")) {
                own = FormalParameter.Kind.REST;
                kind = FormalParameter.Kind.KEYWORD;
            } else if (name.is("dictionary_splat_pattern")) {
                own = FormalParameter.Kind.NAMED_REST;
            }
            SyntaxNode value = each.child("value");
            Optional<Literal> fallback =
                    value.isPresent() ? Optional.of(constant(value, module, names)) : Optional.empty();
            boolean plain = own == FormalParameter.Kind.PLAIN || own == FormalParameter.Kind.KEYWORD;
            String annotated = plain ? module.names().typeName(each.child("type"), names) : "";
            builder.parameter(new FormalParameter(
                    variables.parameter(Scope.name(name), type.isEmpty() ? annotated : type), own, fallback));
            type = "";
        }
    }

    /** Gives the variable of a parameter. */
    interface Variables {
        Variable parameter(String name, String type);
    }
}
