package dev.rollcall.trace;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;

/**
 * Takes a file's mapping away at once, which Java 17 leaves to the garbage collector: whoever reads sixteen thousand files
 * one after the other has them all mapped by then.
 *
 * <p>By {@code sun.misc.Unsafe.invokeCleaner}, which the module {@code jdk.unsupported} offers for just this. Where it is
 * missing, the collector does it.
 */
final class Mapping {
    private static final MethodHandle CLEANER = cleaner();

    private Mapping() {}

    private static MethodHandle cleaner() {
        try {
            Class<?> unsafe = Class.forName("sun.misc.Unsafe");
            Field instance = unsafe.getDeclaredField("theUnsafe");
            instance.setAccessible(true);
            return MethodHandles.lookup()
                    .findVirtual(unsafe, "invokeCleaner", MethodType.methodType(void.class, ByteBuffer.class))
                    .bindTo(instance.get(null));
        } catch (ReflectiveOperationException | RuntimeException leftToTheCollector) {
            return null;
        }
    }

    /** Unmaps a buffer that is itself a mapping. Whoever touches the memory afterwards ends the whole process. */
    static void unmap(ByteBuffer mapped) {
        if (CLEANER == null) {
            return;
        }
        try {
            CLEANER.invoke(mapped);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
