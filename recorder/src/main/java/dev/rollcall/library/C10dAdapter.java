package dev.rollcall.library;

import dev.rollcall.catalogue.CatalogueEntry;
import dev.rollcall.catalogue.CompletionSign;
import dev.rollcall.trace.Operation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;

/**
 * Reads PyTorch's c10d through JavaCPP's presets, in one class loader.
 *
 * <p>Works are watched through their futures. A future holds a reference of its own; a {@code Work} does not, and releasing
 * one that was retained through JavaCPP would free the application's object.
 */
final class C10dAdapter implements LibraryAdapter {
    private static final String TCP = "tcp";

    /** The default port of a {@code TCPStore}. */
    private static final int DEFAULT_PORT = 29_500;

    private static final String NATIVE_STACK = "\nException raised from ";

    private final C10dCallReader reader;
    private final C10dStores stores = new C10dStores();
    private final ClassLoader loader;
    private final Class<?> pointer;
    private final Class<?> longs;

    private final MethodHandle address;
    private final MethodHandle textOf;
    private final MethodHandle futureOf;
    private final MethodHandle isCompleted;
    private final MethodHandle isSuccess;
    private final MethodHandle done;
    private final MethodHandle hasError;
    private final MethodHandle errorOf;
    private final MethodHandle close;
    private final MethodHandle resultOf;

    /** Binds the classes of this loader. */
    C10dAdapter(ClassLoader loader) throws ReflectiveOperationException {
        this.loader = loader;
        this.reader = new C10dCallReader(loader);
        pointer = Class.forName("org.bytedeco.javacpp.Pointer", false, loader);
        longs = Class.forName("org.bytedeco.pytorch.LongVector", false, loader);
        Class<?> bytes = Class.forName("org.bytedeco.javacpp.BytePointer", false, loader);
        Class<?> work = Class.forName("org.bytedeco.pytorch.Work", false, loader);
        Class<?> future = Class.forName("org.bytedeco.pytorch.Future", false, loader);
        address = PublicMethods.getter(pointer, "address", long.class);
        textOf = PublicMethods.getter(bytes, "getString", String.class);
        futureOf = PublicMethods.getter(work, "getFuture", Object.class);
        isCompleted = PublicMethods.getter(work, "isCompleted", boolean.class);
        isSuccess = PublicMethods.getter(work, "isSuccess", boolean.class);
        resultOf = PublicMethods.getter(work, "result", Object.class);
        done = PublicMethods.getter(future, "completed", boolean.class);
        hasError = PublicMethods.getter(future, "hasError", boolean.class);
        errorOf = PublicMethods.getter(future, "tryRetrieveErrorMessage", Object.class);
        close = PublicMethods.method(pointer, "close", MethodType.methodType(void.class, Object.class));
    }

    @Override
    public CallReader reader(CatalogueEntry entry) {
        return reader.forMethod(entry);
    }

    @Override
    public long key(Object object) throws Throwable {
        return object == null ? 0 : (long) address.invokeExact(object);
    }

    @Override
    public void storeMade(String kind, Object store, Object name, Object below) throws Throwable {
        int port = kind.equals(TCP) ? port(call(store, "getPort")) : -1;
        stores.made(kind, key(store), text(name), port, key(below));
    }

    /**
     * A {@code TCPStore} blocks until its server or its workers come, so its identity is needed before it exists; other stores
     * do not block. Port 0 means that the server chooses, so the identity is unknown.
     */
    @Override
    public StoreIdentity rendezvous(String kind, Object name, Object options) throws Throwable {
        if (!kind.equals(TCP)) {
            return StoreIdentity.UNKNOWN;
        }
        int port = options == null ? DEFAULT_PORT : port(call(options, "port"));
        return port == 0 ? StoreIdentity.UNKNOWN : C10dStores.tcp(text(name), port);
    }

    /** JavaCPP gives C++'s uint16_t as a signed short. */
    private static int port(Object number) {
        return ((Number) number).shortValue() & 0xffff;
    }

    @Override
    public StoreIdentity storeIdentity(Object store) throws Throwable {
        return stores.at(key(store));
    }

    @Override
    public int rank(Object communicator) throws Throwable {
        return ((Number) call(communicator, "getRank")).intValue();
    }

    @Override
    public int size(Object communicator) throws Throwable {
        return ((Number) call(communicator, "getSize")).intValue();
    }

    /** A name may be a {@code StringOptional}. */
    @Override
    public String label(Object name) throws Throwable {
        if (name == null) {
            return "";
        }
        if (!name.getClass().getSimpleName().equals("StringOptional")) {
            return text(name);
        }
        return (boolean) call(name, "has_value") ? text(call(name, "get")) : "";
    }

    /** The presets take an array, a buffer, a vector, or a pointer to as many integers as its limit says. */
    @Override
    public int[] ranks(Object list) throws Throwable {
        if (!pointer.isInstance(list)) {
            return RankLists.of(list);
        }
        long count = longs.isInstance(list)
                ? (long) call(list, "size")
                : (long) call(list, "limit") - (long) call(list, "position");
        int[] ranks = new int[(int) count];
        Method get = list.getClass().getMethod("get", long.class);
        for (int i = 0; i < ranks.length; i++) {
            ranks[i] = ((Number) get.invoke(list, (long) i)).intValue();
        }
        return ranks;
    }

    /**
     * Not the sends and receives: Gloo's works of them have no future ({@code getFuture} throws), and an entry does not tell the
     * backend.
     */
    @Override
    public boolean watchable(CatalogueEntry entry) {
        return entry.ending() == CompletionSign.WORK
                && !Operation.ofLabel(entry.operation()).pointToPoint();
    }

    @Override
    public Object watch(Object work) throws Throwable {
        return (Object) futureOf.invokeExact(work);
    }

    /** Some backends' works do not say whether they succeeded, and others have no future; both getters throw. */
    @Override
    public WorkState state(Object work) throws Throwable {
        if (!(boolean) isCompleted.invokeExact(work)) {
            return WorkState.RUNNING;
        }
        boolean failed = false;
        try {
            if ((boolean) isSuccess.invokeExact(work)) {
                return WorkState.SUCCEEDED;
            }
            failed = true;
        } catch (Exception e) {
            // Its future may say.
        }
        try {
            Object future = watch(work);
            try {
                if (finished(future)) {
                    String text = failure(future);
                    return text != null ? WorkState.failed(text) : failed ? WorkState.failed("") : WorkState.SUCCEEDED;
                }
            } finally {
                release(future);
            }
        } catch (Exception e) {
            // There is no future.
        }
        return failed ? WorkState.failed("") : WorkState.ENDED;
    }

    /** Gloo's works give their outputs to whoever asks. Those of some operations have several lists of them, and throw. */
    @Override
    public boolean readResult(Object work, ResultReader into) throws Throwable {
        Object outputs = (Object) resultOf.invokeExact(work);
        try {
            return reader.tensors().read(outputs, into);
        } finally {
            release(outputs);
        }
    }

    @Override
    public boolean finished(Object handle) throws Throwable {
        return (boolean) done.invokeExact(handle);
    }

    @Override
    public String failure(Object handle) throws Throwable {
        if (!(boolean) hasError.invokeExact(handle)) {
            return null;
        }
        Object message = (Object) errorOf.invokeExact(handle);
        return message == null ? "" : message(text(message));
    }

    /** Cuts off the C++ stack that c10d appends, whose addresses differ from run to run. */
    @Override
    public String message(String full) {
        int stack = full.indexOf(NATIVE_STACK);
        return stack < 0 ? full : full.substring(0, stack);
    }

    @Override
    public void release(Object handle) throws Throwable {
        close.invokeExact(handle);
    }

    private String text(Object value) throws Throwable {
        return value instanceof String string ? string : (String) textOf.invokeExact(value);
    }

    private static Object call(Object receiver, String getter) throws ReflectiveOperationException {
        return receiver.getClass().getMethod(getter).invoke(receiver);
    }

    @Override
    public String toString() {
        return "c10d in " + loader;
    }
}
