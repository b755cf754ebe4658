package dev.rollcall.library;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The adapters in use, one for each library and class loader, because two loaders can hold two copies of one library. Keeps
 * neither adapters nor loaders alive. Thread-safe.
 */
public final class LibraryAdapters {
    /** The adapters of the built-in libraries. Every other name is a library that a file of the option "calls" describes. */
    private static final Map<String, Factory> BUILT_IN = Map.of("c10d", C10dAdapter::new, "nccl", NcclAdapter::new);

    /** Makes the adapter of a library in one loader. */
    @FunctionalInterface
    private interface Factory {
        LibraryAdapter in(ClassLoader loader) throws ReflectiveOperationException;
    }

    private final List<Cached> cached = new ArrayList<>();

    /**
     * Returns the adapter of a library in a loader.
     *
     * @throws ReflectiveOperationException if the library lacks a class or method that the adapter uses
     */
    public synchronized LibraryAdapter of(String name, ClassLoader loader) throws ReflectiveOperationException {
        for (Cached candidate : cached) {
            LibraryAdapter known = candidate.library.get();
            if (known != null && candidate.name.equals(name) && candidate.loader.refersTo(loader)) {
                return known;
            }
        }
        cached.removeIf(candidate -> candidate.library.refersTo(null));
        Factory factory = BUILT_IN.getOrDefault(name, any -> new UserLibraryAdapter());
        LibraryAdapter library = new GuardedAdapter(factory.in(loader));
        cached.add(new Cached(name, new WeakReference<>(loader), new WeakReference<>(library)));
        return library;
    }

    private record Cached(String name, WeakReference<ClassLoader> loader, WeakReference<LibraryAdapter> library) {}
}
