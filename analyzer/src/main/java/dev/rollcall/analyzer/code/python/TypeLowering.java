package dev.rollcall.analyzer.code.python;

import dev.rollcall.analyzer.code.form.CodeType;
import dev.rollcall.analyzer.code.form.FormalParameter;
import dev.rollcall.analyzer.code.form.FunctionId;
import dev.rollcall.analyzer.code.form.Literal;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Lowers the classes of a module. Not thread-safe. */
final class TypeLowering {
    private static final Set<String> ENUMS =
            Set.of("enum.Enum", "enum.IntEnum", "enum.StrEnum", "enum.Flag", "enum.IntFlag");
    private static final Set<String> RECORD_DECORATORS = Set.of(
            "dataclasses.dataclass",
            "attr.s",
            "attr.attrs",
            "attr.define",
            "attr.frozen",
            "attrs.define",
            "attrs.frozen");
    private static final Set<String> RECORD_BASES = Set.of("typing.NamedTuple", "pydantic.BaseModel");

    private final PythonModule module;
    private final Map<String, SyntaxNode> nodes = new LinkedHashMap<>();
    private final Map<String, CodeType> types = new HashMap<>();

    TypeLowering(PythonModule module) {
        this.module = module;
        module.definitions().types().forEach((node, name) -> nodes.put(name, node));
    }

    /** Returns the classes in the order of the source. */
    List<CodeType> all() {
        return nodes.keySet().stream().map(each -> type(each).orElseThrow()).toList();
    }

    /** Returns a class by its name; empty if the module has none of it. */
    Optional<CodeType> type(String name) {
        SyntaxNode node = nodes.get(name);
        if (node != null && !types.containsKey(name)) {
            types.put(name, lower(name, node));
        }
        return Optional.ofNullable(types.get(name));
    }

    private CodeType lower(String name, SyntaxNode node) {
        Scope scope = module.scope(node);
        Map<String, FunctionId> methods = new LinkedHashMap<>();
        Map<String, String> fieldTypes = new HashMap<>();
        List<String> constants = new ArrayList<>();
        Set<CodeType.Trait> traits = EnumSet.noneOf(CodeType.Trait.class);
        List<String> supers = supers(node);
        boolean isEnum = supers.stream().anyMatch(ENUMS::contains);
        for (String each : scope.names()) {
            for (Scope.Site site : scope.sites(each)) {
                if (site.binding() == Scope.Binding.FUNCTION) {
                    String accessor = FunctionHeader.accessor(site.node(), module);
                    if (accessor.isEmpty() || accessor.equals(CodeType.SETTER)) {
                        methods.put(each + accessor, module.definitions().function(site.node()));
                    }
                } else if (isEnum && site.binding() == Scope.Binding.VALUE && !each.startsWith("_")) {
                    constants.add(each);
                }
            }
        }
        annotated(node).forEach((field, type) -> fieldTypes.put(field, type));
        FunctionId constructor = methods.get(Definitions.CONSTRUCTOR);
        if (constructor != null) {
            assigned(scope, fieldTypes);
        }
        fieldTypes.values().removeIf(String::isEmpty);
        if (isEnum) {
            traits.add(CodeType.Trait.ENUM);
        } else if (isRecord(node, supers)) {
            traits.add(CodeType.Trait.RECORD);
            methods.putIfAbsent(Definitions.CONSTRUCTOR, constructorOf(name));
        }
        return new CodeType(name, supers, methods, fieldTypes, constants, traits);
    }

    private List<String> supers(SyntaxNode node) {
        List<String> supers = new ArrayList<>();
        for (SyntaxNode each : node.child("superclasses").parts()) {
            String name = each.is("keyword_argument") ? "" : module.names().typeName(each, lookup(node));
            if (!name.isEmpty()) {
                supers.add(name);
            }
        }
        return supers;
    }

    /** Returns what names stand for around a class or function, as far as that is known without values. */
    Function<String, Meaning> lookup(SyntaxNode definition) {
        Scope around = module.scope(definition).parent();
        return name -> {
            for (Scope each = around; each.parent() != null; each = each.parent()) {
                if (each.binds(name)) {
                    return module.names().of(each, name, true);
                }
            }
            return module.names().meaning(name, true);
        };
    }

    private boolean isRecord(SyntaxNode node, List<String> supers) {
        return FunctionHeader.decoratorNames(node, module).stream().anyMatch(RECORD_DECORATORS::contains)
                || supers.stream().anyMatch(RECORD_BASES::contains);
    }

    /** Returns the annotated variables of a class body, with their types; empty where unknown. */
    private Map<String, String> annotated(SyntaxNode node) {
        Map<String, String> found = new LinkedHashMap<>();
        for (SyntaxNode each : node.child("body").parts()) {
            SyntaxNode assignment = each.is("expression_statement") ? each.part(0) : each;
            SyntaxNode annotation = assignment.child("type");
            if (assignment.is("assignment")
                    && annotation.isPresent()
                    && !annotation.text().contains("ClassVar")) {
                found.put(assignment.child("left").text(), module.names().typeName(annotation, lookup(node)));
            }
        }
        return found;
    }

    /**
     * Adds the fields that a constructor sets with an annotation, or to a parameter that has one. A constructor that takes only numbers
     * and the like is not read for it.
     */
    private void assigned(Scope scope, Map<String, String> fieldTypes) {
        List<Scope.Site> sites = scope.sites(Definitions.CONSTRUCTOR);
        SyntaxNode constructor = sites.get(sites.size() - 1).node();
        boolean objects = constructor.child("parameters").parts().stream()
                .map(each -> module.names().typeName(each.child("type"), lookup(constructor)))
                .anyMatch(type -> type.indexOf('.') >= 0 || type.indexOf(':') >= 0);
        if (!objects) {
            return;
        }
        Scope parameters = scope.inner(constructor);
        String self = Scope.name(constructor.child("parameters").part(0));
        for (SyntaxNode each : constructor.child("body").parts()) {
            SyntaxNode assignment = each.is("expression_statement") ? each.part(0) : each;
            SyntaxNode left = assignment.child("left");
            if (!assignment.is("assignment")
                    || !left.is("attribute")
                    || !left.child("object").text().equals(self)) {
                continue;
            }
            SyntaxNode right = assignment.child("right");
            SyntaxNode annotation = assignment.child("type").isPresent()
                    ? assignment.child("type")
                    : stored(right)
                            .filter(name -> parameters.sites(name).size() == 1)
                            .map(parameters::annotation)
                            .orElse(null);
            if (annotation != null) {
                fieldTypes.putIfAbsent(
                        left.child("attribute").text(), module.names().typeName(annotation, lookup(constructor)));
            }
        }
    }

    /**
     * Returns the variable that an expression has the value of, where it is not missing: {@code x}, {@code x or y}, {@code x if x is not
     * None else y}, {@code y if x is None else x}.
     */
    private static Optional<String> stored(SyntaxNode expression) {
        SyntaxNode stored = expression;
        if (expression.is("boolean_operator")) {
            stored = expression.child("left");
            String rest = expression.text().substring(stored.text().length()).strip();
            if (!rest.startsWith("or")) {
                return Optional.empty();
            }
        } else if (expression.is("conditional_expression") && expression.parts().size() == 3) {
            String condition = expression.part(1).text();
            String asked = condition.replaceAll("\\s+is\\s+(not\\s+)?None$", "");
            boolean missing = condition.matches(".*\\sis\\s+None");
            stored = expression.part(missing ? 2 : 0);
            if (!stored.text().equals(asked)) {
                return Optional.empty();
            }
        }
        return stored.is("identifier") ? Optional.of(stored.text()) : Optional.empty();
    }

    private FunctionId constructorOf(String type) {
        return new FunctionId(module.name(), type, Definitions.CONSTRUCTOR, "");
    }

    /** Returns the constructors that data classes have and do not write, with their classes. */
    Map<FunctionId, SyntaxNode> unwrittenConstructors() {
        Map<FunctionId, SyntaxNode> found = new LinkedHashMap<>();
        nodes.forEach((name, node) -> {
            FunctionId id = constructorOf(name);
            boolean written = module.definitions().functions().containsValue(id);
            if (!written && id.equals(type(name).orElseThrow().methods().get(Definitions.CONSTRUCTOR))) {
                found.put(id, node);
            }
        });
        return found;
    }

    /**
     * A field of a data class.
     *
     * @param fallback the default; empty without one
     */
    record DataField(String name, String type, Optional<Literal> fallback, FormalParameter.Kind kind) {}

    /** Returns the fields of a data class that its constructor takes, those of its bases first. */
    List<DataField> fields(String type) {
        return fields(type, new ArrayList<>());
    }

    private List<DataField> fields(String type, List<String> seen) {
        Map<String, DataField> fields = new LinkedHashMap<>();
        seen.add(type);
        for (String each : type(type).map(CodeType::supers).orElse(List.of())) {
            TypeLowering other = module.modules().typesOf(each).orElse(null);
            if (other != null && !seen.contains(each) && other.type(each).isPresent()) {
                other.fields(each, seen).forEach(field -> fields.put(field.name(), field));
            }
        }
        SyntaxNode node = nodes.get(type);
        Map<String, String> annotated = annotated(node);
        FormalParameter.Kind kind = FormalParameter.Kind.PLAIN;
        for (SyntaxNode each : node.child("body").parts()) {
            SyntaxNode assignment = each.is("expression_statement") ? each.part(0) : each;
            String name = assignment.child("left").text();
            SyntaxNode value = assignment.child("right");
            if (assignment.child("type").text().endsWith("KW_ONLY")) {
                kind = FormalParameter.Kind.KEYWORD;
            } else if (assignment.is("assignment")
                    && annotated.containsKey(name)
                    && !value.text().contains("init=False")) {
                fields.put(name, new DataField(name, annotated.get(name), fallback(name, value, type), kind));
            }
        }
        return List.copyOf(fields.values());
    }

    /** Returns a field's default, which {@code field(default=…)} may hold; what is computed is what the class holds. */
    private Optional<Literal> fallback(String field, SyntaxNode value, String type) {
        if (!value.isPresent()) {
            return Optional.empty();
        }
        Function<String, Meaning> names = lookup(nodes.get(type));
        for (SyntaxNode each : value.child("arguments").parts()) {
            if (value.is("call") && each.child("name").text().equals("default")) {
                return Optional.of(FunctionHeader.constant(each.child("value"), module, names));
            }
        }
        boolean isFieldCall = isFieldCall(value);
        if (isFieldCall && !value.text().contains("default")) {
            return Optional.empty();
        }
        Literal literal = FunctionHeader.constant(value, module, names);
        boolean isHeld = literal.value() instanceof Literal.Name && !isFieldCall;
        return Optional.of(isHeld ? Literal.name(type + "." + field) : literal);
    }

    /** Returns whether a class holds nothing under a field's name: each object gets something else, or nothing. */
    private static boolean isFieldCall(SyntaxNode value) {
        return value.is("call") && value.child("function").text().matches("(\\w+\\.)?[fF]ield");
    }
}
