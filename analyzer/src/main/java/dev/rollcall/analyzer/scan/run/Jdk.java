package dev.rollcall.analyzer.scan.run;

import dev.rollcall.analyzer.scan.code.JdkTypes;
import dev.rollcall.analyzer.scan.run.Calls.Call;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.objectweb.asm.Type;

/**
 * Calls the JDK's own strings, numbers, collections and streams in earnest, where all that they need is known. Nothing that
 * reads the outside, keeps time, draws numbers, starts threads or takes much room is called.
 */
final class Jdk {
    private static final Set<String> TYPES = new HashSet<>();
    private static final String LANGUAGE = "Integer Long Short Byte Boolean Character Float Double Number String "
            + "StringBuilder Math StrictMath Comparable CharSequence Iterable";
    private static final String COLLECTIONS = "ArrayList LinkedList ArrayDeque HashMap LinkedHashMap TreeMap HashSet "
            + "LinkedHashSet TreeSet BitSet List Map Map$Entry Set Collection Iterator ListIterator Deque Queue "
            + "Collections Arrays Objects Optional OptionalInt OptionalLong OptionalDouble StringJoiner "
            + "PrimitiveIterator$OfInt Comparator Map$Entry NavigableMap SortedMap SortedSet NavigableSet";
    private static final String STREAMS = "IntStream LongStream DoubleStream Stream BaseStream Collectors";

    private static final String FUNCTIONS = "Predicate BiPredicate IntPredicate LongPredicate DoublePredicate Function "
            + "BiFunction UnaryOperator BinaryOperator IntUnaryOperator IntFunction ToIntFunction IntBinaryOperator "
            + "LongUnaryOperator DoubleUnaryOperator Supplier BooleanSupplier IntSupplier Consumer BiConsumer "
            + "IntConsumer";
    private static final String CONCURRENT = "atomic/AtomicInteger atomic/AtomicLong atomic/AtomicBoolean "
            + "atomic/AtomicReference ConcurrentHashMap ConcurrentMap ConcurrentLinkedQueue CopyOnWriteArrayList";

    static {
        List.of(LANGUAGE.split(" ")).forEach(name -> TYPES.add("java/lang/" + name));
        List.of(COLLECTIONS.split(" ")).forEach(name -> TYPES.add("java/util/" + name));
        List.of(CONCURRENT.split(" ")).forEach(name -> TYPES.add("java/util/concurrent/" + name));
        List.of(FUNCTIONS.split(" ")).forEach(name -> TYPES.add("java/util/function/" + name));
        List.of(STREAMS.split(" ")).forEach(name -> TYPES.add("java/util/stream/" + name));
    }

    private static final Set<String> NOT =
            Set.of("random", "shuffle", "iterate", "generate", "parallel", "parallelStream", "hash", "getInteger");
    /** Numbers above this could be sizes. */
    private static final long MOST = 10_000;

    private static final Set<String> SIZED =
            Set.of("repeat", "range", "rangeClosed", "<init>", "limit", "nCopies", "set");

    private static final Map<String, Method> METHODS = new ConcurrentHashMap<>();

    private final Machine machine;
    private final Marshal marshal;

    Jdk(Machine machine) {
        this.machine = machine;
        marshal = new Marshal(machine);
    }

    /** Makes a call; empty where it is not one of these or needs what is not known. */
    Optional<Value> answer(Call call) {
        boolean static_ = call.receiver() == null;
        if (!TYPES.contains(Enums.instead(call.owner()))
                || NOT.contains(call.name())
                || call.name().equals("<init>")
                || !static_ && !real(call.receiver())
                || large(call)) {
            return Optional.empty();
        }
        try {
            Method method = method(call);
            if (Modifier.isStatic(method.getModifiers()) != static_) {
                return Optional.empty();
            }
            Object target = static_ ? null : marshal.target(call, method.getDeclaringClass());
            Object[] arguments = marshal.arguments(call, method.getParameterTypes());
            Object result = marshal.functions().during(call, method, target, arguments);
            marshal.writeBack(call, arguments);
            return Optional.of(marshal.value(result, call));
        } catch (Unknown | ReflectiveOperationException | LinkageError | IllegalArgumentException notKnown) {
            return failed(notKnown, call);
        }
    }

    private static boolean real(Value receiver) {
        return receiver instanceof Held || receiver instanceof Const || receiver instanceof Lambda;
    }

    private static Method method(Call call) throws ReflectiveOperationException {
        String owner = Enums.instead(call.owner());
        String key = owner + "." + call.name() + call.descriptor();
        Method known = METHODS.get(key);
        if (known == null) {
            known = JdkTypes.load(owner).getMethod(call.name(), parameters(call));
            METHODS.put(key, known);
        }
        return known;
    }

    /** Makes a real object; empty where it is not one of these types. */
    Optional<Value> construct(Call call) {
        if (!TYPES.contains(call.owner()) || large(call)) {
            return Optional.empty();
        }
        try {
            Constructor<?> constructor = JdkTypes.load(call.owner()).getConstructor(parameters(call));
            Object made = constructor.newInstance(marshal.arguments(call, constructor.getParameterTypes()));
            return Optional.of(marshal.value(made, call));
        } catch (Unknown | ReflectiveOperationException | LinkageError | IllegalArgumentException notKnown) {
            return failed(notKnown, call);
        }
    }

    /** What the program's own code threw goes on; what the JDK threw is thrown; anything else is not known. */
    private Optional<Value> failed(Throwable failure, Call call) {
        if (failure instanceof InvocationTargetException target) {
            Throwable cause = target.getCause();
            if (cause instanceof Thrown || cause instanceof Ended) {
                throw (RuntimeException) cause;
            }
            boolean ours = cause instanceof ClassCastException || cause instanceof Unknown || cause instanceof Error;
            if (!ours) {
                Ext exception = new Ext(
                        Type.getInternalName(cause.getClass()),
                        "thrown by " + call.name(),
                        false,
                        Keys.ranked(call.operands()),
                        machine.open);
                throw new Thrown(exception, machine.open);
            }
        }
        return Optional.empty();
    }

    private static boolean large(Call call) {
        return SIZED.contains(call.name())
                && call.arguments().stream()
                        .anyMatch(each ->
                                each instanceof Const known && known.isNumber() && Math.abs(known.number()) > MOST);
    }

    private static Class<?>[] parameters(Call call) throws ClassNotFoundException {
        Type[] types = Type.getArgumentTypes(Enums.descriptor(call));
        Class<?>[] classes = new Class<?>[types.length];
        for (int i = 0; i < types.length; i++) {
            classes[i] = Marshal.type(types[i]);
        }
        return classes;
    }

    /** Something that a real call needs is not known. */
    static final class Unknown extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Unknown() {
            super(null, null, false, false);
        }
    }
}
