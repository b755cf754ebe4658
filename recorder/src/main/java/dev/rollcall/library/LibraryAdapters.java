package dev.rollcall.library;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

/**
 * The adapters in use, one for each library and class loader, because two loaders can hold two copies of one library. Keeps
 * neither adapters nor loaders alive. Thread-safe.
 */
public final class LibraryAdapters {
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
        // Every other name is a library that a file of the option "calls" describes.
        LibraryAdapter library =
                new GuardedAdapter(name.equals("c10d") ? new C10dAdapter(loader) : new UserLibraryAdapter());
        cached.add(new Cached(name, new WeakReference<>(loader), new WeakReference<>(library)));
        return library;
    }

    private record Cached(String name, WeakReference<ClassLoader> loader, WeakReference<LibraryAdapter> library) {}
}
