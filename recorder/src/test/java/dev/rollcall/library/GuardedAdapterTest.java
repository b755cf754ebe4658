package dev.rollcall.library;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A library whose methods all throw. */
class GuardedAdapterTest {
    private final AtomicInteger asked = new AtomicInteger();

    private final LibraryAdapter guarded = new GuardedAdapter((LibraryAdapter) Proxy.newProxyInstance(
            LibraryAdapter.class.getClassLoader(),
            new Class<?>[] {LibraryAdapter.class},
            (proxy, method, arguments) -> {
                asked.incrementAndGet();
                throw new IllegalStateException("closed");
            }));

    @Test
    void answersUnknownWhereTheLibraryThrows() throws Throwable {
        assertEquals(-1, guarded.rank(this));
        assertEquals(-1, guarded.size(this));
        assertFalse(guarded.storeIdentity(this).known());
        assertFalse(guarded.finished(this));
        assertEquals("full", guarded.message("full"));
        guarded.storeMade("file", this, this, this);
        guarded.release(this);
    }

    @Test
    void stopsAskingForHandlesThatAreAlwaysRefused() throws Throwable {
        for (int call = 0; call < 1000; call++) {
            assertNull(guarded.watch(this));
        }
        assertEquals(16, asked.get());
    }
}
