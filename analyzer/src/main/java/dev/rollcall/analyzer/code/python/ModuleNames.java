package dev.rollcall.analyzer.code.python;

import dev.rollcall.analyzer.code.form.CodeType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What the names of a module stand for, and expressions that are made of them. Not thread-safe. */
final class ModuleNames {
    /** The most names that a module gives one thing, one by another. */
    private static final int MOST_NAMES_OF_ONE = 20;

    private static final Set<String> NAMES = Set.of("identifier", "attribute");

    private static final Set<String> BUILTINS =
            Set.of(("abs all any ascii bin bool breakpoint bytearray bytes callable chr"
                            + " classmethod compile complex delattr dict dir divmod enumerate eval exec exit filter float format frozenset"
                            + " getattr globals hasattr hash help hex id input int isinstance issubclass iter len list locals map max"
                            + " memoryview min next object oct open ord pow print property quit range repr reversed round set setattr slice"
                            + " sorted staticmethod str sum super tuple type vars zip BaseException Exception KeyboardInterrupt"
                            + " StopIteration StopAsyncIteration SystemExit GeneratorExit NotImplemented Ellipsis")
                    .split(" "));
    private static final Set<String> WRAPPERS =
            Set.of("Optional", "Union", "Annotated", "Final", "Required", "NotRequired");
    private static final Set<String> LISTS = Set.of(
            "list", "set", "deque", "List", "Set", "Deque", "Sequence", "MutableSequence", "Collection", "Iterable");
    private static final Set<String> MAPS =
            Set.of("dict", "Dict", "Mapping", "MutableMapping", "OrderedDict", "DefaultDict", "defaultdict");
    private static final Pattern BLANK = Pattern.compile("\\s");
    private static final Pattern QUOTES = Pattern.compile("^\\w*['\"]+|['\"]+$");
    private static final Pattern OPTIONAL = Pattern.compile("(?:typing\\.)?Optional\\[(.*)]");
    private static final Pattern WORD = Pattern.compile("\\w+");

    private final PythonModule module;
    private final PythonModules modules;
    private final List<SyntaxNode> wildcards;
    private final Set<String> resolving = new HashSet<>();
    /** The expressions that the module gives a name at its top, by the node of the name; null until they are asked for. */
    private Map<SyntaxNode, SyntaxNode> namesGiven;

    private String wholeLibrary;

    ModuleNames(PythonModule module) {
        this.module = module;
        modules = module.modules();
        wildcards = module.definitions().imports().stream()
                .filter(each -> each.first("wildcard_import").isPresent())
                .toList();
    }

    /**
     * Returns what a name stands for in the module, outside of functions.
     *
     * @param called whether it is the function of a call or what an attribute is taken from: then a name that is imported, or else {@code
     *     None}, stands for what is imported
     */
    Meaning meaning(String name, boolean called) {
        Meaning own = own(name, called);
        if (own != null) {
            return own;
        }
        Meaning starred = ofWildcards(name, called, new HashSet<>(Set.of(module.name())));
        if (starred != null) {
            return starred;
        }
        Meaning library = ofWholeLibrary(name);
        return library == null ? new Meaning.Library(name) : library;
    }

    /** Returns what a name stands for that the module has of modules of the program by {@code import *}, the last one first; null if none has it. */
    private Meaning ofWildcards(String name, boolean called, Set<String> seen) {
        Meaning found = null;
        for (int i = wildcards.size() - 1; i >= 0 && found == null && !name.startsWith("_"); i--) {
            Meaning from = source(wildcards.get(i));
            found = from instanceof Meaning.Unit unit ? ofUnit(unit, name, called, seen) : null;
        }
        return found;
    }

    /** Returns a name of the last library that the module, or one that it has by {@code import *}, imports as a whole; null without. */
    private Meaning ofWholeLibrary(String name) {
        boolean builtin = BUILTINS.contains(name) || name.endsWith("Error") || name.endsWith("Warning");
        String library = builtin || name.startsWith("_") ? "" : wholeLibrary();
        return library.isEmpty() ? null : new Meaning.Library(library + "." + name);
    }

    private String wholeLibrary() {
        if (wholeLibrary == null) {
            wholeLibrary = "";
            for (int i = wildcards.size() - 1; i >= 0 && wholeLibrary.isEmpty(); i--) {
                Meaning from = source(wildcards.get(i));
                if (from instanceof Meaning.Library library) {
                    wholeLibrary = library.name();
                } else if (from instanceof Meaning.Unit unit) {
                    wholeLibrary = modules.module(unit.name())
                            .map(each -> each.names().wholeLibrary())
                            .orElse("");
                }
            }
        }
        return wholeLibrary;
    }

    /** Returns what the module has of another one when it is asked for it; null if it does not. */
    private Meaning onDemand(String name) {
        // The other one may have all that this module has.
        if (!resolving.add("." + name)) {
            return null;
        }
        try {
            Meaning imported = importedInGetter(name);
            return imported != null
                    ? imported
                    : module.onDemand()
                            .source(name)
                            .flatMap(source -> ImportsOnDemand.find(
                                            source.module(),
                                            each -> modules.find(module.name(), modules.absolute(module.name(), each)))
                                    .map(unit -> member(new Meaning.Unit(unit), source.name(), true)))
                            .orElse(null);
        } finally {
            resolving.remove("." + name);
        }
    }

    private Meaning importedInGetter(String name) {
        return module.definitions().functions().keySet().stream()
                .filter(each -> each.is("function_definition")
                        && each.child("name").text().equals("__getattr__")
                        && module.definitions().around(each) == null)
                .flatMap(each -> module.scope(each).sites(name).stream())
                .filter(each -> each.binding() == Scope.Binding.IMPORT)
                .map(this::imported)
                .findFirst()
                .orElse(null);
    }

    /** Returns what the module itself binds a name to; null if it does not. */
    private Meaning own(String name, boolean called) {
        Scope scope = module.scope(module.root());
        List<Scope.Site> sites = sites(scope, name);
        if (sites.isEmpty() || !name.startsWith("_") && sites.stream().allMatch(this::isFallback)) {
            return null;
        }
        Meaning known = of(scope, name, called);
        return known == null ? new Meaning.Global(module.name(), name) : known;
    }

    /** Returns whether a handler binds something in place of what {@code import *} of a library in its {@code try} would have bound. */
    private boolean isFallback(Scope.Site site) {
        return !wildcards.isEmpty()
                && module.root().parts().stream()
                        .filter(each -> each.is("try_statement") && each.contains(site.node()))
                        .filter(each -> !each.child("body").contains(site.node()))
                        .anyMatch(each -> wildcards.stream()
                                .filter(all -> each.child("body").contains(all))
                                .anyMatch(all -> source(all) instanceof Meaning.Library));
    }

    /** Returns where a name is bound, for one of the module also by functions. */
    private List<Scope.Site> sites(Scope scope, String name) {
        List<Scope.Site> sites = new ArrayList<>(scope.sites(name));
        if (scope.kind() == Scope.Kind.MODULE) {
            module.definitions()
                    .assigning(name)
                    .forEach(each -> sites.addAll(module.scope(each).sitesOfModule(name)));
        }
        return sites;
    }

    /** Returns what all places that bind a name bind it to; null for a variable. */
    Meaning of(Scope scope, String name, boolean called) {
        List<Scope.Site> sites = sites(scope, name);
        if (!resolving.add(name)) {
            return null;
        }
        try {
            Set<Meaning> meanings = new LinkedHashSet<>();
            Meaning imported = null;
            boolean nothing = false;
            for (Scope.Site site : sites) {
                switch (site.binding()) {
                    case VALUE -> {
                        return sites.size() == 1 && scope.kind() == Scope.Kind.MODULE ? renamed(site) : null;
                    }
                    case NOTHING -> nothing = true;
                    case IMPORT -> {
                        Meaning found = imported(site);
                        imported = imported == null ? found : imported;
                        meanings.add(found);
                    }
                    case TYPE ->
                        meanings.add(
                                new Meaning.Type(module.definitions().types().get(site.node())));
                    default -> {
                        if (scope.kind() != Scope.Kind.MODULE) {
                            return null;
                        }
                        meanings.add(new Meaning.Function(module.definitions().function(site.node())));
                    }
                }
            }
            boolean isFixed = sites.size() == scope.sites(name).size() || meanings.size() == 1;
            if (imported != null && called && isFixed) {
                return imported;
            }
            if (meanings.size() > 1 && sites.stream().allMatch(each -> isUnconditional(scope, each))) {
                return List.copyOf(meanings).get(meanings.size() - 1);
            }
            return meanings.size() == 1 && (!nothing || called)
                    ? meanings.iterator().next()
                    : null;
        } finally {
            resolving.remove(name);
        }
    }

    /** Returns what a module gives another name of its own, {@code get_rank = dist.get_rank}, if it is a library's; else null. */
    private Meaning renamed(Scope.Site site) {
        if (namesGiven == null) {
            namesGiven = new IdentityHashMap<>();
            module.root().parts().stream()
                    .filter(each -> each.is("expression_statement"))
                    .map(each -> each.part(0))
                    .filter(each -> each.is("assignment"))
                    .filter(each -> NAMES.contains(each.child("right").bare().type()))
                    .forEach(each -> namesGiven.put(each.child("left"), each.child("right")));
        }
        SyntaxNode right = resolving.size() < MOST_NAMES_OF_ONE ? namesGiven.get(site.node()) : null;
        return right != null && ofExpression(right, name -> meaning(name, true)) instanceof Meaning.Library library
                ? library
                : null;
    }

    private boolean isUnconditional(Scope scope, Scope.Site site) {
        if (scope.kind() != Scope.Kind.MODULE || site.binding() == Scope.Binding.IMPORT) {
            return false;
        }
        return module.root().children().stream()
                .anyMatch(each -> each == site.node()
                        || each.is("decorated_definition") && each.child("definition") == site.node());
    }

    /** Returns what an import binds. */
    Meaning imported(Scope.Site site) {
        SyntaxNode node = site.node();
        boolean renamed = node.is("aliased_import");
        String name = (renamed ? node.child("name") : node).text();
        if (site.statement().is("import_statement")) {
            return module(renamed ? name : Scope.importedAs(node));
        }
        return member(source(site.statement()), name, true);
    }

    /** Returns the full name of a module that an import names, perhaps from the file's own package. */
    private String absolute(SyntaxNode from) {
        return modules.absolute(module.name(), BLANK.matcher(from.text()).replaceAll(""));
    }

    /** Returns what an import takes names from. */
    private Meaning source(SyntaxNode imports) {
        return module(absolute(imports.child("module_name")));
    }

    private Meaning module(String name) {
        return modules.find(module.name(), name)
                .<Meaning>map(Meaning.Unit::new)
                .orElseGet(() -> new Meaning.Library(name));
    }

    /** Returns an attribute of what a name stands for; null if that is a matter of values. */
    Meaning member(Meaning of, String name, boolean called) {
        if (of instanceof Meaning.Library library) {
            return module(library.name() + "." + name);
        }
        if (of instanceof Meaning.Unit unit) {
            Meaning found = ofUnit(unit, name, called, new HashSet<>());
            Meaning library = found == null
                    ? modules.module(unit.name())
                            .map(each -> each.names().ofWholeLibrary(name))
                            .orElse(null)
                    : found;
            return library == null ? new Meaning.Library(modules.moduleName(unit.name()) + "." + name) : library;
        }
        if (of instanceof Meaning.Type type) {
            String inner = type.name() + "." + name;
            return modules.type(inner).isPresent() ? new Meaning.Type(inner) : new Meaning.Attribute(type.name(), name);
        }
        return null;
    }

    /** @param seen the modules that were asked for the name */
    private Meaning ofUnit(Meaning.Unit unit, String name, boolean called, Set<String> seen) {
        ModuleNames other = modules.module(unit.name()).map(PythonModule::names).orElse(null);
        if (other == null || !seen.add(unit.name())) {
            return null;
        }
        Meaning own = other.own(name, called);
        if (own == null && modules.isPackage(unit.name())) {
            own = modules.below(unit.name(), name).map(Meaning.Unit::new).orElse(null);
        }
        own = own == null ? other.ofWildcards(name, called, seen) : own;
        return own == null ? other.onDemand(name) : own;
    }

    /**
     * Returns what an expression of names and dots stands for; null if that is a matter of values.
     *
     * @param names what a name stands for where the expression is
     */
    Meaning ofExpression(SyntaxNode node, Function<String, Meaning> names) {
        SyntaxNode bare = node.bare();
        return switch (bare.type()) {
            case "identifier" -> names.apply(bare.text());
            case "attribute" -> {
                Meaning of = ofExpression(bare.child("object"), names);
                yield of == null ? null : member(of, bare.child("attribute").text(), true);
            }
            case "dotted_name" -> {
                Meaning found = names.apply(bare.part(0).text());
                for (int i = 1; found != null && i < bare.parts().size(); i++) {
                    found = member(found, bare.part(i).text(), true);
                }
                yield found;
            }
            default -> null;
        };
    }

    /** Returns the full name of what is known by name; null for variables and functions of the program. */
    static String nameOf(Meaning meaning) {
        if (meaning instanceof Meaning.Library library) {
            return library.name();
        }
        if (meaning instanceof Meaning.Type type) {
            return type.name();
        }
        return meaning instanceof Meaning.Unit unit ? unit.name() : null;
    }

    /** Returns the type that an annotation names, without {@code Optional} and the like; empty where it names none. */
    String typeName(SyntaxNode annotation, Function<String, Meaning> names) {
        switch (annotation.type()) {
            case "type":
                return typeName(annotation.part(0), names);
            case "identifier", "attribute", "member_type":
                String name = nameOf(ofExpression(annotation, names));
                return name == null ? "" : name;
            case "string":
                return quoted(QUOTES.matcher(annotation.text()).replaceAll(""), names);
            case "generic_type", "subscript":
                List<SyntaxNode> parts = annotation.parts();
                String base = parts.isEmpty() ? "" : typeName(parts.get(0), names);
                String wrapper = base.substring(base.lastIndexOf('.') + 1);
                List<SyntaxNode> inner = annotation.is("subscript")
                        ? annotation.all("subscript")
                        : annotation.first("type_parameter").parts();
                return WRAPPERS.contains(wrapper) && !inner.isEmpty()
                        ? anyOf(wrapper.equals("Union") ? inner : inner.subList(0, 1), names)
                        : collection(base, wrapper, inner, names);
            case "union_type", "binary_operator":
                return anyOf(annotation.parts(), names);
            default:
                return "";
        }
    }

    /** Returns the type of a collection with that of its elements, if these are of one class of the program; else that of the collection alone. */
    private String collection(String base, String name, List<SyntaxNode> inner, Function<String, Meaning> names) {
        boolean isMap = MAPS.contains(name) && inner.size() == 2;
        if (!isMap && !(LISTS.contains(name) && inner.size() == 1)) {
            return base;
        }
        String element = typeName(inner.get(inner.size() - 1), names);
        boolean isOneOfProgram =
                element.contains(":") && CodeType.alternatives(element).size() == 1;
        return isOneOfProgram ? CodeType.collectionOf(element, isMap) : base;
    }

    private String anyOf(List<SyntaxNode> types, Function<String, Meaning> names) {
        return anyOf(types.stream()
                .filter(each -> !each.text().equals("None"))
                .flatMap(each -> CodeType.alternatives(typeName(each, names)).stream()));
    }

    /** Which of several classes of libraries it is changes nothing, and the first stands for all; the program's have their unit before a colon. */
    private String anyOf(Stream<String> types) {
        List<String> known = types.filter(each -> !each.isEmpty()).distinct().toList();
        boolean isOfProgram = known.stream().anyMatch(each -> each.contains(":"));
        return isOfProgram || known.size() < 2 ? CodeType.anyOf(known) : known.get(0);
    }

    /** Returns the type that a text names; of brackets it knows those of {@code Optional}. */
    private String quoted(String text, Function<String, Meaning> names) {
        Matcher optional = OPTIONAL.matcher(text);
        if (optional.matches()) {
            return quoted(optional.group(1), names);
        }
        return text.contains("[") ? "" : anyOf(Stream.of(text.split("\\|")).map(each -> dotted(each.strip(), names)));
    }

    private String dotted(String text, Function<String, Meaning> names) {
        String[] parts = text.split("\\.");
        Meaning found = WORD.matcher(parts[0]).matches() ? names.apply(parts[0]) : null;
        for (int i = 1; found != null && i < parts.length; i++) {
            found = member(found, parts[i], true);
        }
        String name = nameOf(found);
        return name == null ? "" : name;
    }

    /** Returns the modules of libraries that the module imports. */
    Set<String> libraries() {
        Set<String> found = new LinkedHashSet<>();
        for (SyntaxNode each : module.definitions().imports()) {
            List<String> names = each.is("import_statement")
                    ? each.all("name").stream()
                            .map(name -> (name.is("aliased_import") ? name.child("name") : name).text())
                            .toList()
                    : List.of(absolute(each.child("module_name")));
            names.stream()
                    .filter(name -> modules.find(module.name(), name).isEmpty())
                    .forEach(found::add);
        }
        return found;
    }
}
