package dev.rollcall.library;

import dev.rollcall.catalogue.CatalogueEntry;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;

/**
 * Answers that something is unknown where a library throws: its methods run the library's, and the application's, own code,
 * whose failure must neither reach the application's call nor end the recording. Thread-safe.
 */
final class GuardedAdapter implements LibraryAdapter {
    /** How often in a row a library may refuse to let its works be watched; an exception at each call would be dear. */
    private static final int REFUSALS = 16;

    /** Given to no object: nothing is known under it, and it is not the absence of an object. */
    private static final long UNKNOWN_KEY = -1;

    private final LibraryAdapter library;
    private final AtomicInteger refusals = new AtomicInteger();

    GuardedAdapter(LibraryAdapter library) {
        this.library = library;
    }

    @Override
    public CallReader reader(CatalogueEntry entry) {
        CallReader reader = library.reader(entry);
        return (given, into) -> {
            try {
                reader.read(given, into);
            } catch (Throwable e) {
                // What the library will not tell, such as of a null argument, stays unknown.
            }
        };
    }

    @Override
    public long key(Object object) {
        try {
            return library.key(object);
        } catch (StackOverflowError | OutOfMemoryError e) {
            // Under another key its calls would be another communicator's.
            throw e;
        } catch (Throwable e) {
            return UNKNOWN_KEY;
        }
    }

    @Override
    public void whenGone(LongConsumer forgets) {
        library.whenGone(forgets);
    }

    @Override
    public void storeMade(String kind, Object store, Object name, Object below, Object options) {
        try {
            library.storeMade(kind, store, name, below, options);
        } catch (Throwable e) {
            // A store that is not remembered has no name.
        }
    }

    @Override
    public StoreIdentity meeting(String kind, Object name, Object options) {
        try {
            return library.meeting(kind, name, options);
        } catch (Throwable e) {
            return StoreIdentity.UNKNOWN;
        }
    }

    @Override
    public StoreIdentity storeName(Object store) {
        try {
            return library.storeName(store);
        } catch (Throwable e) {
            return StoreIdentity.UNKNOWN;
        }
    }

    @Override
    public int rank(Object communicator) {
        try {
            return library.rank(communicator);
        } catch (Throwable e) {
            return -1;
        }
    }

    @Override
    public int size(Object communicator) {
        try {
            return library.size(communicator);
        } catch (Throwable e) {
            return -1;
        }
    }

    @Override
    public String label(Object name) {
        try {
            return library.label(name);
        } catch (Throwable e) {
            return "";
        }
    }

    @Override
    public int[] ranks(Object list) {
        try {
            return library.ranks(list);
        } catch (Throwable e) {
            return new int[0];
        }
    }

    @Override
    public boolean watchable(CatalogueEntry entry) {
        return library.watchable(entry);
    }

    @Override
    public WorkState state(Object work) {
        try {
            return library.state(work);
        } catch (Throwable e) {
            return WorkState.UNTOLD;
        }
    }

    /** Returns null where the work cannot be watched; some backends of c10d make works without a future. */
    @Override
    public Object watch(Object work) {
        if (refusals.get() >= REFUSALS) {
            return null;
        }
        try {
            Object handle = library.watch(work);
            refusals.set(0);
            return handle;
        } catch (Throwable e) {
            refusals.incrementAndGet();
            return null;
        }
    }

    /** Tells that work has finished only where its outcome can be read, too; otherwise it is left to the waits. */
    @Override
    public boolean finished(Object handle) {
        try {
            if (!library.finished(handle)) {
                return false;
            }
            library.failure(handle);
            return true;
        } catch (Throwable e) {
            return false;
        }
    }

    @Override
    public String failure(Object handle) {
        try {
            return library.failure(handle);
        } catch (Throwable e) {
            return "failed; its library does not say why";
        }
    }

    @Override
    public void release(Object handle) {
        try {
            library.release(handle);
        } catch (Throwable e) {
            // Nothing refers to the handle any more.
        }
    }

    @Override
    public String message(String full) {
        try {
            return library.message(full);
        } catch (Throwable e) {
            return full;
        }
    }
}
