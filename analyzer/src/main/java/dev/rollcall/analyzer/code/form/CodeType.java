package dev.rollcall.analyzer.code.form;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * A class of the program. Immutable and thread-safe.
 *
 * @param name its name, see the package
 * @param supers its base classes and interfaces, the program's and libraries', in the order in which methods are looked up
 * @param methods the methods with code that it declares, constructors included, by name and descriptor without blank; those that set a Python
 *     property by its name and {@link #SETTER}
 * @param fieldTypes the declared or annotated types of its fields, by name; one may be of several classes
 * @param constants the names of its enum constants in their order
 * @param traits what kind of class it is
 */
public record CodeType(
        String name,
        List<String> supers,
        Map<String, FunctionId> methods,
        Map<String, String> fieldTypes,
        List<String> constants,
        Set<Trait> traits) {
    /** The methods that a call of a Python object runs, the first that its class has: a module of PyTorch computes by the second. */
    public static final List<String> CALLED = List.of("__call__", "forward");

    /** How the name of a method ends that sets a Python property. */
    public static final String SETTER = ".setter";

    /** Stands between the classes of a type of several. */
    private static final String OR = "|";

    /** How the name of the type of a list and the like ends, behind that of its elements. */
    private static final String LIST = "[]";

    /** How the name of the type of a map ends, behind that of its values. */
    private static final String MAP = "{}";

    /** Kinds of classes. */
    public enum Trait {
        INTERFACE,
        /** A Java class or interface of which no object has this very class. */
        ABSTRACT,
        /** A Java record or a Python data class: its constructor, written or made by the front end, stores each parameter. */
        RECORD,
        ENUM
    }

    /** Makes the collections immutable. */
    public CodeType {
        supers = List.copyOf(supers);
        methods = Collections.unmodifiableMap(new LinkedHashMap<>(methods));
        fieldTypes = Map.copyOf(fieldTypes);
        constants = List.copyOf(constants);
        traits = Set.copyOf(traits);
    }

    /** Returns the unit of a class by its name; the unit itself, which owns global variables, for that of a unit. */
    public static String unitOf(String type) {
        int colon = type.lastIndexOf(':');
        return colon < 0 ? type : type.substring(0, colon);
    }

    /** Returns whether a text is the full name of a class that a Python unit of the program has. */
    public static boolean isPythonClass(String type) {
        return type.indexOf(':') > 0 && unitOf(type).endsWith(".py");
    }

    /** Returns the name of the type whose objects are each of one of some classes; of one class, the type is the class. */
    public static String anyOf(Collection<String> types) {
        return String.join(OR, types);
    }

    /** Returns the classes that {@link #anyOf} put together to a type. */
    public static List<String> alternatives(String type) {
        return type.contains(OR) ? List.of(type.split(Pattern.quote(OR))) : List.of(type);
    }

    /** Returns the name of the type of a list and the like whose elements are of a type, or of a map of such values. */
    public static String collectionOf(String type, boolean isMap) {
        return type + (isMap ? MAP : LIST);
    }

    /** Returns the type of the elements of a type that {@link #collectionOf} made; empty for any other. */
    public static Optional<String> elementOf(String type, boolean isMap) {
        String end = isMap ? MAP : LIST;
        return type.endsWith(end) && !type.contains(OR)
                ? Optional.of(type.substring(0, type.length() - end.length()))
                : Optional.empty();
    }

    /** Returns whether a full name is that of a class: it begins with a capital letter in both languages. */
    public static boolean isClassName(String name) {
        String simple = simpleName(name);
        return !simple.isEmpty() && Character.isUpperCase(simple.charAt(0));
    }

    /** Returns the name of a class or function without its package, file or module. */
    public static String simpleName(String name) {
        return name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf(':')) + 1);
    }

    /**
     * Returns a class and what it extends and implements, directly or not, in the order in which methods are looked up.
     *
     * @param find returns a class of the program by its name; empty for a library's, at which the knowledge ends
     */
    public static List<String> family(String type, Function<String, Optional<CodeType>> find) {
        Set<String> family = new LinkedHashSet<>();
        Deque<String> open = new ArrayDeque<>(List.of(type));
        while (!open.isEmpty()) {
            String next = open.remove();
            if (family.add(next)) {
                find.apply(next).ifPresent(found -> open.addAll(found.supers()));
            }
        }
        return List.copyOf(family);
    }
}
