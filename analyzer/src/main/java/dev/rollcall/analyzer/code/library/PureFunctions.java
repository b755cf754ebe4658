package dev.rollcall.analyzer.code.library;

import dev.rollcall.analyzer.code.form.Arithmetic;
import dev.rollcall.analyzer.code.form.Literal;
import dev.rollcall.analyzer.code.form.Operator;
import dev.rollcall.analyzer.code.value.Evaluator;
import dev.rollcall.analyzer.code.value.KnownFunctions;
import dev.rollcall.analyzer.code.value.Operators;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The functions of Python and the JDK that programs compute with ranks, as a table of lambdas: nothing is called by reflection. Python's
 * methods go by their bare names. The form keeps no overloads, so that what {@code int} and {@code long} compute differently is not
 * known, as are texts outside of ASCII, which Python and Java count differently. Immutable and thread-safe. Sources: the Python Library
 * Reference, the API specification of Java 17.
 */
public final class PureFunctions implements KnownFunctions {
    private static final Object OPEN = Evaluator.OPEN;

    /** A method of the JDK; its key has the simple type, and one name for all collections, maps and streams. */
    private static final Pattern JDK = Pattern.compile("java\\.(?:lang|util)\\.(?:\\w+\\.)*(\\w+)\\.(\\w+)");

    private static final Pattern COLLECTION = Pattern.compile("\\w*(List|Set|Deque|Queue)|Collection|Vector|Stack");
    private static final String BLANKS = "[ \\t\\n\\x0B\\f\\r\\x1c-\\x1f]+";
    private static final double LARGEST_WHOLE = 1L << 53;

    private final Map<String, BiFunction<List<Object>, Calling, Object>> functions = new HashMap<>();

    /** Says that a function does not take an argument. */
    private static final class NotTaken extends IllegalArgumentException {
        private static final long serialVersionUID = 1L;
    }

    /** Makes the table. */
    public PureFunctions() {
        numbers();
        texts();
        collections();
        functionsOfFunctions();
    }

    @Override
    public Object apply(String function, List<Object> arguments, Calling calling) {
        BiFunction<List<Object>, Calling, Object> known = functions.get(key(function));
        if (known == null || !isKnown(arguments)) {
            return OPEN;
        }
        try {
            Object result = known.apply(arguments, calling);
            int size = result instanceof String text
                    ? text.length()
                    : result instanceof Collection<?> all ? all.size() : 0;
            return size > Evaluator.MOST_ELEMENTS ? OPEN : result;
        } catch (ArithmeticException | IndexOutOfBoundsException | IllegalArgumentException e) {
            // The program's call throws, too, or is another overload.
            return OPEN;
        }
    }

    /** Returns the keys of the functions. */
    Collection<String> names() {
        return functions.keySet();
    }

    private static String key(String function) {
        Matcher matcher = JDK.matcher(function);
        if (!matcher.matches()) {
            return function;
        }
        String type = matcher.group(1);
        String kind = type.endsWith("Stream") ? "Stream" : type.endsWith("Map") ? "Map" : type;
        return (COLLECTION.matcher(kind).matches() ? "Collection" : kind) + "." + matcher.group(2);
    }

    private void add(String names, int arity, Function<List<Object>, Object> function) {
        for (String name : names.split(" ")) {
            var others = functions.getOrDefault(name, (all, calling) -> OPEN);
            functions.put(
                    name,
                    (all, calling) ->
                            arity < 0 || all.size() == arity ? function.apply(all) : others.apply(all, calling));
        }
    }

    private void numbers() {
        add("min Math.min Integer.min Long.min Collections.min", -1, a -> extreme(a, Operator.LT));
        add("max Math.max Integer.max Long.max Collections.max", -1, a -> extreme(a, Operator.GT));
        add("int", 1, a -> toInt(a.get(0)));
        add("float", 1, a -> a.get(0) instanceof String ? Double.parseDouble(plain(text(a, 0))) : number(a, 0));
        add("bool", 1, a -> Operators.truth(a.get(0)));
        add("abs", 1, a -> a.get(0) instanceof Double of ? (Object) Math.abs(of) : Math.absExact(whole(a, 0)));
        add("Math.abs", 1, a -> a.get(0) instanceof Double of ? Math.abs(of) : inInt(Math.absExact(whole(a, 0))));
        add("round", 1, a -> whole(Math.rint(number(a, 0))));
        add("math.ceil", 1, a -> whole(Math.ceil(number(a, 0))));
        add("math.floor", 1, a -> whole(Math.floor(number(a, 0))));
        add("math.sqrt Math.sqrt", 1, a -> number(a, 0) < 0 ? OPEN : Math.sqrt(number(a, 0)));
        add("bit_length", 1, a -> 64L - Long.numberOfLeadingZeros(Math.absExact(whole(a, 0))));
        add("math.gcd", 2, a -> gcd(Math.absExact(whole(a, 0)), Math.absExact(whole(a, 1))));
        add("pow", 2, a -> power(whole(a, 0), whole(a, 1)));
        add("Math.floor", 1, a -> Math.floor(number(a, 0)));
        add("Math.ceil", 1, a -> Math.ceil(number(a, 0)));
        add("Math.round", 1, a -> Math.round(number(a, 0)));
        add("Math.pow", 2, a -> Math.pow(number(a, 0), number(a, 1)));
        add("Math.floorMod", 2, a -> Math.floorMod(whole(a, 0), whole(a, 1)));
        add("Math.floorDiv", 2, a -> inInt(Math.floorDiv(whole(a, 0), whole(a, 1))));
        add("Math.addExact Integer.sum Long.sum", 2, a -> inInt(Math.addExact(whole(a, 0), whole(a, 1))));
        add("Math.subtractExact", 2, a -> inInt(Math.subtractExact(whole(a, 0), whole(a, 1))));
        add("Math.multiplyExact", 2, a -> inInt(Math.multiplyExact(whole(a, 0), whole(a, 1))));
        add("Math.toIntExact", 1, a -> (long) Math.toIntExact(whole(a, 0)));
        add("Integer.compare Long.compare", 2, a -> (long) Long.compare(whole(a, 0), whole(a, 1)));
        add("Integer.signum Long.signum", 1, a -> (long) Long.signum(whole(a, 0)));
        add("Integer.bitCount Long.bitCount", 1, a -> (long) Long.bitCount(bits(a)));
        add("Integer.highestOneBit Long.highestOneBit", 1, a -> Long.highestOneBit(bits(a)));
        add("Integer.lowestOneBit Long.lowestOneBit", 1, a -> Long.lowestOneBit(bits(a)));
        add("Integer.numberOfTrailingZeros Long.numberOfTrailingZeros", 1, a -> bits(a) == 0 ? OPEN : zeros(a));
        add("Integer.parseInt", 1, a -> (long) Integer.parseInt(text(a, 0)));
        add("Long.parseLong", 1, a -> Long.parseLong(text(a, 0)));
        add("Boolean.parseBoolean", 1, a -> Boolean.parseBoolean(text(a, 0)));
        add("Integer.valueOf", 1, a -> a.get(0) instanceof String of ? (long) Integer.parseInt(of) : whole(a, 0));
        add("Long.valueOf", 1, a -> a.get(0) instanceof String of ? Long.parseLong(of) : whole(a, 0));
        add("Integer.intValue Integer.longValue Long.intValue Long.longValue", 1, a -> inInt(whole(a, 0)));
        add("Integer.equals Long.equals Boolean.equals Objects.equals", 2, a -> Operators.equal(a.get(0), a.get(1)));
        add("Boolean.logicalAnd", 2, a -> whole(a, 0) != 0 && whole(a, 1) != 0);
        add("Boolean.logicalOr", 2, a -> whole(a, 0) != 0 || whole(a, 1) != 0);
        add("Boolean.logicalXor", 2, a -> whole(a, 0) != 0 != (whole(a, 1) != 0));
        add(
                "Enum.valueOf",
                2,
                a -> a.get(0) instanceof Literal.Name of ? new Literal.Name(of.name() + "." + text(a, 1)) : OPEN);
        add("Objects.isNull", 1, a -> a.get(0) == null);
        add("Objects.nonNull", 1, a -> a.get(0) != null);
    }

    private void texts() {
        add("str", 1, a -> a.get(0) == null ? "None" : a.get(0) instanceof Boolean of ? truth(of) : written(a));
        add("String.valueOf Objects.toString Integer.toString Long.toString", 1, PureFunctions::written);
        add("ord", 1, a -> text(a, 0).length() == 1 ? (long) text(a, 0).charAt(0) : OPEN);
        add("startswith String.startsWith", 2, a -> text(a, 0).startsWith(text(a, 1)));
        add("endswith String.endsWith", 2, a -> text(a, 0).endsWith(text(a, 1)));
        add("String.contains", 2, a -> text(a, 0).contains(text(a, 1)));
        add("find String.indexOf", 2, a -> (long) text(a, 0).indexOf(text(a, 1)));
        add("lower String.toLowerCase", 1, a -> text(a, 0).toLowerCase(Locale.ROOT));
        add("upper String.toUpperCase", 1, a -> text(a, 0).toUpperCase(Locale.ROOT));
        add("strip", 1, a -> text(a, 0).replaceAll("^" + BLANKS + "|" + BLANKS + "$", ""));
        add("replace String.replace", 3, a -> replaced(text(a, 0), text(a, 1), text(a, 2)));
        add("join String.join", 2, a -> String.join(text(a, 0), strings(list(a, 1))));
        add("split", 2, a -> parts(text(a, 0).split(Pattern.quote(separator(a)), -1)));
        add("String.split", 2, a -> parts(text(a, 0).split(Pattern.quote(separator(a)))));
        add("String.length", 1, a -> (long) text(a, 0).length());
        add("String.isEmpty", 1, a -> text(a, 0).isEmpty());
        add("String.isBlank", 1, a -> text(a, 0).isBlank());
        add("String.trim", 1, a -> text(a, 0).trim());
        add("String.strip", 1, a -> text(a, 0).strip());
        add("String.hashCode", 1, a -> (long) text(a, 0).hashCode());
        add("String.charAt", 2, a -> (long) text(a, 0).charAt(index(a, 1)));
        add("String.substring", 2, a -> text(a, 0).substring(index(a, 1)));
        add("String.substring", 3, a -> text(a, 0).substring(index(a, 1), index(a, 2)));
        add("String.repeat", 2, a -> text(a, 0).repeat((int) Math.min(whole(a, 1), Evaluator.MOST_ELEMENTS + 1)));
        add("String.equals", 2, a -> Objects.equals(a.get(0), a.get(1)));
        add("String.equalsIgnoreCase", 2, a -> text(a, 0).equalsIgnoreCase(text(a, 1)));
        add("String.concat", 2, a -> text(a, 0).concat(text(a, 1)));
    }

    private void collections() {
        add("range tqdm.trange numpy.arange", -1, PureFunctions::range);
        add("Stream.range", 2, a -> range(whole(a, 0), whole(a, 1), 1));
        add("Stream.rangeClosed", 2, a -> range(whole(a, 0), Math.addExact(whole(a, 1), 1), 1));
        add("sum", 1, a -> folded(list(a, 0), Operator.ADD, 0));
        add("Stream.sum", 1, a -> folded(list(a, 0), Operator.ADD, 0) instanceof Long of ? inInt(of) : OPEN);
        add("math.prod", 1, a -> folded(list(a, 0), Operator.MUL, 1));
        add("any", 1, a -> list(a, 0).stream().anyMatch(Operators::truth));
        add("all", 1, a -> list(a, 0).stream().allMatch(Operators::truth));
        add("list tuple iter copy Arrays.asList Collection.copyOf Collections.unmodifiableList", 1, a -> list(a, 0));
        add("Collection.stream Arrays.stream Stream.boxed Stream.toList Stream.toArray", 1, a -> list(a, 0));
        add("sorted Stream.sorted", 1, a -> sorted(list(a, 0)));
        add("set frozenset Stream.distinct", 1, a -> distinct(list(a, 0)));
        add("reversed", 1, a -> reversed(list(a, 0)));
        add("enumerate", 1, a -> zipped(List.of(range(0, list(a, 0).size(), 1), list(a, 0))));
        add("zip", -1, PureFunctions::zipped);
        add("Collection.contains", 2, a -> in(a, a.get(1)));
        add("Collection.indexOf", 2, a -> indexOf(list(a, 0), a.get(1)));
        add("index", 2, a -> in(a, a.get(1)) ? indexOf(list(a, 0), a.get(1)) : OPEN);
        add("Collection.get", 2, a -> list(a, 0).get(index(a, 1)));
        add("Collection.size Stream.count", 1, a -> (long) list(a, 0).size());
        add("Collection.isEmpty", 1, a -> list(a, 0).isEmpty());
        add("Collection.containsAll issuperset", 2, a -> list(a, 1).stream().allMatch(each -> in(a, each)));
        // With one argument, an array and a collection look alike.
        add("Collection.of Stream.of", -1, a -> a.size() == 1 && a.get(0) instanceof List<?> ? OPEN : a);
        add("Collections.emptyList Collections.emptySet", 0, a -> a);
        add("Collections.singletonList Collections.singleton", 1, a -> a);
        add("Map.of", -1, PureFunctions::mapOf);
        add("get Map.get", 2, a -> has(a) ? Operators.item(map(a), a.get(1)) : null);
        add("get Map.getOrDefault", 3, a -> has(a) ? Operators.item(map(a), a.get(1)) : a.get(2));
        add("Map.containsKey", 2, PureFunctions::has);
        add("Map.size", 1, a -> (long) map(a).size());
        add("Map.isEmpty", 1, a -> map(a).isEmpty());
        add("keys", 1, a -> new ArrayList<>(map(a).keySet()));
    }

    private void functionsOfFunctions() {
        each("map", 0, (all, results) -> results);
        each("filter", 0, PureFunctions::chosen);
        for (String name : List.of("map", "mapToObj", "mapToInt", "mapToLong")) {
            each("Stream." + name, 1, (all, results) -> results);
        }
        each("Stream.filter", 1, PureFunctions::chosen);
        each("Stream.anyMatch", 1, (all, results) -> results.stream().anyMatch(Operators::truth));
        each("Stream.allMatch", 1, (all, results) -> results.stream().allMatch(Operators::truth));
        each("Stream.noneMatch", 1, (all, results) -> results.stream().noneMatch(Operators::truth));
    }

    /** Adds a function that calls its argument at {@code function} with each element of the other one. */
    private void each(String name, int function, BiFunction<List<Object>, List<Object>, Object> last) {
        functions.put(name, (arguments, calling) -> {
            List<Object> results = new ArrayList<>();
            List<Object> all = arguments.size() == 2 ? list(arguments, 1 - function) : List.of(OPEN);
            all.forEach(each -> results.add(calling.call(arguments.get(function), Arrays.asList(each))));
            return results.contains(OPEN) ? OPEN : last.apply(all, results);
        });
    }

    private static String text(List<Object> all, int at) {
        if (all.get(at) instanceof String text && text.chars().allMatch(each -> each < 128)) {
            return text;
        }
        throw new NotTaken();
    }

    private static List<String> strings(List<Object> all) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            texts.add(text(all, i));
        }
        return texts;
    }

    private static long whole(List<Object> all, int at) {
        if (all.get(at) instanceof Long || all.get(at) instanceof Boolean) {
            return Operators.number(all.get(at)).longValue();
        }
        throw new NotTaken();
    }

    private static long whole(double number) {
        if (Math.abs(number) <= LARGEST_WHOLE) {
            return (long) number;
        }
        throw new NotTaken();
    }

    private static int index(List<Object> all, int at) {
        return Math.toIntExact(whole(all, at));
    }

    /** A number with which {@code int} and {@code long} have the same bits. */
    private static long bits(List<Object> all) {
        if (whole(all, 0) >= 0 && whole(all, 0) <= Integer.MAX_VALUE) {
            return whole(all, 0);
        }
        throw new NotTaken();
    }

    private static long zeros(List<Object> all) {
        return Long.numberOfTrailingZeros(bits(all));
    }

    private static Object inInt(long number) {
        return number == (int) number ? (Object) number : OPEN;
    }

    private static double number(List<Object> all, int at) {
        Number number = Operators.number(all.get(at));
        if (number == null) {
            throw new NotTaken();
        }
        return number.doubleValue();
    }

    @SuppressWarnings("unchecked")
    private static List<Object> list(List<Object> all, int at) {
        if (all.get(at) instanceof Map<?, ?> map) {
            return new ArrayList<>(map.keySet());
        }
        if (all.get(at) instanceof List<?> list) {
            return (List<Object>) list;
        }
        throw new NotTaken();
    }

    private static Map<?, ?> map(List<Object> all) {
        if (all.get(0) instanceof Map<?, ?> map) {
            return map;
        }
        throw new NotTaken();
    }

    private static boolean in(List<Object> all, Object of) {
        return indexOf(list(all, 0), of) >= 0;
    }

    private static boolean has(List<Object> all) {
        return in(List.of(map(all)), all.get(1));
    }

    private static Object toInt(Object of) {
        if (of instanceof Double number) {
            return whole(number < 0 ? Math.ceil(number) : Math.floor(number));
        }
        if (of instanceof String text) {
            return text.strip().matches("[+-]?[0-9]{1,18}") ? (Object) Long.parseLong(text.strip()) : OPEN;
        }
        return whole(Arrays.asList(of), 0);
    }

    private static String plain(String number) {
        if (number.strip().matches("[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?")) {
            return number.strip();
        }
        throw new NotTaken();
    }

    /** Both languages write whole numbers and texts alike. */
    private static Object written(List<Object> all) {
        return all.get(0) instanceof String || all.get(0) instanceof Long
                ? all.get(0).toString()
                : OPEN;
    }

    private static String truth(boolean of) {
        return of ? "True" : "False";
    }

    private static String separator(List<Object> all) {
        if (text(all, 1).isEmpty()) {
            throw new NotTaken();
        }
        return text(all, 1);
    }

    private static List<Object> parts(String... texts) {
        return List.of((Object[]) texts);
    }

    private static Object replaced(String text, String from, String to) {
        return text.length() * (to.length() + 1L) > 1 << 20 ? OPEN : text.replace(from, to);
    }

    private static long gcd(long one, long other) {
        return other == 0 ? one : gcd(other, one % other);
    }

    private static Object power(long base, long exponent) {
        long power = 1;
        for (long i = 0; i < exponent && i < 64; i++) {
            power = Math.multiplyExact(power, base);
        }
        return exponent < 0 || exponent > 64 ? OPEN : power;
    }

    private static Object range(List<Object> all) {
        return all.size() == 1
                ? range(0, whole(all, 0), 1)
                : all.size() < 4 ? range(whole(all, 0), whole(all, 1), all.size() < 3 ? 1 : whole(all, 2)) : OPEN;
    }

    private static List<Object> range(long from, long to, long step) {
        List<Object> range = new ArrayList<>();
        for (long i = from; step > 0 ? i < to : i > to; i = Math.addExact(i, step)) {
            range.add(i);
            if (range.size() > Evaluator.MOST_ELEMENTS) {
                throw new NotTaken();
            }
        }
        if (step == 0) {
            throw new NotTaken();
        }
        return range;
    }

    /** Returns the least or greatest of several values, or of one collection. */
    private static Object extreme(List<Object> all, Operator better) {
        List<Object> of = all.size() == 1 ? list(all, 0) : all;
        Object best = of.get(0);
        for (Object each : of) {
            best = applied(better, each, best).equals(true) ? each : best;
        }
        return best;
    }

    private static Object applied(Operator operator, Object left, Object right) {
        Object result = Operators.apply(operator, Arithmetic.DYNAMIC, Arrays.asList(left, right));
        if (result == OPEN) {
            throw new NotTaken();
        }
        return result;
    }

    private static Object folded(List<Object> all, Operator operator, long start) {
        Object folded = start;
        for (int i = 0; i < all.size(); i++) {
            number(all, i);
            folded = applied(operator, folded, all.get(i));
        }
        return folded;
    }

    /** Returns the elements in order, equal ones as they were. */
    private static List<Object> sorted(List<Object> all) {
        List<Object> sorted = new ArrayList<>();
        for (Object each : all) {
            int at = sorted.size();
            while (at > 0 && applied(Operator.LT, each, sorted.get(at - 1)).equals(true)) {
                at--;
            }
            sorted.add(at, each);
        }
        return sorted;
    }

    private static List<Object> distinct(List<Object> all) {
        List<Object> distinct = new ArrayList<>();
        all.stream().filter(each -> indexOf(distinct, each) < 0).forEach(distinct::add);
        return distinct;
    }

    private static List<Object> reversed(List<Object> all) {
        List<Object> reversed = new ArrayList<>(all);
        Collections.reverse(reversed);
        return reversed;
    }

    private static long indexOf(List<Object> all, Object of) {
        for (int i = 0; i < all.size(); i++) {
            if (Operators.equal(all.get(i), of)) {
                return i;
            }
        }
        return -1;
    }

    private static List<Object> zipped(List<Object> all) {
        List<Object> zipped = new ArrayList<>();
        for (int i = 0; i < list(all, 0).size(); i++) {
            List<Object> row = new ArrayList<>();
            for (int j = 0; j < all.size(); j++) {
                if (i >= list(all, j).size()) {
                    return zipped;
                }
                row.add(list(all, j).get(i));
            }
            zipped.add(row);
        }
        return zipped;
    }

    private static List<Object> chosen(List<Object> all, List<Object> truths) {
        List<Object> chosen = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            if (Operators.truth(truths.get(i))) {
                chosen.add(all.get(i));
            }
        }
        return chosen;
    }

    private static Object mapOf(List<Object> all) {
        Map<Object, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < all.size(); i += 2) {
            map.put(all.get(i), all.get(i + 1));
        }
        return map;
    }

    /** What is said about a collection holds for all that its open elements may be. */
    private static boolean isKnown(Object of) {
        if (of instanceof Collection<?> all) {
            return all.stream().allMatch(PureFunctions::isKnown);
        }
        return of instanceof Map<?, ?> map ? isKnown(map.keySet()) && isKnown(map.values()) : of != OPEN;
    }
}
