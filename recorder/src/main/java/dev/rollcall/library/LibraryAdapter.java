package dev.rollcall.library;

import dev.rollcall.catalogue.CatalogueEntry;
import java.util.function.LongConsumer;

/** Knows the objects of one library. Implementations are thread-safe and keep no object of the application alive. */
public interface LibraryAdapter {
    /** Returns what reads the arguments of a catalogued call. */
    CallReader reader(CatalogueEntry entry);

    /**
     * Returns a number that identifies a communicator or a call's work while it lives, equal for two objects that stand
     * for the same native one; 0 where there is none.
     */
    long key(Object object) throws Throwable;

    /**
     * Asks to be told of each key whose object has gone and that will not be given again; a library that gives keys again tells
     * of none. Called once, before the first key is asked for.
     */
    default void whenGone(LongConsumer forgets) {}

    /**
     * Remembers a store that was made.
     *
     * @param kind what the catalogue calls it
     * @param store the store itself
     * @param name what it was named by
     * @param below the store it stands on, null without one
     */
    void storeMade(String kind, Object store, Object name, Object below, Object options) throws Throwable;

    /**
     * Returns where ranks will meet at a store that is about to be made and whose making may block;
     * {@link StoreIdentity#UNKNOWN} where that cannot be told yet.
     *
     * @param kind what the catalogue calls it
     * @param name what it is named by
     */
    default StoreIdentity meeting(String kind, Object name, Object options) throws Throwable {
        return StoreIdentity.UNKNOWN;
    }

    /** Returns where the ranks of a store meet. */
    StoreIdentity storeName(Object store) throws Throwable;

    /** Returns this process's rank in a communicator, -1 where it does not say. */
    int rank(Object communicator) throws Throwable;

    /** Returns the number of a communicator's ranks, -1 where it does not say. */
    int size(Object communicator) throws Throwable;

    /** Returns the name that a communicator is given, empty where it is given none. */
    String label(Object name) throws Throwable;

    /** Returns the ranks that a new communicator is to be made of, empty where that cannot be read. */
    int[] ranks(Object list) throws Throwable;

    /** Tells whether {@link #watch} can be used on the work of a catalogued call. */
    boolean watchable(CatalogueEntry entry);

    /**
     * Returns a handle by which to watch a call's work without the application's help. It has a reference of its own, may
     * be used from any thread and must be released.
     */
    Object watch(Object work) throws Throwable;

    /** Tells how far the application's own work is; does not block. */
    WorkState state(Object work) throws Throwable;

    /** Tells whether the work behind a handle has finished, well or not; does not block. */
    boolean finished(Object handle) throws Throwable;

    /** Returns why finished work failed, null if it did not. */
    String failure(Object handle) throws Throwable;

    /** Gives a handle back. */
    void release(Object handle) throws Throwable;

    /** Returns the part of an exception's message that is meant for people. */
    String message(String full);
}
