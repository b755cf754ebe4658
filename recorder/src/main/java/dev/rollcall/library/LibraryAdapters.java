package dev.rollcall.library;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

/**
 * The libraries in use, one for each name and class loader: two loaders can hold two copies of one library. Keeps neither
 * alive: whoever uses a library does. Thread-safe.
 */
public final class LibraryAdapters {
    private final Vocabulary vocabulary;
    private final List<Bound> bound = new ArrayList<>();

    /** Makes an empty set. */
    public LibraryAdapters(Vocabulary vocabulary) {
        this.vocabulary = vocabulary;
    }

    /**
     * Returns the library whose classes this loader has.
     *
     * @throws ReflectiveOperationException if its classes are not as this version knows them
     */
    public synchronized LibraryAdapter of(String name, ClassLoader loader) throws ReflectiveOperationException {
        for (Bound candidate : bound) {
            LibraryAdapter known = candidate.library.get();
            if (known != null && candidate.name.equals(name) && candidate.loader.refersTo(loader)) {
                return known;
            }
        }
        bound.removeIf(candidate -> candidate.library.refersTo(null));
        LibraryAdapter library = new GuardedAdapter(
                name.equals("c10d") ? new C10dAdapter(loader, vocabulary) : new UserLibraryAdapter(vocabulary));
        bound.add(new Bound(name, new WeakReference<>(loader), new WeakReference<>(library)));
        return library;
    }

    private record Bound(String name, WeakReference<ClassLoader> loader, WeakReference<LibraryAdapter> library) {}
}
