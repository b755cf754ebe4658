package dev.rollcall.agent;

import dev.rollcall.catalogue.CatalogueEntry;
import dev.rollcall.recorder.CalledMethod;
import dev.rollcall.trace.CopyKind;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A method that was wrapped. It is bound to its library at its first call, because the library's classes cannot be loaded
 * while one of them is being transformed. Thread-safe.
 */
final class HookedMethod {
    /** Ties a bound method, which refers to a class loader, to the lifetime of the method's class. */
    private static final ClassValue<Queue<BoundMethod>> HELD = new ClassValue<>() {
        @Override
        protected Queue<BoundMethod> computeValue(Class<?> type) {
            return new ConcurrentLinkedQueue<>();
        }
    };

    private final CatalogueEntry entry;
    private final WeakReference<ClassLoader> loader;
    private final CalledMethod called;
    private final CopyKind copyKind;
    private volatile Reference<BoundMethod> bound = new WeakReference<>(null);
    private volatile boolean unusable;

    HookedMethod(int number, CatalogueEntry entry, ClassLoader loader, String className, String method) {
        this.entry = entry;
        this.loader = new WeakReference<>(loader);
        this.called = new CalledMethod(number + 1, className, method);
        this.copyKind = CopyKind.ofLabel(entry.operation());
    }

    CatalogueEntry entry() {
        return entry;
    }

    /** Returns the loader of the method's class, null once it is gone. */
    ClassLoader loader() {
        return loader.get();
    }

    CalledMethod called() {
        return called;
    }

    /** Returns the kind of copy in the catalogue; {@link CopyKind#UNKNOWN} if the arguments decide, or it is no copy. */
    CopyKind copyKind() {
        return copyKind;
    }

    /** Returns the method as it was bound, null before that. */
    BoundMethod bound() {
        return bound.get();
    }

    /** Binds the method for as long as its class lives. */
    void bind(BoundMethod binding) throws ClassNotFoundException {
        HELD.get(Class.forName(called.className(), false, loader())).add(binding);
        bound = new WeakReference<>(binding);
    }

    /** Returns whether the method cannot be bound, so that it is not recorded. */
    boolean unusable() {
        return unusable;
    }

    void markUnusable() {
        unusable = true;
    }
}
