package dev.rollcall.trace;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;

/**
 * A file mapped for reading that is unmapped when it is closed. {@link FileChannel#map(MapMode, long, long)} leaves that to the
 * garbage collector, and a reader of sixteen thousand files would keep them all mapped until then.
 *
 * <p>Uses {@code java.lang.foreign.Arena} since Java 22, and {@code sun.misc.Unsafe.invokeCleaner} of the module
 * {@code jdk.unsupported} before. Where neither is available, the garbage collector unmaps the file. Thread-safe, except for
 * {@link #close}.
 */
final class MappedFile implements AutoCloseable {
    private static final Mapper MAPPER = mapper();

    private final ByteBuffer memory;
    private final AutoCloseable release;

    private MappedFile(ByteBuffer memory, AutoCloseable release) {
        this.memory = memory;
        this.release = release;
    }

    /** Maps the beginning of a file so that it can be unmapped. */
    private interface Mapper {
        MappedFile map(FileChannel channel, long length) throws Throwable;
    }

    /**
     * Maps the beginning of a file.
     *
     * @param length number of bytes, less than 2 GiB
     */
    static MappedFile of(FileChannel channel, long length) throws IOException {
        try {
            return MAPPER.map(channel, length);
        } catch (IOException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the mapped bytes, little-endian. An access after {@link #close} may crash the JVM. */
    ByteBuffer memory() {
        return memory;
    }

    @Override
    public void close() {
        try {
            release.close();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static Mapper mapper() {
        try {
            return Runtime.version().feature() >= 22 ? byArena() : byCleaner();
        } catch (ReflectiveOperationException | RuntimeException e) {
            // Neither is available: leaves the file to the garbage collector.
            return (channel, length) -> new MappedFile(map(channel, length), () -> {});
        }
    }

    private static Mapper byArena() throws ReflectiveOperationException {
        MethodHandles.Lookup lookup = MethodHandles.publicLookup();
        Class<?> arena = Class.forName("java.lang.foreign.Arena");
        Class<?> segment = Class.forName("java.lang.foreign.MemorySegment");
        MethodHandle open = lookup.findStatic(arena, "ofShared", MethodType.methodType(arena))
                .asType(MethodType.methodType(AutoCloseable.class));
        MethodHandle mapInto = lookup.findVirtual(
                FileChannel.class, "map", MethodType.methodType(segment, MapMode.class, long.class, long.class, arena));
        MethodHandle buffer = lookup.findVirtual(segment, "asByteBuffer", MethodType.methodType(ByteBuffer.class));
        MethodHandle map = MethodHandles.filterReturnValue(mapInto, buffer)
                .asType(MethodType.methodType(
                        ByteBuffer.class,
                        FileChannel.class,
                        MapMode.class,
                        long.class,
                        long.class,
                        AutoCloseable.class));
        return (channel, length) -> {
            AutoCloseable scope = (AutoCloseable) open.invokeExact();
            try {
                ByteBuffer memory = (ByteBuffer) map.invokeExact(channel, MapMode.READ_ONLY, 0L, length, scope);
                return new MappedFile(memory.order(ByteOrder.LITTLE_ENDIAN), scope);
            } catch (Throwable e) {
                scope.close();
                throw e;
            }
        };
    }

    private static Mapper byCleaner() throws ReflectiveOperationException {
        Class<?> unsafe = Class.forName("sun.misc.Unsafe");
        Field instance = unsafe.getDeclaredField("theUnsafe");
        instance.setAccessible(true);
        MethodHandle cleaner = MethodHandles.lookup()
                .findVirtual(unsafe, "invokeCleaner", MethodType.methodType(void.class, ByteBuffer.class))
                .bindTo(instance.get(null));
        return (channel, length) -> {
            ByteBuffer memory = map(channel, length);
            return new MappedFile(memory, () -> clean(cleaner, memory));
        };
    }

    private static void clean(MethodHandle cleaner, ByteBuffer memory) {
        try {
            cleaner.invokeExact(memory);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private static ByteBuffer map(FileChannel channel, long length) throws IOException {
        return channel.map(MapMode.READ_ONLY, 0, length).order(ByteOrder.LITTLE_ENDIAN);
    }
}
