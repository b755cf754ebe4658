package dev.rollcall.library;

import dev.rollcall.catalogue.CatalogueEntry;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;

/**
 * Answers "unknown" where an adapter throws. Adapters run code of the library and of the application, whose failure must
 * neither reach the application's call nor end the recording. Thread-safe.
 */
final class GuardedAdapter implements LibraryAdapter {
    /** How often in a row a library may fail to make a handle before it is not asked again: an exception per call is expensive. */
    private static final int REFUSALS = 16;

    /** The key of no object, and not that of null. */
    private static final long UNKNOWN_KEY = -1;

    private final LibraryAdapter library;
    private final AtomicInteger refusals = new AtomicInteger();

    GuardedAdapter(LibraryAdapter library) {
        this.library = library;
    }

    @Override
    public CallReader reader(CatalogueEntry entry) {
        CallReader reader = library.reader(entry);
        return call -> {
            try {
                reader.read(call);
            } catch (Throwable e) {
                // What cannot be read, as from a null argument, stays unknown.
            }
        };
    }

    @Override
    public long key(Object object) {
        try {
            return library.key(object);
        } catch (StackOverflowError | OutOfMemoryError e) {
            // With another key its calls would belong to another communicator.
            throw e;
        } catch (Throwable e) {
            return UNKNOWN_KEY;
        }
    }

    @Override
    public void whenGone(LongConsumer listener) {
        library.whenGone(listener);
    }

    @Override
    public void storeMade(String kind, Object store, Object name, Object below) {
        try {
            library.storeMade(kind, store, name, below);
        } catch (Throwable e) {
            // A store that is not remembered has no identity.
        }
    }

    @Override
    public StoreIdentity rendezvous(String kind, Object name, Object options) {
        try {
            return library.rendezvous(kind, name, options);
        } catch (Throwable e) {
            return StoreIdentity.UNKNOWN;
        }
    }

    @Override
    public StoreIdentity storeIdentity(Object store) {
        try {
            return library.storeIdentity(store);
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
    public Object made(Object made, int index) {
        try {
            return library.made(made, index);
        } catch (Throwable e) {
            return null;
        }
    }

    @Override
    public WorkState status(long code) {
        try {
            return library.status(code);
        } catch (Throwable e) {
            return WorkState.UNKNOWN;
        }
    }

    @Override
    public long number(Object written) {
        try {
            return library.number(written);
        } catch (Throwable e) {
            return 0;
        }
    }

    @Override
    public int currentDevice() {
        try {
            return library.currentDevice();
        } catch (Throwable e) {
            return -1;
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
            return WorkState.UNKNOWN;
        }
    }

    @Override
    public boolean readResult(Object work, ResultReader reader) {
        try {
            return library.readResult(work, reader);
        } catch (Throwable e) {
            return false;
        }
    }

    /** Returns null where the work cannot be watched, as in backends of c10d whose works have no future. */
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

    /** A work whose outcome cannot be read counts as unfinished, so that the application's wait decides. */
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
            return "failed; the library does not say why";
        }
    }

    @Override
    public void release(Object handle) {
        try {
            library.release(handle);
        } catch (Throwable e) {
            // The handle is not used again.
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
