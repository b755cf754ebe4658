package dev.rollcall.analyzer.code.python;

import dev.rollcall.analyzer.code.form.Argument;
import dev.rollcall.analyzer.code.form.Callee;
import dev.rollcall.analyzer.code.form.CodeFunction;
import dev.rollcall.analyzer.code.form.CodeType;
import dev.rollcall.analyzer.code.form.Expression;
import dev.rollcall.analyzer.code.form.FunctionId;
import dev.rollcall.analyzer.code.form.Instruction;
import dev.rollcall.analyzer.code.form.Literal;
import dev.rollcall.analyzer.code.form.Operand;
import dev.rollcall.analyzer.code.form.Operator;
import dev.rollcall.analyzer.code.form.Place;
import dev.rollcall.analyzer.code.form.Variable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Lowers calls: what is called, and the arguments. */
final class ArgumentLowering {
    /** Bases that have no methods of their own but those of every object. */
    private static final Set<String> PLAIN_BASES = Set.of("object", "abc.ABC", "typing.Generic", "typing.Protocol");

    /** The base of an operation with a gradient of its own: {@code apply} runs its {@code forward}, behind a context. */
    private static final Set<String> AUTOGRAD = Set.of("torch.autograd.Function", "torch.autograd.function.Function");

    private final FunctionLowering function;

    ArgumentLowering(FunctionLowering function) {
        this.function = function;
    }

    /** Returns the result of a call, in a variable that is given or in a temporary. */
    Operand call(SyntaxNode node, Variable to) {
        SyntaxNode called = node.child("function").bare();
        int line = called.is("attribute") ? called.child("attribute").line() : node.line();
        if (called.is("attribute") && isSuper(called.child("object")) && function.self() != null) {
            return ofSuper(called.child("attribute").text(), node, to, line);
        }
        Meaning meaning = called.is("identifier")
                ? function.meaning(called.text(), true)
                : function.expressions().meaning(called);
        if (meaning instanceof Meaning.Library library) {
            return ofLibrary(library.name(), node, to, line);
        }
        if (meaning instanceof Meaning.Attribute attribute) {
            return ofType(attribute, node, to, line);
        }
        Callee callee = callee(called, meaning, line);
        return function.call(to, callee, arguments(node), line);
    }

    private Callee callee(SyntaxNode called, Meaning meaning, int line) {
        if (meaning instanceof Meaning.Function known) {
            return new Callee.Exact(known.id());
        }
        if (meaning instanceof Meaning.Type type) {
            return new Callee.Constructor(type.name(), "");
        }
        if (meaning != null) {
            return new Callee.Computed(function.read(meaning, line));
        }
        if (called.is("attribute")) {
            Operand object = function.expressions().value(called.child("object"));
            return new Callee.Virtual(object, "", called.child("attribute").text(), "");
        }
        return new Callee.Computed(function.expressions().value(called));
    }

    private Operand ofLibrary(String name, SyntaxNode node, Variable to, int line) {
        List<Argument> arguments = arguments(node);
        boolean plain = arguments.stream().allMatch(Argument::isPositional);
        if (name.equals("len") && plain && arguments.size() == 1) {
            return function.expressions()
                    .apply(to, line, Operator.LEN, arguments.get(0).value());
        }
        if (name.equals("dict") && !arguments.isEmpty() && arguments.stream().allMatch(Argument::isNamed)) {
            List<Operand> parts = new ArrayList<>();
            arguments.forEach(each -> parts.addAll(List.of(new Literal(each.name()), each.value())));
            return function.assign(to, new Expression.Build(Expression.Build.Kind.MAP, parts), line);
        }
        if (name.endsWith("etattr")
                && plain
                && arguments.size() >= 2
                && arguments.get(1).value() instanceof Literal key
                && key.value() instanceof String field) {
            Place place = new Place.Field(arguments.get(0).value(), "", field);
            // What is read in place of a missing attribute is left out, as a parameter's default is.
            if (name.equals("getattr")) {
                return function.assign(to, new Expression.Load(place), line);
            }
            if (name.equals("setattr") && arguments.size() == 3) {
                function.emit(new Instruction.Store(place, arguments.get(2).value()), line);
                return Literals.NONE;
            }
        }
        return function.call(to, new Callee.Named(name, ""), arguments, line);
    }

    /** A method that is named by its class gets its object as first argument; a class method gets the class. */
    private Operand ofType(Meaning.Attribute attribute, SyntaxNode node, Variable to, int line) {
        List<String> types = new ArrayList<>(List.of(attribute.type()));
        types.addAll(function.module().modules().supertypes(attribute.type()));
        Optional<FunctionId> method = method(types, attribute.name());
        List<Argument> arguments = new ArrayList<>();
        if (method.isPresent()) {
            if (isClassMethod(method.get())) {
                arguments.add(Argument.of(Literal.name(attribute.type())));
            }
            arguments.addAll(arguments(node));
            return function.call(to, new Callee.Exact(method.get()), arguments, line);
        }
        Optional<String> library = library(types);
        Optional<FunctionId> forward = method(types, "forward");
        boolean applies = attribute.name().equals("apply")
                && library.filter(AUTOGRAD::contains).isPresent();
        if (applies && forward.isPresent()) {
            arguments.add(Argument.of(Literals.NONE));
            arguments.addAll(arguments(node));
            return function.call(to, new Callee.Exact(forward.get()), arguments, line);
        }
        if (library.isPresent()) {
            arguments.addAll(arguments(node));
            Callee named = new Callee.Named(library.get() + "." + attribute.name(), "");
            return function.call(to, named, arguments, line);
        }
        Callee computed = new Callee.Computed(function.read(attribute, line));
        return function.call(to, computed, arguments(node), line);
    }

    private boolean isSuper(SyntaxNode node) {
        return node.is("call")
                && node.child("function").text().equals("super")
                && function.meaning("super", true) instanceof Meaning.Library;
    }

    /** The next class that has the method, in the order of the class in the source; the object's class may have another order. */
    private Operand ofSuper(String name, SyntaxNode node, Variable to, int line) {
        List<String> types = function.module().modules().supertypes(function.type());
        Optional<FunctionId> method = method(types, name);
        List<Argument> arguments = new ArrayList<>();
        if (method.isEmpty() || formOf(method.get()) != CodeFunction.Form.STATIC) {
            arguments.add(Argument.of(function.self()));
        }
        arguments.addAll(arguments(node));
        Callee callee = method.<Callee>map(Callee.Exact::new)
                .orElseGet(() -> new Callee.Named(library(types).orElse("object") + "." + name, ""));
        return function.call(to, callee, arguments, line);
    }

    private Optional<FunctionId> method(List<String> types, String name) {
        return types.stream()
                .flatMap(each -> function.module().modules().type(each).stream())
                .map(CodeType::methods)
                .flatMap(methods -> Optional.ofNullable(methods.get(name)).stream())
                .findFirst();
    }

    private Optional<String> library(List<String> types) {
        return types.stream()
                .filter(each -> each.indexOf(':') < 0 && !PLAIN_BASES.contains(each))
                .findFirst();
    }

    private CodeFunction.Form formOf(FunctionId method) {
        return function.module()
                .modules()
                .module(method.unit())
                .map(module -> FunctionHeader.form(module, module.definitions().node(method)))
                .orElse(CodeFunction.Form.METHOD);
    }

    private boolean isClassMethod(FunctionId method) {
        return function.module()
                .modules()
                .module(method.unit())
                .filter(module -> FunctionHeader.isClassMethod(
                        module, module.definitions().node(method)))
                .isPresent();
    }

    private List<Argument> arguments(SyntaxNode call) {
        SyntaxNode list = call.child("arguments");
        if (list.is("generator_expression")) {
            return List.of(Argument.of(function.expressions().value(list)));
        }
        List<Argument> arguments = new ArrayList<>();
        for (SyntaxNode each : list.parts()) {
            switch (each.type()) {
                case "keyword_argument" ->
                    arguments.add(new Argument(each.child("name").text(), value(each.child("value"))));
                case "list_splat" -> arguments.add(new Argument(Argument.SEQUENCE, value(each.part(0))));
                case "dictionary_splat" -> arguments.add(new Argument(Argument.MAPPING, value(each.part(0))));
                default -> arguments.add(Argument.of(value(each)));
            }
        }
        return arguments;
    }

    private Operand value(SyntaxNode node) {
        return function.expressions().value(node);
    }
}
