package dev.rollcall.library;

import dev.rollcall.catalogue.CatalogueEntry;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.nio.IntBuffer;

/**
 * Reads NCCL through JavaCPP's presets, in one class loader. Of NCCL itself it calls only what neither waits nor changes anything,
 * in the application's own threads. {@code ncclCommGetAsyncError} is not called, because it goes on with what a nonblocking
 * communicator has begun.
 */
final class NcclAdapter implements LibraryAdapter {
    private static final int SUCCESS = 0;
    private static final int IN_PROGRESS = 7;

    /** The names of {@code ncclResult_t}, by value. */
    private static final String[] RESULTS = {
        "ncclSuccess",
        "ncclUnhandledCudaError",
        "ncclSystemError",
        "ncclInternalError",
        "ncclInvalidArgument",
        "ncclInvalidUsage",
        "ncclRemoteError",
        "ncclInProgress",
        "ncclTimeout"
    };

    private static final int ID_BYTES = 128;

    /** What an initialized {@code ncclConfig_t} contains. */
    private static final int CONFIG_MAGIC = 0xcafebeef;

    private final ClassLoader loader;
    private final NcclCallReader reader = new NcclCallReader();
    private final Class<?> communicator;
    private final Class<?> pointers;
    private final Class<?> config;
    private final Class<?> ints;
    private final MethodHandle address;
    private final MethodHandle communicatorAt;
    private final MethodHandle intAt;
    private final MethodHandle limit;
    private final MethodHandle internal;
    private final MethodHandle bytes;
    private final MethodHandle magic;
    private final MethodHandle name;
    private final MethodHandle text;
    private final MethodHandle userRank;
    private final MethodHandle userCount;
    private final MethodHandle device;

    /** Binds the classes of this loader. */
    NcclAdapter(ClassLoader loader) throws ReflectiveOperationException {
        this.loader = loader;
        Class<?> pointer = find("javacpp.Pointer");
        Class<?> bytePointer = find("javacpp.BytePointer");
        Class<?> id = find("cuda.nccl.ncclUniqueId");
        Class<?> nccl = find("cuda.global.nccl");
        communicator = find("cuda.nccl.ncclComm");
        pointers = find("javacpp.PointerPointer");
        config = find("cuda.nccl.ncclConfig_t");
        ints = find("javacpp.IntPointer");
        address = PublicMethods.getter(pointer, "address", long.class);
        limit = PublicMethods.getter(pointer, "limit", long.class);
        communicatorAt = PublicMethods.method(
                pointers,
                "get",
                MethodType.methodType(Object.class, Object.class, Class.class, long.class),
                Class.class,
                long.class);
        intAt = PublicMethods.method(
                ints, "get", MethodType.methodType(int.class, Object.class, long.class), long.class);
        internal = PublicMethods.getter(id, "internal", Object.class);
        bytes = PublicMethods.method(
                bytePointer, "get", MethodType.methodType(Object.class, Object.class, byte[].class), byte[].class);
        magic = PublicMethods.getter(config, "magic", int.class);
        name = PublicMethods.getter(config, "commName", Object.class);
        text = PublicMethods.getter(bytePointer, "getString", String.class);
        MethodType ofCommunicator = MethodType.methodType(int.class, Object.class, int[].class);
        userRank = PublicMethods.method(nccl, "ncclCommUserRank", ofCommunicator, communicator, int[].class);
        userCount = PublicMethods.method(nccl, "ncclCommCount", ofCommunicator, communicator, int[].class);
        device = PublicMethods.method(
                find("cuda.global.cudart"),
                "cudaGetDevice",
                MethodType.methodType(int.class, int[].class),
                int[].class);
    }

    private Class<?> find(String name) throws ClassNotFoundException {
        return Class.forName("org.bytedeco." + name, false, loader);
    }

    @Override
    public CallReader reader(CatalogueEntry entry) {
        return reader.forMethod(entry);
    }

    /** A communicator is known by its address, which a later one may get. */
    @Override
    public long key(Object object) throws Throwable {
        return object == null ? 0 : (long) address.invokeExact(object);
    }

    /** The ranks of a communicator meet by a unique id. */
    @Override
    public StoreIdentity storeIdentity(Object id) throws Throwable {
        if (id == null) {
            return StoreIdentity.UNKNOWN;
        }
        byte[] value = new byte[ID_BYTES];
        Object content = (Object) internal.invokeExact(id);
        Object same = (Object) bytes.invokeExact(content, value);
        return new StoreIdentity("0x" + Long.toHexString(hash(value)), "", true);
    }

    /** Returns a hash of a unique id: {@code hashUniqueId} in NCCL's init.cc. NCCL 2.28.9 logs another one as {@code commId}. */
    static long hash(byte[] id) {
        long hash = 0xdead_beefL;
        for (byte each : id) {
            hash ^= hash >>> 32;
            hash *= 0x8db3_db47_fa29_94adL;
            hash += each;
        }
        return hash;
    }

    @Override
    public void storeMade(String kind, Object store, Object storeName, Object below) {
        throw new UnsupportedOperationException("NCCL has no stores");
    }

    /** NCCL writes communicators into a list of pointers, or one into an object that stands for it. */
    @Override
    public Object made(Object made, int index) throws Throwable {
        Object found = made;
        if (pointers.isInstance(made)) {
            found = (Object) communicatorAt.invokeExact(made, (Class<?>) communicator, (long) index);
        }
        return found == null || index > 0 && found == made || key(found) == 0 ? null : found;
    }

    @Override
    public WorkState status(long code) {
        if (code == SUCCESS) {
            return WorkState.SUCCEEDED;
        }
        if (code == IN_PROGRESS) {
            return WorkState.RUNNING;
        }
        String known = code > 0 && code < RESULTS.length ? " (" + RESULTS[(int) code] + ")" : "";
        return WorkState.failed(code + known);
    }

    @Override
    public long number(Object written) throws Throwable {
        if (written instanceof int[] array) {
            return array[0];
        }
        if (written instanceof IntBuffer buffer) {
            return buffer.get(buffer.position());
        }
        return (int) intAt.invokeExact(written, 0L);
    }

    /** NCCL makes a communicator on the runtime's current device. */
    @Override
    public int currentDevice() throws Throwable {
        int[] ordinal = new int[1];
        return (int) device.invokeExact(ordinal) == 0 ? ordinal[0] : -1;
    }

    @Override
    public int rank(Object made) throws Throwable {
        int[] rank = new int[1];
        return (int) userRank.invokeExact(made, rank) == SUCCESS ? rank[0] : -1;
    }

    @Override
    public int size(Object made) throws Throwable {
        int[] count = new int[1];
        return (int) userCount.invokeExact(made, count) == SUCCESS ? count[0] : -1;
    }

    /** A communicator's name is in its configuration, which the application may have left uninitialized. */
    @Override
    public String label(Object configuration) throws Throwable {
        if (!config.isInstance(configuration) || (int) magic.invokeExact(configuration) != CONFIG_MAGIC) {
            return "";
        }
        Object given = (Object) name.invokeExact(configuration);
        return given == null || key(given) == 0 ? "" : (String) text.invokeExact(given);
    }

    /** The length of a pointer that the application made from another one is not known. */
    @Override
    public int[] ranks(Object list) throws Throwable {
        if (!ints.isInstance(list)) {
            return RankLists.of(list);
        }
        int[] ranks = new int[(int) (long) limit.invokeExact(list)];
        for (int i = 0; i < ranks.length; i++) {
            ranks[i] = (int) intAt.invokeExact(list, (long) i);
        }
        return ranks;
    }

    @Override
    public String toString() {
        return "nccl in " + loader;
    }
}
