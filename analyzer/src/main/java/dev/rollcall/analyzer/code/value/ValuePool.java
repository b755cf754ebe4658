package dev.rollcall.analyzer.code.value;

import dev.rollcall.analyzer.code.form.Arithmetic;
import dev.rollcall.analyzer.code.form.CodeType;
import dev.rollcall.analyzer.code.form.FunctionId;
import dev.rollcall.analyzer.code.form.Operator;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Makes values: simplified, one object for equal ones, of bounded size; and knows their size and dependence. All values of a scan come
 * from one pool. Not thread-safe.
 */
public final class ValuePool {
    /** The most nodes of a value: conditions that people write have fewer than 20. */
    public static final int MOST_NODES = 64;

    /** The most nodes of an object with its fields, a communicator, a function with what it binds, a collection, or a choice between such. */
    public static final int MOST_NODES_OF_OBJECT = 512;

    /** The most open parts of a lost value. */
    private static final int MOST_OPEN_PARTS = 16;

    private static final Origin TOO_LARGE = new Origin("a long expression", Optional.empty());

    /** The values by what they are made of: their parts are of the pool, so that to compare them costs as much as they have parts. */
    private final Map<Value, Value> known = new HashMap<>();

    private final Map<Value, Attributes> attributes = new IdentityHashMap<>();
    private final UnaryOperator<Value> pooled = this::of;
    private final Simplifier simplifier;

    /** Makes a pool for code without libraries. */
    public ValuePool() {
        this(List.of());
    }

    /**
     * Makes a pool.
     *
     * @param results what a result is where that is known; empty if it is not
     */
    public ValuePool(List<Function<Value.Result, Optional<Value>>> results) {
        simplifier = new Simplifier(this, results);
    }

    private record Attributes(int size, Dependence dependence, boolean open) {}

    /**
     * Returns the value that equals {@code raw} after simplification. One that is too large becomes a {@link Value.Mixed}.
     *
     * @param raw a value; its parts should be of this pool, or are made so
     */
    public Value of(Value raw) {
        if (attributes.containsKey(raw)) {
            return raw;
        }
        Value whole = ValueParts.map(raw, pooled);
        Value found = known.get(whole);
        if (found == null) {
            Value simple = simplifier.simplify(whole);
            found = simple == whole ? added(whole) : of(simple);
            known.put(whole, found);
        }
        return found;
    }

    private Value added(Value value) {
        List<Value> parts = ValueParts.of(value);
        int size = 1;
        Dependence dependence = ValueParts.own(value);
        boolean open = isOpenLeaf(value);
        boolean isClass =
                value instanceof Value.Result result && result.function().equals(Value.Result.CLASS);
        boolean isGuess =
                value instanceof Value.Result guess && guess.function().equals(Value.Result.CLASS_GUESS);
        for (Value part : parts) {
            Attributes of = attributes.get(part);
            size += of.size;
            dependence = isGuess ? dependence : dependence.and(isClass ? dependenceOfClass(part) : of.dependence);
            open |= of.open;
        }
        if (size > limit(value)) {
            return tooLarge(value, parts, dependence);
        }
        attributes.put(value, new Attributes(size, dependence, open));
        return value;
    }

    /** Which class an object has does not depend on what its fields hold. */
    private static Dependence dependenceOfClass(Value object) {
        Dependence found = isObject(object) ? Dependence.NONE : ValueParts.own(object);
        for (Value part : isObject(object) ? List.<Value>of() : ValueParts.of(object)) {
            found = found.and(dependenceOfClass(part));
        }
        return found;
    }

    private static boolean isObject(Value value) {
        return value instanceof Value.Instance
                || value instanceof Value.Result made && CodeType.isClassName(made.function());
    }

    /** A wrapped model stays one, however large the model is, and so does a library's object with its class: what it was made of is lost. */
    private Value tooLarge(Value value, List<Value> parts, Dependence dependence) {
        boolean isModel = value instanceof Value.Result result && isOfModel(result);
        boolean isObject = !isModel && value instanceof Value.Result && isObject(value);
        Value lost = mixed("size " + value.hashCode(), isObject ? List.of() : parts, dependence, TOO_LARGE);
        return isModel || isObject
                ? of(new Value.Result(((Value.Result) value).function(), List.of(lost), ((Value.Result) value).site()))
                : lost;
    }

    private static int limit(Value value) {
        if (value instanceof Value.Result result && isOfModel(result)) {
            return 2 * MOST_NODES_OF_OBJECT;
        }
        return holds(value) || value instanceof Value.Mixed ? MOST_NODES_OF_OBJECT : MOST_NODES;
    }

    private static boolean isOfModel(Value.Result result) {
        return result.isModel() || result.isOfModel();
    }

    private static boolean holds(Value value) {
        return value instanceof Value.Instance
                || value instanceof Value.Communicator
                || value instanceof Value.Function
                || value instanceof Value.Parts
                || value instanceof Value.Select choice && (holds(choice.yes()) || holds(choice.no()));
    }

    private static boolean isOpenLeaf(Value value) {
        return value instanceof Value.Parameter || value instanceof Value.Captured || value instanceof Value.Self;
    }

    /** Returns the opposite of a condition. */
    public Value not(Value condition) {
        return of(new Value.Operation(Operator.NOT, Arithmetic.DYNAMIC, List.of(condition)));
    }

    /**
     * Returns a value that depends on others in a way that is not known.
     *
     * @param key its identity: where it was lost
     * @param of what it depends on
     * @param own a further dependence, such as that of the conditions that chose between them
     */
    public Value mixed(String key, Collection<Value> of, Dependence own, Origin origin) {
        Dependence all = own;
        Set<Value> models = new LinkedHashSet<>();
        Set<Value> open = new LinkedHashSet<>();
        for (Value each : of) {
            all = all.and(dependence(each));
            addOpenParts(each, models, open);
        }
        List<Value> inOrder = new ArrayList<>(models);
        inOrder.addAll(open);
        List<Value> most = new ArrayList<>();
        int size = 0;
        for (Value each : inOrder) {
            size += size(each);
            if (size < MOST_NODES_OF_OBJECT && most.size() < MOST_OPEN_PARTS) {
                most.add(each);
            }
        }
        return of(new Value.Mixed(key, most, all.lost(), origin));
    }

    /** Adds wrapped models, and the parts that a caller replaces, or that may get a value later as a field does. */
    private void addOpenParts(Value value, Set<Value> models, Set<Value> open) {
        if (value instanceof Value.Result result && isOfModel(result)) {
            models.add(of(new Value.Result(result.function(), List.of(), 0)));
        }
        if (isOpenLeaf(value) || value instanceof Value.FieldOf) {
            open.add(of(value));
        } else {
            for (Value part : ValueParts.of(value)) {
                addOpenParts(part, models, open);
            }
        }
    }

    /** Returns the number of nodes of a value, at least 1. */
    public int size(Value value) {
        return attributes(value).size;
    }

    /** Returns what of a value can differ between ranks; that of parameters comes with their replacement. */
    public Dependence dependence(Value value) {
        return attributes(value).dependence;
    }

    /** Returns whether a value mentions a parameter, a captured variable or the object of the method. */
    public boolean isOpen(Value value) {
        return attributes(value).open;
    }

    private Attributes attributes(Value value) {
        Attributes known = attributes.get(value);
        return known == null ? attributes.get(of(value)) : known;
    }

    /**
     * Returns the identity of an object that an instruction creates.
     *
     * @param caller the site of the call that runs the function, 0 in a summary
     * @return never 0
     */
    public static long site(long caller, FunctionId function, int instruction) {
        return site(caller, function.hashCode() * 31L + instruction);
    }

    /** Returns the identity of an object that a summary creates at {@code site}, where a call runs it. */
    public static long site(long caller, long site) {
        long mixed = (caller * 0x9E3779B97F4A7C15L + site) * 0xBF58476D1CE4E5B9L;
        return mixed == 0 ? 1 : mixed;
    }

    /** Returns the number of the pass of a loop, from 0: assigned to unroll the loop. */
    public static Value pass(LoopId loop) {
        return new Value.Induction(loop, Value.Constant.of(0), Value.Constant.of(1));
    }
}
