package dev.rollcall.catalogue;

import java.util.Locale;

/** What one parameter of a catalogued method means. Immutable and thread-safe. */
public enum ArgumentRole {
    /** Of no interest; written {@code -}. */
    IGNORED,
    /** The communicator of the call; without it, the object that the method is called on. */
    COMMUNICATOR,
    /** What this rank contributes, or the buffer of an operation in place. */
    INPUT,
    /** Where the results go. */
    OUTPUT,
    /** An object that holds further arguments, which the library's reader knows. */
    OPTIONS,
    /** How the input is shared out among the ranks, a number for each. */
    INPUT_SPLITS,
    /** How the output is made up of the ranks' shares, a number for each. */
    OUTPUT_SPLITS,
    /** The number of elements. */
    COUNT,
    /** The type of an element. */
    TYPE,
    /** How elements are combined. */
    REDUCTION,
    /** The root's rank in the communicator. */
    ROOT,
    /** The other rank of a send or receive. */
    PEER,
    /** The tag of a send or receive. */
    TAG,
    /** The handle of a call's work; without it, the object that the method is called on. */
    WORK,
    /** The store at which ranks meet, or the store below a prefix. */
    STORE,
    /** What names a store: a path, a host or a prefix. */
    NAME,
    /** This process's rank in a new communicator. */
    RANK,
    /** The number of ranks of a new communicator. */
    SIZE,
    /** The ranks that a new communicator is made of, as they are in the one that is split, in their new order. */
    RANKS,
    /** The ranks that a new communicator is made without, as they are in the one that is split; the others keep their order. */
    EXCLUDED,
    /** Where a copy writes: an address, or an object that has one. */
    DESTINATION,
    /** What a copy reads. */
    SOURCE,
    /** The device of the destination, as an ordinal or a context. */
    DESTINATION_DEVICE,
    /** The device of the source. */
    SOURCE_DEVICE,
    /** How many bytes a row of a copy has, or all of it if it has one row. */
    BYTES,
    /** How many rows a copy has. */
    ROWS,
    /** The distance of two rows of the destination in bytes. */
    DESTINATION_PITCH,
    /** The distance of two rows of the source in bytes. */
    SOURCE_PITCH,
    /** From where to where, as CUDA's runtime numbers it. */
    DIRECTION,
    /** The stream in whose order a copy is done. */
    STREAM;

    /** Returns the word that stands for this role in a catalogue file. */
    public String word() {
        return this == IGNORED ? "-" : name().toLowerCase(Locale.ROOT);
    }
}
