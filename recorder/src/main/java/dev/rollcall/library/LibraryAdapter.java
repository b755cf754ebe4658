package dev.rollcall.library;

import dev.rollcall.catalogue.CatalogueEntry;
import dev.rollcall.recorder.Completion;
import java.util.function.LongConsumer;

/** Reads the objects of one library. Implementations are thread-safe and keep no object of the application alive. */
public interface LibraryAdapter extends Completion {
    /** Returns the reader of a catalogued call's arguments. */
    CallReader reader(CatalogueEntry entry);

    /**
     * Returns a number that identifies a communicator or a call's work while it lives, equal for two objects that stand
     * for the same native one; 0 for null.
     */
    long key(Object object) throws Throwable;

    /**
     * Registers a listener for the key of each object that is gone. A library that may give a key to another object does not
     * report it. Called once, before the first {@link #key}.
     */
    default void whenGone(LongConsumer listener) {}

    /**
     * Remembers a store that was made.
     *
     * @param kind the kind of store in the catalogue
     * @param name the store's name: a path, a host or a prefix
     * @param below the store that a prefix applies to; null without one
     */
    void storeMade(String kind, Object store, Object name, Object below) throws Throwable;

    /**
     * Returns the identity of a store that is about to be made and whose constructor may block until other ranks come;
     * {@link StoreIdentity#UNKNOWN} where it does not block or its identity is not known yet.
     *
     * @param kind the kind of store in the catalogue
     * @param name the store's name
     */
    default StoreIdentity rendezvous(String kind, Object name, Object options) throws Throwable {
        return StoreIdentity.UNKNOWN;
    }

    /** Returns the identity of a store. */
    StoreIdentity storeIdentity(Object store) throws Throwable;

    /** Returns this process's rank in a communicator, -1 where the library does not say. */
    int rank(Object communicator) throws Throwable;

    /** Returns the size of a communicator, -1 where the library does not say. */
    int size(Object communicator) throws Throwable;

    /** Returns a communicator's name from the argument that names it, empty without one. */
    String label(Object name) throws Throwable;

    /** Returns the ranks in an argument that lists them, empty where it cannot be read. */
    int[] ranks(Object list) throws Throwable;

    /**
     * Returns a communicator that a method has created.
     *
     * @param made what the method returned, or where it writes the communicators; null if that is gone
     * @param index which of several communicators, from 0
     * @return null if it has written none yet
     */
    default Object made(Object made, int index) throws Throwable {
        return made;
    }

    /** Returns what an error code says; the text of a failure contains the code. */
    default WorkState status(long code) throws Throwable {
        return code == 0 ? WorkState.SUCCEEDED : WorkState.failed(Long.toString(code));
    }

    /** Returns the error code that a method wrote there, 0 where the library has none. */
    default long number(Object written) throws Throwable {
        return 0;
    }

    /** Returns the ordinal of the device on which this thread would create a communicator, -1 where the library has none. */
    default int currentDevice() throws Throwable {
        return -1;
    }

    /**
     * Returns whether {@link #watch} can be used on the work of a catalogued call. A library of whose works none can be watched
     * needs none of the methods below that concern works.
     */
    default boolean watchable(CatalogueEntry entry) {
        return false;
    }

    /**
     * Returns a handle that follows a call's work without the application's help. It holds a reference of its own, may be
     * used from any thread and must be released.
     */
    default Object watch(Object work) throws Throwable {
        throw unwatchable();
    }

    /** Returns how far the application's own work is; does not block. */
    default WorkState state(Object work) throws Throwable {
        return WorkState.UNKNOWN;
    }

    /**
     * Reads what a work that has succeeded wrote on this rank, in the memory of the host.
     *
     * @param reader gets each buffer in order
     * @return false if it cannot be read, or not all of it
     */
    default boolean readResult(Object work, ResultReader reader) throws Throwable {
        return false;
    }

    @Override
    default boolean finished(Object handle) throws Throwable {
        throw unwatchable();
    }

    @Override
    default String failure(Object handle) throws Throwable {
        throw unwatchable();
    }

    @Override
    default void release(Object handle) throws Throwable {
        throw unwatchable();
    }

    private static UnsupportedOperationException unwatchable() {
        return new UnsupportedOperationException("this library's works cannot be watched");
    }

    /** Returns the part of an exception's message that is meant for people. */
    default String message(String full) {
        return full;
    }
}
